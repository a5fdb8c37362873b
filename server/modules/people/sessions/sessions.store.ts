// Sessions: types, names of browsers, and SQL; only the hash of a token is stored.
import type { Knex } from 'knex';
import Bowser from 'bowser';
import { runPrepared } from '../../../database/preparedStatements.ts';
import type { Company, User } from '../accounts/accounts.ts';
import { callerColumns, toCaller, type CallerRow } from '../accounts/accounts.store.ts';
import {
  type AccountStatus,
  callerStatusSql,
  callerValues,
  type EntryRules,
} from '../accounts/accountStatus.store.ts';

export interface Session {
  id: number;
  /** User-Agent header at sign-in. */
  userAgent: string | null;
  startedAt: Date;
  /** Within ten minutes. */
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface OwnSession extends Session {
  isCurrent: boolean;
}

interface BrowserNames {
  /** For example Chrome, Safari, Yandex Browser. */
  browser: string | null;
  /** For example Windows, macOS, Android. */
  system: string | null;
}

/** Names are null when the header does not contain them. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

interface SessionStores {
  sessions: { removeAllOf(userId: number): Promise<number> };
  oneTimeTokens: { removeAllUnused(userId: number): Promise<void> };
}

/** Ends a person's sessions, unused links and invitations; returns the number of sessions. */
export async function endUserSessions(
  { sessions, oneTimeTokens }: SessionStores,
  userId: number,
): Promise<number> {
  await oneTimeTokens.removeAllUnused(userId);
  return sessions.removeAllOf(userId);
}

/** Ends also the API tokens that the person made and their feeds. */
export async function revokeAccess(
  stores: SessionStores & {
    apiTokens: { revokeAllOf(userId: number, now: Date): Promise<void> };
    endFeeds(userId: number): Promise<void>;
  },
  userId: number,
  now: Date,
): Promise<number> {
  await stores.apiTokens.revokeAllOf(userId, now);
  await stores.endFeeds(userId);
  return endUserSessions(stores, userId);
}

interface SessionRow extends CallerRow {
  session_id: number;
  session_seen_at: Date;
  session_started_at: Date;
  status: AccountStatus;
}

/** Prepared, because every request runs it first. */
const findStatement = {
  name: 'sessions',
  text: `
    select ${callerColumns.join(', ')}, sessions.id as session_id, sessions.last_seen_at as session_seen_at,
      sessions.created_at as session_started_at, entry.status
    from sessions
    join users on users.id = sessions.user_id
    left join companies on companies.key = users.company_key
    cross join lateral (select ${callerStatusSql('$2', 4)} as status offset 0) as entry
    where token_hash = $1 and expires_at > $2 and sessions.last_seen_at > $3
      and entry.status in ('active', 'unconfirmed')`,
};

export interface StoredSession {
  id: number;
  user: User;
  company: Company | null;
  lastSeenAt: Date;
  startedAt: Date;
  /** True when the person must sign in with the provider first. */
  isUnconfirmed: boolean;
}

interface ListedRow {
  id: number;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

const toSession = (row: ListedRow): Session => ({
  id: row.id,
  userAgent: row.user_agent,
  startedAt: row.created_at,
  lastUsedAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

const toStoredSession = (row: SessionRow): StoredSession => ({
  id: row.session_id,
  ...toCaller(row),
  lastSeenAt: row.session_seen_at,
  startedAt: row.session_started_at,
  isUnconfirmed: row.status === 'unconfirmed',
});

export const sessionsStore = (db: Knex, rules: EntryRules) => {
  return {
    async insert(session: {
      tokenHash: Buffer;
      userId: number;
      userAgent: string | null;
      now: Date;
      expiresAt: Date;
    }): Promise<void> {
      await db('sessions').insert({
        token_hash: session.tokenHash,
        user_id: session.userId,
        user_agent: session.userAgent,
        created_at: session.now,
        last_seen_at: session.now,
        expires_at: session.expiresAt,
      });
      await db('users').where({ id: session.userId }).update({ last_seen_at: session.now });
    },

    /** The session with its person and company; null when it has expired or was idle since `idleSince`, or the account has no access. */
    async find(tokenHash: Buffer, now: Date, idleSince: Date): Promise<StoredSession | null> {
      const [row] = await runPrepared<SessionRow>(db, findStatement, [
        tokenHash,
        now,
        idleSince,
        ...callerValues(rules),
      ]);
      return row ? toStoredSession(row) : null;
    },

    async touch(id: number, userId: number, now: Date): Promise<void> {
      await db('sessions').where({ id }).update({ last_seen_at: now });
      await db('users').where({ id: userId }).update({ last_seen_at: now });
    },

    /** A person's valid sessions, last used first. */
    async listOf(userId: number, now: Date, idleSince: Date, most: number): Promise<Session[]> {
      const rows: ListedRow[] = await db('sessions')
        .where({ user_id: userId })
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince)
        .orderBy([
          { column: 'last_seen_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(most)
        .select('id', 'user_agent', 'created_at', 'last_seen_at', 'expires_at');
      return rows.map(toSession);
    },

    /** True when the person had this session. */
    async removeOwn(userId: number, id: number): Promise<boolean> {
      return (await db('sessions').where({ id, user_id: userId }).delete()) > 0;
    },

    /** Ends all sessions of a person; returns their number. */
    removeAllOf: (userId: number): Promise<number> =>
      db('sessions').where({ user_id: userId }).delete(),

    async remove(tokenHash: Buffer): Promise<void> {
      await db('sessions').where({ token_hash: tokenHash }).delete();
    },

    /** Deletes expired and idle sessions. */
    async removeStale(now: Date, idleSince: Date): Promise<void> {
      await db('sessions')
        .where('expires_at', '<=', now)
        .orWhere('last_seen_at', '<=', idleSince)
        .delete();
    },
  };
};

export type SessionsStore = ReturnType<typeof sessionsStore>;
