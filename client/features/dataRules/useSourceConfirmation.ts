/** Confirming that a rule is still right after a change of its source, with undo. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  ChangedSourcesCountDocument,
  ChangedSourcesDocument,
  useConfirmSourceMutation,
  useUndoSourceConfirmationMutation,
  type ChangedSourcesQuery,
} from './generated.ts';

export type Source = ChangedSourcesQuery['changedSources']['sources'][number];

export function useSourceConfirmation() {
  const { t } = useTranslation(['rules', 'common']);
  const client = useApolloClient();
  const [confirmSource, { loading }] = useConfirmSourceMutation();
  const [undoConfirmation] = useUndoSourceConfirmationMutation();
  const refresh = () =>
    void client
      .refetchQueries({ include: [ChangedSourcesDocument, ChangedSourcesCountDocument] })
      .catch((failure: unknown) => console.info('The list could not be read again', failure));
  const run = async (work: () => Promise<unknown>, onDone: () => void) => {
    try {
      await work();
      onDone();
    } catch (failure) {
      notify.error(t('failed'), { id: 'sources', description: failureText(failure) });
    }
    refresh();
  };
  const confirm = ({ changeId, itemId, company, tier }: Source): Promise<void> => {
    const variables = { changeId, itemId, company: company.key, tier };
    const undo = () =>
      void run(
        () => undoConfirmation({ variables }),
        () => notify.success(t('undone'), { id: 'sources' }),
      );
    return run(
      () => confirmSource({ variables }),
      () =>
        notify.success(t('sources.confirmed'), {
          id: 'sources',
          duration: 'long',
          action: { label: t('common:actions.undo'), run: undo },
        }),
    );
  };
  return { confirm, refresh, isBusy: loading };
}
