/** The administration of services at /admin/services. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { CatalogueAdmin } from '../features/curation/CatalogueAdmin.tsx';

export function AdminServicesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.services')}</VisuallyHidden>
      <CatalogueAdmin />
    </>
  );
}
