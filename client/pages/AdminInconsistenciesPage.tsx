/** Inconsistencies with the bookmarks provider at /admin/inconsistencies. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { refetchActive } from '../items/refetch.ts';
import { useDemoQuestion } from '../features/demo/useDemoQuestion.tsx';
import { Inconsistencies } from '../features/inconsistencies/Inconsistencies.tsx';
import { NoInconsistencies } from '../features/sync/NoInconsistencies.tsx';
import { SyncBar } from '../features/sync/SyncWidget.tsx';

export function AdminInconsistenciesPage() {
  const client = useApolloClient();
  const demo = useDemoQuestion();
  const onFinished = useCallback(() => void refetchActive(client), [client]);
  return (
    <>
      <Inconsistencies
        empty={<NoInconsistencies />}
        sync={<SyncBar onFinished={onFinished} confirmStart={demo.ask} />}
      />
      {demo.dialog}
    </>
  );
}
