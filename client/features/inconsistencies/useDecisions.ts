/** The calls of the desk: decide, take back, open again; with the words for their outcome. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, keptFailure } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  DifferenceCountsDocument,
  ResolveDifferenceDocument,
  ResolveDifferencesDocument,
  SetDifferenceStatusDocument,
  UndoResolutionDocument,
  type DifferenceFragment,
  type ResolutionAction,
} from '../../generated.ts';

export interface Decisions {
  /** Answers null when it is decided, else why it is not. */
  decide: (row: DifferenceFragment, action: ResolutionAction) => Promise<string | null>;
  /** Makes a decided or ignored difference new again. Answers null, or why not. */
  takeBack: (row: DifferenceFragment) => Promise<string | null>;
  /** Decides many; those that stay open bear their reasons. */
  decideAll: (ids: readonly string[], action: ResolutionAction) => Promise<string | null>;
}

/** `onReopened` is called when a difference is new again. */
export function useDecisions(onReopened: () => void): Decisions {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const because = (failure: unknown) => failureText(failure);
  const countAgain = () =>
    client.query({ query: DifferenceCountsDocument, fetchPolicy: 'network-only' }).then(
      () => undefined,
      (failure: unknown) => console.info('The differences could not be counted', failure),
    );

  const takeBack = async (row: DifferenceFragment): Promise<string | null> => {
    try {
      if (row.canUndo) {
        await client.mutate({ mutation: UndoResolutionDocument, variables: { id: row.id } });
      } else {
        await client.mutate({
          mutation: SetDifferenceStatusDocument,
          variables: { id: row.id, status: 'new' },
        });
      }
    } catch (failure) {
      const description = because(failure);
      notify.error(t('admin.inconsistencies.undoFailed'), { description });
      return description;
    }
    notify.info(t('admin.inconsistencies.undone'));
    void countAgain();
    onReopened();
    return null;
  };

  const decide = async (row: DifferenceFragment, action: ResolutionAction) => {
    const lead = t(`admin.inconsistencies.failures.${row.type}`);
    const refuse = (reason: string) => {
      notify.error(t('common:error.title'), { description: lead });
      return `${lead}. ${reason}`;
    };
    let after: DifferenceFragment | undefined;
    try {
      const { data } = await client.mutate({
        mutation: ResolveDifferenceDocument,
        variables: { id: row.id, type: row.type, action },
      });
      after = data?.resolveInconsistency;
    } catch (failure) {
      return refuse(because(failure));
    }
    if (!after || after.status === 'new') return refuse((after && keptFailure(after)) ?? '');
    const decided = after;
    notify.success(t('admin.inconsistencies.success'), {
      description: t(`admin.inconsistencies.actions.${action}`),
      duration: 'long',
      ...(decided.canUndo
        ? { action: { label: t('common:actions.undo'), run: () => void takeBack(decided) } }
        : {}),
    });
    void countAgain();
    return null;
  };

  const decideAll = async (ids: readonly string[], action: ResolutionAction) => {
    try {
      const { data } = await client.mutate({
        mutation: ResolveDifferencesDocument,
        variables: { ids: [...ids], action },
      });
      const { resolved = [], failed = [] } = data?.resolveInconsistencies ?? {};
      if (resolved.length > 0) {
        notify.success(t('admin.inconsistencies.bulkDone', { count: resolved.length }));
      }
      void countAgain();
      if (failed.length === 0) return null;
      const left = t('admin.inconsistencies.bulkFailed', { count: failed.length });
      return [left, failed[0] && keptFailure(failed[0])].filter(Boolean).join('. ');
    } catch (failure) {
      return because(failure);
    }
  };

  return { decide, takeBack, decideAll };
}
