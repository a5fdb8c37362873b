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
import { useFocusRestore } from '../../design/useFocusRestore.ts';
import { useRowFocus } from '../../design/useRowFocus.ts';
import {
  useDuplicatesQuery,
  useMergeIdenticalMutation,
  useUndoServiceMergeMutation,
  type DuplicateItemFragment,
  type DuplicatesQuery,
} from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Sections } from '../../design/Sections.ts';
import { MergeDialog, type MergeDialogProps } from './MergeDialog.tsx';
import { useBookmarkText } from './editNotice.ts';

type Group = DuplicatesQuery['duplicates']['groups'][number];
type Merge = DuplicatesQuery['merges'][number];

export function Duplicates() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useDuplicatesQuery({ fetchPolicy: 'cache-and-network' });
  const [pair, setPair] = useState<Pick<MergeDialogProps, 'pair' | 'trashableIds'> | null>(null);
  const [mergeAll, mergingAll] = useMergeIdenticalMutation();
  const [undo, undoing] = useUndoServiceMergeMutation();
  const wordsOf = useBookmarkText();
  const heading = useRef<HTMLHeadingElement>(null);
  const mergesHeading = useRef<HTMLHeadingElement>(null);
  /** Next focus after a merge has removed its row. */
  const next = useRef<HTMLElement>(null);
  const groupFocus = useRowFocus<HTMLUListElement>(() => heading.current);
  const mergeFocus = useRowFocus<HTMLUListElement>(() => mergesHeading.current);
  const kept = useFocusRestore(() => heading.current);
  const titleOf = (item: Pick<DuplicateItemFragment, 'titleRu' | 'titleEn'>) =>
    chooseText(item.titleRu, item.titleEn, language);

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
  const takeBack = (merge: Merge) =>
    change(async () => {
      const { data: done } = await undo({ variables: { id: merge.id } });
      const words = done ? wordsOf(done.undoMerge.otherBookmark) : '';
      return [t('curation.duplicates.undone'), words].filter(Boolean).join('. ');
    });

  const groupRow = (group: Group) => (
    <li key={group.key}>
      <div data-part="head">
        <strong>{t(`curation.duplicates.by.${group.matchedBy}`)}</strong>
        {group.isIdentical ? <span>{t('curation.duplicates.identical')}</span> : null}
      </div>
      <ul>
        {group.items.map((item) => (
          <li key={item.id}>
            <a href={item.sourceUrl} target="_blank" rel="noreferrer">
              <span lang={titleOf(item).language}>{titleOf(item).text}</span>
            </a>{' '}
            <small>
              {item.sourceUrl}
              {' · '}
              {[
                t('usedBy', { count: item.likesCount }),
                t('cases', { count: item.useCasesCount }),
              ].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      <Bar>
        {group.items.slice(1).map((other) => (
          <Button
            key={other.id}
            aria-label={t('curation.duplicates.compareOf', { title: titleOf(other).text })}
            onClick={() =>
              setPair({ pair: [group.items[0]!, other], trashableIds: group.trashableIds })
            }
          >
            {t('curation.duplicates.compare')}
          </Button>
        ))}
      </Bar>
    </li>
  );
  const mergeRow = (merge: Merge) => (
    <li key={merge.id}>
      <div data-part="head">
        <strong>
          {t('curation.duplicates.mergeOf', {
            merged: merge.mergedTitle,
            kept: merge.keptItem ? titleOf(merge.keptItem).text : '—',
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
            busy={undoing.loading}
            aria-label={t('curation.duplicates.undoOf', { title: merge.mergedTitle })}
            onClick={() => void takeBack(merge)}
          >
            {t('common:actions.undo')}
          </Button>
        </Bar>
      ) : null}
    </li>
  );
  const merged = async () => {
    await refetch();
    next.current = groupFocus.next() ?? null;
    setPair(null);
  };
  const duplicates = data?.duplicates;
  return (
    <Sections {...kept}>
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
        <RecordList {...groupFocus.rows}>{duplicates?.groups.map(groupRow)}</RecordList>
      </section>
      {data && data.merges.length > 0 ? (
        <section>
          <h3 ref={mergesHeading} tabIndex={-1}>
            {t('curation.duplicates.merges')}
          </h3>
          <RecordList {...mergeFocus.rows}>{data.merges.map(mergeRow)}</RecordList>
        </section>
      ) : null}
      {pair ? (
        <MergeDialog {...pair} onClose={() => setPair(null)} onMerged={merged} returnFocus={next} />
      ) : null}
    </Sections>
  );
}
