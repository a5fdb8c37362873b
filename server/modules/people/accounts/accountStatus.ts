// Account status, checked at every sign-in and for every request of a session or a token.
import { DomainError } from '../../../shared/domainError.ts';
import { reauthenticationRequired } from './accounts.ts';
import { restrictedAccess } from '../signIn/signInRules.ts';

/**
 * `disabled`: by an admin, also through another account of the same mailbox. `unconfirmed`: the provider's last
 * confirmation is too old. `outside`: neither a company's domain nor the list of Telegram ids admits the person, or it
 * is a demo account without the developer sign-in.
 */
export const accountStatuses = ['active', 'disabled', 'unconfirmed', 'outside'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Settings for the account status. */
export interface EntryRules {
  /** Telegram ids that may open an account. */
  telegramIds: readonly string[];
  /** True when demo accounts have access: only with the developer sign-in. */
  demoPeople: boolean;
  /** Milliseconds after which a work account must be confirmed by its provider again. */
  reauthenticationMs: number;
}

/**
 * Refuses an account without access.
 * @throws DomainError FORBIDDEN, reason `accountDisabled` or `restrictedAccess`; UNAUTHENTICATED (`reauthenticationRequired`)
 */
export function refuseUnlessActive(status: AccountStatus): void {
  if (status === 'active') return;
  if (status === 'outside') throw restrictedAccess();
  if (status === 'unconfirmed') throw reauthenticationRequired();
  throw new DomainError(
    'FORBIDDEN',
    'An administrator has disabled this account. If this is a mistake, ask them',
    {
      reason: 'accountDisabled',
    },
  );
}
