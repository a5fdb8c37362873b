// SQL for the secret addresses of feeds, and whose they are.
import type { Knex } from 'knex';
import {
  type Member,
  toUser,
  userColumns,
  type UserRow,
  type EntryRules,
  type AccountStatus,
  accountStatusSql,
  accountStatusValues,
} from '../../people/accounts/accounts.module.ts';

interface OwnerRow extends UserRow {
  made_at: Date;
  standing: AccountStatus;
  company_name: string | null;
  approval_tag: string | null;
  has_badge: boolean | null;
}

/** A person's address leads nowhere from now on; where there is none nothing changes. */
export async function removeFeedAddress(db: Knex, userId: number): Promise<void> {
  await db('feed_addresses').where({ user_id: userId }).delete();
}

export const feedsStore = (db: Knex, rules: EntryRules) => ({
  /** Puts a new address in the place of a person's former one. */
  async put(userId: number, secretHash: Buffer, at: Date): Promise<void> {
    await db('feed_addresses')
      .insert({ user_id: userId, secret_hash: secretHash, created_at: at })
      .onConflict('user_id')
      .merge();
  },

  /** When a person's address was made; null where there is none. */
  async madeAt(userId: number): Promise<Date | null> {
    const row: { created_at: Date } | undefined = await db('feed_addresses')
      .where({ user_id: userId })
      .first('created_at');
    return row?.created_at ?? null;
  },

  remove: (userId: number): Promise<void> => removeFeedAddress(db, userId),

  /**
   * The name under which a tag is kept that everybody may read, borne by a service or not; null where there is none. Tags are kept as
   * their bookmarks write them: who types one may write its letters with their marks in one, or one by one (canonical equivalence).
   */
  async tagNamed(name: string): Promise<string | null> {
    const row: { original_name: string } | undefined = await db('tags')
      .whereRaw('normalize(original_name, nfc) = normalize(?, nfc)', [name])
      .where({ is_approval: false })
      .orderByRaw('original_name = ? desc, id', [name])
      .first('original_name');
    return row?.original_name ?? null;
  },

  /** Whose an address is: as a reader who is no admin; null for an unknown one, and for people who may not be here. */
  async owner(
    secretHash: Buffer,
    now: Date,
  ): Promise<{ member: Member; madeAt: Date; isUnconfirmed: boolean } | null> {
    const row: OwnerRow | undefined = await db('feed_addresses')
      .join('users', 'users.id', 'feed_addresses.user_id')
      .leftJoin('companies', 'companies.key', 'users.company_key')
      .where('feed_addresses.secret_hash', secretHash)
      .first(
        ...userColumns,
        'feed_addresses.created_at as made_at',
        db.raw(`${accountStatusSql()} as standing`, accountStatusValues(rules, now)),
        'companies.name as company_name',
        'companies.approval_tag',
        'companies.has_badge',
      );
    if (!row || (row.standing !== 'active' && row.standing !== 'unconfirmed')) return null;
    const user = toUser(row);
    const company = user.companyKey
      ? {
          key: user.companyKey,
          name: row.company_name ?? user.companyKey,
          approvalTag: row.approval_tag ?? '',
          hasBadge: row.has_badge ?? false,
        }
      : null;
    const member: Member = {
      kind: 'member',
      user,
      company,
      // Nothing that only admins see, and nothing written.
      via: 'read',
      signedInAt: null,
      sessionId: null,
      token: null,
    };
    return { member, madeAt: row.made_at, isUnconfirmed: row.standing === 'unconfirmed' };
  },
});

export type FeedsStore = ReturnType<typeof feedsStore>;
