/** Numbers of decisions that wait for the reader, and whether the reader decides data rules. */
import { useSignedInUser } from '../browser/currentUser.ts';
import {
  useNewReportsCountQuery,
  useOpenProposalsCountQuery,
  useAccessRequestsToDecideCountQuery,
  useCompaniesWithDataRulesQuery,
  useOwnRequestStatusesQuery,
  type OwnRequestStatusesQuery,
} from '../generated.ts';

/** Specification, section 9. */
const polling = { pollInterval: 30_000, skipPollAttempt: () => document.hidden } as const;

/** New complaints, for admins; 0 for everybody else and after a failure. */
export function useNewComplaints(): number {
  const { isAdmin } = useSignedInUser();
  const { data, error } = useNewReportsCountQuery({
    ...polling,
    skip: !isAdmin,
    errorPolicy: 'none',
  });
  return !isAdmin || error ? 0 : (data?.complaintsCount.count ?? 0);
}

/** Open proposals of services, for admins; 0 for everybody else and after a failure. */
export function useOpenProposals(): number {
  const { isAdmin } = useSignedInUser();
  const { data, error } = useOpenProposalsCountQuery({
    ...polling,
    skip: !isAdmin,
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'none',
  });
  return !isAdmin || error ? 0 : (data?.proposalsCount ?? 0);
}

/** Access requests that wait for the reader's decision; null for those who decide for nobody, and after a failure. */
export function useWaitingApprovals(): number | null {
  const { data, error } = useAccessRequestsToDecideCountQuery({
    ...polling,
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'none',
  });
  return error ? null : (data?.accessRequestsToDecideCount ?? null);
}

/**
 * True when the reader is not an admin and may decide the data rules of a company.
 * @param approvals access requests that wait for the reader; null for those who decide for nobody
 */
export function useCanDecideRules(approvals: number | null): boolean {
  const { isAdmin } = useSignedInUser();
  const isAsked = !isAdmin && approvals !== null;
  const { data, error } = useCompaniesWithDataRulesQuery({
    skip: !isAsked,
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'none',
  });
  return (
    isAsked && !error && (data?.companiesWithDataRules ?? []).some(({ mayDecide }) => mayDecide)
  );
}

/** The reader's access requests about which an approver has asked something. */
export function useOpenQuestions(): OwnRequestStatusesQuery['myAccessRequests'] {
  const { data } = useOwnRequestStatusesQuery({ fetchPolicy: 'cache-and-network' });
  return (data?.myAccessRequests ?? []).filter(({ status }) => status === 'needs_answer');
}
