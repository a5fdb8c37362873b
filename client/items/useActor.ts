/** Who or what has made a change, in words. */
import { useTranslation } from 'react-i18next';

interface Made {
  actor?: { name: string } | null;
  runId?: string | null;
  isAutomatic: boolean;
  isByPerson: boolean;
}

export function useByWhom() {
  const { t } = useTranslation('dashboard');
  return ({ actor, runId, isAutomatic, isByPerson }: Made): string => {
    if (actor) return actor.name;
    if (isByPerson) return t('admin.activity.gone');
    if (runId) return t('admin.activity.run');
    return t(isAutomatic ? 'admin.activity.automatic' : 'admin.activity.command');
  };
}
