/** Set-up at /admin/setup: restored backups, set-up steps and companies. */
import { useTranslation } from 'react-i18next';
import { Companies } from '../features/companies/Companies.tsx';
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
      <Companies />
    </>
  );
}
