/** Numbers of what waits for the reader, polled while the tab is visible. */
import { useSignedInUser } from '../browser/currentUser.ts';
import { useNewReportsCountQuery, useOpenProposalsCountQuery } from '../generated.ts';

/** Specification, section 9. */
export const polling = { pollInterval: 30_000, skipPollAttempt: () => document.hidden } as const;

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
