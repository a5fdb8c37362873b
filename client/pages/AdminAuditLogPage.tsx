/** /admin/activity: who changed what. /admin/services, in the same file for the sake of the first one: what is changed there. */
import { useTranslation } from 'react-i18next';
import { latePart } from '../design/lazyComponent.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { ActivityList } from '../features/auditLog/AuditLog.tsx';

export function AdminActivityPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.activity')}</VisuallyHidden>
      <ActivityList />
    </>
  );
}

const CatalogueDesk = latePart(() =>
  import('../features/curation/CatalogueAdmin.tsx').then((part) => part.CatalogueDesk),
);

export function AdminServicesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.services')}</VisuallyHidden>
      <CatalogueDesk />
    </>
  );
}
