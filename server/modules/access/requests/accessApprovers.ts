// Rights to decide access requests: admins for their company or for all, and appointed approvers.
import { DomainError } from '../../../shared/domainError.ts';
import {
  isAdmin,
  requireMember,
  type Member,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { ScopedRequest, AccessWorkflowStore, DeciderScope } from './accessWorkflow.store.ts';
import type { AccessRequest } from './accessRequests.ts';
import {
  decisionsFrom,
  requesterActionsFrom,
  type AccessDecision,
  type RequesterAction,
} from './accessStateMachine.ts';

/** The companies whose requests a member decides; null for none. */
export async function deciderScope(
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
  // Approvers decide only in a browser session, not by a token.
  const companies = member.via === 'session' ? await store.companiesOf(member.user.id) : [];
  return companies.length > 0 ? { all: false, companies, ofNone: false } : null;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`) */
export async function requireDecider(
  store: AccessWorkflowStore,
  viewer: Viewer,
): Promise<{ member: Member; scope: DeciderScope }> {
  const member = requireMember(viewer);
  const scope = await deciderScope(store, { viewer, member });
  if (scope) return { member, scope };
  throw new DomainError('FORBIDDEN', 'Only admins and approvers can decide access requests', {
    reason: 'approversOnly',
  });
}

export const isInScope = (scope: DeciderScope, companyKey: string | null): boolean =>
  scope.all || (companyKey === null ? scope.ofNone : scope.companies.includes(companyKey));

/** Decisions that are possible now: none on the own request, and only `revoke` for a deleted account. */
export const availableDecisions = (
  { request }: Pick<ScopedRequest, 'request'>,
  member: Member,
): AccessDecision[] => {
  if (request.userId === member.user.id) return [];
  const acts = decisionsFrom(request.status);
  return request.userId === null ? acts.filter((act) => act === 'revoke') : acts;
};

/** Actions of the viewer on the own request, in a browser session only. */
export const requesterActions = (
  { userId, status }: Pick<AccessRequest, 'userId' | 'status'>,
  viewer: Viewer,
): RequesterAction[] =>
  viewer.kind === 'member' && viewer.via === 'session' && viewer.user.id === userId
    ? requesterActionsFrom(status)
    : [];
