/** The keyboard, the pointer and the clipboard of the matrix. One place has the tab stop; a selection begins at its anchor. */
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react';
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
  lastColumn,
  verdictKeys,
  range,
  nextPosition,
  type CellPosition,
} from './gridPosition.ts';
import type { CellChange } from './useRuleSaves.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** A row as the grid needs it. */
export interface GridRow {
  itemId: string;
  title: string;
  valueAt: (column: number) => CellValue;
}

interface Options {
  rows: readonly GridRow[];
  readOnly: boolean;
  onChange: (changes: readonly CellChange[]) => void;
  onOpenCells: (places: readonly CellPosition[], begun?: DataVerdictValue) => void;
  onUndo: () => void;
}

export interface RuleGridState {
  focused: CellPosition;
  anchor: CellPosition;
  tableProps: {
    ref: React.RefObject<HTMLTableElement | null>;
    onKeyDown: (event: KeyboardEvent) => void;
    onMouseDown: (event: MouseEvent) => void;
    onDoubleClick: (event: MouseEvent) => void;
    onCopy: (event: ClipboardEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
    onFocus: (event: React.FocusEvent) => void;
  };
}

const positionOf = (target: EventTarget): CellPosition | null => {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
  const [row, column] = at?.dataset['at']?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
};

const isSame = (one: CellPosition, other: CellPosition): boolean =>
  one.row === other.row && one.column === other.column;

export function useRuleGrid({
  rows,
  readOnly,
  onChange,
  onOpenCells,
  onUndo,
}: Options): RuleGridState {
  const { t } = useTranslation('rules');
  const { language } = useLanguage();
  const { names, allNames } = useRuleTexts();
  const ref = useRef<HTMLTableElement>(null);
  const [wanted, setPlace] = useState<CellPosition>({ row: 0, column: 1 });
  const [begin, setAnchor] = useState<CellPosition>({ row: 0, column: 1 });
  /** The focus goes where a key or the pointer has led. */
  const isLed = useRef(false);
  /** The last block that was copied here, with the conditions of both languages. */
  const copied = useRef<{ text: string; values: CellValue[][] } | null>(null);
  const inside = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(row, rows.length - 1)),
    column,
  });
  const place = inside(wanted);
  const anchor = inside(begin);
  const block = blockBetween(anchor, place);

  const go = (to: CellPosition, extends_ = false) => {
    setPlace(to);
    if (!extends_) setAnchor(to);
    isLed.current = true;
    ref.current?.querySelector<HTMLElement>(`[data-at='${to.row} ${to.column}']`)?.focus();
    isLed.current = false;
  };
  const places = (): CellPosition[] =>
    range(block.top, block.bottom).flatMap((row) =>
      range(block.left, block.right).map((column) => ({ row, column })),
    );
  const changeOf = ({ row, column }: CellPosition, value: CellValue): CellChange[] => {
    const { itemId, title } = rows[row] ?? {};
    const dataClass = dataClasses[column - 1];
    return itemId && title !== undefined && dataClass ? [{ itemId, title, dataClass, value }] : [];
  };
  const decide = (verdict: DataVerdictValue) => {
    if (verdict === 'yes_if') onOpenCells(places(), verdict);
    else onChange(places().flatMap((at) => changeOf(at, unconditionalCell(verdict))));
  };
  /** The top row of the selection goes down; of one row, the one above it. */
  const fillDown = () => {
    const isOneRow = block.top === block.bottom;
    const from = isOneRow ? block.top - 1 : block.top;
    const source = rows[from];
    if (!source) return;
    onChange(
      range(from + 1, block.bottom).flatMap((row) =>
        range(block.left, block.right).flatMap((column) =>
          changeOf({ row, column }, source.valueAt(column)),
        ),
      ),
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = positionOf(event.target);
    if (!at || event.altKey) return;
    const far = event.ctrlKey || event.metaKey;
    const to = nextPosition(at, event, rows.length);
    if (to) {
      event.preventDefault();
      go(to, event.shiftKey && to.column > 0);
      return;
    }
    if (event.key === 'Escape' && !isSame(anchor, place)) {
      event.stopPropagation();
      setAnchor(place);
      return;
    }
    if (far && event.code === 'KeyZ' && !event.shiftKey) {
      event.preventDefault();
      onUndo();
      return;
    }
    // The service itself is a button with keys of its own.
    if (at.column === 0 || readOnly) return;
    const letter = verdictKeys[event.key.toLowerCase()];
    if (far && event.code === 'KeyD') {
      event.preventDefault();
      fillDown();
    } else if (!far && ['Enter', 'F2', ' '].includes(event.key)) {
      event.preventDefault();
      onOpenCells(places());
    } else if (!far && letter) {
      event.preventDefault();
      decide(letter);
    }
  };

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
    const cells =
      own ?? parseBlock(text).map((row) => row.map((one) => parseCell(one, allNames, language)));
    const texts = own ? [] : parseBlock(text);
    for (const [row, values] of cells.entries())
      for (const [column, value] of values.entries())
        if (typeof value === 'string') {
          const word = texts[row]?.[column] ?? '';
          return void refuse(t(value, { row: row + 1, column: column + 1, text: word }));
        }
    // One value goes into all that is selected; a block begins at the first selected cell.
    const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
    const room = { rows: rows.length - block.top, columns: lastColumn - block.left + 1 };
    const width = Math.max(...cells.map((row) => row.length));
    if (cells.length > room.rows || width > room.columns) return void refuse(t('tooLarge', room));
    const isValue = (value: unknown): value is CellValue =>
      typeof value === 'object' && value !== null;
    onChange(
      isValue(only)
        ? places().flatMap((one) => changeOf(one, only))
        : cells.flatMap((row, down) =>
            row.flatMap((value, right) =>
              isValue(value)
                ? changeOf({ row: block.top + down, column: block.left + right }, value)
                : [],
            ),
          ),
    );
  };

  return {
    focused: place,
    anchor,
    tableProps: {
      ref,
      onKeyDown,
      onCopy,
      onPaste,
      onFocus: (event) => {
        const at = positionOf(event.target);
        // Tab and a dialog that closes bring the focus here; keys and the pointer have said so already.
        if (at && !isLed.current && !isSame(at, place)) {
          setPlace(at);
          setAnchor(at);
        }
      },
      onMouseDown: (event) => {
        const at = positionOf(event.target);
        if (!at || at.column === 0 || event.button !== 0) return;
        event.preventDefault();
        go(at, event.shiftKey);
      },
      onDoubleClick: (event) => {
        const at = positionOf(event.target);
        if (at && at.column > 0 && !readOnly) onOpenCells([at]);
      },
    },
  };
}
