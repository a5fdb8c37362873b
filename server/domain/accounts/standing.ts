// Whether a person may be here now: asked at every entry, and at every request of a session or a token.
import { DomainError } from '../../shared/domainError.ts';
import { restrictedAccess } from './signInRules.ts';

/**
 * `active`: may be here. `disabled`: an admin has closed the account. `outside`: nothing vouches for the person any more,
 * neither a company's domain nor the allow-list; or a demo person where there is no demo.
 */
export type Standing = 'active' | 'disabled' | 'outside';

/** What of the settings decides who may be here. */
export interface EntryRules {
  /** Telegram ids that may open an account. */
  telegramIds: readonly string[];
  /** Whether demo people may act: only where the developer sign-in exists. */
  demoPeople: boolean;
}

/**
 * Lets a person in who may be here.
 * @throws DomainError FORBIDDEN, reason `accountDisabled` or `restrictedAccess`
 */
export function refuseUnlessActive(standing: Standing): void {
  if (standing === 'active') return;
  if (standing === 'outside') throw restrictedAccess();
  throw new DomainError('FORBIDDEN', 'An administrator has disabled this account', {
    reason: 'accountDisabled',
  });
}
