/** Name of the person or process behind a recorded change. */
import { useTranslation } from 'react-i18next';

interface RecordedChange {
  actor?: { name: string } | null;
  runId?: string | null;
  isAutomatic: boolean;
  isByPerson: boolean;
}

export function useActorName() {
  const { t } = useTranslation('dashboard');
  return ({ actor, runId, isAutomatic, isByPerson }: RecordedChange): string => {
    if (actor) return actor.name;
    if (isByPerson) return t('admin.auditLog.gone');
    if (runId) return t('admin.auditLog.run');
    return t(isAutomatic ? 'admin.auditLog.automatic' : 'admin.auditLog.command');
  };
}
