/** /admin/setup: what a company makes its own. */
import { useTranslation } from 'react-i18next';
import { latePart } from '../design/latePart.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';

const Companies = latePart(() =>
  import('../features/companies/Companies.tsx').then((part) => part.Companies),
);

export function AdminSetupPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.setup')}</VisuallyHidden>
      <Companies />
    </>
  );
}
