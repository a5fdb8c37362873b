// Refusal of accounts whose sign-in provider has not confirmed them for too long.
import { DomainError } from '../../../shared/domainError.ts';

/** The person, or the admin who made the token of a tool. */
export type Unconfirmed = 'person' | 'tokenMaker';

export const reauthenticationRequired = (who: Unconfirmed = 'person'): DomainError =>
  who === 'person'
    ? new DomainError(
        'UNAUTHENTICATED',
        'Google has not confirmed your account for too long. Open Loadout in a browser and sign in with Google; then everything works again',
        { reason: 'reauthenticationRequired' },
      )
    : new DomainError(
        'UNAUTHENTICATED',
        'The administrator who made this token has to sign in to Loadout with Google; then it works again',
        { reason: 'tokenMakerUnconfirmed' },
      );
