/** State of the inconsistency review: rows, selection, focus, bulk selection and decisions. */
import { useEffect, useState, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { tinykeys } from 'tinykeys';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { dialogIsOpen } from '../../design/rowKeys.ts';
import { useDifferencesQuery, type DifferenceFragment } from './generated.ts';
import { useInconsistenciesUrl, type InconsistenciesView } from './inconsistenciesUrl.ts';
import { useDecisions } from './useDecisions.ts';
import type { Decision } from './previewTexts.ts';
import { useResolution } from './useResolution.ts';

interface ReviewKeys {
  move: (step: 1 | -1) => void;
  /** Decides the current inconsistency. */
  decide: (decision: Decision) => void;
  openService: () => void;
  undo: () => void;
  toggle: () => void;
}

/** Keyboard shortcuts of the review, by physical key; none works while a dialog is open. */
function useReviewKeys(enabled: boolean, keys: ReviewKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const on = (act: (now: ReviewKeys) => void) => (event: KeyboardEvent) => {
      if (dialogIsOpen()) return;
      event.preventDefault();
      act(current.current);
    };
    return tinykeys(window, {
      KeyJ: on((now) => now.move(1)),
      KeyK: on((now) => now.move(-1)),
      Digit1: on((now) => now.decide('keep')),
      Digit2: on((now) => now.decide('use')),
      Numpad1: on((now) => now.decide('keep')),
      Numpad2: on((now) => now.decide('use')),
      'Shift+KeyD': on((now) => now.decide('delete')),
      KeyO: on((now) => now.openService()),
      KeyU: on((now) => now.undo()),
      KeyX: on((now) => now.toggle()),
    });
  }, [enabled]);
}

interface SelectionState {
  id: string | null;
  /** Id in the URL at the last rendering. */
  seen: string | null;
  /** Ids written to the URL that have not appeared there yet, in order. */
  sent: ReadonlyArray<string | null>;
}

/** State after the URL changed to `id`: an own change has arrived, or the reader navigated. */
function followUrl(state: SelectionState, id: string | null): SelectionState {
  const arrived = state.sent.indexOf(id);
  return arrived < 0
    ? { id, seen: id, sent: [] }
    : { ...state, seen: id, sent: state.sent.slice(arrived + 1) };
}

/** Current row of the review, shared by the list, the keyboard and the detail panel. */
interface Selection {
  /** Current row, by default the first. Undefined for an empty list. */
  row: DifferenceFragment | undefined;
  /** Selects at once, ahead of the URL; `inUrl` writes the id there too. */
  select: (id: string | null, inUrl: boolean) => void;
  /** Next or previous row; the last or the first one at the ends. */
  neighbour: (step: 1 | -1) => DifferenceFragment | undefined;
  /** Row that becomes current when this one leaves. */
  after: (id: string) => DifferenceFragment | undefined;
}

/** `id` is the one in the URL; `write` changes it there. */
function useSelection(
  rows: readonly DifferenceFragment[],
  id: string | null,
  write: (id: string | null) => void,
): Selection {
  const [state, setState] = useState<SelectionState>({ id, seen: id, sent: [] });
  if (state.seen !== id) setState(followUrl(state, id));
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === state.id),
  );
  return {
    row: rows[at],
    select: (next, inUrl) => {
      const isNew = inUrl && next !== (state.sent.at(-1) ?? state.seen);
      setState((now) => ({ ...now, id: next, sent: isNew ? [...now.sent, next] : now.sent }));
      if (isNew) write(next);
    },
    neighbour: (step) => rows[Math.min(rows.length - 1, Math.max(0, at + step))],
    after: (gone) => {
      const index = rows.findIndex((row) => row.id === gone);
      return rows[index + 1] ?? rows[index - 1];
    },
  };
}

interface ReviewRefs {
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
