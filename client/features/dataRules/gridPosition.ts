/** Positions in the rule grid: rows from 0, columns from 0, of which the first is the service. */
import { dataClasses } from '../../enums/generated.ts';

export interface CellPosition {
  row: number;
  column: number;
}

/** Data classes have the columns 1 to this. */
export const lastColumn = dataClasses.length;

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

const pageStep = 10;

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Position after a key press; null for other keys. */
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

/** Rectangle of cells, bounds included. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Rectangle between two positions, without the column of the services. */
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

/** Integers from `first` to `last`, both included. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** Positions of all cells in a block. */
export const blockPositions = ({ top, bottom, left, right }: Block): CellPosition[] =>
  range(top, bottom).flatMap((row) => range(left, right).map((column) => ({ row, column })));

/** Letter of each verdict, as the menu shows it. */
export const verdictLetters = {
  ru: { yes: 'Д', yes_if: 'Е', ask: 'С', no: 'Н', undecided: '⌫' },
  en: { yes: 'Y', yes_if: 'I', ask: 'A', no: 'N', undecided: '⌫' },
} as const;

/** Verdict by letter, of the English and of the Russian names. */
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
