/** Empty list of inconsistencies: the last sync found none, or nothing has been compared. */
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { useSyncRunStatusQuery } from './generated.ts';
import { isImport } from './useSyncRun.tsx';

export function NoInconsistencies() {
  const { t } = useTranslation('dashboard');
  const { data } = useSyncRunStatusQuery();
  const run = data?.syncStatus;
  if (!run || (run.state === 'finished' && !isImport(run))) {
    return (
      <EmptyState title={t('admin.inconsistencies.empty')}>
        {run ? t('admin.inconsistencies.emptyHint') : null}
      </EmptyState>
    );
  }
  return run.configuredSource === null ? (
    <EmptyState
      title={t('admin.inconsistencies.notCompared')}
      actions={
        <ButtonLink to={paths.adminSetup}>{t('admin.inconsistencies.setUpSource')}</ButtonLink>
      }
    >
      {t('admin.inconsistencies.emptyUnset')}
    </EmptyState>
  ) : (
    <EmptyState title={t('admin.inconsistencies.notCompared')}>
      {t('admin.inconsistencies.emptyUnknown')}
    </EmptyState>
  );
}
