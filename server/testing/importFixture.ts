// A catalogue into which an admin imports files, for tests from the preview to the undo.
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { ImportChoice } from '../modules/sync/runs/importPreview.ts';
import { defaultFileRowChoice } from '../modules/sync/runs/fileRows.ts';
import { openUploadedFiles } from '../integrations/bookmarkFile/bookmarkFile.ts';
import type { Services } from '../composition.ts';
import { anAdmin } from './builders.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { createTestServices } from './testServices.ts';

/** New for each test. */
interface ImportWorld {
  database: TestDatabase;
  services: Services;
  admin: Member;
}

/** Header of a Raindrop export, whose ids are used. */
const header = 'id,title,url,tags,excerpt,note,folder,created,cover';

/** One uploaded file for each list of lines. */
export const sourceOf = (...files: string[][]) =>
  openUploadedFiles(
    files.map((lines, place) => ({
      name: `file${place + 1}.csv`,
      bytes: Buffer.from([header, ...lines].join('\n')),
    })),
    new Date('2026-01-01'),
  );

export const all: ImportChoice = {
  kinds: ['new', 'changed', 'sameName', 'sameAddress'],
  exclude: [],
  include: [],
  ...defaultFileRowChoice,
};

/** A signal that never aborts. */
export const { signal } = new AbortController();

export const painter = '11,Painter,https://painter.example.com/,"image,draw",Draws';
export const writer = '12,Writer,https://writer.example.com/,text,Writes';

/** Creates the catalogue for each test of a file, empty or with the demo, and removes it after the test. */
export function anImportWorld(start: 'migrated' | 'demo' = 'migrated') {
  const at = {} as ImportWorld;
  beforeEach(async () => {
    at.database = await createTestDatabase(start);
    at.services = createTestServices(at.database.db).services;
    at.admin = await anAdmin(at.database.db);
  });
  afterEach(async () => {
    await at.services.sync.close();
    await at.database.drop();
  });
  const preview = async (...files: string[][]) =>
    at.services.sync.preview(at.admin, { source: sourceOf(...files), signal });
  return {
    at,
    preview,
    kindsOf: async (...files: string[][]) =>
      Object.fromEntries(
        (await preview(...files)).rows.map(({ bookmark, kind }) => [bookmark.id, kind]),
      ),
    /** Runs one import to its end. */
    async bringIn(files: string[][], choice: Partial<ImportChoice> = {}) {
      await at.services.sync.startImport(at.admin, {
        source: sourceOf(...files),
        choice: { ...all, ...choice },
      });
      for (;;) {
        const status = await at.services.sync.status(at.admin);
        if (status.state !== 'running') return status;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    bookmarkIds: async (): Promise<number[]> =>
      (await at.database.db('items').orderBy('bookmark_id').pluck('bookmark_id')).map(Number),
    countOf: async (table: string) =>
      Number((await at.database.db(table).count({ n: '*' }))[0]?.['n']),
    lastImport: async () => (await at.services.imports.list(at.admin))[0]!,
  };
}
