/** Decisions on the stage of a service with undo, and joining and leaving its pilot. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { useJoinPilotMutation, useLeavePilotMutation, useUndoStageMutation } from './generated.ts';

/** @param itemId of the service */
export function useStageChanges(itemId: string) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const [undoStage] = useUndoStageMutation();
  const [joinPilot, joining] = useJoinPilotMutation();
  const [leavePilot, leaving] = useLeavePilotMutation();
  const refresh = () => {
    const refetched = client.refetchQueries({
      updateCache: (cache) => {
        for (const fieldName of ['searchKnowledge', 'pilotsToDecide'])
          cache.evict({ id: 'ROOT_QUERY', fieldName });
        cache.modify<{ stage: unknown }>({
          id: cache.identify({ __typename: 'KnowledgeItem', id: itemId })!,
          fields: { stage: (_value, { INVALIDATE }) => INVALIDATE },
        });
      },
    });
    refetched.catch((failure: unknown) => {
      console.info('The service could not be read again', failure);
    });
  };
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      notify.success(done, { id: 'stage' });
    } catch (failure) {
      notify.error(t('stage.failed'), { id: 'stage', description: failureText(failure) });
    }
    refresh();
  };
  return {
    /** Says that a stage was decided, with undo. */
    decided: ({ id, version }: { id: string; version: number }) => {
      refresh();
      notify.success(t('stage.decided'), {
        id: 'stage',
        duration: 'long',
        action: {
          label: t('common:actions.undo'),
          run: () =>
            void run(
              () => undoStage({ variables: { id, expectedVersion: version } }),
              t('stage.undone'),
            ),
        },
      });
    },
    join: (id: string) => run(() => joinPilot({ variables: { id } }), t('stage.joined')),
    leave: (id: string) => run(() => leavePilot({ variables: { id } }), t('stage.left')),
    busy: joining.loading || leaving.loading,
  };
}
