// Bot API methods of the fake Telegram (core.telegram.org/bots/api), with Telegram's own errors.
import type { Chats, InlineAnswer } from './chats.ts';

type BotAnswer =
  { ok: true; result: unknown } | { ok: false; error_code: number; description: string };

type Parameters = Record<string, unknown>;

const refuse = (error_code: number, description: string): BotAnswer => ({
  ok: false,
  error_code,
  description,
});
const accept = (result: unknown): BotAnswer => ({ ok: true, result });

interface Options {
  botToken: string;
  botName: string;
  chats: Chats;
  /** True when inline mode is switched on at @BotFather. */
  hasInline: () => boolean;
}

/** grammY sends nested objects as JSON text or as JSON. */
const objectOf = (value: unknown): Record<string, unknown> =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? {})) as Record<string, unknown>;
const listOf = <Value>(value: unknown): Value[] =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? [])) as Value[];

const buttonsOf = (replyMarkup: unknown): { text: string; data: string }[] => {
  const rows = (objectOf(replyMarkup)['inline_keyboard'] ?? []) as {
    text: string;
    callback_data: string;
  }[][];
  return rows.flat().map((one) => ({ text: one.text, data: one.callback_data }));
};

/** The Bot API's error for a message; null for a valid one. */
const problemOf = (text: unknown, replyMarkup: unknown): string | null => {
  if (typeof text !== 'string' || text === '') return 'message text is empty';
  if (text.length > 4_096) return 'message is too long';
  return buttonsOf(replyMarkup).some(({ data }) => Buffer.byteLength(data) > 64)
    ? 'BUTTON_DATA_INVALID'
    : null;
};

type Methods = Record<string, (given: Parameters) => BotAnswer | Promise<BotAnswer>>;

const updateMethods = (chats: Chats): Methods => ({
  getUpdates: async ({ offset, timeout, allowed_updates }) => {
    if (allowed_updates) chats.allowedUpdates = listOf(allowed_updates);
    if (chats.webhook) {
      return refuse(409, "Conflict: can't use getUpdates method while webhook is active");
    }
    const updates = await chats.fetchFrom(Number(offset ?? 0), Number(timeout ?? 0) * 1_000);
    if (updates) return accept(updates);
    return refuse(
      409,
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    );
  },

  setWebhook: ({ url, secret_token, allowed_updates }) => {
    if (typeof url !== 'string' || !URL.canParse(url))
      return refuse(400, 'Bad Request: bad webhook');
    chats.allowedUpdates = listOf(allowed_updates);
    chats.setWebhook({
      url,
      secretToken: typeof secret_token === 'string' ? secret_token : null,
    });
    return accept(true);
  },

  deleteWebhook: () => {
    chats.setWebhook(null);
    return accept(true);
  },

  getWebhookInfo: () => accept({ url: chats.webhook?.url ?? '', pending_update_count: 0 }),
});

const messageMethods = (chats: Chats): Methods => ({
  answerCallbackQuery: ({ callback_query_id, text, show_alert }) => {
    if (typeof text === 'string' && text.length > 200)
      return refuse(400, 'Bad Request: MESSAGE_TOO_LONG');
    chats.endPress(
      String(callback_query_id),
      typeof text === 'string' ? { text, isAlert: show_alert === true } : null,
    );
    return accept(true);
  },

  editMessageText: ({ chat_id, message_id, text, reply_markup }) => {
    const problem = problemOf(text, reply_markup);
    if (problem !== null || typeof text !== 'string')
      return refuse(400, `Bad Request: ${problem ?? 'message text is empty'}`);
    const outcome = chats.edit(Number(chat_id), Number(message_id), {
      text,
      buttons: buttonsOf(reply_markup),
    });
    if (outcome === 'gone') return refuse(400, 'Bad Request: message to edit not found');
    if (outcome === 'same') return refuse(400, 'Bad Request: message is not modified');
    return accept(true);
  },

  sendMessage: ({ chat_id, text, link_preview_options, reply_markup }) => {
    const chatId = Number(chat_id);
    if (!Number.isSafeInteger(chatId)) return refuse(400, 'Bad Request: chat not found');
    const problem = problemOf(text, reply_markup);
    if (problem !== null || typeof text !== 'string')
      return refuse(400, `Bad Request: ${problem ?? 'message text is empty'}`);
    const hasPreview = objectOf(link_preview_options)['is_disabled'] !== true;
    const buttons = buttonsOf(reply_markup);
    const wantsReply = objectOf(reply_markup)['force_reply'] === true;
    const message_id = chats.send({ chatId, text, hasPreview, buttons, wantsReply });
    return accept({
      message_id,
      date: Math.floor(Date.now() / 1000),
      chat: { id: chatId, type: 'private' },
      text,
    });
  },
});

