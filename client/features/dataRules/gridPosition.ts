/** Places of the matrix: rows from 0, columns from 0, of which the first is the service itself. Pure. */
import { dataClasses } from '../../enums/generated.ts';

export interface CellPosition {
  row: number;
  column: number;
}

/** The columns of the classes are 1 to this. */
export const lastColumn = dataClasses.length;

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

const pageStep = 10;

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Where a key leads; null for one that leads nowhere. */
export function nextPosition(
  from: CellPosition,
  { key, ctrlKey, metaKey }: KeyPress,
  rows: number,
): CellPosition | null {
  const far = ctrlKey || metaKey;
  const { row, column } = from;
  const to = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? rows : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? lastColumn : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows : row, column: lastColumn },
    PageUp: { row: row - pageStep, column },
    PageDown: { row: row + pageStep, column },
  }[key];
  return to ? { row: clamp(to.row, 0, rows - 1), column: clamp(to.column, 0, lastColumn) } : null;
}

/** A block of cells, from its first to its last row and column. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** What lies between two places; the service itself is never part of it. */
export const blockBetween = (one: CellPosition, other: CellPosition): Block => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.max(1, Math.min(one.column, other.column)),
  right: Math.max(one.column, other.column),
});

export const blockContains = (
  { top, bottom, left, right }: Block,
  { row, column }: CellPosition,
): boolean => row >= top && row <= bottom && column >= left && column <= right;

/** Whole numbers from the first to the last. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** What a letter decides: those of the English and of the Russian words, whatever the layout. */
export const verdictKeys: Readonly<Record<string, 'yes' | 'yes_if' | 'ask' | 'no' | 'undecided'>> =
  {
    y: 'yes',
    д: 'yes',
    i: 'yes_if',
    е: 'yes_if',
    a: 'ask',
    с: 'ask',
    n: 'no',
    н: 'no',
    delete: 'undecided',
    backspace: 'undecided',
  };
