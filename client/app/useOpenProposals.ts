/** The number of proposed services that wait for an admin: asked where it is shown, and every 30 s while the tab is seen. */
import { useSignedInUser } from '../browser/currentUser.ts';
import { useOpenProposalsCountQuery } from '../generated.ts';

const pollMs = 30_000;

/** 0 for everybody else, and after a failure. */
export function useOpenProposals(): number {
  const { isAdmin } = useSignedInUser();
  const { data, error } = useOpenProposalsCountQuery({
    skip: !isAdmin,
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
    skipPollAttempt: () => document.hidden,
    errorPolicy: 'none',
  });
  return !isAdmin || error ? 0 : (data?.proposalsCount ?? 0);
}