/** The Bot API's error for an answer to an inline query; null for a valid one. */
function inlineProblemOf({ results, next_offset, button }: InlineAnswer): string | null {
  if (results.length > 50) return 'RESULTS_TOO_MUCH';
  if (new Set(results.map(({ id }) => id)).size < results.length) return 'RESULT_ID_DUPLICATE';
  if (results.some(({ id }) => id === '' || Buffer.byteLength(id) > 64)) return 'RESULT_ID_INVALID';
  if (results.some(({ title }) => !title)) return 'ARTICLE_TITLE_EMPTY';
  if (Buffer.byteLength(next_offset) > 64) return 'NEXT_OFFSET_INVALID';
  if (button && !/^[\w-]{1,64}$/.test(button.start_parameter)) return 'START_PARAM_INVALID';
  return results
    .map(({ input_message_content: content }) => problemOf(content.message_text, null))
    .reduce((first, problem) => first ?? problem, null);
}

const inlineMethods = (chats: Chats): Methods => ({
  answerInlineQuery: ({
    inline_query_id,
    results,
    cache_time,
    is_personal,
    next_offset,
    button,
  }) => {
    const answer: InlineAnswer = {
      results: listOf(results),
      cache_time: Number(cache_time ?? 300),
      is_personal: is_personal === true || is_personal === 'true',
      next_offset: String(next_offset ?? ''),
      button: button ? (objectOf(button) as unknown as InlineAnswer['button']) : null,
    };
    const problem = inlineProblemOf(answer);
    if (problem !== null) return refuse(400, `Bad Request: ${problem}`);
    return chats.answerInline(String(inline_query_id), answer)
      ? accept(true)
      : refuse(
          400,
          'Bad Request: query is too old and response timeout expired or query ID is invalid',
        );
  },

  setMyCommands: ({ commands, language_code }) => {
    const names = listOf<{ command: string }>(commands).map(({ command }) => command);
    if (names.some((name) => !/^[a-z0-9_]{1,32}$/.test(name)))
      return refuse(400, 'Bad Request: BOT_COMMAND_INVALID');
    chats.commands.set(String(language_code ?? ''), names);
    return accept(true);
  },
});

export function createBotApi({ botToken, botName, chats, hasInline }: Options) {
  const bot = {
    id: Number(botToken.split(':')[0]),
    is_bot: true,
    first_name: 'Loadout (stand-in)',
    username: botName,
    can_join_groups: false,
    can_read_all_group_messages: false,
  };
  chats.botId = bot.id;
  const methods: Methods = {
    getMe: () => accept({ ...bot, supports_inline_queries: hasInline() }),
    ...updateMethods(chats),
    ...messageMethods(chats),
    ...inlineMethods(chats),
  };

  return {
    async call(token: string, method: string, given: Parameters): Promise<BotAnswer> {
      if (token !== botToken) return refuse(401, 'Unauthorized');
      const run = methods[method];
      return run ? run(given) : refuse(404, 'Not Found: method not found');
    },
  };
}
