// Resolvers of the synchronisation and of imports.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { writeCsvTable } from '../../../integrations/csvTable/csvTable.ts';
import type { DayMonthOrder, ParsedBookmarkFile } from '../../../modules/sync/bookmarkFile.ts';
import {
  groupRows,
  type ImportDuplicate,
  type ImportRow,
  importRowKinds,
  placeOf,
  type ImportPreview,
} from '../../../modules/sync/runs/importPreview.ts';
import {
  countRemarks,
  importRemarks,
  remarkGroupText,
  remarkText,
  reportRows,
} from '../../../modules/sync/runs/importReport.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Language } from '../../../shared/language.ts';
import { knownEncoding } from '../../../shared/decodeText.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { Context } from '../context.ts';
import type { BookmarkFileInput, Resolvers } from '../generated.ts';
import { textOrBytes } from './scalars.ts';

export const sync: Resolvers = {
  Query: {
    syncStatus: (_root, _args, { viewer, services }) => services.sync.status(viewer),
  },
  Mutation: {
    startSync: (_root, { allowRemovals }, { viewer, services }) =>
      services.sync.start(viewer, { allowRemovals }),
  },
};

/** Maximum number of columns that the report lists as ignored. */
const maxColumns = 50;

const pageNumber = z.int().min(0).max(limits.page.pageMax);

/** The bytes of a file, given as upload, text or base64. */
function bytesOf({ name, ...file }: BookmarkFileInput): { name: string; bytes: Uint8Array } {
  const shortName = name.slice(0, limits.text.fileName);
  const given = textOrBytes(file);
  if (given === null)
    throw new DomainError('INVALID', 'A file has either text or base64', {
      reason: 'notABookmarkFile',
      facts: { file: shortName },
    });
  return {
    name: shortName,
    bytes: typeof given === 'string' ? Buffer.from(given, 'utf8') : given,
  };
}

const toDuplicate = (duplicate: ImportDuplicate) => ({
  ...duplicate,
  id: duplicate.id === null ? null : String(duplicate.id),
});

const countOf = (rows: readonly ImportRow[], kind: ImportRow['kind']): number =>
  rows.reduce((sum, row) => sum + (row.kind === kind ? 1 : 0), 0);

const keysOf = (ids: readonly string[]): number[] => ids.map(Number).filter(Number.isSafeInteger);

interface GivenFiles {
  files?: readonly BookmarkFileInput[] | null | undefined;
  dayMonthOrder?: DayMonthOrder | null | undefined;
  encoding?: string | null | undefined;
}

const encodingName = z
  .string()
  .refine((name) => knownEncoding(name) !== null)
  .nullish();

const sourceOf = (services: Context['services'], given: GivenFiles) =>
  services.uploadedFiles((given.files ?? []).map(bytesOf), {
    dayMonthOrder: given.dayMonthOrder ?? undefined,
    encoding: parseInput(encodingName, given.encoding, 'encoding') ?? undefined,
  });

const toRow = (row: ImportRow, language: Language) => ({
  ...placeOf(row),
  key: String(row.bookmark.id),
  kind: row.kind,
  title: row.bookmark.title,
  url: row.bookmark.link,
  tags: row.bookmark.tags,
  duplicate: row.duplicate && toDuplicate(row.duplicate),
  replacedDemoItem: row.replacedDemoItem && toDuplicate(row.replacedDemoItem),
  inconsistencies: row.inconsistencies,
  notes: (row.fileRow?.notes ?? []).map((note) => remarkText(note, language)),
});

const toFile = ({ dayMonthOrder, ...file }: ParsedBookmarkFile) => ({
  ...file,
  rows: file.rows.length,
  leftOut: file.leftOutCount,
  ignoredColumns: file.ignoredColumns.slice(0, maxColumns),
  dayMonthOrder: dayMonthOrder?.order ?? null,
  ambiguousDate: dayMonthOrder?.isAmbiguous ? dayMonthOrder.example : null,
});

/** @param start index of the first row of each kind */
function toPreview(preview: ImportPreview, start: number, language: Language) {
  const { rows, unreadable, unreadableCount, goneCount, newTags, files } = preview;
  const remarks = importRemarks(files);
  return {
    counts: {
      new: countOf(rows, 'new'),
      changed: countOf(rows, 'changed'),
      sameAddress: countOf(rows, 'sameAddress'),
      sameName: countOf(rows, 'sameName'),
      known: countOf(rows, 'known'),
      unreadable: unreadableCount,
      gone: goneCount,
      replacedDemoItems: rows.filter(({ replacedDemoItem }) => replacedDemoItem !== null).length,
    },
    rows: importRowKinds.flatMap((kind) =>
      rows
        .filter((row) => row.kind === kind)
        .slice(start, start + limits.lists.importRows)
        .map((row) => toRow(row, language)),
    ),
    unreadable,
    newTags: newTags.slice(0, limits.lists.tags),
    newTagsCount: newTags.length,
    files: files.map(toFile),
    groups: groupRows(rows),
    remarks: remarks
      .filter(({ code }) => code !== 'addressKind')
      .slice(0, limits.lists.importRemarks)
      .map((remark) => ({ ...remark, text: remarkText(remark, language) })),
    remarkCounts: countRemarks(remarks).map(({ remark: { code, isLeftOut, params }, count }) => ({
      code,
      isLeftOut,
      text: remarkGroupText({ code, params }, language),
      count,
    })),
  };
}

export const imports: Resolvers = {
  Query: {
    previewImport: async (_root, args, { viewer, services, whenOver, language }) => {
      const start = parseInput(pageNumber, args.page, 'page') * limits.lists.importRows;
      const preview = await services.sync.preview(viewer, {
        ...(args.files ? { source: sourceOf(services, args) } : {}),
        folderTags: args.folderTags,
        signal: whenOver(),
      });
      return toPreview(preview, start, language);
    },
    importReport: async (_root, args, { viewer, services, whenOver, language }) => {
      const source = sourceOf(services, args);
      const remarks = await services.sync.importRemarks(viewer, {
        source,
        includePrivate: args.includePrivate,
        signal: whenOver(),
      });
      return writeCsvTable(reportRows(remarks, language));
    },
    imports: (_root, _args, { viewer, services }) => services.imports.list(viewer),
  },
  Mutation: {
    importBookmarks: (
      _root,
      { exclude, include, folderTags, encoding, ...args },
      { viewer, services },
    ) =>
      services.sync.startImport(viewer, {
        source: sourceOf(services, { ...args, encoding }),
        choice: { ...args, exclude: keysOf(exclude), include: keysOf(include) },
        folderTags,
      }),
    undoImport: async (_root, { id }, { viewer, services }) => {
      const { skipped, ...undone } = await services.imports.undo(viewer, parseId(id));
      return {
        ...undone,
        skippedCount: skipped.length,
        skipped: skipped
          .slice(0, limits.lists.importRows)
          .map((item) => ({ ...item, id: String(item.id) })),
      };
    },
  },
};
