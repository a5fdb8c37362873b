/** /admin/activity: who changed what. /admin/services, in the same file for the sake of the first one: what is changed there. */
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { AuditLog } from '../features/auditLog/AuditLog.tsx';

export function AdminAuditLogPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.auditLog')}</VisuallyHidden>
      <AuditLog />
    </>
  );
}

const CatalogueAdmin = lazyComponent(() =>
  import('../features/curation/CatalogueAdmin.tsx').then((part) => part.CatalogueAdmin),
);

export function AdminServicesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.services')}</VisuallyHidden>
      <CatalogueAdmin />
    </>
  );
}
