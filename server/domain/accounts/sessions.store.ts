// SQL for sessions: only the hash of a token is stored.
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type { Company, User } from './accounts.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';

interface SessionRow extends UserRow {
  last_seen_at: Date;
  company_name: string | null;
  approval_tag: string | null;
  has_badge: boolean | null;
}

/** Every request begins with it. */
const findStatement = {
  name: 'session',
  text: `
    select ${userColumns.join(', ')}, sessions.last_seen_at,
      companies.name as company_name, companies.approval_tag, companies.has_badge
    from sessions
    join users on users.id = sessions.user_id
    left join companies on companies.key = users.company_key
    where sessions.token_hash = $1 and sessions.expires_at > $2 and sessions.last_seen_at > $3`,
};

export interface StoredSession {
  user: User;
  company: Company | null;
  lastSeenAt: Date;
}

export const sessionsStore = (db: Knex) => ({
  async insert(session: {
    tokenHash: Buffer;
    userId: number;
    now: Date;
    expiresAt: Date;
  }): Promise<void> {
    await db('sessions').insert({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    });
  },

  /** The session with its person and company, unless it has expired or was idle since `idleSince`. */
  async find(tokenHash: Buffer, now: Date, idleSince: Date): Promise<StoredSession | null> {
    const [row] = await runPrepared<SessionRow>(db, findStatement, [tokenHash, now, idleSince]);
    if (!row) return null;
    const user = toUser(row);
    const company = user.companyKey && {
      key: user.companyKey,
      name: row.company_name ?? user.companyKey,
      approvalTag: row.approval_tag ?? '',
      hasBadge: row.has_badge ?? false,
    };
    return { user, company: company || null, lastSeenAt: row.last_seen_at };
  },

  async touch(tokenHash: Buffer, now: Date): Promise<void> {
    await db('sessions').where({ token_hash: tokenHash }).update({ last_seen_at: now });
  },

  async remove(tokenHash: Buffer): Promise<void> {
    await db('sessions').where({ token_hash: tokenHash }).delete();
  },

  /** Deletes what nobody can use any more. */
  async removeStale(now: Date, idleSince: Date): Promise<void> {
    await db('sessions')
      .where('expires_at', '<=', now)
      .orWhere('last_seen_at', '<=', idleSince)
      .delete();
  },
});

export type SessionsStore = ReturnType<typeof sessionsStore>;
