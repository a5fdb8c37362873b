/** Sync and import at /admin/import. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { refetchActive } from '../items/refetch.ts';
import { TagNames } from '../features/curation/TagNames.tsx';
import { Import } from '../features/import/Import.tsx';
import { PastImports } from '../features/import/PastImports.tsx';
import { useDemoQuestion } from '../features/demo/useDemoQuestion.tsx';
import { SyncWidget } from '../features/sync/SyncWidget.tsx';

export function AdminImportPage() {
  const client = useApolloClient();
  const demo = useDemoQuestion();
  const onChanged = useCallback(() => void refetchActive(client), [client]);
  return (
    <>
      <SyncWidget onFinished={onChanged} confirmStart={demo.ask} />
      <Import
        confirmStart={demo.ask}
        onChanged={onChanged}
        next={<TagNames onNamed={onChanged} />}
      />
      <PastImports onChanged={onChanged} />
      {demo.dialog}
    </>
  );
}
