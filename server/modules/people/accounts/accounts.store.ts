// SQL for accounts, companies, progress, and the callers behind sessions and tokens.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { runPrepared } from '../../../database/preparedStatements.ts';
import type { Company, User } from './accounts.ts';

export interface UserRow {
  id: number;
  name: string;
  email: string | null;
  avatar_url: string | null;
  is_admin: boolean;
  company_key: string | null;
  telegram_id: string | number | null;
  telegram_username: string | null;
  is_demo: boolean;
  is_tool: boolean;
}

export const userColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.avatar_url',
  'users.is_admin',
  'users.company_key',
  'users.telegram_id',
  'users.telegram_username',
  'users.is_demo',
  'users.is_tool',
];

const companiesStatement = {
  name: 'companies',
  text: 'select key, name, approval_tag, has_badge from companies order by key',
};

const usersStatement = {
  name: 'users_by_id',
  text: `select ${userColumns.join(', ')} from users where id in (select unnest($1::integer[]))`,
};

export const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  avatarUrl: row.avatar_url,
  isAdmin: row.is_admin,
  companyKey: row.company_key,
  telegramId: row.telegram_id === null ? null : String(row.telegram_id),
  telegramUsername: row.telegram_username,
  isDemo: row.is_demo,
  isTool: row.is_tool,
});

interface CompanyRow {
  key: string;
  name: string;
  approval_tag: string;
  has_badge: boolean;
}

export const accountsStore = (db: Knex) => ({
  async companies(): Promise<Company[]> {
    const rows = await runPrepared<CompanyRow>(db, companiesStatement, []);
    return rows.map((row) => ({
      key: row.key,
      name: row.name,
      approvalTag: row.approval_tag,
      hasBadge: row.has_badge,
    }));
  },

  async users(ids: readonly number[]): Promise<User[]> {
    return (await runPrepared<UserRow>(db, usersStatement, [ids])).map(toUser);
  },

  /** Demo accounts, disabled ones too. */
  async demoUsers(): Promise<(User & { isDisabled: boolean })[]> {
    const rows: (UserRow & { disabled_at: Date | null })[] = await db('users')
      .select([...userColumns, 'users.disabled_at'])
      .where('is_demo', true)
      .orderBy('id')
      .limit(limits.lists.demoAccounts);
    return rows.map((row) => ({ ...toUser(row), isDisabled: row.disabled_at !== null }));
  },

  async progress(userId: number): Promise<{ written: boolean; liked: boolean }> {
    const { rows } = await db.raw<{ rows: { written: boolean; liked: boolean }[] }>(
      `select
         exists (select from use_cases where user_id = :userId and deleted_at is null) as written,
         exists (
           select from use_case_likes join use_cases on use_cases.id = use_case_likes.use_case_id
           where use_case_likes.user_id = :userId and use_cases.user_id <> :userId and use_cases.deleted_at is null
         ) as liked`,
      { userId },
    );
    return rows[0] ?? { written: false, liked: false };
  },
});

export type AccountsStore = ReturnType<typeof accountsStore>;

export interface CallerRow extends UserRow {
  company_name: string | null;
  approval_tag: string | null;
  has_badge: boolean | null;
}

/** For `users` joined with `companies`. */
export const callerColumns = [
  ...userColumns,
  'companies.name as company_name',
  'companies.approval_tag',
  'companies.has_badge',
];

export function toCaller(row: CallerRow): { user: User; company: Company | null } {
  const user = toUser(row);
  if (user.companyKey === null) return { user, company: null };
  const company = {
    key: user.companyKey,
    name: row.company_name ?? user.companyKey,
    approvalTag: row.approval_tag ?? '',
    hasBadge: row.has_badge ?? false,
  };
  return { user, company };
}
