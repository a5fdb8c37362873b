/** How many requests for access wait for the reader: asked where it is shown, and every 30 s while the tab is seen. */
import { useAccessRequestsToDecideCountQuery } from '../features/access/generated.ts';

const pollMs = 30_000;

/** Null for those who decide for nobody, and after a failure. */
export function useWaitingApprovals(): number | null {
  const { data, error } = useAccessRequestsToDecideCountQuery({
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
    skipPollAttempt: () => document.hidden,
    errorPolicy: 'none',
  });
  return error ? null : (data?.accessRequestsToDecideCount ?? null);
}
