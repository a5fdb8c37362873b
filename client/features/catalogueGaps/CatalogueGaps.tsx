/** Catalogue gaps: searches without results, proposals and refused requests, with keyboard shortcuts. */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { useSingleKeys } from '../../browser/keyboard.ts';
import { useUrlChoice } from '../../browser/listAddress.ts';
import { FilterBar } from '../../design/Bar.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { KeysHint, Sections } from '../../design/Sections.ts';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { openKeys, useRowKeys } from '../../design/rowKeys.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { from } from '../../design/theme.ts';
import { useRowFocus } from '../../design/focusRestore.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import {
  ReopenCatalogueGapDocument,
  useCatalogueGapListQuery,
  type CatalogueGapKind,
  type CatalogueGapRowFragment,
  type CatalogueGapState,
} from './generated.ts';
import { DeclineDialog, MergeDialog } from './GapDialogs.tsx';
import { VocabularyDialog } from './VocabularyDialog.tsx';
import { CatalogueGapItem, useVocabularyName } from './CatalogueGapItem.tsx';
import { addServicePath, actionsOf, useGapName, type GapAction } from './gapActions.ts';

const views = {
  open: ['open'],
  done: ['taught', 'added', 'declined', 'merged'],
} as const satisfies Record<string, readonly CatalogueGapState[]>;
type View = keyof typeof views;
const viewNames = Object.keys(views) as [View, ...View[]];
const kinds: readonly CatalogueGapKind[] = ['search', 'proposal', 'refusal'];

/** Counts, kinds and dates stand in the same columns in every row. */
const Gaps = styled(RecordList)`
  ${from.lg} {
    && {
      display: grid;
      grid-template-columns: minmax(0, 42%) minmax(0, 1fr) auto auto;
    }
    && > li {
      grid-column: 1 / -1;
    }
    && > li[data-compact] {
      grid-template-columns: subgrid;
    }
    && > li[data-compact] > [data-part='head'] {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 36px 132px;
      justify-items: start;
    }
    && > li[data-compact] > small {
      text-align: end;
    }
  }
`;

export function CatalogueGaps() {
  const singleKeys = useSingleKeys();
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const navigate = useNavigate();
  const nameOf = useGapName();
  const [view, setView] = useUrlChoice('view', viewNames);
  const [kind, setKind] = useUrlChoice<CatalogueGapKind | ''>('kind', ['', ...kinds]);
  const [asked, setAsked] = useState<{ gap: CatalogueGapRowFragment; act: GapAction } | null>(null);
  const { data, error, refetch } = useCatalogueGapListQuery({
    variables: { states: [...views[view]], kind: kind || null },
    fetchPolicy: 'cache-and-network',
  });
  const vocabularyNameOf = useVocabularyName(view === 'open');
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);
  const gaps = data?.catalogueGaps;

  /** Refetches the list and its dependents. */
  const readAgain = async () => {
    await client.refetchQueries({ include: 'active' });
    next.current = focus.next() ?? null;
  };
  const reopen = async (gap: { id: string }) => {
    notify.dismiss(`gap-${gap.id}`);
    try {
      await client.mutate({ mutation: ReopenCatalogueGapDocument, variables: { id: gap.id } });
    } catch (failure) {
      notify.error(t('admin.catalogueGaps.notDone'), {
        id: `gap-${gap.id}`,
        description: failureText(failure),
      });
    }
    await readAgain();
  };
  const done = async (gap: CatalogueGapRowFragment, words: string) => {
    await readAgain();
    const undo = { label: t('common:actions.undo'), run: () => void reopen(gap) };
    notify.success(words, {
      description: nameOf(gap),
      ...(gap.kind === 'proposal' && asked?.act !== 'merge'
        ? {}
        : { duration: 'long', action: undo }),
    });
  };
  const start = (gap: CatalogueGapRowFragment, act: GapAction) => {
    if (act === 'reopen') return void reopen(gap);
    if (act === 'add') return void navigate(addServicePath(gap));
    return setAsked({ gap, act });
  };
  const press =
    (...acts: GapAction[]) =>
    (id: string) => {
      const gap = gaps?.find((one) => one.id === id);
      const act = gap && actionsOf(gap).find((one) => acts.includes(one));
      if (gap && act) start(gap, act);
    };
  useRowKeys(focus.rows.ref, singleKeys, {
    Digit1: press('vocabulary', 'reopen'),
    Digit2: press('add'),
    Digit3: press('decline'),
    Digit4: press('merge'),
    ...openKeys,
  });
  const dialog = { returnFocus: next, onClose: () => setAsked(null) };
  return (
    <Sections>
      <section>
        <VisuallyHidden as="h3" ref={heading} tabIndex={-1}>
          {t('admin.catalogueGaps.title')}
        </VisuallyHidden>
        <FilterBar>
          <SegmentedControl<View>
            isFoldable
            label={t('admin.catalogueGaps.show')}
            value={view}
            onChange={setView}
            options={viewNames.map((value) => ({
              value,
              label: t(`admin.catalogueGaps.views.${value}`),
            }))}
          />
          <Select<CatalogueGapKind | ''>
            aria-label={t('admin.catalogueGaps.kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: t('admin.catalogueGaps.anyKind') },
              ...kinds.map((value) => ({ value, label: t(`admin.catalogueGaps.kinds.${value}`) })),
            ]}
          />
        </FilterBar>
        <QueryResult
          found={gaps}
          error={error}
          failure={t('admin.loadFailed')}
          onRetry={refetch}
          empty={<EmptyState level={3} title={t('admin.catalogueGaps.empty')} />}
        />
        <Gaps {...focus.rows}>
          {gaps?.map((gap) => (
            <CatalogueGapItem
              key={gap.id}
              gap={gap}
              vocabularyName={vocabularyNameOf(gap)}
              onAct={(act) => start(gap, act)}
            />
          ))}
        </Gaps>
        <p>{t('admin.catalogueGaps.hint')}</p>
        {singleKeys ? <KeysHint>{t('admin.catalogueGaps.keys')}</KeysHint> : null}
        {asked?.act === 'vocabulary' ? (
          <VocabularyDialog
            text={asked.gap.name}
            language={asked.gap.language ?? 'en'}
            gapId={asked.gap.id}
            onSaved={readAgain}
            {...dialog}
          />
        ) : null}
        {asked?.act === 'decline' ? (
          <DeclineDialog gap={asked.gap} onDeclined={done} {...dialog} />
        ) : null}
        {asked?.act === 'merge' ? (
          <MergeDialog gap={asked.gap} onMerged={done} {...dialog} />
        ) : null}
      </section>
    </Sections>
  );
}
