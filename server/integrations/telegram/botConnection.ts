// The bot's line to Telegram through grammY: a webhook or long polling in, messages out. Telegram being down never stops us.
import { setTimeout as wait } from 'node:timers/promises';
import { Bot, BotError } from 'grammy/web';
import type { Update, User, UserFromGetMe } from 'grammy/types';
import { z } from 'zod';
import type { BotStart } from '../../modules/people/signIn/botMessage.ts';
import type {
  BotAnswer,
  BotMessage,
  BotNotice,
  BotPress,
  BotReach,
  BotReply,
} from '../../modules/people/signIn/botMessage.ts';
import { languageOfTelegram, sayAsBot } from '../../modules/people/signIn/telegramTexts.ts';
import { webhookOff } from '../../modules/people/signIn/signInRules.ts';
import { limits } from '../../config/limits.ts';
import { alwaysExclusive, type ExclusiveRunner } from '../../shared/exclusiveRunner.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { equalSecrets } from '../../shared/secrets.ts';
import { createCircuitBreaker, callThroughBreaker } from '../circuitBreaker.ts';
import { upstreamFetch } from '../upstreamFetch.ts';
import { isTelegrams, LeftAloneError, mayPass, problemOf } from './botFailures.ts';
import { createBotMessages } from './botMessages.ts';

type BotSays = BotAnswer | BotNotice | null;

interface Options {
  botToken: string;
  botName: string;
  apiUrl: string;
  /** Null: no webhook is taken. */
  webhookSecret: string | null;
  /** Where Telegram shall send its updates; null: they are fetched by long polling. */
  webhookUrl: string | null;
  /** What to answer to `/start`; null for nothing. */
  answer(start: BotStart): Promise<BotAnswer | null>;
  /** What to answer to a pressed button; null for nothing. */
  press(press: BotPress): Promise<BotSays>;
  /** What to answer to words that answer a message of the bot; null for nothing. */
  reply(reply: BotReply): Promise<BotSays>;
  clock: Clock;
  log: Log;
  /** Milliseconds between two tries while Telegram refuses or is away. */
  retryMs?: number;
}

export interface BotConnection {
  /**
   * Begins to listen, in the background, and goes on trying until `stop`. Telegram gives its updates to one who fetches them:
   * `alone` says when that is this process.
   */
  start(alone?: ExclusiveRunner): void;
  stop(): Promise<void>;
  /**
   * One call of the webhook.
   * @throws DomainError UNAVAILABLE (reason `webhookOff`) without a webhook, FORBIDDEN for a wrong secret, INVALID for what is no update
   */
  takeWebhook(secret: string | undefined, update: unknown): Promise<void>;
  /**
   * Writes to somebody who has written before; answers the number of the message in the chat, null when they have closed it.
   * @throws Error that says what Telegram said, for any other failure
   */
  tell(message: BotMessage): Promise<number | null>;
  /**
   * The same, where it matters why it was not taken.
   * @throws Error that says what Telegram said, for what may pass
   */
  reach(message: BotMessage): Promise<BotReach>;
  /**
   * Writes a message anew; one that has gone, or that says so already, is left as it is.
   * @throws Error that says what Telegram said, for any other failure
   */
  change(messageId: number, message: BotMessage): Promise<void>;
  /** Whether the Bot API answers to our token. */
  check(): Promise<void>;
}

type Answering = <Says extends BotSays>(
  languageCode: string | undefined,
  handle: () => Promise<Says>,
) => Promise<Says | BotAnswer | null>;

const pollSeconds = 8;
/** The first wait before a fetched update is handled again, at most; doubled each time. */
const againMs = 2_000;
const allowedUpdates = ['message', 'callback_query'] as const;
const anUpdate = z.looseObject({ update_id: z.int().min(0) });

