// Accounts in the administration: status, last use and disabling.
import type { User } from './accounts.ts';
import type { AccountStatus } from './accountStatus.ts';

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

export interface Disabled {
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
