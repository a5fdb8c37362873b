/** Dialog with the change history of a service, and restoration of earlier values. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { actionKeys, useActorName, type ActionCode } from '../../items/actionNames.ts';
import { DiffParts, diffTexts } from '../../items/wordDiff.tsx';
import {
  useRevertItemChangeMutation,
  useServiceHistoryQuery,
  type ServiceHistoryQuery,
} from './generated.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { Changes } from './curation.styles.ts';
import { useEditNotice } from './editNotice.ts';

type Entry = ServiceHistoryQuery['itemHistory']['entries'][number];

const perPage = 10;
const isKnown = (action: string): action is ActionCode => Object.hasOwn(actionKeys, action);
type Change = Entry['changes'][number];
const visibilities = ['visible', 'hidden'] as const;
const asText = (
  text: Change['before'],
  tags: Change['beforeTags'],
  tasks: Change['beforeTasks'],
): string => tags?.map((tag) => `#${tag}`).join(' ') ?? tasks?.join('\n') ?? text ?? '';

export interface HistoryDialogProps {
  itemId: string;
  onClose: () => void;
}

export function HistoryDialog({ itemId, onClose }: HistoryDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const { title } = useItemTitle(itemId);
  const tell = useEditNotice();
  const [page, setPage] = useState(0);
  const { data, previousData, error, refetch } = useServiceHistoryQuery({
    variables: { id: itemId, page },
    fetchPolicy: 'cache-and-network',
  });
  const [revertChange, { loading }] = useRevertItemChangeMutation();
  const history = (data ?? previousData)?.itemHistory;
  const pages = Math.ceil((history?.total ?? 0) / perPage);

  const restore = async (changeId: string) => {
    notify.dismiss(`history-${itemId}`);
    try {
      const { data: done } = await revertChange({ variables: { changeId } });
      if (done)
        tell(
          t(done.revertChange.changeId ? 'curation.history.done' : 'curation.history.same'),
          done.revertChange,
        );
      await refetch();
    } catch (failure) {
      notify.error(t('curation.history.failed'), {
        id: `history-${itemId}`,
        description: failureText(failure),
      });
    }
  };
  const nameOf = ({ action }: Entry) =>
    isKnown(action) ? t(`admin.auditLog.actions.${actionKeys[action]}`) : t('admin.auditLog.other');
  const byWhom = useActorName();
  const visibilityOf = (value: Change['before']) => {
    const known = visibilities.find((one) => one === value);
    return known ? t(`admin.auditLog.states.${known}`) : '';
  };
  const changeOf = (change: Change) =>
    change.field === 'adminVisibility' ? (
      `${visibilityOf(change.before)} → ${visibilityOf(change.after)}`
    ) : (
      <DiffParts
        parts={diffTexts(
          asText(change.before, change.beforeTags, change.beforeTasks),
          asText(change.after, change.afterTags, change.afterTasks),
        )}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title ? t('curation.history.of', { title }) : t('curation.history.title')}
      initialFocus="heading"
      footer={
        pages > 1 ? (
          <>
            <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('admin.auditLog.previous')}
            </Button>
            <Button disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
              {t('admin.auditLog.next')}
            </Button>
          </>
        ) : undefined
      }
    >
      <QueryResult
        found={history?.entries}
        error={error}
        failure={t('admin.loadFailed')}
        skeleton={<Skeleton style={{ height: 240 }} />}
        empty={<EmptyState level={3} title={t('curation.history.empty')} />}
      />
      <RecordList>
        {history?.entries.map((entry) => (
          <li key={entry.id}>
            <div data-part="head">
              <strong>{nameOf(entry)}</strong>
            </div>
            {entry.changes.length > 0 ? (
              <Changes>
                {entry.changes.map((change) => (
                  <div key={change.field}>
                    <dt>{t(`curation.fields.${change.field}`)}</dt>
                    <dd>{changeOf(change)}</dd>
                  </div>
                ))}
              </Changes>
            ) : null}
            <small>
              <span>{byWhom(entry)}</span>
              <time dateTime={entry.at}>{formatDateTime(entry.at, language)}</time>
            </small>
            {entry.canRevert ? (
              <Bar>
                <Button busy={loading} onClick={() => void restore(entry.id)}>
                  {t('curation.history.revertChange')}
                </Button>
              </Bar>
            ) : null}
          </li>
        ))}
      </RecordList>
    </Dialog>
  );
}
