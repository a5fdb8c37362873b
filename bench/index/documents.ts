// The generated data (bench/data) as the search takes services, without a database.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentTag, SearchDocument } from '../../server/domain/search/engine/document.ts';

const rowsOf = (directory: string, table: string): string[][] =>
  readFileSync(join(directory, `${table}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

function grouped<Value>(pairs: Iterable<readonly [number, Value]>): Map<number, Value[]> {
  const groups = new Map<number, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

const orNull = (text: string | undefined): string | null => text || null;

/**
 * The services of generated files, each as the bytes of its JSON: it is read when it is indexed, as from a database, so that the
 * index alone is what stays on the heap.
 */
export function generatedDocuments(directory: string): Buffer[] {
  const tags = new Map(
    rowsOf(directory, 'tags').map(([id, name = '', ru = '', en = '']): [number, DocumentTag] => [
      Number(id),
      { name, ru, en, isApproval: name.endsWith('approved') },
    ]),
  );
  const tagsOf = grouped(
    rowsOf(directory, 'item_tags').map(
      ([item, tag]) => [Number(item), tags.get(Number(tag))!] as const,
    ),
  );
  const casesOf = grouped(
    rowsOf(directory, 'use_cases').map(
      ([, item, , ru, en]) => [Number(item), { ru: orNull(ru), en: orNull(en) }] as const,
    ),
  );
  return rowsOf(directory, 'items').map((row) => {
    const [written, titleRu, titleEn, ru, en, , , , visibility, likes, , addedAt] = row;
    const id = Number(written);
    const document: SearchDocument = {
      id,
      title: { ru: orNull(titleRu), en: orNull(titleEn) },
      description: { ru: orNull(ru), en: orNull(en) },
      tags: tagsOf.get(id) ?? [],
      tasks: { ru: [], en: [] },
      cases: casesOf.get(id) ?? [],
      likes: Number(likes),
      usedBy: {},
      addedAt: Date.parse(addedAt!),
      isVisible: visibility === 'visible',
    };
    return Buffer.from(JSON.stringify(document));
  });
}
