/** Review of a restored backup: credentials that stay off until an admin confirms them. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { RecordList } from '../../design/RecordList.tsx';
import { Sections } from '../../design/Sections.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useConfirmAllWaitingRestoredMutation,
  useConfirmWaitingRestoredMutation,
  useRejectWaitingRestoredMutation,
  useWaitingRestoredQuery,
} from './generated.ts';

const heading = 'restores-heading';
/** Decided rows leave, so the first page always holds the next ones. */
const firstPage = { page: 0, perPage: 50 };

export function RestoreReviews() {
  const { t } = useTranslation(['setup', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();
  const { data, error } = useWaitingRestoredQuery({
    variables: firstPage,
    fetchPolicy: 'cache-and-network',
  });
  const [confirm, confirming] = useConfirmWaitingRestoredMutation();
  const [confirmAll, confirmingAll] = useConfirmAllWaitingRestoredMutation();
  const [reject, rejecting] = useRejectWaitingRestoredMutation();
  const [asksForAll, setAsksForAll] = useState(false);
  const kept = useFocusRestore(() => document.querySelector<HTMLElement>(`#${heading}`));
  const isBusy = confirming.loading || confirmingAll.loading || rejecting.loading;

  const decide = async (act: () => Promise<string>) => {
    notify.dismiss('restores');
    try {
      notify.success(await act());
    } catch (failure) {
      notify.error(t('restores.failed'), { id: 'restores', description: failureText(failure) });
    }
    setAsksForAll(false);
    // The set-up steps and companies on the page depend on the decision.
    await client.refetchQueries({ include: 'active' }).catch(() => null);
  };
  const confirmOne = (id: string) =>
    decide(async () => {
      const made = await confirm({ variables: { ids: [id] } });
      return t('restores.confirmed', { count: made.data?.confirmRestored.decided ?? 0 });
    });
  const rejectOne = (id: string) =>
    decide(async () => {
      await reject({ variables: { ids: [id] } });
      return t('restores.rejected');
    });
  const confirmRest = () =>
    decide(async () => {
      const made = await confirmAll();
      return t('restores.confirmed', { count: made.data?.confirmAllRestored.decided ?? 0 });
    });

  const waiting = data?.restoreReviews;
  if (error && !waiting)
    return (
      <Notice tone="warning" title={t('restores.loadFailed')}>
        {failureText(error)}
      </Notice>
    );
  if (!waiting || waiting.total === 0) return null;
  return (
    <Sections {...kept}>
      <section>
        <h3 id={heading} tabIndex={-1}>
          {t('restores.title')}
        </h3>
        <Notice
          tone="warning"
          title={t('restores.total', { count: waiting.total })}
          actions={
            <Button disabled={isBusy} onClick={() => setAsksForAll(true)}>
              {t('restores.confirmAll')}
            </Button>
          }
        >
          {t('restores.hint')}
        </Notice>
        <RecordList>
          {waiting.reviews.map((review) => (
            <li key={review.id}>
              <div data-part="head">
                <strong>{review.name}</strong>
                <Badge>{t(`restores.kinds.${review.kind}`)}</Badge>
                {review.grantsAdmin ? <Badge tone="danger">{t('restores.admin')}</Badge> : null}
              </div>
              <small>
                {review.owner && review.owner !== review.name ? <span>{review.owner}</span> : null}
                {review.createdAt ? (
                  <span>
                    {t('restores.created', { when: formatDateTime(review.createdAt, language) })}
                  </span>
                ) : null}
                {review.lastUsedAt ? (
                  <span>
                    {t('restores.used', { when: formatDateTime(review.lastUsedAt, language) })}
                  </span>
                ) : null}
              </small>
              <Bar>
                <Button
                  aria-label={t('restores.confirmOf', { name: review.name })}
                  aria-disabled={isBusy}
                  onClick={() => void confirmOne(review.id)}
                >
                  {t('restores.confirm')}
                </Button>
                <Button
                  aria-label={t('restores.rejectOf', { name: review.name })}
                  aria-disabled={isBusy}
                  onClick={() => void rejectOne(review.id)}
                >
                  {t('restores.reject')}
                </Button>
              </Bar>
            </li>
          ))}
        </RecordList>
      </section>
      <AlertDialog
        open={asksForAll}
        title={t('restores.allTitle')}
        confirmLabel={t('restores.confirmAll')}
        busy={confirmingAll.loading}
        onConfirm={() => void confirmRest()}
        onCancel={() => setAsksForAll(false)}
      >
        {t('restores.allText')}
      </AlertDialog>
    </Sections>
  );
}
