// SQL for the list of accounts.
import type { Knex } from 'knex';
import { likePattern } from '../../../database/likePattern.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';
import type { Account, AccountFilter } from './people.ts';
import type { EntryRules, AccountStatus } from './accountStatus.ts';
import { accountStatusSql, accountStatusValues } from './accountStatus.store.ts';

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
