// Connection of the Telegram bot through grammY: updates by webhook or long polling, outgoing messages.
import { setTimeout as wait } from 'node:timers/promises';
import { Bot, BotError } from 'grammy/web';
import type { Update, User, UserFromGetMe } from 'grammy/types';
import { z } from 'zod';
import type {
  BotAnswer,
  BotMessage,
  BotNotice,
  BotPress,
  BotDelivery,
  BotQuestions,
  BotReply,
  BotStart,
} from '../../modules/people/signIn/botMessage.ts';
import { languageOfTelegram, botText } from '../../modules/people/signIn/telegramTexts.ts';
import { webhookOff } from '../../modules/people/signIn/signInRules.ts';
import { limits } from '../../config/limits.ts';
import { alwaysExclusive, type ExclusiveRunner } from '../../shared/exclusiveRunner.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { equalSecrets } from '../../shared/secrets.ts';
import {
  createCircuitBreaker,
  callThroughBreaker,
  type CircuitBreaker,
} from '../circuitBreaker.ts';
import { upstreamFetch } from '../upstreamFetch.ts';
import {
  inlineOptions,
  startPayloads,
  toArticle,
  createBotMessages,
  BreakerOpenError,
  isTelegramError,
  isTransient,
  problemOf,
} from './botMessages.ts';

type BotReaction = BotAnswer | BotNotice | null;

interface Options {
  botToken: string;
  botName: string;
  apiUrl: string;
  /** Null: webhook calls are refused. */
  webhookSecret: string | null;
  /** Address for Telegram's updates; null: long polling. */
  webhookUrl: string | null;
  /** Answer to `/start`; null for none. */
  answer(start: BotStart): Promise<BotAnswer | null>;
  /** Answer to a pressed button; null for none. */
  press(press: BotPress): Promise<BotReaction>;
  /** Answer to a reply to a message of the bot; null for none. */
  reply(reply: BotReply): Promise<BotReaction>;
  clock: Clock;
  log: Log;
  /** Milliseconds between two attempts while Telegram cannot be reached. */
  retryMs?: number;
}

export interface BotConnection {
  /**
   * Receives updates in the background, with retries until `stop`. Only one process may poll: `exclusive` elects it.
   */
  start(exclusive?: ExclusiveRunner): void;
  /** Enables questions about services; without them the bot's only command is `/start`. */
  useQuestions(questions: BotQuestions): void;
  stop(): Promise<void>;
  /**
   * Handles one call of the webhook.
   * @throws DomainError UNAVAILABLE (reason `webhookOff`) without a webhook, FORBIDDEN for a wrong secret, INVALID for no update
   */
  takeWebhook(secret: string | undefined, update: unknown): Promise<void>;
  /**
   * Sends a message to a person who has written before; returns its number in the chat, null when Telegram refuses it for good.
   * @throws Error with Telegram's description
   */
  tell(message: BotMessage): Promise<number | null>;
  /**
   * Like `tell`, but returns the reason of a refusal.
   * @throws Error with Telegram's description, for a transient failure
   */
  reach(message: BotMessage): Promise<BotDelivery>;
  /**
   * Edits a message, unless it is deleted or unchanged.
   * @throws Error with Telegram's description
   */
  change(messageId: number, message: BotMessage): Promise<void>;
  /** Resolves when the Bot API accepts our token. */
  check(): Promise<void>;
}

type AnswerUpdate = <Reaction extends BotReaction>(
  languageCode: string | undefined,
  handle: () => Promise<Reaction>,
) => Promise<Reaction | BotAnswer | null>;

const pollSeconds = 8;
/** Longest first wait before a polled update is handled again; doubled each time. */
const firstRetryMs = 2_000;
const allowedUpdates = ['message', 'callback_query', 'inline_query'] as const;
const questionCommands = ['can', 'find', 'help'] as const;
const updateInput = z.looseObject({ update_id: z.int().min(0) });

/** A failed webhook update is refused, so that Telegram sends it again. */
const answerPushed: AnswerUpdate = (_languageCode, handle) => handle();

const personOf = (from: User) => ({
  id: String(from.id),
  name: [from.first_name, from.last_name].filter(Boolean).join(' ') || null,
  username: from.username ?? null,
  pictureUrl: null,
});

const actOf = (updateId: number, from: User) => ({
  updateId,
  person: personOf(from),
  languageCode: from.language_code ?? null,
});

/** Answer of getMe, from the settings, so that no call is needed before the first update. */
const botInfo = ({ botToken, botName }: Options): UserFromGetMe => ({
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
});

class TelegramBotConnection implements BotConnection {
  private readonly options: Options;
  private readonly retryMs: number;
  private readonly log: Log;
  private readonly breaker: CircuitBreaker;
  private readonly bot: Bot;
  private readonly messages: ReturnType<typeof createBotMessages>;
  private readonly closing = new AbortController();
  private listening: Promise<void> = Promise.resolve();
  private questions: BotQuestions | null = null;

