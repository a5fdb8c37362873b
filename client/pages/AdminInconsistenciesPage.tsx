/** Inconsistencies with the bookmarks provider at /admin/inconsistencies. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { refetchActive } from '../app/refetchActive.ts';
import { useSingleKeys } from '../app/singleKeys.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { useDemoQuestion } from '../features/demo/useDemoQuestion.tsx';
import { Inconsistencies } from '../features/inconsistencies/Inconsistencies.tsx';
import { NoInconsistencies } from '../features/sync/NoInconsistencies.tsx';
import { SyncBar } from '../features/sync/SyncWidget.tsx';

export function AdminInconsistenciesPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const demo = useDemoQuestion();
  const onFinished = useCallback(() => void refetchActive(client), [client]);
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.inconsistencies')}</VisuallyHidden>
      <Inconsistencies
        singleKeys={useSingleKeys()}
        empty={<NoInconsistencies />}
        sync={<SyncBar onFinished={onFinished} confirmStart={demo.ask} />}
      />
      {demo.dialog}
    </>
  );
}
