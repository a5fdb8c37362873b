// Accounts as admins see them: status, last use and disabling.
import type { User } from './accounts.ts';
import type { AccountStatus } from './accountStatus.ts';

export interface Account {
  user: User;
  status: AccountStatus;
  createdAt: Date;
  /** When the person last used the page, to within ten minutes; null: never. */
  lastSeenAt: Date | null;
  /** Null unless the account is disabled. */
  disabled: Disabled | null;
  /** Valid sessions. */
  sessionsCount: number;
  /** Valid tokens that the person has made. */
  apiTokensCount: number;
}

export interface Disabled {
  at: Date;
  /** Null: on the command line, or by a deleted account. */
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