export function createBotConnection(options: Options): BotConnection {
  const { botToken, botName, apiUrl, webhookSecret, webhookUrl } = options;
  const retryMs = options.retryMs ?? limits.upstream.breakerOpenMs;
  const log = options.log.child({ part: 'telegram' });
  const closing = new AbortController();
  const breaker = createCircuitBreaker(options.clock);
  /** A call that people or probes wait for; the bot's own listening waits by itself. */
  const call = <Result>(work: () => Promise<Result>): Promise<Result> =>
    callThroughBreaker(
      breaker,
      {
        openError: () => new LeftAloneError('Telegram failed repeatedly and is left alone'),
        isDown: mayPass,
      },
      work,
    );
  let listening: Promise<void> = Promise.resolve();

  /** What getMe would say: known from the settings, so that nothing has to be asked before the first update. */
  const me: UserFromGetMe = {
    id: Number(botToken.split(':')[0]),
    is_bot: true,
    first_name: botName,
    username: botName,
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  };

  const report = (error: unknown): void =>
    log.error(
      { problem: problemOf(error), ...(isTelegrams(error) ? {} : { err: error }) },
      'The bot could not answer',
    );

  const personOf = (from: User) => ({
    id: String(from.id),
    name: [from.first_name, from.last_name].filter(Boolean).join(' ') || null,
    username: from.username ?? null,
    pictureUrl: null,
  });

  /** An update that was pushed and failed is refused, so that Telegram sends it again. */
  const answerPushed: Answering = (_languageCode, handle) => handle();

  /**
   * One that was fetched does not come again: it is handled again here, a few times, and then the person is asked to
   * try again.
   */
  const answerFetched: Answering = async (languageCode, handle) => {
    const text = sayAsBot({ kind: 'tryAgain' }, languageOfTelegram(languageCode));
    const sorry: BotAnswer = { text, link: null, buttons: [] };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await handle();
        // Nothing after a failure: the update was handled, and its answer was lost with the connection.
        return answer ?? (attempt > 0 ? sorry : null);
      } catch (error) {
        report(error);
        if (attempt >= limits.upstream.retries || closing.signal.aborted) return sorry;
        const waitMs = Math.min(retryMs, againMs) * 2 ** attempt;
        await wait(waitMs, null, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };

  /** Only a private chat: in a group everybody would read the link. */
  const makeBot = (answering: Answering): Bot => {
    const bot = new Bot(botToken, {
      botInfo: me,
      client: {
        apiRoot: apiUrl,
        timeoutSeconds: limits.upstream.telegramMs / 1000,
        fetch: upstreamFetch,
      },
    });
    bot.chatType('private').command('start', async (context) => {
      const { from } = context;
      const answer = await answering(from.language_code, () =>
        options.answer({
          updateId: context.update.update_id,
          person: personOf(from),
          languageCode: from.language_code ?? null,
          token: context.match.trim() || null,
        }),
      );
      if (answer) await messages.send(context.chat.id, answer);
    });
    bot.chatType('private').on('callback_query:data', async (context) => {
      const { from, data } = context.callbackQuery;
      const answer = await answering(from.language_code, () =>
        options.press({
          updateId: context.update.update_id,
          person: personOf(from),
          languageCode: from.language_code ?? null,
          data,
        }),
      );
      if (!answer) return;
      if (!('notice' in answer)) await messages.send(context.chat.id, answer);
      // Ends the button's waiting; that it could not be ended is no failure of the answer.
      await call(() =>
        context.answerCallbackQuery(
          'notice' in answer ? { text: answer.notice, show_alert: answer.isRefusal } : {},
        ),
      ).catch(report);
    });
    bot.chatType('private').on('message:text', async (context) => {
      const { from, text, reply_to_message: replied } = context.message;
      if (replied?.from?.id !== me.id || replied.text === undefined) return;
      const repliedTo = replied.text;
      const answer = await answering(from.language_code, () =>
        options.reply({
          updateId: context.update.update_id,
          person: personOf(from),
          languageCode: from.language_code ?? null,
          text,
          repliedTo,
        }),
      );
      if (answer && !('notice' in answer)) await messages.send(context.chat.id, answer);
    });
    bot.catch(({ error }) => report(error));
    return bot;
  };

  const bot = makeBot(answerPushed);
  const messages = createBotMessages(bot.api, call);

  const untilEnd = async (
    end: AbortSignal,
    what: string,
    work: () => Promise<void>,
  ): Promise<void> => {
    while (!end.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        if (end.aborted) return;
        log.warn({ problem: problemOf(error) }, what);
        await wait(retryMs, null, { signal: end }).catch((reason: unknown) => {
          if (!end.aborted) throw reason;
        });
      }
    }
  };

  const listenByWebhook = (url: string): Promise<void> =>
    untilEnd(closing.signal, 'The webhook could not be set', async () => {
      await bot.api.setWebhook(url, {
        allowed_updates: [...allowedUpdates],
        ...(webhookSecret ? { secret_token: webhookSecret } : {}),
      });
      log.info('Telegram sends the bot its updates');
    });

  /** Fetches updates until the end, and has told Telegram by then which of them it has had. */
  const fetchUpdates = async (end: AbortSignal): Promise<void> => {
    const fetching = makeBot(answerFetched);
    let ended: Promise<void> = Promise.resolve();
    const stop = (): void => {
      ended = fetching
        .stop()
        .catch((error: unknown) =>
          log.warn({ problem: problemOf(error) }, 'The bot did not end in order'),
        );
    };
    end.addEventListener('abort', stop, { once: true });
    try {
      await fetching.start({
        timeout: pollSeconds,
        allowed_updates: [...allowedUpdates],
        onStart: () => log.info('The bot fetches its updates'),
      });
    } finally {
      end.removeEventListener('abort', stop);
      await ended;
    }
  };

  const listenByPolling = (alone: ExclusiveRunner): Promise<void> =>
    alone(
      (end) => untilEnd(end, 'The bot cannot fetch its updates', () => fetchUpdates(end)),
      closing.signal,
    );

  return {
    start(alone = alwaysExclusive) {
      listening = webhookUrl ? listenByWebhook(webhookUrl) : listenByPolling(alone);
      listening.catch((error: unknown) =>
        log.error({ problem: problemOf(error) }, 'The bot stopped listening'),
      );
    },

    async stop() {
      closing.abort();
      const ended = listening.catch(() => undefined);
      await Promise.race([ended, wait(limits.upstream.connectMs, null, { ref: false })]);
    },

    async takeWebhook(secret, update) {
      if (!webhookSecret) throw webhookOff();
      if (secret === undefined || !equalSecrets(secret, webhookSecret)) {
        throw new DomainError('FORBIDDEN', 'This call does not come from Telegram', {
          reason: 'webhookSecret',
        });
      }
      if (!anUpdate.safeParse(update).success)
        throw new DomainError('INVALID', 'This is no update of Telegram');
      try {
        await bot.handleUpdate(update as Update);
      } catch (error) {
        const cause = error instanceof BotError ? error.error : error;
        // The update is done with, the message is lost: sending the update again would not help.
        if (!isTelegrams(cause)) throw cause;
        report(cause);
      }
    },

    tell: (message) => messages.tell(message),
    reach: (message) => messages.reach(message),
    change: (messageId, message) => messages.change(messageId, message),

    async check() {
      // Only what the error says: the error itself carries the bot's token, and who asks may log it.
      const problem = await call(() => bot.api.getMe()).then(() => null, problemOf);
      if (problem !== null) throw new Error(`Telegram does not answer: ${problem}`);
    },
  };
}
