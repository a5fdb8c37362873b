/** Selection of preview rows: whole kinds, folders and private rows, and rows that are exceptions. */
import type { ImportRowKind, PreviewImportFilesQuery } from './generated.ts';

export type Preview = PreviewImportFilesQuery['previewImport'];
export type Row = Preview['rows'][number];

/** Selectable kinds, in display order. */
export const selectableKinds = ['new', 'changed', 'sameName', 'sameAddress'] as const;

/** Key of the root folder; also stands for rows outside folders. */
export const rootFolder = '/';

export interface RowSelection {
  kinds: readonly ImportRowKind[];
  includePrivate: boolean;
  /** Folders that were ticked or unticked, with all below them; of several the nearest decides. */
  folders: ReadonlyMap<string, boolean>;
  /** Keys of rows whose selection is the opposite of what the rest says. */
  exceptions: ReadonlySet<string>;
}

/** Everything but duplicates by address, which need a decision, and private rows, which an import would publish. */
export const defaultSelection: RowSelection = {
  kinds: ['new', 'changed', 'sameName'],
  includePrivate: false,
  folders: new Map(),
  exceptions: new Set(),
};

/** Appends the rows of the next page; counts are totals on every page. */
export function appendPage(preview: Preview, next: Preview): Preview {
  const known = new Set(preview.rows.map(({ key }) => key));
  return { ...next, rows: [...preview.rows, ...next.rows.filter(({ key }) => !known.has(key))] };
}

/** Key of the folder around a folder. */
export const parentFolder = (key: string): string =>
  key.includes('/') && key !== rootFolder ? key.slice(0, key.lastIndexOf('/')) : rootFolder;

export function isFolderTicked({ folders }: RowSelection, folder: string): boolean {
  for (let key = folder || rootFolder; key !== rootFolder; key = parentFolder(key)) {
    const ticked = folders.get(key);
    if (ticked !== undefined) return ticked;
  }
  return folders.get(rootFolder) ?? true;
}

const isBelow = (key: string, folder: string): boolean =>
  folder === rootFolder || key.startsWith(`${folder}/`);

/** Ticks a folder with all below it, or unticks it. */
export function toggleFolder(selection: RowSelection, folder: string): RowSelection {
  const ticked = !isFolderTicked(selection, folder);
  const folders = new Map(
    [...selection.folders].filter(([key]) => key !== folder && !isBelow(key, folder)),
  );
  if (isFolderTicked({ ...selection, folders }, folder) !== ticked) folders.set(folder, ticked);
  return { ...selection, folders };
}

/** True when a subfolder is not ticked as the folder itself (indeterminate checkbox). */
export const isFolderMixed = (selection: RowSelection, folder: string): boolean => {
  const ticked = isFolderTicked(selection, folder);
  return [...selection.folders].some(
    ([key, other]) => key !== folder && isBelow(key, folder) && other !== ticked,
  );
};

type Place = Pick<Row, 'kind' | 'folder' | 'isPrivate'>;

const isSelectedPlace = (selection: RowSelection, { kind, folder, isPrivate }: Place): boolean =>
  selection.kinds.includes(kind) &&
  (selection.includePrivate || !isPrivate) &&
  isFolderTicked(selection, folder);

export const isSelected = (selection: RowSelection, row: Row): boolean =>
  isSelectedPlace(selection, row) !== selection.exceptions.has(row.key);

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
    ...selection,
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
export function toVariables(selection: RowSelection, rows: readonly Row[]) {
  const exceptionRows = rows.filter(({ key }) => selection.exceptions.has(key));
  const keysOf = (ticked: boolean) =>
    [...selection.folders].filter(([, one]) => one === ticked).map(([key]) => key);
  return {
    kinds: [...selection.kinds],
    includePrivate: selection.includePrivate,
    excludeFolders: keysOf(false),
    includeFolders: keysOf(true),
    exclude: exceptionRows.filter((row) => isSelectedPlace(selection, row)).map(({ key }) => key),
    include: exceptionRows.filter((row) => !isSelectedPlace(selection, row)).map(({ key }) => key),
  };
}

/** Number of selected rows of these kinds, including rows of pages not loaded. */
export function countSelected(
  selection: RowSelection,
  { groups, rows }: Preview,
  isCounted: (place: Place) => boolean = () => true,
): number {
  const whole = groups
    .filter((group) => isCounted(group) && isSelectedPlace(selection, group))
    .reduce((sum, group) => sum + group.rows, 0);
  const exceptions = rows.filter((row) => isCounted(row) && selection.exceptions.has(row.key));
  return exceptions.reduce((sum, row) => sum + (isSelectedPlace(selection, row) ? -1 : 1), whole);
}

/** Number of selected rows of a kind; `isSome` when not all are selected. */
export function selectedOfKind(
  selection: RowSelection,
  kind: ImportRowKind,
  preview: Preview,
): { count: number; isSome: boolean } {
  const count = countSelected(selection, preview, (place) => place.kind === kind);
  return { count, isSome: count > 0 && count < preview.counts[kind] };
}

/** Number of private rows that would come in otherwise. */
export const countPrivate = ({ groups }: Preview): number =>
  groups
    .filter(({ isPrivate, kind }) => isPrivate && kind !== 'known')
    .reduce((sum, { rows }) => sum + rows, 0);

/** Number of demo services replaced by selected rows; rows not loaded follow their kind. */
export function countReplacedDemoItems(selection: RowSelection, { counts, rows }: Preview): number {
  const loaded = rows.filter(({ replacedDemoItem }) => replacedDemoItem !== null);
  const notLoaded = selection.kinds.includes('new') ? counts.replacedDemoItems - loaded.length : 0;
  return notLoaded + loaded.filter((row) => isSelected(selection, row)).length;
}
