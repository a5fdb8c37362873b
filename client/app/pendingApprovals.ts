/** Access requests that wait for the reader, and whether the reader decides data rules. */
import { useSignedInUser } from '../browser/currentUser.ts';
import {
  useAccessRequestsToDecideCountQuery,
  useCompaniesWithDataRulesQuery,
} from '../generated.ts';
import { polling } from './pendingCounts.ts';

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
