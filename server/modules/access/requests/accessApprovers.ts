// Who decides on requests for access: admins for the people of their company, or for all where theirs decides for all, and
// those whom an admin has chosen for a company.
import { DomainError } from '../../../shared/domainError.ts';
import {
  isAdmin,
  requireMember,
  type Member,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type {
  AccessRequestToDecide,
  AccessWorkflowStore,
  DeciderScope,
} from './accessWorkflow.store.ts';
import type { AccessRequest } from './accessRequests.ts';
import {
  decisionsFrom,
  ownActsFrom,
  type AccessDecision,
  type OwnAccessAction,
} from './accessStateMachine.ts';

/** Whose requests somebody decides; null: nobody's. */
export async function scopeOf(
  store: AccessWorkflowStore,
  { viewer, member }: { viewer: Viewer; member: Member },
): Promise<DeciderScope | null> {
  const company = member.company?.key ?? null;
  if (isAdmin(viewer)) {
    if (company === null || (await store.decidesForAll(company)))
      return { all: true, companies: [], ofNone: true };
    const chosen = await store.companiesOf(member.user.id);
    return { all: false, companies: [...new Set([company, ...chosen])], ofNone: true };
  }
  // Somebody chosen decides as a person, not by a token.
  const companies = member.via === 'session' ? await store.companiesOf(member.user.id) : [];
  return companies.length > 0 ? { all: false, companies, ofNone: false } : null;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`) */
export async function requireDecider(
  store: AccessWorkflowStore,
  viewer: Viewer,
): Promise<{ member: Member; scope: DeciderScope }> {
  const member = requireMember(viewer);
  const scope = await scopeOf(store, { viewer, member });
  if (scope) return { member, scope };
  throw new DomainError('FORBIDDEN', 'Only those who decide on access', {
    reason: 'approversOnly',
  });
}

export const isWithin = (scope: DeciderScope, companyKey: string | null): boolean =>
  scope.all || (companyKey === null ? scope.ofNone : scope.companies.includes(companyKey));

/** What somebody who decides may do with a request now: nothing with their own one, and nobody who is gone gets anything. */
export const decisionsOf = (
  { request }: Pick<AccessRequestToDecide, 'request'>,
  member: Member,
): AccessDecision[] => {
  if (request.userId === member.user.id) return [];
  const acts = decisionsFrom(request.status);
  return request.userId === null ? acts.filter((act) => act === 'revoke') : acts;
};

/** What the viewer may do with a request as the one who asked: in the browser, and with the own one only. */
export const ownActsOf = (
  { userId, status }: Pick<AccessRequest, 'userId' | 'status'>,
  viewer: Viewer,
): OwnAccessAction[] =>
  viewer.kind === 'member' && viewer.via === 'session' && viewer.user.id === userId
    ? ownActsFrom(status)
    : [];
