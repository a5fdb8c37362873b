// The private chats between people and the bot: updates that wait to be fetched or are pushed, messages that were sent.

/** A person as Telegram describes them. */
export interface TelegramUser {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
}

export interface SentMessage {
  /** In its chat. */
  id: number;
  chatId: number;
  text: string;
  /** Whether Telegram may fetch a preview of links in it. */
  hasPreview: boolean;
  /** Buttons below it, and what comes back when they are pressed. */
  buttons: { text: string; data: string }[];
  /** Whether the chat opens an answer to it. */
  wantsReply: boolean;
}

/** What was said above the chat to somebody who pressed. */
export interface Notice {
  text: string;
  isAlert: boolean;
}

interface Webhook {
  url: string;
  secretToken: string | null;
}

export interface Update {
  update_id: number;
  [kind: string]: unknown;
}

export type ChatType = 'private' | 'group';

export function createChats() {
  const waiting: Update[] = [];
  const sent: SentMessage[] = [];
  const endedPresses: string[] = [];
  const notices: Notice[] = [];
  let botId = 0;
  const wakers = new Set<() => void>();
  let fetches = 0;
  let lastUpdate = 500_000;
  let lastMessage = 0;
  let webhook: Webhook | null = null;

  const wake = (): void => {
    for (const waker of wakers) waker();
    wakers.clear();
  };

  const push = async ({ url, secretToken }: Webhook, update: Update): Promise<void> => {
    await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(secretToken ? { 'X-Telegram-Bot-Api-Secret-Token': secretToken } : {}),
      },
      body: JSON.stringify(update),
    });
  };

  const updateOf = (
    from: TelegramUser,
    text: string,
    type: ChatType,
    repliedTo?: SentMessage,
  ): Update => {
    const command = /^\/\w+/.exec(text)?.[0];
    return {
      update_id: (lastUpdate += 1),
      message: {
        message_id: (lastMessage += 1),
        date: Math.floor(Date.now() / 1000),
        from: { is_bot: false, ...from },
        chat: type === 'private' ? { ...from, type } : { id: -from.id, title: 'A group', type },
        text,
        ...(command
          ? { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }
          : {}),
        ...(repliedTo
          ? {
              reply_to_message: {
                message_id: repliedTo.id,
                date: Math.floor(Date.now() / 1000),
                from: { id: botId, is_bot: true, first_name: 'Loadout (stand-in)' },
                chat: { ...from, type: 'private' },
                text: repliedTo.text,
              },
            }
          : {}),
      },
    };
  };

  return {
    updateOf,

    /** A person writes to the bot; it arrives by the webhook when one is set, else with the next fetch. */
    async write(
      from: TelegramUser,
      text: string,
      type: ChatType = 'private',
      repliedTo?: SentMessage,
    ): Promise<Update> {
      const update = updateOf(from, text, type, repliedTo);
      if (webhook) await push(webhook, update);
      else waiting.push(update);
      wake();
      return update;
    },

    /** A person presses a button of the bot; it arrives as a message does. */
    async press(from: TelegramUser, data: string): Promise<Update> {
      const update = {
        update_id: (lastUpdate += 1),
        callback_query: {
          id: String(lastUpdate),
          from: { is_bot: false, ...from },
          chat_instance: '1',
          data,
          message: {
            message_id: lastMessage,
            date: Math.floor(Date.now() / 1000),
            chat: { ...from, type: 'private' },
          },
        },
      };
      if (webhook) await push(webhook, update);
      else waiting.push(update);
      wake();
      return update;
    },

    /** The same update once more, as Telegram does when it is not sure that it arrived. */
    async repeat(update: Update): Promise<void> {
      if (webhook) await push(webhook, update);
      else waiting.push(update);
      wake();
    },

    /**
     * Updates from a number on; those before it are done with. Waits for one up to so many milliseconds; null when somebody else
     * has begun to fetch meanwhile.
     */
    async fetchFrom(offset: number, waitMs: number): Promise<Update[] | null> {
      const mine = (fetches += 1);
      wake();
      const done = waiting.findIndex((update) => update.update_id >= offset);
      waiting.splice(0, done === -1 ? waiting.length : done);
      if (waiting.length === 0 && waitMs > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs);
          wakers.add(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
      return mine === fetches ? [...waiting] : null;
    },

    send(message: Omit<SentMessage, 'id'>): number {
      const id = (lastMessage += 1);
      sent.push({ ...message, id });
      wake();
      return id;
    },

    /** Writes a message anew; says whether it was there, and different. */
    edit(
      chatId: number,
      id: number,
      { text, buttons }: Pick<SentMessage, 'text' | 'buttons'>,
    ): 'gone' | 'same' | 'changed' {
      const message = sent.find((one) => one.chatId === chatId && one.id === id);
      if (!message) return 'gone';
      const isSame =
        message.text === text && JSON.stringify(message.buttons) === JSON.stringify(buttons);
      if (isSame) return 'same';
      Object.assign(message, { text, buttons });
      wake();
      return 'changed';
    },

    /** The bot has taken a press: its button waits no more. */
    endPress(id: string, notice: Notice | null = null): void {
      endedPresses.push(id);
      if (notice) notices.push(notice);
    },
    endedPresses: (): readonly string[] => endedPresses,
    notices: (): readonly Notice[] => notices,

    /** Whose answers are answers to the bot. */
    setBot: (id: number): void => void (botId = id),

    all: (): readonly SentMessage[] => sent,

    /** Waits for the n-th message to a chat, counted from 1. */
    async message(chatId: number, count = 1, waitMs = 10_000): Promise<string> {
      const until = Date.now() + waitMs;
      for (;;) {
        const text = sent.filter((message) => message.chatId === chatId)[count - 1]?.text;
        if (text !== undefined) return text;
        if (Date.now() > until)
          throw new Error(`The bot did not write to ${chatId} in ${waitMs} ms`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 50);
          wakers.add(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },

    setWebhook(given: Webhook | null): void {
      webhook = given;
    },

    webhook: (): Webhook | null => webhook,

    close: wake,
  };
}

export type Chats = ReturnType<typeof createChats>;
