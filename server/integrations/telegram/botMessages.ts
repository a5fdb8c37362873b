// Messages of the Telegram bot: send, edit, retry; answers to inline queries; errors of grammY.
import { setTimeout as wait } from 'node:timers/promises';
import { GrammyError, HttpError, InlineKeyboard, type Api } from 'grammy/web';
import type {
  BotAnswer,
  BotMessage,
  BotDelivery,
  BotArticle,
  BotInlineAnswer,
} from '../../modules/people/signIn/botMessage.ts';
import { limits } from '../../config/limits.ts';
import { errorCode, getCause } from '../../shared/errorCode.ts';
import type { InlineQueryResultArticle } from 'grammy/types';

/** Transient failures: of the network, of Telegram, and rate limits. */
export const isTransient = (error: unknown): boolean =>
  error instanceof HttpError ||
  (error instanceof GrammyError && (error.error_code >= 500 || error.error_code === 429));

/** The circuit breaker is open. */
export class BreakerOpenError extends Error {}

export const isTelegramError = (error: unknown): boolean =>
  error instanceof GrammyError || error instanceof HttpError || error instanceof BreakerOpenError;

/** Code only, for example `ECONNREFUSED`: the message contains the address with the token. */
const networkProblemOf = ({ name, error }: HttpError): string => {
  const code = errorCode(getCause(error)) || errorCode(error);
  return code ? `${name} (${code})` : name;
};

/** Description of an error. Errors of grammY contain the message and the bot's token, so they are never logged whole. */
export const problemOf = (error: unknown): string => {
  if (error instanceof GrammyError)
    return `${error.method}: ${error.error_code} ${error.description}`;
  if (error instanceof BreakerOpenError) return error.message;
  if (error instanceof HttpError) return networkProblemOf(error);
  return error instanceof Error ? error.name : 'unknown';
};

/** Runs a call to Telegram through the circuit breaker. */
type Call = <Result>(work: () => Promise<Result>) => Promise<Result>;

const keyboardOf = (buttons: BotMessage['buttons']): InlineKeyboard => {
  const keyboard = new InlineKeyboard();
  for (const button of buttons) keyboard.text(button.text, button.data).row();
  return keyboard;
};

const isRefused = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 403 || error.error_code === 400);

/** The person has blocked the bot, has left Telegram, or has never written to the bot. */
const isClosed = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 ||
    (error.error_code === 400 && /chat not found/i.test(error.description)));

/** Null when Telegram refuses permanently: the chat is closed, or the message is deleted or unchanged. */
async function nullIfRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
  // The error contains the bot's token and is not passed on.
  const ended = await work().then(
    (result) => ({ result }),
    (error: unknown) => ({ isRefused: isRefused(error), problem: problemOf(error) }),
  );
  if ('result' in ended) return ended.result;
  if (ended.isRefused) return null;
  throw new Error(`Telegram took no message: ${ended.problem}`);
}

export function createBotMessages(api: Api, call: Call) {
  /** Repeats a call after transient failures. */
  const withRetries: Call = async (work) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call(work);
      } catch (error) {
        if (attempt >= limits.upstream.retries || !isTransient(error)) throw error;
        await wait(200 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  };

  /** Returns the number of the message in the chat. */
  const send = async (
    chatId: string | number,
    answer: Omit<BotAnswer, 'link'> & { link?: string | null },
  ): Promise<number> => {
    const { text, link, buttons, wantsReply } = answer;
    const { message_id } = await withRetries(() =>
      api.sendMessage(chatId, link ? `${text}\n\n${link}` : text, {
        link_preview_options: { is_disabled: true },
        ...(buttons.length > 0 ? { reply_markup: keyboardOf(buttons) } : {}),
        ...(wantsReply ? { reply_markup: { force_reply: true } } : {}),
      }),
    );
    return message_id;
  };

  return {
    send,

    tell: ({ chatId, ...message }: BotMessage): Promise<number | null> =>
      nullIfRefused(() => send(chatId, message)),

    async reach({ chatId, ...message }: BotMessage): Promise<BotDelivery> {
      const outcome: { reach: BotDelivery } | { error: unknown } = await send(chatId, message).then(
        () => ({ reach: 'delivered' as const }),
        (error: unknown) => ({ error }),
      );
      if ('reach' in outcome) return outcome.reach;
      if (isClosed(outcome.error)) return 'closed';
      if (isRefused(outcome.error)) return 'refused';
      throw new Error(`Telegram took no message: ${problemOf(outcome.error)}`);
    },

    async change(messageId: number, { chatId, text, buttons }: BotMessage): Promise<void> {
      await nullIfRefused(() =>
        withRetries(() =>
          api.editMessageText(chatId, messageId, text, {
            link_preview_options: { is_disabled: true },
            ...(buttons.length > 0 ? { reply_markup: keyboardOf(buttons) } : {}),
          }),
        ),
      );
    },
  };
}

/** Payloads of the button above inline answers, sent after `/start`; tokens of Loadout are longer. */
export const startPayloads = { connect: 'connect', help: 'help' } as const;

/** Plain text, without a parse mode, so that titles cannot add markup. */
export const toArticle = ({
  id,
  title,
  description,
  text,
}: BotArticle): InlineQueryResultArticle => ({
  type: 'article',
  id,
  title,
  description,
  input_message_content: { message_text: text, link_preview_options: { is_disabled: true } },
});

export const inlineOptions = ({ nextOffset, button }: BotInlineAnswer) => ({
  // Telegram would repeat a cached yes after an incident, or to a person without access.
  cache_time: 0,
  is_personal: true,
  next_offset: nextOffset,
  ...(button ? { button: { text: button.text, start_parameter: button.payload } } : {}),
});