  constructor(options: Options) {
    this.options = options;
    this.retryMs = options.retryMs ?? limits.upstream.breakerOpenMs;
    this.log = options.log.child({ part: 'telegram' });
    this.breaker = createCircuitBreaker(options.clock);
    this.bot = this.makeBot(answerPushed);
    this.messages = createBotMessages(this.bot.api, (work) => this.call(work));
  }

  start(exclusive = alwaysExclusive): void {
    const { webhookUrl } = this.options;
    this.listening = webhookUrl ? this.setWebhook(webhookUrl) : this.poll(exclusive);
    this.listening.catch((error: unknown) =>
      this.log.error({ problem: problemOf(error) }, 'The bot stopped listening'),
    );
  }

  useQuestions(questions: BotQuestions): void {
    this.questions = questions;
  }

  async stop(): Promise<void> {
    this.closing.abort();
    const ended = this.listening.catch(() => undefined);
    await Promise.race([ended, wait(limits.upstream.connectMs, null, { ref: false })]);
  }

  async takeWebhook(secret: string | undefined, update: unknown): Promise<void> {
    const { webhookSecret } = this.options;
    if (!webhookSecret) throw webhookOff();
    if (secret === undefined || !equalSecrets(secret, webhookSecret))
      throw new DomainError('FORBIDDEN', 'This call does not come from Telegram', {
        reason: 'webhookSecret',
      });
    if (!updateInput.safeParse(update).success)
      throw new DomainError('INVALID', 'The body is not an update of Telegram');
    try {
      await this.bot.handleUpdate(update as Update);
    } catch (error) {
      const cause = error instanceof BotError ? error.error : error;
      // The update was handled but its answer was lost: handling it again would not help.
      if (!isTelegramError(cause)) throw cause;
      this.report(cause);
    }
  }

  tell(message: BotMessage): Promise<number | null> {
    return this.messages.tell(message);
  }

  reach(message: BotMessage): Promise<BotDelivery> {
    return this.messages.reach(message);
  }

  change(messageId: number, message: BotMessage): Promise<void> {
    return this.messages.change(messageId, message);
  }

  async check(): Promise<void> {
    // The error contains the bot's token, and callers may log it.
    const problem = await this.call(() => this.bot.api.getMe()).then(() => null, problemOf);
    if (problem !== null) throw new Error(`Telegram does not answer: ${problem}`);
  }

  /** For calls that people or probes wait for; polling has its own waits. */
  private call<Result>(work: () => Promise<Result>): Promise<Result> {
    const leftAlone = () =>
      new BreakerOpenError('Telegram failed repeatedly and is not called now');
    return callThroughBreaker(this.breaker, { openError: leftAlone, isDown: isTransient }, work);
  }

  private report(error: unknown): void {
    this.log.error(
      { problem: problemOf(error), ...(isTelegramError(error) ? {} : { err: error }) },
      'The bot could not answer',
    );
  }

  /** The bot answers only in private chats: in a group everybody could read a sign-in link. */
  private makeBot(answerUpdate: AnswerUpdate): Bot {
    const me = botInfo(this.options);
    const bot = new Bot(this.options.botToken, {
      botInfo: me,
      client: {
        apiRoot: this.options.apiUrl,
        timeoutSeconds: limits.upstream.telegramMs / 1000,
        fetch: upstreamFetch,
      },
    });
    bot.chatType('private').command('start', async (context) => {
      const { from, match } = context;
      const act = actOf(context.update.update_id, from);
      const payload = match.trim();
      const token = payload === startPayloads.connect ? null : payload || null;
      const answer = await answerUpdate(from.language_code, () =>
        payload === startPayloads.help && this.questions
          ? this.questions.ask({ ...act, command: 'help', text: '' })
          : this.options.answer({ ...act, token }),
      );
      if (answer) await this.messages.send(context.chat.id, answer);
    });
    this.addQuestions(bot, answerUpdate);
    bot.chatType('private').on('callback_query:data', async (context) => {
      const { from, data } = context.callbackQuery;
      const act = actOf(context.update.update_id, from);
      const answer = await answerUpdate(from.language_code, () =>
        this.options.press({ ...act, data }),
      );
      if (!answer) return;
      if (!('notice' in answer)) await this.messages.send(context.chat.id, answer);
      // Ends the button's waiting state; its failure does not affect the answer.
      const notice =
        'notice' in answer ? { text: answer.notice, show_alert: answer.isRefusal } : {};
      await this.call(() => context.answerCallbackQuery(notice)).catch((error: unknown) =>
        this.report(error),
      );
    });
    bot.chatType('private').on('message:text', async (context) => {
      const { from, text, reply_to_message: replied } = context.message;
      if (replied?.from?.id !== me.id || replied.text === undefined) return;
      const reply = { ...actOf(context.update.update_id, from), text, repliedTo: replied.text };
      const answer = await answerUpdate(from.language_code, () => this.options.reply(reply));
      if (answer && !('notice' in answer)) await this.messages.send(context.chat.id, answer);
    });
    bot.catch(({ error }) => this.report(error));
    return bot;
  }

