/** Companies whose people may sign in, at /admin/companies. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Companies } from '../features/companies/Companies.tsx';

export function AdminCompaniesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.companies')}</VisuallyHidden>
      <Companies />
    </>
  );
}
