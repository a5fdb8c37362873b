/** State of the inconsistency review: rows, selection, focus, bulk selection and decisions. */
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useDifferencesQuery, type DifferenceFragment } from './generated.ts';
import { useInconsistenciesUrl, type InconsistenciesView } from './inconsistenciesUrl.ts';
import { useDecisions } from './useDecisions.ts';
import type { Decision } from './previewTexts.ts';
import { useResolution } from './useResolution.ts';
import { useReviewKeys } from './useReviewKeys.ts';
import { useSelection } from './useSelection.ts';

export interface ReviewRefs {
  root: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLUListElement | null>;
}

const none: readonly DifferenceFragment[] = [];

function useRows({ status, type }: InconsistenciesView) {
  const { data, previousData, error, refetch } = useDifferencesQuery({
    variables: { status, type },
    fetchPolicy: 'cache-and-network',
  });
  const read = data?.inconsistencies ?? none;
  const isUsedUp = read.length > 0 && read.every((row) => row.status !== status);
  // The server answers a limited number of rows: more may follow when all of them are decided.
  useEffect(() => {
    if (isUsedUp) void refetch().catch(() => undefined);
  }, [isUsedUp, refetch]);
  const known = (data ?? previousData)?.inconsistencies.filter(
    (row) => row.status === status && (!type || row.type === type),
  );
  return { known, error, refetch };
}

/** Moves the focus to the next inconsistency, and to the heading when none is left. */
function useReviewFocus({ root, list }: ReviewRefs, rowsCount: number) {
  const [goal, setGoal] = useState<{ id: string | null; at: 'row' | 'heading' } | null>(null);
  useEffect(() => {
    if (goal?.at !== 'row' || goal.id === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row][data-id="${goal.id}"]`)?.focus();
  }, [goal, list]);
  // After a decision by key the focus may have been outside the list, so that nothing restores it.
  const isOver = goal !== null && goal.id === null && rowsCount === 0;
  useEffect(() => {
    if (isOver && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [isOver, root]);
  const restoreProps = useFocusRestore(() =>
    root.current?.querySelector<HTMLElement>('[data-row][tabindex="0"], h3[tabindex], h2'),
  );
  return { goal, setGoal, restoreProps };
}

function useBulkSelection(rows: readonly DifferenceFragment[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [dialogRows, setDialogRows] = useState<readonly DifferenceFragment[]>(none);
  const selected = rows.filter((row) => ids.has(row.id));
  return {
    ids,
    selected,
    dialogRows,
    toggle: (id: string) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    selectAll: () => setIds(new Set(rows.map((row) => row.id))),
    clear: () => setIds(new Set()),
    openDialog: () => setDialogRows(selected),
    closeDialog: () => {
      setDialogRows(none);
      setIds(new Set());
    },
  };
}

export function useReview(singleKeys: boolean, refs: ReviewRefs) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [view, changeView] = useInconsistenciesUrl();
  const isWide = useMediaQuery('(min-width: 1024px)');
  const { known, error, refetch } = useRows(view);
  const nameOf = ({ knowledgeItem: item }: DifferenceFragment) =>
    item ? chooseText(item.titleRu, item.titleEn, language).text : t('admin.gone');
  const refresh = () => {
    // The hook reports the failure as `error`.
    refetch().catch((failure: unknown) => console.info('The list could not be read', failure));
  };
  const decisions = useDecisions({ nameOf, onReopened: refresh, onGone: refresh });
  const resolution = useResolution(decisions);
  const found = known?.filter((row) => !resolution.leaving.has(row.id));
  const rows = found ?? none;
  const selection = useSelection(rows, view.id, (id) => changeView({ id }, 'replace'));
  const isNamed = rows.some((row) => row.id === view.id);
  const open = isWide || isNamed ? selection.row : undefined;
  const showList = isWide || !open;
  const bulk = useBulkSelection(rows);
  const canSelect = view.status === 'new' && rows.length > 1;
  const focus = useReviewFocus(refs, rows.length);

  const go = (id: string | null, to: 'row' | 'heading') => {
    selection.select(id, isWide || isNamed);
    focus.setGoal({ id, at: showList ? to : 'heading' });
  };
  const move = (step: 1 | -1) => {
    const next = selection.neighbour(step);
    if (next) go(next.id, 'row');
  };
  const resolve = (row: DifferenceFragment, decision: Decision, by: 'key' | 'click') => {
    const next = selection.after(row.id)?.id ?? null;
    resolution.resolve(row, decision, by, () => go(next, by === 'key' ? 'row' : 'heading'));
  };
  useReviewKeys(singleKeys, {
    move,
    decide: (decision) => {
      if (bulk.selected.length > 0) bulk.openDialog();
      else if (open?.status === 'new') resolve(open, decision, 'key');
    },
    openService: () => refs.root.current?.querySelector<HTMLElement>('h3 a')?.click(),
    undo: () => {
      if (open && view.status !== 'new' && (open.canUndo || open.status === 'ignored')) {
        void decisions.undo(open);
      } else void decisions.undoLast();
    },
    toggle: () => {
      if (canSelect && selection.row) bulk.toggle(selection.row.id);
    },
  });
  return {
    view,
    changeView,
    found,
    rows,
    error,
    refetch,
    nameOf,
    decisions,
    resolution,
    selection,
    open,
    showList,
    bulk,
    canSelect,
    focus,
    move,
    resolve,
  };
}

export type Review = ReturnType<typeof useReview>;
