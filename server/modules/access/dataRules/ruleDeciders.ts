// Who has the rules of a company before them as one who decides: admins, and those chosen to decide on access, for the own company.
import { DomainError } from '../../../shared/domainError.ts';
import type { ChosenPeople } from '../requests/accessRequests.ts';
import {
  isAdmin,
  requireMember,
  type Member,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';

/** Somebody who reads rules to decide them. */
export interface RuleReader {
  member: Member;
  /** Nobody else sees hidden services here, nor what a company is for a service by the AI Act. */
  isAdmin: boolean;
}

export const otherCompany = () =>
  new DomainError('FORBIDDEN', 'These rules are of another company', { reason: 'otherCompany' });

const approversOnly = () =>
  new DomainError('FORBIDDEN', 'Only those who decide for the company', {
    reason: 'approversOnly',
  });

/** What is an admin's alone. */
export const adminsPart = () =>
  new DomainError('FORBIDDEN', 'Administrators only', { reason: 'adminOnly' });

/** The company for which somebody decides who was chosen: the own one; as a person, not by a token. */
export async function chosenFor(
  viewer: Viewer,
  { isChosen }: Pick<ChosenPeople, 'isChosen'>,
): Promise<string | null> {
  if (viewer.kind !== 'member' || viewer.via !== 'session' || !viewer.company) return null;
  return (await isChosen(viewer.user.id, viewer.company.key)) ? viewer.company.key : null;
}

/**
 * Whoever may read the rules of these companies to decide them.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`, `otherCompany`)
 */
export async function readerOf(
  viewer: Viewer,
  approvers: Pick<ChosenPeople, 'isChosen'>,
  companyKeys: readonly string[],
): Promise<RuleReader> {
  const member = requireMember(viewer);
  if (isAdmin(viewer)) return { member, isAdmin: true };
  const own = await chosenFor(viewer, approvers);
  if (own === null) throw approversOnly();
  if (companyKeys.some((key) => key !== own)) throw otherCompany();
  return { member, isAdmin: false };
}

/**
 * Still so while something is written: who was chosen and is no longer is refused here, and whoever takes it back waits.
 * @throws DomainError FORBIDDEN (`approversOnly`)
 */
export async function holdDecider(
  { member, isAdmin: mayAnyway }: RuleReader,
  { holdChosen }: Pick<ChosenPeople, 'holdChosen'>,
): Promise<void> {
  if (mayAnyway) return;
  if (!member.company || !(await holdChosen(member.user.id, member.company.key)))
    throw approversOnly();
}
