// Rights to change loadouts: their owners, and deciders of a company. Pure.
import { DomainError } from '../../shared/domainError.ts';
import { isInScope, type DeciderScope } from '../access/requests/accessRequests.module.ts';
import { isAdmin, type Viewer } from '../people/accounts/accounts.module.ts';
import type { Loadout } from './loadouts.ts';

/** The companies for which a viewer decides; null for none. */
export type ScopeOf = (viewer: Viewer) => Promise<DeciderScope | null>;

/** True for a decider of the loadout's company, or of all. */
export const decides = (scope: DeciderScope | null, companyKey: string | null): boolean =>
  scope !== null && (companyKey === null ? scope.all : isInScope(scope, companyKey));

/**
 * Owners change their loadouts, deciders of the company its official ones, and admins all that other people can read.
 */
export function canEdit(viewer: Viewer, loadout: Loadout, scope: DeciderScope | null): boolean {
  if (viewer.kind !== 'member' || viewer.via !== 'session') return false;
  if (loadout.ownerId === viewer.user.id) return true;
  if (loadout.kind === 'personal' || (loadout.kind === 'team' && !isAdmin(viewer))) return false;
  return decides(scope, loadout.companyKey);
}

export const canMakeOfficial = (
  viewer: Viewer,
  { companyKey }: Loadout,
  scope: DeciderScope | null,
): boolean => viewer.kind === 'member' && viewer.via === 'session' && decides(scope, companyKey);

export const loadoutNotFound = () => new DomainError('NOT_FOUND', 'There is no such loadout');

export const serviceNotFound = () => new DomainError('NOT_FOUND', 'There is no such service');

export const otherLoadout = () =>
  new DomainError('FORBIDDEN', 'Others change this loadout. Make a copy and change that', {
    reason: 'otherLoadout',
  });

export const approversOnly = () =>
  new DomainError('FORBIDDEN', 'Only admins and approvers of the company can do this', {
    reason: 'approversOnly',
  });
