// Rights to decide data rules: admins, and approvers of access requests for their own company.
import { DomainError } from '../../../shared/domainError.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import {
  isAdmin,
  requireMember,
  type Member,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';

/** A member who may read rules to decide them. */
export interface RuleReader {
  member: Member;
  /** Only admins see hidden items and the fields of the AI Act. */
  isAdmin: boolean;
}

export const otherCompanyError = () =>
  new DomainError('FORBIDDEN', 'These rules belong to another company', { reason: 'otherCompany' });

const approversOnlyError = () =>
  new DomainError('FORBIDDEN', 'Only admins and approvers of the company can do this', {
    reason: 'approversOnly',
  });

export const adminOnlyError = () =>
  new DomainError('FORBIDDEN', 'Only admins can do this', { reason: 'adminOnly' });

/** The company for which the viewer is an approver: only the own one, and only in a browser session. */
export async function approverCompany(
  viewer: Viewer,
  { isApprover }: Pick<ApproverLookup, 'isApprover'>,
): Promise<string | null> {
  if (viewer.kind !== 'member' || viewer.via !== 'session' || !viewer.company) return null;
  return (await isApprover(viewer.user.id, viewer.company.key)) ? viewer.company.key : null;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`, `otherCompany`) */
export async function requireRuleReader(
  viewer: Viewer,
  approvers: Pick<ApproverLookup, 'isApprover'>,
  companyKeys: readonly string[],
): Promise<RuleReader> {
  const member = requireMember(viewer);
  if (isAdmin(viewer)) return { member, isAdmin: true };
  const own = await approverCompany(viewer, approvers);
  if (own === null) throw approversOnlyError();
  if (companyKeys.some((key) => key !== own)) throw otherCompanyError();
  return { member, isAdmin: false };
}

/**
 * Checks an approver again and locks the appointment until the transaction ends, so that no rule is written after its
 * withdrawal.
 * @throws DomainError FORBIDDEN (`approversOnly`)
 */
export async function lockDecider(
  { member, isAdmin: mayAnyway }: RuleReader,
  { lockApprover }: Pick<ApproverLookup, 'lockApprover'>,
): Promise<void> {
  if (mayAnyway) return;
  if (!member.company || !(await lockApprover(member.user.id, member.company.key)))
    throw approversOnlyError();
}
