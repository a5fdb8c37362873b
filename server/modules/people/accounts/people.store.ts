// Administration of accounts: types, and SQL for their list, disabling and admin rights.
import type { Knex } from 'knex';
import { likePattern } from '../../../database/likePattern.ts';
import type { Clock } from '../../../shared/clock.ts';
import {
  type AccountStatus,
  accountStatusSql,
  accountStatusValues,
  type EntryRules,
} from './accountStatus.store.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';
import type { User } from './accounts.ts';

export interface Account {
  user: User;
  status: AccountStatus;
  createdAt: Date;
  /** Time when the person last used the page, within ten minutes; null for never. */
  lastSeenAt: Date | null;
  /** Null unless the account is disabled. */
  disabled: Disabled | null;
  sessionsCount: number;
  /** Valid tokens that the person created. */
  apiTokensCount: number;
}

interface Disabled {
  at: Date;
  /** Null for the command line or a deleted account. */
  byId: number | null;
  reason: string;
}

export interface AccountFilter {
  /** Part of a name, an address or a Telegram name. */
  search: string;
  status: AccountStatus | null;
  page: number;
  perPage: number;
}

interface AccountRow extends UserRow {
  status: AccountStatus;
  created_at: Date;
  last_seen_at: Date | null;
  disabled_at: Date | null;
  disabled_by: number | null;
  disabled_reason: string | null;
  sessions_count: number;
  api_tokens_count: number;
}

const toAccount = (row: AccountRow): Account => ({
  user: toUser(row),
  status: row.status,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  disabled: row.disabled_at && {
    at: row.disabled_at,
    byId: row.disabled_by,
    reason: row.disabled_reason ?? '',
  },
  sessionsCount: Number(row.sessions_count),
  apiTokensCount: Number(row.api_tokens_count),
});

/** @param idleMs lifetime of an unused session */
export const peopleQueries = (db: Knex, rules: EntryRules, idleMs: number) => {
  /** Sessions and tokens of an inactive account do not work and are not counted. */
  const accounts = (now: Date) =>
    db('users').select<AccountRow[]>(
      ...userColumns,
      'users.created_at',
      'users.last_seen_at',
      'users.disabled_at',
      'users.disabled_by',
      'users.disabled_reason',
      db.raw(`${accountStatusSql()} as status`, accountStatusValues(rules, now)),
      db.raw(
        `case when ${accountStatusSql()} = 'active' then (select count(*) from sessions
           where sessions.user_id = users.id and expires_at > ? and sessions.last_seen_at > ?)
         else 0 end as sessions_count`,
        [...accountStatusValues(rules, now), now, new Date(now.getTime() - idleMs)],
      ),
      db.raw(
        `case when ${accountStatusSql()} = 'active' then (select count(*) from api_tokens
           where created_by = users.id and revoked_at is null and expires_at > ?)
         else 0 end as api_tokens_count`,
        [...accountStatusValues(rules, now), now],
      ),
    );

  return {
    async account(id: number, now: Date): Promise<Account | null> {
      const [row] = await accounts(now).where({ 'users.id': id, 'users.is_tool': false });
      return row ? toAccount(row) : null;
    },

    async page(
      { search, status, page, perPage }: AccountFilter,
      now: Date,
    ): Promise<{ accounts: Account[]; total: number }> {
      const wanted = db('users').where('users.is_tool', false);
      if (search)
        wanted.where((either) =>
          ['name', 'email', 'telegram_username'].forEach((column) =>
            either.orWhereILike(`users.${column}`, likePattern(search)),
          ),
        );
      if (status)
        wanted.whereRaw(`${accountStatusSql()} = ?`, [...accountStatusValues(rules, now), status]);
      const counted: { count: number }[] = await wanted.clone().count({ count: '*' });
      const rows = await accounts(now)
        .whereIn('users.id', wanted.clone().select('users.id'))
        .orderByRaw('lower(users.name), users.id')
        .limit(perPage)
        .offset(page * perPage);
      return { accounts: rows.map(toAccount), total: Number(counted[0]?.count ?? 0) };
    },
  };
};

export type PeopleQueries = ReturnType<typeof peopleQueries>;

interface DisabledRow {
  id: number;
  disabled_at: Date | null;
  disabled_by: number | null;
  disabled_reason: string | null;
}

export const peopleStore = (db: Knex) => ({
  /** Locks these accounts until the transaction ends, in the order of their ids. */
  async hold(ids: readonly number[]): Promise<void> {
    await db('users')
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate()
      .select('id');
  },

  /** Locks an account until the transaction ends. Null when it is not disabled; undefined when it does not exist. */
  async disabledOf(id: number): Promise<Disabled | null | undefined> {
    const row: DisabledRow | undefined = await db('users')
      .where({ id, is_tool: false })
      .forUpdate()
      .first('id', 'disabled_at', 'disabled_by', 'disabled_reason');
    if (!row) return undefined;
    const { disabled_at: at, disabled_by: byId, disabled_reason: reason } = row;
    return at && { at, byId, reason: reason ?? '' };
  },

  async setDisabled(id: number, disabled: Disabled | null): Promise<void> {
    await db('users')
      .where({ id })
      .update({
        disabled_at: disabled?.at ?? null,
        disabled_by: disabled?.byId ?? null,
        disabled_reason: disabled?.reason ?? null,
      });
  },

  /** Ids of the accounts with an address in lower case. */
  async idsByEmail(email: string): Promise<number[]> {
    return db('users').whereRaw('lower(email) = ?', [email]).orderBy('id').pluck('id');
  },
});

export type PeopleStore = ReturnType<typeof peopleStore>;

export const adminsStore = (db: Knex, rules: EntryRules, clock: Clock) => ({
  /** The account with a proven address, and the demo account with it where demo accounts have access; both are locked. */
  async usersByEmail(email: string): Promise<User[]> {
    const rows: UserRow[] = await db('users')
      .whereRaw('lower(email) = ?', [email])
      .whereRaw('(not is_demo or ?::boolean)', [rules.demoPeople])
      .orderBy('id')
      .forUpdate()
      .select(userColumns);
    return rows.map(toUser);
  },

  async setAdmin(userId: number, isAdmin: boolean, now: Date): Promise<void> {
    await db('users').where({ id: userId }).update({ is_admin: isAdmin, updated_at: now });
  },

  async invite(email: string, now: Date): Promise<void> {
    await db('admin_invitations').insert({ email, created_at: now }).onConflict('email').ignore();
  },

  /** True when there was an invitation. */
  async uninvite(email: string): Promise<boolean> {
    return (await db('admin_invitations').where({ email }).delete()) > 0;
  },

  async hasCompanyDomain(domain: string): Promise<boolean> {
    return (await db('company_domains').where({ domain }).first('domain')) !== undefined;
  },

  /** Active admins. */
  async admins(): Promise<User[]> {
    const rows: UserRow[] = await db('users')
      .where({ is_admin: true })
      .whereRaw(`${accountStatusSql()} = 'active'`, accountStatusValues(rules, clock()))
      .orderBy('id')
      .select(userColumns);
    return rows.map(toUser);
  },
});

export type AdminsStore = ReturnType<typeof adminsStore>;
