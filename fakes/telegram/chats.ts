// Private chats of the fake Telegram: pending updates for polling or the webhook, and the messages of the bot.

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
  /** True when link previews are enabled. */
  hasPreview: boolean;
  /** Inline buttons with their callback data. */
  buttons: { text: string; data: string }[];
  /** True when `force_reply` was set. */
  wantsReply: boolean;
}

/** The answer to a button press, shown above the chat. */
export interface Notice {
  text: string;
  isAlert: boolean;
}

/** An answer to an inline query, as `answerInlineQuery` was called. */
export interface InlineAnswer {
  results: {
    id: string;
    title: string;
    description?: string;
    input_message_content: Record<string, unknown> & { message_text: string };
  }[];
  cache_time: number;
  is_personal: boolean;
  next_offset: string;
  button: { text: string; start_parameter: string } | null;
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

export class Chats {
  private pendingUpdates: Update[] = [];
  private sentMessages: SentMessage[] = [];
  /** Ids of confirmed button presses. */
  readonly endedPresses: string[] = [];
  readonly notices: Notice[] = [];
  botId = 0;
  private wakers = new Set<() => void>();
  private fetches = 0;
  private lastUpdate = 500_000;
  private lastMessage = 0;
  webhook: Webhook | null = null;
  /** Kinds of delivered updates; an empty list allows all. */
  allowedUpdates: readonly string[] = [];
  private openQueries = new Set<string>();
  private inlineAnswers: { queryId: string; answer: InlineAnswer }[] = [];
  /** Names of the menu commands by language; the default language is ''. */
  readonly commands = new Map<string, string[]>();

  updateOf(from: TelegramUser, text: string, type: ChatType, repliedTo?: SentMessage): Update {
    const command = /^\/\w+/.exec(text)?.[0];
    return {
      update_id: (this.lastUpdate += 1),
      message: {
        message_id: (this.lastMessage += 1),
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
                from: { id: this.botId, is_bot: true, first_name: 'Loadout (stand-in)' },
                chat: { ...from, type: 'private' },
                text: repliedTo.text,
              },
            }
          : {}),
      },
    };
  }

  /** Sends a message to the bot, by the webhook if one is set, else with the next poll. */
  async write(
    from: TelegramUser,
    text: string,
    type: ChatType = 'private',
    repliedTo?: SentMessage,
  ): Promise<Update> {
    const update = this.updateOf(from, text, type, repliedTo);
    await this.deliver(update);
    return update;
  }

  /** Presses a button of the bot. */
  async press(from: TelegramUser, data: string): Promise<Update> {
    const update = {
      update_id: (this.lastUpdate += 1),
      callback_query: {
        id: String(this.lastUpdate),
        from: { is_bot: false, ...from },
        chat_instance: '1',
        data,
        message: {
          message_id: this.lastMessage,
          date: Math.floor(Date.now() / 1000),
          chat: { ...from, type: 'private' },
        },
      },
    };
    await this.deliver(update);
    return update;
  }

  /** Types behind the name of the bot in some chat; the answers are in `inlineAnswersTo`. */
  async typeInline(from: TelegramUser, query: string, offset = ''): Promise<Update> {
    const update = {
      update_id: (this.lastUpdate += 1),
      inline_query: {
        id: String(this.lastUpdate),
        from: { is_bot: false, ...from },
        chat_type: 'group',
        query: query.slice(0, 256),
        offset,
      },
    };
    this.openQueries.add(update.inline_query.id);
    await this.deliver(update);
    return update;
  }

  /** Stores the answer; false for a query that is unknown, answered or too old. */
  answerInline(queryId: string, answer: InlineAnswer): boolean {
    if (!this.openQueries.delete(queryId)) return false;
    this.inlineAnswers.push({ queryId, answer });
    this.wake();
    return true;
  }

  inlineAnswersTo({ update_id: id }: Update): InlineAnswer[] {
    return this.inlineAnswers
      .filter(({ queryId }) => queryId === String(id))
      .map(({ answer }) => answer);
  }

  /** Waits for the answer to an inline query. */
  async inlineAnswer(update: Update, waitMs = 10_000): Promise<InlineAnswer> {
    const until = Date.now() + waitMs;
    for (;;) {
      const [answer] = this.inlineAnswersTo(update);
      if (answer) return answer;
      if (Date.now() > until) throw new Error(`No answer to an inline query in ${waitMs} ms`);
      await this.waitForActivity(50);
    }
  }

  /** Delivers an update again, as Telegram does when the bot did not confirm it. */
  async repeat(update: Update): Promise<void> {
    await this.deliver(update);
  }

  /**
   * Long polling: returns the updates from `offset` on and confirms those before it. Waits up to `waitMs` for one; null when another
   * poll has begun.
   */
  async fetchFrom(offset: number, waitMs: number): Promise<Update[] | null> {
    const mine = (this.fetches += 1);
    this.wake();
    const done = this.pendingUpdates.findIndex((update) => update.update_id >= offset);
    this.pendingUpdates.splice(0, done === -1 ? this.pendingUpdates.length : done);
    if (this.pendingUpdates.length === 0 && waitMs > 0) {
      await this.waitForActivity(waitMs);
    }
    return mine === this.fetches ? [...this.pendingUpdates] : null;
  }

  send(message: Omit<SentMessage, 'id'>): number {
    const id = (this.lastMessage += 1);
    this.sentMessages.push({ ...message, id });
    this.wake();
    return id;
  }

  /** Edits a message of the bot. */
  edit(
    chatId: number,
    id: number,
    { text, buttons }: Pick<SentMessage, 'text' | 'buttons'>,
  ): 'gone' | 'same' | 'changed' {
    const message = this.sentMessages.find((one) => one.chatId === chatId && one.id === id);
    if (!message) return 'gone';
    const isSame =
      message.text === text && JSON.stringify(message.buttons) === JSON.stringify(buttons);
    if (isSame) return 'same';
    Object.assign(message, { text, buttons });
    this.wake();
    return 'changed';
  }

  /** Confirms a button press. */
  endPress(id: string, notice: Notice | null = null): void {
    this.endedPresses.push(id);
    if (notice) this.notices.push(notice);
  }

  all(): readonly SentMessage[] {
    return this.sentMessages;
  }

  /** Waits for the n-th message of the bot to a chat, counted from 1; returns its text. */
  async message(chatId: number, count = 1, waitMs = 10_000): Promise<string> {
    const until = Date.now() + waitMs;
    for (;;) {
      const text = this.sentMessages.filter((message) => message.chatId === chatId)[count - 1]
        ?.text;
      if (text !== undefined) return text;
      if (Date.now() > until) throw new Error(`The bot did not write to ${chatId} in ${waitMs} ms`);
      await this.waitForActivity(50);
    }
  }

  setWebhook(given: Webhook | null): void {
    this.webhook = given;
  }

  close(): void {
    this.wake();
  }

  private async deliver(update: Update): Promise<void> {
    const { allowedUpdates, webhook } = this;
    if (allowedUpdates.length > 0 && !allowedUpdates.some((kind) => kind in update)) return;
    if (webhook) await this.push(webhook, update);
    else this.pendingUpdates.push(update);
    this.wake();
  }

  /** Resolves at the next change of a chat, at the latest after `ms`. */
  private waitForActivity(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakers.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private wake(): void {
    for (const waker of this.wakers) waker();
    this.wakers.clear();
  }

  private async push({ url, secretToken }: Webhook, update: Update): Promise<void> {
    await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(secretToken ? { 'X-Telegram-Bot-Api-Secret-Token': secretToken } : {}),
      },
      body: JSON.stringify(update),
    });
  }
}
