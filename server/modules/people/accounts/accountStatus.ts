// Whether a person may be here now: asked at every entry, and at every request of a session or a token.
import { DomainError } from '../../../shared/domainError.ts';
import { reauthenticationRequired } from '../signIn/reauthentication.ts';
import { restrictedAccess } from '../signIn/signInRules.ts';

/**
 * `active`: may be here. `disabled`: an admin has closed the account, or another one of the same mailbox. `unconfirmed`: the
 * provider has not vouched for the person for too long. `outside`: nothing vouches for the person any more, neither a
 * company's domain nor the allow-list; or a demo person where there is no demo.
 */
export const accountStatuses = ['active', 'disabled', 'unconfirmed', 'outside'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What of the settings decides who may be here. */
export interface EntryRules {
  /** Telegram ids that may open an account. */
  telegramIds: readonly string[];
  /** Whether demo people may act: only where the developer sign-in exists. */
  demoPeople: boolean;
  /** How long the provider's word about a person of a company holds, in milliseconds. */
  providerTermMs: number;
}

/**
 * Lets a person in who may be here.
 * @throws DomainError FORBIDDEN, reason `accountDisabled` or `restrictedAccess`; UNAUTHENTICATED (`reauthenticationRequired`)
 */
export function refuseUnlessActive(standing: AccountStatus): void {
  if (standing === 'active') return;
  if (standing === 'outside') throw restrictedAccess();
  if (standing === 'unconfirmed') throw reauthenticationRequired();
  throw new DomainError('FORBIDDEN', 'An administrator has disabled this account', {
    reason: 'accountDisabled',
  });
}
