/** Set-up at /admin/setup: restored backups and set-up steps. */
import { RestoreReviews } from '../features/restoreReview/RestoreReviews.tsx';
import { Setup } from '../features/setup/Setup.tsx';

export function AdminSetupPage() {
  return (
    <>
      <RestoreReviews />
      <Setup />
    </>
  );
}
