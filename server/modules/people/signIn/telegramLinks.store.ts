// SQL for pending connections of Telegram accounts, at most one for each account.
import type { Knex } from 'knex';
import type { Language } from '../../../shared/language.ts';
import type { TelegramPerson } from './identityProviders.ts';

export interface StoredLink {
  id: number;
  userId: number;
  person: TelegramPerson;
  /** Language of the bot's messages to the person. */
  language: Language;
  hasPageAgreed: boolean;
  hasBotAgreed: boolean;
  /** True when the account's former Telegram account may be replaced. */
  mayReplace: boolean;
  /** Null while an answer is pending. */
  outcome: 'connected' | 'declined' | null;
}

interface Row {
  id: number;
  user_id: number;
  telegram_id: string | number;
  telegram_name: string | null;
  telegram_username: string | null;
  language: Language;
  page_agreed_at: Date | null;
  bot_agreed_at: Date | null;
  may_replace: boolean;
  outcome: StoredLink['outcome'];
}

const toLink = (row: Row): StoredLink => ({
  id: row.id,
  userId: row.user_id,
  person: {
    id: String(row.telegram_id),
    name: row.telegram_name,
    username: row.telegram_username,
    pictureUrl: null,
  },
  language: row.language,
  hasPageAgreed: row.page_agreed_at !== null,
  hasBotAgreed: row.bot_agreed_at !== null,
  mayReplace: row.may_replace,
  outcome: row.outcome,
});

type Change = { expiresAt?: Date } & (
  | { pageAgreedAt: Date; mayReplace: boolean }
  | { botAgreedAt: Date }
  | { outcome: 'connected' | 'declined' }
);

export const telegramLinksStore = (db: Knex) => ({
  /** Stores a question; it replaces the account's former one. */
  async begin(
    userId: number,
    person: TelegramPerson,
    language: Language,
    now: Date,
    expiresAt: Date,
  ): Promise<StoredLink> {
    await db('telegram_links').where({ user_id: userId }).delete();
    const rows: Row[] = await db('telegram_links')
      .insert({
        user_id: userId,
        telegram_id: person.id,
        telegram_name: person.name,
        telegram_username: person.username,
        language,
        created_at: now,
        expires_at: expiresAt,
      })
      .returning('*');
    return toLink(rows[0]!);
  },

  /** The account's question, unless it has expired. */
  async ofUser(userId: number, now: Date, forUpdate = false): Promise<StoredLink | null> {
    const found = db('telegram_links').where({ user_id: userId }).where('expires_at', '>', now);
    const row: Row | undefined = await (forUpdate ? found.forUpdate() : found).first('*');
    return row ? toLink(row) : null;
  },

  /** The question with an id, locked until the transaction ends. */
  async hold(id: number, now: Date): Promise<StoredLink | null> {
    const row: Row | undefined = await db('telegram_links')
      .where({ id })
      .where('expires_at', '>', now)
      .forUpdate()
      .first('*');
    return row ? toLink(row) : null;
  },

  async change(id: number, change: Change): Promise<StoredLink> {
    const rows: Row[] = await db('telegram_links')
      .where({ id })
      .update({
        ...('pageAgreedAt' in change
          ? { page_agreed_at: change.pageAgreedAt, may_replace: change.mayReplace }
          : {}),
        ...('botAgreedAt' in change ? { bot_agreed_at: change.botAgreedAt } : {}),
        ...('outcome' in change ? { outcome: change.outcome } : {}),
        ...(change.expiresAt ? { expires_at: change.expiresAt } : {}),
      })
      .returning('*');
    return toLink(rows[0]!);
  },

  async remove(id: number): Promise<void> {
    await db('telegram_links').where({ id }).delete();
  },

  async removeStale(now: Date): Promise<void> {
    await db('telegram_links').where('expires_at', '<=', now).delete();
  },
});

export type TelegramLinksStore = ReturnType<typeof telegramLinksStore>;
