/** Set-up at /admin/setup: restored backups and set-up steps. */
import { useTranslation } from 'react-i18next';
import { RestoreReviews } from '../features/restoreReview/RestoreReviews.tsx';
import { Setup } from '../features/setup/Setup.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';

export function AdminSetupPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.setup')}</VisuallyHidden>
      <RestoreReviews />
      <Setup />
    </>
  );
}
