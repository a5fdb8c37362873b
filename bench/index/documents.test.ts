// The generated files are read as services: with their tags, both languages and cases, and what is hidden among them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchDocument } from '../../server/domain/search/engine/document.ts';
import { generateData } from '../load/data.ts';
import { generatedDocuments } from './documents.ts';

test('generated services are those of the search, whole', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loadout-index-test-'));
  try {
    generateData(300, directory);
    const documents = generatedDocuments(directory).map(
      (document) => JSON.parse(document.toString()) as SearchDocument,
    );
    const some = (has: (document: SearchDocument) => boolean) => documents.filter(has).length;
    expect(documents.map(({ id }) => id)).toEqual(documents.map((_, place) => place + 1));
    expect(some(({ title, description }) => title.en !== null && description.en !== null)).toBe(
      300,
    );
    expect(some(({ tags }) => tags.length > 1)).toBeGreaterThan(200);
    expect(some(({ tags }) => tags.some(({ isApproval }) => isApproval))).toBeGreaterThan(50);
    expect(documents.flatMap(({ cases }) => cases)).toHaveLength(600);
    expect(some(({ title }) => title.ru === null)).toBeGreaterThan(0);
    expect(some(({ isVisible }) => !isVisible)).toBeGreaterThan(0);
    expect(some(({ likes }) => likes > 0)).toBeGreaterThan(100);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
