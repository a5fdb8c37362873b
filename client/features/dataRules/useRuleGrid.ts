/** Keyboard, pointer and clipboard of the rule grid, with one Tab stop and a selected block. */
import {
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../design/Announcer.tsx';
import { notify } from '../../design/notify.ts';
import { dataClasses } from '../../enums/generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { DataVerdictValue } from './generated.ts';
import {
  unconditionalCell,
  parseBlock,
  parseCell,
  formatCell,
  formatBlock,
  type CellValue,
} from './cells.ts';
import {
  blockBetween,
  blockPositions,
  lastColumn,
  verdictKeys,
  range,
  nextPosition,
  type Block,
  type CellPosition,
} from './gridPosition.ts';
import type { CellChange } from './useRuleSaves.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** Rows chosen with their checkboxes, for a change of many services at once. */
export interface RowSelection<Row> {
  chosen: readonly Row[];
  has: (row: Row) => boolean;
  /** Toggles a row; with `isRange` all rows from the last toggled one follow it. */
  toggle: (index: number, isRange?: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** @param scope the shown list: another one begins without a choice */
export function useRowSelection<Row extends { itemId: string }>(
  rows: readonly Row[],
  scope: string,
): RowSelection<Row> {
  const [state, setState] = useState({ scope, ids: new Set<string>() });
  const last = useRef(0);
  const ids = state.scope === scope ? state.ids : new Set<string>();
  const chosen = rows.filter(({ itemId }) => ids.has(itemId));
  const choose = (wanted: Iterable<string>) => setState({ scope, ids: new Set(wanted) });
  return {
    chosen,
    has: ({ itemId }) => ids.has(itemId),
    toggle: (index, isRange = false) => {
      const from = isRange ? last.current : index;
      last.current = index;
      const isOn = !ids.has(rows[index]?.itemId ?? '');
      const touched = range(Math.min(from, index), Math.max(from, index)).flatMap(
        (one) => rows[one]?.itemId ?? [],
      );
      choose(isOn ? [...ids, ...touched] : [...ids].filter((itemId) => !touched.includes(itemId)));
    },
    toggleAll: () => choose(chosen.length === rows.length ? [] : rows.map(({ itemId }) => itemId)),
    clear: () => choose([]),
  };
}

export interface GridRow {
  itemId: string;
  title: string;
  valueAt: (column: number) => CellValue;
}

interface Options {
  rows: readonly GridRow[];
  readOnly: boolean;
  onChange: (changes: readonly CellChange[]) => void;
  onOpenCells: (positions: readonly CellPosition[], initialVerdict?: DataVerdictValue) => void;
  onUndo: () => void;
  /** Chooses a whole row, or takes it out of the choice. */
  onToggleRow: (row: number) => void;
}

interface RuleGridState {
  focused: CellPosition;
  anchor: CellPosition;
  tableProps: {
    ref: RefObject<HTMLTableElement | null>;
    onKeyDown: (event: KeyboardEvent) => void;
    onMouseDown: (event: MouseEvent) => void;
    onClick: (event: MouseEvent) => void;
    onCopy: (event: ClipboardEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
}

const positionOf = (target: EventTarget): CellPosition | null => {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
  const [row, column] = at?.dataset['at']?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
};

const isSame = (one: CellPosition, other: CellPosition): boolean =>
  one.row === other.row && one.column === other.column;

/** Changes of one cell; none outside the grid. */
export const cellChanges = (
  rows: readonly GridRow[],
  { row, column }: CellPosition,
  value: CellValue,
): CellChange[] => {
  const { itemId, title } = rows[row] ?? {};
  const dataClass = dataClasses[column - 1];
  return itemId && title !== undefined && dataClass ? [{ itemId, title, dataClass, value }] : [];
};

/** Copies the top row of the block down; a single row is filled from the row above. */
function fillDown(rows: readonly GridRow[], { top, bottom, left, right }: Block): CellChange[] {
  const from = top === bottom ? top - 1 : top;
  const source = rows[from];
  if (!source) return [];
  return range(from + 1, bottom).flatMap((row) =>
    range(left, right).flatMap((column) =>
      cellChanges(rows, { row, column }, source.valueAt(column)),
    ),
  );
}

function useGridSelection(rowsCount: number, table: RefObject<HTMLTableElement | null>) {
  const [wanted, setWanted] = useState<CellPosition>({ row: 0, column: 1 });
  const [start, setStart] = useState<CellPosition>({ row: 0, column: 1 });
  const isMoving = useRef(false);
  const inside = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(row, rowsCount - 1)),
    column,
  });
  const focused = inside(wanted);
  const anchor = inside(start);
  return {
    focused,
    anchor,
    block: blockBetween(anchor, focused),
    moveTo: (to: CellPosition, keepAnchor = false) => {
      setWanted(to);
      if (!keepAnchor) setStart(to);
      isMoving.current = true;
      table.current?.querySelector<HTMLElement>(`[data-at='${to.row} ${to.column}']`)?.focus();
      isMoving.current = false;
    },
    collapse: () => setStart(focused),
    /** Follows a focus that came by Tab or from a closed dialog, and not from `moveTo`. */
    onFocus: (event: FocusEvent) => {
      const at = positionOf(event.target);
      if (!at || isMoving.current || isSame(at, focused)) return;
      setWanted(at);
      setStart(at);
    },
  };
}

type ClipboardOptions = Pick<Options, 'rows' | 'readOnly' | 'onChange'> & { block: Block };

function useGridClipboard({ rows, readOnly, onChange, block }: ClipboardOptions) {
  const { t } = useTranslation('rules');
  const { language } = useLanguage();
  const { names, allNames } = useRuleTexts();
  /** Last block copied here, with the conditions in both languages. */
  const copied = useRef<{ text: string; values: CellValue[][] } | null>(null);

  const onCopy = (event: ClipboardEvent) => {
    const at = positionOf(event.target);
    if (!at || at.column === 0) return;
    const values = range(block.top, block.bottom).map((row) =>
      range(block.left, block.right).map((column) => rows[row]!.valueAt(column)),
    );
    const text = formatBlock(
      values.map((row) => row.map((value) => formatCell(value, names, language))),
    );
    copied.current = { text, values };
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    announce(t('copied', { rows: values.length, columns: values[0]?.length ?? 0 }));
  };
  const refuse = (description: string) =>
    notify.error(t('pasteFailed'), { id: 'rules', description, duration: 'long' });
  const onPaste = (event: ClipboardEvent) => {
    const at = positionOf(event.target);
    if (!at || at.column === 0 || readOnly) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const own = copied.current?.text === text ? copied.current.values : null;
    const texts = own ? [] : parseBlock(text);
    const cells = own ?? texts.map((row) => row.map((one) => parseCell(one, allNames, language)));
    for (const [row, values] of cells.entries())
      for (const [column, value] of values.entries())
        if (typeof value === 'string') {
          const word = texts[row]?.[column] ?? '';
          return void refuse(t(value, { row: row + 1, column: column + 1, text: word }));
        }
    const room = { rows: rows.length - block.top, columns: lastColumn - block.left + 1 };
    const width = Math.max(...cells.map((row) => row.length));
    if (cells.length > room.rows || width > room.columns) return void refuse(t('tooLarge', room));
    // One value fills the selection; a block starts at the first selected cell.
    const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
    onChange(
      isValue(only)
        ? blockPositions(block).flatMap((one) => cellChanges(rows, one, only))
        : cells.flatMap((row, down) =>
            row.flatMap((value, right) =>
              isValue(value)
                ? cellChanges(rows, { row: block.top + down, column: block.left + right }, value)
                : [],
            ),
          ),
    );
  };
  return { onCopy, onPaste };
}

const isValue = (value: unknown): value is CellValue => typeof value === 'object' && value !== null;

export function useRuleGrid(options: Options): RuleGridState {
  const { rows, readOnly, onChange, onOpenCells, onUndo, onToggleRow } = options;
  const ref = useRef<HTMLTableElement>(null);
  const selection = useGridSelection(rows.length, ref);
  const { focused, anchor, block } = selection;
  const clipboard = useGridClipboard({ rows, readOnly, onChange, block });

  const decide = (verdict: DataVerdictValue) => {
    const positions = blockPositions(block);
    if (verdict === 'yes_if') onOpenCells(positions, verdict);
    else onChange(positions.flatMap((at) => cellChanges(rows, at, unconditionalCell(verdict))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = positionOf(event.target);
    if (!at || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const to = nextPosition(at, event, rows.length);
    if (to) {
      event.preventDefault();
      selection.moveTo(to, event.shiftKey && to.column > 0);
      return;
    }
    if (event.key === 'Escape' && !isSame(anchor, focused)) {
      event.stopPropagation();
      selection.collapse();
      return;
    }
    if (isCommand && event.code === 'KeyZ' && !event.shiftKey) {
      event.preventDefault();
      onUndo();
      return;
    }
    if (event.key === ' ' && event.shiftKey && !readOnly) {
      event.preventDefault();
      onToggleRow(at.row);
      return;
    }
    // The service is a button with keys of its own.
    if (at.column === 0 || readOnly) return;
    const verdict = verdictKeys[event.key.toLowerCase()];
    if (isCommand && event.code === 'KeyD') {
      event.preventDefault();
      onChange(fillDown(rows, block));
    } else if (!isCommand && ['Enter', 'F2', ' '].includes(event.key)) {
      event.preventDefault();
      onOpenCells(blockPositions(block));
    } else if (!isCommand && verdict) {
      event.preventDefault();
      decide(verdict);
    }
  };
  return {
    focused,
    anchor,
    tableProps: {
      ref,
      onKeyDown,
      ...clipboard,
      onFocus: selection.onFocus,
      onMouseDown: (event) => {
        const at = positionOf(event.target);
        if (!at || at.column === 0 || event.button !== 0) return;
        event.preventDefault();
        selection.moveTo(at, event.shiftKey);
      },
      onClick: (event) => {
        const at = positionOf(event.target);
        if (at && at.column > 0 && !readOnly && !event.shiftKey) onOpenCells([at]);
      },
    },
  };
}
