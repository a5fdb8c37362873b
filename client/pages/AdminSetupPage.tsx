/** /admin/setup: what a restored backup leaves to confirm, how far the set-up is, and the companies. */
import { useTranslation } from 'react-i18next';
import { latePart } from '../design/lazyComponent.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';

const Setup = latePart(() => import('../features/setup/Setup.tsx').then((part) => part.Setup));
const RestoreReviews = latePart(() =>
  import('../features/restoreReview/RestoreReviews.tsx').then((part) => part.RestoreReviews),
);
const Companies = latePart(() =>
  import('../features/companies/Companies.tsx').then((part) => part.Companies),
);

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
