// The refusal of somebody for whom the provider has not vouched for too long.
import { DomainError } from '../../../shared/domainError.ts';

/** Whoever is refused by `reauthenticationRequired`: the person, or the admin who made the token of a tool. */
export type Unconfirmed = 'person' | 'tokenMaker';

/** The refusal of somebody whose provider has not vouched for them for too long. */
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
