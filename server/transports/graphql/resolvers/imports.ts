// Imports over GraphQL.
import { z } from 'zod';
import {
  importRowKinds,
  type ImportRow,
  type ImportDuplicate,
} from '../../../modules/sync/runs/importPreview.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { BookmarkFileInput, Resolvers } from '../generated.ts';
import { textOrBytes } from '../textOrBytes.ts';

const pageNumber = z.int().min(0).max(limits.page.pageMax);

/** The bytes of a file, however they were handed over. */
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

export const imports: Resolvers = {
  Query: {
    previewImport: async (_root, { files, page }, { viewer, services, whenOver }) => {
      const start = parseInput(pageNumber, page, 'page') * limits.lists.importRows;
      const preview = await services.sync.preview(viewer, {
        ...(files ? { source: services.uploadedFiles(files.map(bytesOf)) } : {}),
        signal: whenOver(),
      });
      const { rows, unreadable, unreadableCount, goneCount, newTags } = preview;
      return {
        counts: {
          new: countOf(rows, 'new'),
          changed: countOf(rows, 'changed'),
          sameAddress: countOf(rows, 'sameAddress'),
          sameName: countOf(rows, 'sameName'),
          known: countOf(rows, 'known'),
          unreadable: unreadableCount,
          gone: goneCount,
          replacedDemoItems: rows.filter(({ replacedDemoItem }) => replacedDemoItem !== null)
            .length,
        },
        rows: importRowKinds.flatMap((kind) =>
          rows
            .filter((row) => row.kind === kind)
            .slice(start, start + limits.lists.importRows)
            .map(({ bookmark, duplicate, replacedDemoItem, inconsistencies }) => ({
              key: String(bookmark.id),
              kind,
              title: bookmark.title,
              url: bookmark.link,
              tags: bookmark.tags,
              duplicate: duplicate && toDuplicate(duplicate),
              replacedDemoItem: replacedDemoItem && toDuplicate(replacedDemoItem),
              inconsistencies,
            })),
        ),
        unreadable,
        newTags: newTags.slice(0, limits.lists.tags),
        newTagsCount: newTags.length,
      };
    },
    imports: (_root, _args, { viewer, services }) => services.imports.list(viewer),
  },
  Mutation: {
    importBookmarks: (_root, { files, kinds, exclude, include }, { viewer, services }) =>
      services.sync.startImport(viewer, {
        source: services.uploadedFiles(files.map(bytesOf)),
        choice: { kinds, exclude: keysOf(exclude), include: keysOf(include) },
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
