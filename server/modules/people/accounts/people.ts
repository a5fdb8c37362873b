// People as admins look after them: who is here, who may still be, and how they are kept out.
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
  /** Browsers in which the person is signed in now. */
  sessionsCount: number;
  /** Tokens of other tools that the person has made and that have not ended. */
  apiTokensCount: number;
}

export interface Disabled {
  at: Date;
  /** Null: on the command line, or by somebody whose account is gone. */
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
