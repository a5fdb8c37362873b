/** Explanation of an empty list of inconsistencies. */
import { useTranslation } from 'react-i18next';
import { useSyncRunStatusQuery } from './generated.ts';
import { isImport } from './isImport.ts';

export function NoInconsistencies() {
  const { t } = useTranslation('dashboard');
  const { data } = useSyncRunStatusQuery();
  const run = data?.syncStatus;
  if (!run) return null;
  if (run.state === 'finished' && !isImport(run)) return t('admin.inconsistencies.emptyHint');
  return t(
    run.configuredSource === null
      ? 'admin.inconsistencies.emptyUnset'
      : 'admin.inconsistencies.emptyUnknown',
  );
}
