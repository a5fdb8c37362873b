/** The number of new complaints for admins: asked every 30 s while the tab is seen (specification, section 9). */
import { useSignedInUser } from '../browser/currentUser.ts';
import { useNewReportsCountQuery } from '../generated.ts';

const newComplaintsPollMs = 30_000;

/** 0 for everybody else, and after a failure. */
export function useNewComplaints(): number {
  const { isAdmin } = useSignedInUser();
  const { data, error } = useNewReportsCountQuery({
    skip: !isAdmin,
    pollInterval: newComplaintsPollMs,
    skipPollAttempt: () => document.hidden,
    errorPolicy: 'none',
  });
  return !isAdmin || error ? 0 : (data?.complaintsCount.count ?? 0);
}
