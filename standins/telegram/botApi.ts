// The methods of the Bot API that the bot calls (core.telegram.org/bots/api), with Telegram's own errors.
import type { Chats } from './chats.ts';

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
}

/** grammY sends nested objects as JSON text or as JSON itself. */
const objectOf = (value: unknown): Record<string, unknown> =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? {})) as Record<string, unknown>;

export function createBotApi({ botToken, botName, chats }: Options) {
  const me = {
    id: Number(botToken.split(':')[0]),
    is_bot: true,
    first_name: 'Loadout (stand-in)',
    username: botName,
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  };

  const methods: Record<string, (given: Parameters) => BotAnswer | Promise<BotAnswer>> = {
    getMe: () => accept(me),

    getUpdates: async ({ offset, timeout }) => {
      if (chats.webhook()) {
        return refuse(409, "Conflict: can't use getUpdates method while webhook is active");
      }
      return accept(await chats.fetchFrom(Number(offset ?? 0), Number(timeout ?? 0) * 1_000));
    },

    setWebhook: ({ url, secret_token }) => {
      if (typeof url !== 'string' || !URL.canParse(url))
        return refuse(400, 'Bad Request: bad webhook');
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

    answerCallbackQuery: ({ callback_query_id }) => {
      chats.endPress(String(callback_query_id));
      return accept(true);
    },

    getWebhookInfo: () => accept({ url: chats.webhook()?.url ?? '', pending_update_count: 0 }),

    sendMessage: ({ chat_id, text, link_preview_options, reply_markup }) => {
      const chatId = Number(chat_id);
      if (!Number.isSafeInteger(chatId)) return refuse(400, 'Bad Request: chat not found');
      if (typeof text !== 'string' || text === '')
        return refuse(400, 'Bad Request: message text is empty');
      const hasPreview = objectOf(link_preview_options)['is_disabled'] !== true;
      const rows = (objectOf(reply_markup)['inline_keyboard'] ?? []) as {
        text: string;
        callback_data: string;
      }[][];
      const buttons = rows.flat().map((one) => ({ text: one.text, data: one.callback_data }));
      const message_id = chats.send({ chatId, text, hasPreview, buttons });
      return accept({
        message_id,
        date: Math.floor(Date.now() / 1000),
        chat: { id: chatId, type: 'private' },
        text,
      });
    },
  };

  return {
    async call(token: string, method: string, given: Parameters): Promise<BotAnswer> {
      if (token !== botToken) return refuse(401, 'Unauthorized');
      const run = methods[method];
      return run ? run(given) : refuse(404, 'Not Found: method not found');
    },
  };
}
