// Rights to subscriptions: admins for all companies, appointed approvers for theirs.
import { DomainError } from '../../shared/domainError.ts';
import {
  isAdmin,
  requireMember,
  type Member,
  type Viewer,
} from '../people/accounts/accounts.module.ts';

/** The companies whose subscriptions a member can read and change. */
export interface SubscriptionScope {
  member: Member;
  /** Only admins see hidden items. */
  isAdmin: boolean;
  /** Company keys; null for all. */
  companies: string[] | null;
}

export interface ApproverCompanies {
  companiesOf(userId: number): Promise<string[]>;
}

/** Null for a viewer without such rights. Approvers act in a browser, not by a token. */
export async function subscriptionScope(
  approvers: ApproverCompanies,
  viewer: Viewer,
): Promise<SubscriptionScope | null> {
  const member = requireMember(viewer);
  if (isAdmin(viewer)) return { member, isAdmin: true, companies: null };
  const companies = member.via === 'session' ? await approvers.companiesOf(member.user.id) : [];
  return companies.length > 0 ? { member, isAdmin: false, companies } : null;
}

export const isCovered = ({ companies }: SubscriptionScope, companyKey: string): boolean =>
  companies === null || companies.includes(companyKey);

export const otherCompanyError = () =>
  new DomainError('FORBIDDEN', 'These subscriptions belong to another company', {
    reason: 'otherCompany',
  });

/**
 * @param companyKey null for all companies of the viewer
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`, `otherCompany`)
 */
export async function requireSubscriptionScope(
  approvers: ApproverCompanies,
  viewer: Viewer,
  companyKey: string | null,
): Promise<SubscriptionScope> {
  const scope = await subscriptionScope(approvers, viewer);
  if (!scope)
    throw new DomainError('FORBIDDEN', 'Only admins and approvers of the company can do this', {
      reason: 'approversOnly',
    });
  if (companyKey !== null && !isCovered(scope, companyKey)) throw otherCompanyError();
  return scope;
}
