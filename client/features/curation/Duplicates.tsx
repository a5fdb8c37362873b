/** Duplicates: merged side by side, or all identical ones at once; recent merges with undo. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { useFocusRestore, useRowFocus } from '../../design/focusRestore.ts';
import {
  useDuplicatesQuery,
  useMergeIdenticalMutation,
  useUndoServiceMergeMutation,
  type DuplicatesQuery,
} from './generated.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { Sections } from '../../design/Sections.ts';
import { MergeDialog, type MergeDialogProps } from './MergeDialog.tsx';
import { useBookmarkText } from './editNotice.ts';

type Group = DuplicatesQuery['duplicates']['groups'][number];
type Merge = DuplicatesQuery['merges'][number];

type Pair = Pick<MergeDialogProps, 'pair' | 'trashableIds'>;

function DuplicateGroup({ group, onCompare }: { group: Group; onCompare: (pair: Pair) => void }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [first, ...others] = group.items;
  return (
    <li>
      <div data-part="head">
        <strong>{t(`curation.duplicates.by.${group.matchedBy}`)}</strong>
        {group.isIdentical ? <span>{t('curation.duplicates.identical')}</span> : null}
      </div>
      <ul>
        {group.items.map((item) => {
          const title = getTitle(item, language);
          return (
            <li key={item.id}>
              <a href={item.sourceUrl} target="_blank" rel="noreferrer">
                <span lang={title.language}>{title.text}</span>
              </a>{' '}
              <small>
                {[
                  item.sourceUrl,
                  t('usedBy', { count: item.likesCount }),
                  t('cases', { count: item.useCasesCount }),
                ].join(' · ')}
              </small>
            </li>
          );
        })}
      </ul>
      <Bar>
        {others.map((other) => (
          <Button
            key={other.id}
            aria-label={t('curation.duplicates.compareOf', {
              title: getTitle(other, language).text,
            })}
            onClick={() => onCompare({ pair: [first!, other], trashableIds: group.trashableIds })}
          >
            {t('curation.duplicates.compare')}
          </Button>
        ))}
      </Bar>
    </li>
  );
}

function RecentMerge({ merge, busy, onUndo }: { merge: Merge; busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  return (
    <li>
      <div data-part="head">
        <strong>
          {t('curation.duplicates.mergeOf', {
            merged: merge.mergedTitle,
            kept: merge.keptItem ? getTitle(merge.keptItem, language).text : '—',
          })}
        </strong>
        {merge.undoneAt ? <span>{t('curation.duplicates.wasUndone')}</span> : null}
      </div>
      <small>
        <span>{merge.mergedBy?.name ?? ''}</span>
        <time dateTime={merge.mergedAt}>{formatDateTime(merge.mergedAt, language)}</time>
        <span>{merge.mergedUrl}</span>
      </small>
      {merge.canUndo ? (
        <Bar>
          <Button
            busy={busy}
            aria-label={t('curation.duplicates.undoOf', { title: merge.mergedTitle })}
            onClick={onUndo}
          >
            {t('common:actions.undo')}
          </Button>
        </Bar>
      ) : null}
    </li>
  );
}

export function Duplicates() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { data, error, refetch } = useDuplicatesQuery({ fetchPolicy: 'cache-and-network' });
  const [pair, setPair] = useState<Pair | null>(null);
  const [mergeAll, mergingAll] = useMergeIdenticalMutation();
  const [undo, undoing] = useUndoServiceMergeMutation();
  const bookmarkText = useBookmarkText();
  const heading = useRef<HTMLHeadingElement>(null);
  const mergesHeading = useRef<HTMLHeadingElement>(null);
  /** Next focus after a merge has removed its row. */
  const next = useRef<HTMLElement>(null);
  const groupFocus = useRowFocus<HTMLUListElement>(() => heading.current);
  const mergeFocus = useRowFocus<HTMLUListElement>(() => mergesHeading.current);
  const focusRestore = useFocusRestore(() => heading.current);
  const change = async (call: () => Promise<string>) => {
    notify.dismiss('duplicates');
    try {
      notify.success(await call(), { duration: 'long' });
    } catch (failure) {
      notify.error(t('curation.duplicates.failed'), {
        id: 'duplicates',
        description: failureText(failure),
      });
    }
    await refetch();
  };
  const mergeIdentical = () =>
    change(async () => {
      const { data: done } = await mergeAll();
      return t('curation.duplicates.mergedAll', {
        count: done?.mergeIdenticalDuplicates.merged ?? 0,
      });
    });
  const undoMerge = (merge: Merge) =>
    change(async () => {
      const { data: done } = await undo({ variables: { id: merge.id } });
      const words = done ? bookmarkText(done.undoMerge.otherBookmark) : '';
      return [t('curation.duplicates.undone'), words].filter(Boolean).join('. ');
    });

  const merged = async () => {
    await refetch();
    next.current = groupFocus.next() ?? null;
    setPair(null);
  };
  const duplicates = data?.duplicates;
  return (
    <Sections {...focusRestore}>
      <section>
        <h3 ref={heading} tabIndex={-1}>
          {duplicates
            ? t('curation.duplicates.title', { count: duplicates.total })
            : t('curation.duplicates.heading')}
        </h3>
        <p>{t('curation.duplicates.hint')}</p>
        {duplicates && duplicates.identical > 0 ? (
          <Notice
            tone="info"
            actions={
              <Button
                variant="primary"
                busy={mergingAll.loading}
                onClick={() => void mergeIdentical()}
              >
                {t('curation.duplicates.mergeAll')}
              </Button>
            }
          >
            {t('curation.duplicates.identicalHint', { count: duplicates.identical })}
          </Notice>
        ) : null}
        <QueryResult
          found={duplicates?.groups}
          error={error}
          failure={t('admin.loadFailed')}
          onRetry={refetch}
          empty={<EmptyState level={3} title={t('curation.duplicates.none')} />}
        />
        <RecordList {...groupFocus.rows}>
          {duplicates?.groups.map((group) => (
            <DuplicateGroup key={group.key} group={group} onCompare={setPair} />
          ))}
        </RecordList>
      </section>
      {data && data.merges.length > 0 ? (
        <section>
          <h3 ref={mergesHeading} tabIndex={-1}>
            {t('curation.duplicates.merges')}
          </h3>
          <RecordList {...mergeFocus.rows}>
            {data.merges.map((merge) => (
              <RecentMerge
                key={merge.id}
                merge={merge}
                busy={undoing.loading}
                onUndo={() => void undoMerge(merge)}
              />
            ))}
          </RecordList>
        </section>
      ) : null}
      {pair ? (
        <MergeDialog {...pair} onClose={() => setPair(null)} onMerged={merged} returnFocus={next} />
      ) : null}
    </Sections>
  );
}
