// Command line journey from the demo to an own catalogue.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemoCatalogue } from '../modules/demo/seed/demoSeed.ts';
import { limits } from '../config/limits.ts';
import { createLog } from '../shared/log.ts';
import { anAdmin } from '../testing/builders.ts';
import { in1251 } from '../testing/windows1251.ts';
import { ownCount, ownDoubles, ownExport, ownTags, unknownTags } from '../testing/ownExport.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { runCli } from '../testing/runCli.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoCatalogue(database.db, createLog({ level: 'silent' }));
  folder = mkdtempSync(join(tmpdir(), 'loadout-own-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

// Without the developer sign-in the demo people are removed with the demo.
const run = (...args: string[]) =>
  runCli(args, { DATABASE_URL: database.url, DEVELOPER_SIGN_IN: 'false' });

/** Output lines of a command that must succeed. */
async function done(...args: string[]): Promise<string[]> {
  const { code, lines, errors } = await run(...args);
  expect({ args, code, errors }).toEqual({ args, code: 0, errors: '' });
  return lines;
}

const services = async () =>
  Number((await database.db('items').whereNull('removed_at').count())[0]!['count']);
const inFolder = (name: string) => join(folder, name);

/** Kept and merged ids of each listed pair. */
function pairsOf(lines: readonly string[]): [string, string][] {
  const ids = lines.flatMap((line) => /^ {2}(\d+) {2}/.exec(line)?.[1] ?? []);
  return Array.from({ length: ids.length / 2 }, (_, at) => [ids[2 * at]!, ids[2 * at + 1]!]);
}

test('turns an export into a catalogue without demo and duplicates, with named tags', async () => {
  const file = inFolder('own.csv');
  writeFileSync(file, ownExport());
  await anAdmin(database.db);
  const demo = await services();
  // Tags of the demo that own items have too keep their names.
  const named = (await database.db('tags').whereIn('original_name', ownTags)).length;
  const looked = await done('import', file, '--dry-run');
  expect(looked.at(-1)).toMatch(/^415 bookmarks: 415 new, .* 1 could not be read\. Nothing was/);
  expect(await services()).toBe(demo);

  const brought = await done('import', file, '--demo', 'leave');
  expect(brought).toEqual([
    expect.stringContaining('javascript:'),
    expect.stringMatching(/^415 bookmarks: 415 new/),
    expect.stringMatching(/^The demo catalogue was removed/),
  ]);
  expect(await done('duplicates', 'merge-identical')).toEqual(['Merged: 0']);
  const pairs = pairsOf(await done('duplicates', 'list'));
  expect(pairs).toHaveLength(ownDoubles + 1);
  for (const [kept, merged] of pairs) await done('duplicates', 'merge', kept, merged);
  expect(await done('duplicates', 'list')).toEqual(['There are no duplicates.']);
  expect(await services()).toBe(ownCount);

  const names = inFolder('tags.csv');
  expect(await done('tag', 'export', names)).toEqual([
    `${ownTags.length - named} tags written to ${names}; a name is to be filled in for ${unknownTags.length}`,
  ]);
  const table = readFileSync(names, 'utf8');
  expect(table).toContain('opensource,открытый код,open source\r\n');
  expect(table).toContain('own-shelf-1,,own shelf 1\r\n');
  writeFileSync(names, table.replaceAll(/^own-shelf-(\d+),,/gm, 'own-shelf-$1,своя полка $1,'));
  expect(await done('tag', 'import', names)).toEqual([`Tags named: ${ownTags.length - named}`]);
  expect(await done('tag', 'list', '--unnamed')).toEqual([
    'Every tag has a name in both languages.',
  ]);
  const tags = await database.db('tags').where('total_count', '>', 0);
  expect(tags).toHaveLength(ownTags.length);
  expect(tags.filter((tag) => tag.name_ru === tag.name_en)).toEqual([]);
});

test('names tags one by one and as a table, and reports what cannot be named', async () => {
  expect(await done('tag', 'name', 'text', '--ru', 'тексты', '--en', 'texts')).toEqual([
    'Tags named: 1',
  ]);
  expect((await done('tag', 'list'))[0]).toMatch(/^text {2}тексты \/ texts {2}services \d+$/);
  const file = inFolder('some.csv');
  writeFileSync(
    file,
    'nameEn;tag;nameRu\nnobody;nowhere;никто\n;music;музыка\ntexts;text;тексты\n',
  );
  expect(await run('tag', 'import', file)).toMatchObject({
    code: 1,
    lines: [
      'unknown   nowhere',
      'left out  music: a name is missing',
      'as it was text',
      'Tags named: 0',
    ],
    errors: 'Tags that are not there: 1',
  });
  writeFileSync(file, 'tag,nameRu\ntext,тексты\n');
  expect(await run('tag', 'import', file)).toMatchObject({
    code: 1,
    errors: `${file} lacks the columns nameEn in its first line`,
  });
  const most = limits.lists.tagNamesTable;
  writeFileSync(file, `tag,nameRu,nameEn\n${'text,слова,words\n'.repeat(most + 1)}`);
  expect(await run('tag', 'import', file)).toMatchObject({
    code: 1,
    lines: [],
    errors: `${file} has more than ${most} rows`,
  });
  writeFileSync(file, in1251('tag;nameRu;nameEn\nmusic;музыкальное;music\n'));
  expect(await done('tag', 'import', file)).toEqual(['Tags named: 1']);
  expect((await done('tag', 'list')).join('\n')).toMatch(/^music {2}музыкальное \/ music/m);
  writeFileSync(file, Buffer.from([0x89, 0x50, 0xff, 0]));
  expect(await run('tag', 'import', file)).toMatchObject({
    code: 1,
    errors: `${file} is not text in UTF-8, UTF-16 or Windows-1251`,
  });
  expect((await run('tag', 'import', inFolder('none.csv'))).errors).toMatch(/ENOENT/);
  expect((await run('tag', 'export', file)).errors).toMatch(/exists already/);
  expect((await run('duplicates', 'merge', '1', 'x')).code).toBe(2);
  expect((await run('duplicates', 'merge', '1', '2147483648')).code).toBe(2);
});

test('lists and exports all tags, and lists unused ones', async () => {
  const { db } = database;
  const { id: item_id } = (await db('items').orderBy('id').first('id'))!;
  const count = limits.lists.tags + 1;
  await db.raw(
    `with made as (
       insert into tags (original_name, name_ru, name_en)
       select name, name, name from (select 'many-' || n as name from generate_series(1, ?) as n) as given returning id
     )
     insert into item_tags (item_id, tag_id, position) select ?, id, 1000 + id from made`,
    [count, item_id],
  );
  await db('tags').insert({ original_name: 'of-nobody', name_ru: 'ничей', name_en: 'nobody’s' });
  const listed = await done('tag', 'list');
  expect(listed).toHaveLength((await db('tags').pluck('id')).length);
  expect(listed).toContain('of-nobody  ничей / nobody’s  services 0');
  expect(new Set(listed).size).toBe(listed.length);
  expect(
    (await done('tag', 'list', '--unnamed')).filter((line) => line.startsWith('many-')),
  ).toHaveLength(count);
  const file = inFolder('many.csv');
  const [lines] = await done('tag', 'export', file);
  expect(lines).toContain(`a name is to be filled in for ${count}`);
  const rows = readFileSync(file, 'utf8').split('\n');
  expect(rows.filter((line) => line.startsWith('many-'))).toHaveLength(count);
});