  private addQuestions(bot: Bot, answerUpdate: AnswerUpdate): void {
    for (const command of questionCommands)
      bot.chatType('private').command(command, async (context) => {
        const { from, match } = context;
        const question = { ...actOf(context.update.update_id, from), command, text: match };
        const answer = await answerUpdate(
          from.language_code,
          async () => (await this.questions?.ask(question)) ?? null,
        );
        if (answer) await this.messages.send(context.chat.id, answer);
      });
    bot.on('inline_query', async (context) => {
      const { from, query: text, offset } = context.inlineQuery;
      const query = { ...actOf(context.update.update_id, from), text, offset };
      // An inline answer is useless after some seconds: a failure is reported at once and not retried.
      const answer = await this.questions?.inline(query).catch((error: unknown) => {
        this.report(error);
        const sorry = botText({ kind: 'tryAgain' }, languageOfTelegram(from.language_code));
        return { articles: [], nextOffset: '', button: { text: sorry, payload: 'help' as const } };
      });
      if (!answer) return;
      await this.call(() =>
        context.answerInlineQuery(answer.articles.map(toArticle), inlineOptions(answer)),
      );
    });
  }

  /** Lists the commands in the menu; a bot without the list works as well. */
  private async listCommands(): Promise<void> {
    if (!this.questions) return;
    const { ru, en } = this.questions.commands;
    try {
      await this.call(() => this.bot.api.setMyCommands(ru));
      await this.call(() => this.bot.api.setMyCommands(en, { language_code: 'en' }));
    } catch (error) {
      this.log.warn({ problem: problemOf(error) }, 'The commands of the bot could not be listed');
    }
  }

  /** A polled update does not come again: it is retried here, and in the end the person is asked to repeat it. */
  private readonly answerPolled: AnswerUpdate = async (languageCode, handle) => {
    const text = botText({ kind: 'tryAgain' }, languageOfTelegram(languageCode));
    const apology: BotAnswer = { text, link: null, buttons: [] };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await handle();
        // Null after a failure: the update was handled, but its answer was lost with the connection.
        return answer ?? (attempt > 0 ? apology : null);
      } catch (error) {
        this.report(error);
        const { signal } = this.closing;
        if (attempt >= limits.upstream.retries || signal.aborted) return apology;
        const waitMs = Math.min(this.retryMs, firstRetryMs) * 2 ** attempt;
        await wait(waitMs, null, { signal }).catch(() => undefined);
      }
    }
  };

  private setWebhook(url: string): Promise<void> {
    const { webhookSecret } = this.options;
    return this.retry(this.closing.signal, 'The webhook could not be set', async () => {
      await this.bot.api.setWebhook(url, {
        allowed_updates: [...allowedUpdates],
        ...(webhookSecret ? { secret_token: webhookSecret } : {}),
      });
      this.log.info('Telegram sends the bot its updates');
      void this.listCommands();
    });
  }

  private poll(exclusive: ExclusiveRunner): Promise<void> {
    return exclusive(
      (end) => this.retry(end, 'The bot cannot fetch its updates', () => this.fetchUpdates(end)),
      this.closing.signal,
    );
  }

  /** Fetches updates until `end`, and confirms the handled ones to Telegram. */
  private async fetchUpdates(end: AbortSignal): Promise<void> {
    const poller = this.makeBot(this.answerPolled);
    let ended: Promise<void> = Promise.resolve();
    const stop = (): void => {
      ended = poller
        .stop()
        .catch((error: unknown) =>
          this.log.warn({ problem: problemOf(error) }, 'The bot did not stop in order'),
        );
    };
    end.addEventListener('abort', stop, { once: true });
    try {
      await poller.start({
        timeout: pollSeconds,
        allowed_updates: [...allowedUpdates],
        onStart: () => {
          this.log.info('The bot fetches its updates');
          void this.listCommands();
        },
      });
    } finally {
      end.removeEventListener('abort', stop);
      await ended;
    }
  }

  /** Repeats work until it succeeds or `end` is aborted. */
  private async retry(end: AbortSignal, failure: string, work: () => Promise<void>): Promise<void> {
    while (!end.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        if (end.aborted) return;
        this.log.warn({ problem: problemOf(error) }, failure);
        await wait(this.retryMs, null, { signal: end }).catch((reason: unknown) => {
          if (!end.aborted) throw reason;
        });
      }
    }
  }
}

export const createBotConnection = (options: Options): BotConnection =>
  new TelegramBotConnection(options);
