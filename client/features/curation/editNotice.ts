/** Notice about a saved change, with the state of the bookmark and undo. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, storedFailureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { RevertItemChangeDocument, type KnowledgeEditAnswerFragment } from './generated.ts';

type Outcome = Pick<KnowledgeEditAnswerFragment, 'changeId' | 'bookmark'>;

const placeReasons = ['noService', 'notInService', 'bookmarkGone'] as const;
const isPlaceReason = (reason: string): reason is (typeof placeReasons)[number] =>
  (placeReasons as readonly string[]).includes(reason);

/** Message about the state of the bookmark; empty when unchanged. */
export function useBookmarkText(): (bookmark: Outcome['bookmark']) => string {
  const { t } = useTranslation('dashboard');
  return useCallback(
    ({ state, reason }) => {
      if (state === 'unchanged') return '';
      if (state !== 'waiting') return t(`curation.bookmark.${state}`);
      if (reason && isPlaceReason(reason)) return t(`curation.bookmark.${reason}`);
      const why = storedFailureText({ error: null, errorReason: reason ?? null });
      return [why, t('curation.bookmark.later')].filter(Boolean).join(' ');
    },
    [t],
  );
}

export function useEditNotice(): (title: string, outcome: Outcome) => void {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const wordsOf = useBookmarkText();
  return useCallback(
    (title, { changeId, bookmark }) => {
      const takeBack = async () => {
        try {
          await client.mutate({
            mutation: RevertItemChangeDocument,
            variables: { changeId: changeId ?? '' },
          });
          notify.success(t('curation.undone'), { id: `edit-${changeId}` });
        } catch (failure) {
          notify.error(t('curation.undoFailed'), {
            id: `edit-${changeId}`,
            description: failureText(failure),
          });
        }
      };
      const description = wordsOf(bookmark);
      notify[bookmark.state === 'differs' ? 'warning' : 'success'](title, {
        duration: 'long',
        ...(changeId ? { id: `edit-${changeId}` } : {}),
        ...(description ? { description } : {}),
        ...(changeId
          ? { action: { label: t('common:actions.undo'), run: () => void takeBack() } }
          : {}),
      });
    },
    [client, t, wordsOf],
  );
}
