/** Selection of preview rows: whole kinds and rows that are exceptions. */
import type { ImportRowKind, PreviewImportFilesQuery } from './generated.ts';

export type Preview = PreviewImportFilesQuery['previewImport'];
export type Row = Preview['rows'][number];

/** Selectable kinds, in display order. */
export const selectableKinds = ['new', 'changed', 'sameName', 'sameAddress'] as const;

export interface RowSelection {
  kinds: readonly ImportRowKind[];
  /** Keys of rows whose selection is the opposite of their kind's. */
  exceptions: ReadonlySet<string>;
}

/** Everything but duplicates by address, which need a decision. */
export const defaultSelection: RowSelection = {
  kinds: ['new', 'changed', 'sameName'],
  exceptions: new Set(),
};

/** Appends the rows of the next page; counts are totals on every page. */
export function appendPage(preview: Preview, next: Preview): Preview {
  const known = new Set(preview.rows.map(({ key }) => key));
  return { ...next, rows: [...preview.rows, ...next.rows.filter(({ key }) => !known.has(key))] };
}

export const isSelected = ({ kinds, exceptions }: RowSelection, { key, kind }: Row): boolean =>
  kinds.includes(kind) !== exceptions.has(key);

export function toggleKind(
  selection: RowSelection,
  kind: ImportRowKind,
  rows: readonly Row[],
): RowSelection {
  const kinds = selection.kinds.includes(kind)
    ? selection.kinds.filter((one) => one !== kind)
    : [...selection.kinds, kind];
  const ofKind = new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key));
  return {
    kinds,
    exceptions: new Set([...selection.exceptions].filter((key) => !ofKind.has(key))),
  };
}

export function toggleRow(selection: RowSelection, { key }: Row): RowSelection {
  const exceptions = new Set(selection.exceptions);
  if (!exceptions.delete(key)) exceptions.add(key);
  return { ...selection, exceptions };
}

/** Variables of the import mutation. */
export function toVariables({ kinds, exceptions }: RowSelection, rows: readonly Row[]) {
  const exceptionRows = rows.filter(({ key }) => exceptions.has(key));
  return {
    kinds: [...kinds],
    exclude: exceptionRows.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key),
    include: exceptionRows.filter(({ kind }) => !kinds.includes(kind)).map(({ key }) => key),
  };
}

/** Number of selected rows, including rows of pages not loaded. */
export function countSelected(selection: RowSelection, { counts, rows }: Preview): number {
  const { kinds, exclude, include } = toVariables(selection, rows);
  const whole = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return whole - exclude.length + include.length;
}

/** Number of selected rows of a kind; `isSome` when not all are selected. */
export function selectedOfKind(
  selection: RowSelection,
  kind: ImportRowKind,
  { counts, rows }: Preview,
): { count: number; isSome: boolean } {
  const exceptionsCount = rows.filter(
    (row) => row.kind === kind && selection.exceptions.has(row.key),
  ).length;
  const count = selection.kinds.includes(kind) ? counts[kind] - exceptionsCount : exceptionsCount;
  return { count, isSome: count > 0 && count < counts[kind] };
}

/** Number of demo services replaced by selected rows; rows not loaded follow their kind. */
export function countReplacedDemoItems(selection: RowSelection, { counts, rows }: Preview): number {
  const loaded = rows.filter(({ replacedDemoItem }) => replacedDemoItem !== null);
  const notLoaded = selection.kinds.includes('new') ? counts.replacedDemoItems - loaded.length : 0;
  return notLoaded + loaded.filter((row) => isSelected(selection, row)).length;
}
