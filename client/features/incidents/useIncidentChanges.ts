/** Ending and reopening an incident, each with undo. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { useEndIncidentMutation, useReopenIncidentMutation } from './generated.ts';

/** Fields of a service that an incident changes. */
const itemFields = ['incidents', 'approvalStatus', 'dataRules'] as const;

/** @param itemId of the service */
export function useIncidentChanges(itemId: string) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const [endIncident] = useEndIncidentMutation();
  const [reopenIncident] = useReopenIncidentMutation();
  const refresh = () => {
    const refetched = client.refetchQueries({
      updateCache: (cache) => {
        cache.evict({ id: 'ROOT_QUERY', fieldName: 'searchKnowledge' });
        cache.modify<Record<(typeof itemFields)[number], unknown>>({
          id: cache.identify({ __typename: 'KnowledgeItem', id: itemId })!,
          fields: Object.fromEntries(
            itemFields.map((field) => [
              field,
              (_value: unknown, { INVALIDATE }: { INVALIDATE: unknown }) => INVALIDATE,
            ]),
          ),
        });
      },
    });
    refetched.catch((failure: unknown) => {
      console.info('The service could not be read again', failure);
    });
  };
  const run = async (work: () => Promise<unknown>, done: string, undo: () => void) => {
    try {
      await work();
    } catch (failure) {
      notify.error(t('incident.failed'), { id: 'incident', description: failureText(failure) });
      return;
    }
    refresh();
    notify.success(done, {
      id: 'incident',
      duration: 'long',
      action: { label: t('common:actions.undo'), run: undo },
    });
  };
  const end = (id: string): Promise<void> =>
    run(
      () => endIncident({ variables: { id } }),
      t('incident.ended'),
      () => void reopen(id),
    );
  const reopen = (id: string): Promise<void> =>
    run(
      () => reopenIncident({ variables: { id } }),
      t('incident.reopened'),
      () => void end(id),
    );
  return {
    end,
    /** Says that an incident was started, with undo. */
    started: (id: string): void =>
      void run(
        () => Promise.resolve(),
        t('incident.started'),
        () => void end(id),
      ),
    refresh,
  };
}
