/** Which rows of a preview come in. */
import type { ImportRowKind, PreviewImportFilesQuery } from './generated.ts';

export type Preview = PreviewImportFilesQuery['previewImport'];
export type Row = Preview['rows'][number];

/** Kinds that a person may choose, in the order in which they stand. */
export const choosable = ['new', 'changed', 'sameName', 'sameAddress'] as const;

/** Which kinds come in whole, and the rows that are otherwise. */
export interface Choice {
  kinds: readonly ImportRowKind[];
  /** Keys of rows that do the contrary of their kind. */
  others: ReadonlySet<string>;
}

/** What nobody disputes: duplicates by address wait until somebody takes them. */
export const firstChoice: Choice = { kinds: ['new', 'changed', 'sameName'], others: new Set() };

/** A preview with the rows of its next page; what was counted is counted of all. */
export function withMore(preview: Preview, next: Preview): Preview {
  const known = new Set(preview.rows.map(({ key }) => key));
  return { ...next, rows: [...preview.rows, ...next.rows.filter(({ key }) => !known.has(key))] };
}

export const isTaken = ({ kinds, others }: Choice, { key, kind }: Row): boolean =>
  kinds.includes(kind) !== others.has(key);

export function toggleKind(choice: Choice, kind: ImportRowKind, rows: readonly Row[]): Choice {
  const kinds = choice.kinds.includes(kind)
    ? choice.kinds.filter((one) => one !== kind)
    : [...choice.kinds, kind];
  const ofKind = new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key));
  return { kinds, others: new Set([...choice.others].filter((key) => !ofKind.has(key))) };
}

export function toggleRow(choice: Choice, { key }: Row): Choice {
  const others = new Set(choice.others);
  if (!others.delete(key)) others.add(key);
  return { ...choice, others };
}

/** As the server is told. */
export function toVariables({ kinds, others }: Choice, rows: readonly Row[]) {
  const contrary = rows.filter(({ key }) => others.has(key));
  return {
    kinds: [...kinds],
    exclude: contrary.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key),
    include: contrary.filter(({ kind }) => !kinds.includes(kind)).map(({ key }) => key),
  };
}

/** How many rows come in, those past the page of the preview too. */
export function countTaken(choice: Choice, { counts, rows }: Preview): number {
  const { kinds, exclude, include } = toVariables(choice, rows);
  const whole = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return whole - exclude.length + include.length;
}

/** How many rows of a kind come in, and whether those are some of them only. */
export function takenOf(
  choice: Choice,
  kind: ImportRowKind,
  { counts, rows }: Preview,
): { count: number; isSome: boolean } {
  const otherwise = rows.filter((row) => row.kind === kind && choice.others.has(row.key)).length;
  const count = choice.kinds.includes(kind) ? counts[kind] - otherwise : otherwise;
  return { count, isSome: count > 0 && count < counts[kind] };
}

/** How many services of the demo give way to the rows that come in; those past the page of the preview as their kind does. */
export function countGivingWay(choice: Choice, { counts, rows }: Preview): number {
  const seen = rows.filter(({ replacedDemoItem }) => replacedDemoItem !== null);
  const unseen = choice.kinds.includes('new') ? counts.replacedDemoItems - seen.length : 0;
  return unseen + seen.filter((row) => isTaken(choice, row)).length;
}
