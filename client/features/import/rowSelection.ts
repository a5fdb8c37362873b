/** Which rows of a preview come in. */
import type { ImportRowKind, LookAtImportQuery } from './generated.ts';

export type Preview = LookAtImportQuery['previewImport'];
export type Row = Preview['rows'][number];

/** Kinds that a person may choose, in the order in which they stand. */
export const selectableKinds = ['new', 'changed', 'sameName', 'sameAddress'] as const;

/** Which kinds come in whole, and the rows that are otherwise. */
export interface RowSelection {
  kinds: readonly ImportRowKind[];
  /** Keys of rows that do the contrary of their kind. */
  exceptions: ReadonlySet<string>;
}

/** What nobody disputes: doubles by address wait until somebody takes them. */
export const defaultSelection: RowSelection = {
  kinds: ['new', 'changed', 'sameName'],
  exceptions: new Set(),
};

/** A preview with the rows of its next page; what was counted is counted of all. */
export function appendPage(preview: Preview, next: Preview): Preview {
  const known = new Set(preview.rows.map(({ key }) => key));
  return { ...next, rows: [...preview.rows, ...next.rows.filter(({ key }) => !known.has(key))] };
}

export const isSelected = ({ kinds, exceptions }: RowSelection, { key, kind }: Row): boolean =>
  kinds.includes(kind) !== exceptions.has(key);

export function toggleKind(
  choice: RowSelection,
  kind: ImportRowKind,
  rows: readonly Row[],
): RowSelection {
  const kinds = choice.kinds.includes(kind)
    ? choice.kinds.filter((one) => one !== kind)
    : [...choice.kinds, kind];
  const ofKind = new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key));
  return { kinds, exceptions: new Set([...choice.exceptions].filter((key) => !ofKind.has(key))) };
}

export function toggleRow(choice: RowSelection, { key }: Row): RowSelection {
  const exceptions = new Set(choice.exceptions);
  if (!exceptions.delete(key)) exceptions.add(key);
  return { ...choice, exceptions };
}

/** As the server is told. */
export function toVariables({ kinds, exceptions }: RowSelection, rows: readonly Row[]) {
  const contrary = rows.filter(({ key }) => exceptions.has(key));
  return {
    kinds: [...kinds],
    leaveOut: contrary.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key),
    take: contrary.filter(({ kind }) => !kinds.includes(kind)).map(({ key }) => key),
  };
}

/** How many rows come in, those past the page of the preview too. */
export function countSelected(choice: RowSelection, { counts, rows }: Preview): number {
  const { kinds, leaveOut, take } = toVariables(choice, rows);
  const whole = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return whole - leaveOut.length + take.length;
}

/** How many rows of a kind come in, and whether those are some of them only. */
export function selectedOfKind(
  choice: RowSelection,
  kind: ImportRowKind,
  { counts, rows }: Preview,
): { count: number; isSome: boolean } {
  const otherwise = rows.filter(
    (row) => row.kind === kind && choice.exceptions.has(row.key),
  ).length;
  const count = choice.kinds.includes(kind) ? counts[kind] - otherwise : otherwise;
  return { count, isSome: count > 0 && count < counts[kind] };
}

/** How many services of the demo give way to the rows that come in; those past the page of the preview as their kind does. */
export function countReplacedDemoItems(choice: RowSelection, { counts, rows }: Preview): number {
  const seen = rows.filter(({ givesWay }) => givesWay !== null);
  const unseen = choice.kinds.includes('new') ? counts.givingWay - seen.length : 0;
  return unseen + seen.filter((row) => isSelected(choice, row)).length;
}
