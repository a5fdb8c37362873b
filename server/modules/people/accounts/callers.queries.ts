// SQL columns of a caller and their company, for sessions and tokens.
import type { Company, User } from './accounts.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';

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
