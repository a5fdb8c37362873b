/** The sync run: its state, polled while it runs, and its start with the questions before it. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { notify } from '../../design/notify.ts';
import {
  SyncRunStatusDocument,
  useStartSyncMutation,
  useSyncRunStatusQuery,
  type SyncRunFragment,
} from './generated.ts';

/** A file was brought in that is not what the catalogue is synchronised with: it says nothing of the bookmarks service. */
export const isImport = ({
  source,
  configuredSource,
}: Pick<SyncRunFragment, 'source' | 'configuredSource'>): boolean =>
  source === 'file' && configuredSource !== 'file';

const syncPollMs = 2000;

export interface SyncProps {
  /** Called when a running sync has ended. */
  onFinished?: () => void;
  /** Asks before the start; resolves to whether to go on. */
  confirmStart?: () => Promise<boolean>;
}

export interface SyncRun {
  run: SyncRunFragment | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
  isBusy: boolean;
  /** Starts a run; asks first when the last one stopped before removing many. */
  start: () => void;
  dialog: ReactNode;
}

export function useSyncRun({ onFinished, confirmStart }: SyncProps): SyncRun {
  const { t } = useTranslation(['dashboard', 'common']);
  const [isConfirming, setConfirming] = useState(false);
  const wasRunning = useRef(false);
  const { data, error, startPolling, stopPolling, refetch } = useSyncRunStatusQuery({
    fetchPolicy: 'cache-and-network',
  });
  const [startSync, { loading }] = useStartSyncMutation();
  const run = data?.syncStatus;
  const isRunning = run?.state === 'running';

  useEffect(() => {
    if (!isRunning) return undefined;
    wasRunning.current = true;
    startPolling(syncPollMs);
    return stopPolling;
  }, [isRunning, startPolling, stopPolling]);
  useEffect(() => {
    if (isRunning || !wasRunning.current) return;
    wasRunning.current = false;
    onFinished?.();
  }, [isRunning, onFinished]);

  const begin = async (allowRemovals: boolean) => {
    setConfirming(false);
    notify.dismiss('sync');
    if (confirmStart && !(await confirmStart())) return;
    try {
      await startSync({
        variables: { allowRemovals },
        update: (cache, { data: answer }) => {
          if (!answer) return;
          cache.writeQuery({
            query: SyncRunStatusDocument,
            data: { syncStatus: answer.startSync },
          });
        },
      });
    } catch (failure) {
      const description = failureText(failure);
      notify.error(t('common:error.title'), { id: 'sync', description });
      void refetch();
    }
  };
  return {
    run,
    error,
    refetch,
    isBusy: loading || isRunning,
    start: () => (run?.needsConfirmation ? setConfirming(true) : void begin(false)),
    dialog: (
      <AlertDialog
        open={isConfirming}
        title={t('admin.sync.confirmTitle')}
        confirmLabel={t('admin.sync.confirm')}
        onConfirm={() => void begin(true)}
        onCancel={() => setConfirming(false)}
      >
        {t('admin.sync.confirmText')}
      </AlertDialog>
    ),
  };
}
