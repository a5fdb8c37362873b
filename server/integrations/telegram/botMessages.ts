// What the bot writes, and writes anew.
import { setTimeout as wait } from 'node:timers/promises';
import { GrammyError, InlineKeyboard, type Api } from 'grammy/web';
import type { BotAnswer, BotMessage, BotReach } from '../../modules/people/signIn/botMessage.ts';
import { limits } from '../../config/limits.ts';
import { mayPass, problemOf } from './botFailures.ts';

/** A call to Telegram, unless it is left alone. */
type Call = <Result>(work: () => Promise<Result>) => Promise<Result>;

const keyboardOf = (buttons: BotMessage['buttons']): InlineKeyboard => {
  const keyboard = new InlineKeyboard();
  for (const button of buttons) keyboard.text(button.text, button.data).row();
  return keyboard;
};

const isRefused = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 403 || error.error_code === 400);

/** The person has blocked the bot, is gone, or has never written to it. */
const isClosed = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 ||
    (error.error_code === 400 && /chat not found/i.test(error.description)));

/** What Telegram will never take, since the chat is closed, the message gone or the same, is null. */
async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
  // Only what the error says: the error itself carries the bot's token.
  const ended = await work().then(
    (result) => ({ result }),
    (error: unknown) => ({ isRefused: isRefused(error), says: problemOf(error) }),
  );
  if ('result' in ended) return ended.result;
  if (ended.isRefused) return null;
  throw new Error(`Telegram took no message: ${ended.says}`);
}

export function createBotMessages(api: Api, call: Call) {
  /** A call that is made again while what stops it may pass. */
  const insist: Call = async (work) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call(work);
      } catch (error) {
        if (attempt >= limits.upstream.retries || !mayPass(error)) throw error;
        await wait(200 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  };

  /** Answers the number of the message in the chat. */
  const send = async (
    chatId: string | number,
    answer: Omit<BotAnswer, 'link'> & { link?: string | null },
  ): Promise<number> => {
    const { text, link, buttons, wantsReply } = answer;
    const { message_id } = await insist(() =>
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
      unlessRefused(() => send(chatId, message)),

    async reach({ chatId, ...message }: BotMessage): Promise<BotReach> {
      const taken: { reach: BotReach } | { error: unknown } = await send(chatId, message).then(
        () => ({ reach: 'taken' as const }),
        (error: unknown) => ({ error }),
      );
      if ('reach' in taken) return taken.reach;
      if (isClosed(taken.error)) return 'closed';
      if (isRefused(taken.error)) return 'refused';
      throw new Error(`Telegram took no message: ${problemOf(taken.error)}`);
    },

    async change(messageId: number, { chatId, text, buttons }: BotMessage): Promise<void> {
      await unlessRefused(() =>
        insist(() =>
          api.editMessageText(chatId, messageId, text, {
            link_preview_options: { is_disabled: true },
            ...(buttons.length > 0 ? { reply_markup: keyboardOf(buttons) } : {}),
          }),
        ),
      );
    },
  };
}
