/** The audit log at /admin/audit-log. */
import { useTranslation } from 'react-i18next';
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
