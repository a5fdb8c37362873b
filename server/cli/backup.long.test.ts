// Backup and restore: equality row by row, refusals, size.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateData, loadData } from '../../bench/load/data.ts';
import { openDatabase } from '../database/connection.ts';
import { rebuildAt, baselineLength, migrationNames, migrationTable } from '../database/migrate.ts';
import { anItem, aUseCase, aUser } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { runCli } from '../testing/runCli.ts';

const folder = mkdtempSync(join(tmpdir(), 'loadout-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

const opened: TestDatabase[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.drop())));

/** A database that nobody is connected to, as after a server was stopped. */
async function aDatabase(source: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const made = await createTestDatabase(source);
  await made.db.destroy();
  const db = openDatabase(made.url, { applicationName: 'test', statementTimeoutMs: 0 });
  const database = {
    db,
    url: made.url,
    drop: async () => {
      await db.destroy();
      await made.drop();
    },
  };
  opened.push(database);
  return database;
}

const run = ({ url }: TestDatabase, ...args: string[]) => runCli(args, { DATABASE_URL: url });

/** The last one says which cards are to be read anew. */
const notKept = [
  'sessions',
  'sign_in_attempts',
  'one_time_tokens',
  'restores',
  'search_changes',
  'card_stamps',
];

/** Everything but the record of the restore itself. */
const isOfRestore = `to_jsonb(t) ->> 'action' in ('backup.restored', 'restore.confirmed')`;

/** The rows and the hash of every table, counted by PostgreSQL and not by the code under test. */
async function contentOf({ db }: TestDatabase): Promise<Record<string, string>> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relpersistence = 'p' and relname not like 'knex%' order by relname`);
  const content: Record<string, string> = {};
  for (const { name } of rows.filter((one) => !notKept.includes(one.name))) {
    const answer = await db.raw<{ rows: { rows: number; hash: string }[] }>(
      `select count(*) as rows, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash
       from ?? as t where (${isOfRestore}) is not true`,
      [name],
    );
    content[name] = JSON.stringify(answer.rows[0]);
  }
  return content;
}

async function fill({ db }: TestDatabase): Promise<void> {
  const person = await aUser(db, { name: 'Мария "М" \\ O’Neil 🙂', isAdmin: true });
  const item = await anItem(db, {
    titleRu: 'Озвучка\t«голос»',
    descriptionEn: 'Line one\nline two, 100 % of it; NULL \\N',
    tags: ['voice', 'approved'],
  });
  const useCaseId = await aUseCase(db, { itemId: item.id, userId: person.id });
  expect(useCaseId).toBeDefined();
  await db('item_likes').insert({ user_id: person.id, item_id: item.id });
  await db('activity').insert({
    actor_id: person.id,
    action: 'test',
    subject_type: 'item',
    subject_id: String(item.id),
    before: db.raw(`'null'::jsonb`),
    after: { deep: [1, 0.1, '∞', null] },
  });
  await db('sessions').insert({
    token_hash: createHash('sha256').update('x').digest(),
    user_id: person.id,
    expires_at: new Date(Date.now() + 3_600_000),
  });
}

test('restores equal tables, continues ids, and ends sessions', async () => {
  const database = await aDatabase();
  await fill(database);
  const before = await contentOf(database);
  const file = join(folder, 'one.backup');

  const backup = await run(database, 'backup', file);
  expect(backup).toMatchObject({ code: 0, errors: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await database.db.raw('truncate users, items, tags, activity, companies cascade');
  expect(await contentOf(database)).not.toEqual(before);
  const restored = await run(database, 'restore', file);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toMatch(/^ +1 {2}activity$/m);
  expect(await run(database, 'restore-review', 'confirm', '--all')).toMatchObject({ code: 0 });
  expect(await contentOf(database)).toEqual(before);
  expect(await database.db('sessions')).toEqual([]);

  // The sequences, the triggers and the foreign keys work again.
  const next = await anItem(database.db, { titleEn: 'Afterwards' });
  expect(await database.db('search_changes').where({ item_id: next.id })).not.toEqual([]);
  await expect(
    database.db('item_likes').insert({ user_id: 999, item_id: next.id }),
  ).rejects.toThrow('foreign key');
});

test('restores into an empty database and reports as JSON', async () => {
  const source = await aDatabase();
  await fill(source);
  const file = join(folder, 'two.backup');
  const before = await contentOf(source);
  await run(source, 'backup', file);
  // The audit log records a backup after it is written, so the backup does not hold its own entry.
  expect(await source.db('activity').where({ action: 'backup.made' })).toMatchObject([
    { subject_type: 'backup', after: { name: 'two.backup' } },
  ]);
  const target = await aDatabase('empty');
  const { code, output } = await run(target, 'restore', file, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({
    file,
    tables: expect.arrayContaining([{ table: 'items', rows: 1 }]),
    seconds: expect.any(Number),
  });
  expect(await run(target, 'restore-review', 'confirm', '--all')).toMatchObject({ code: 0 });
  expect(await contentOf(target)).toEqual(before);
});

test('migrates a backup of version 0.2.0', async () => {
  const old = await aDatabase('empty');
  const names = migrationNames();
  await old.db.transaction((trx) => rebuildAt(trx, names.slice(0, baselineLength)));
  const page = 'https://voice.example/';
  await old
    .db('items')
    .insert({ title_ru: 'Озвучка\t«голос»', source_url: page, normalised_url: page });
  const file = join(folder, 'old.backup');
  expect((await run(old, 'backup', file)).code).toBe(0);
  // The head as version 0.2.0 wrote it, which names 83 migrations.
  const withHead = (migrations: string[]) =>
    writeFileSync(
      file,
      gzipSync(
        gunzipSync(readFileSync(file))
          .toString()
          .replace(/"migrations":\[[^\]]*\]/, `"migrations":${JSON.stringify(migrations)}`),
      ),
    );
  const former = Array.from({ length: 83 }, (_, place) => `former ${place}`);
  former[0] = '0001_database_extensions.ts';
  withHead(former);
  const target = await aDatabase();
  expect(await run(target, 'restore', file)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('start version 0.2.0 once'),
  });
  withHead([...former.slice(0, 82), '0083_accounts_deleted_indexes.ts']);
  expect(await run(target, 'restore', file)).toMatchObject({ code: 0 });
  expect(await target.db(migrationTable).orderBy('id').pluck('name')).toEqual(names);
  expect(await target.db('items').pluck('title_ru')).toEqual(['Озвучка\t«голос»']);
});

describe('a refused restore changes nothing', () => {
  let file: string;
  let target: TestDatabase;
  let before: Record<string, string>;
  beforeEach(async () => {
    const source = await aDatabase();
    await fill(source);
    file = join(folder, 'refused.backup');
    expect((await run(source, 'backup', file, '--force')).code).toBe(0);
    target = await aDatabase();
    await anItem(target.db, { titleEn: 'Must stay' });
    before = await contentOf(target);
  });
  const changed = (change: (text: string) => string): string => {
    const path = join(folder, 'changed.backup');
    writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
    return path;
  };
  const refuses = async (path: string, reason: RegExp, ...options: string[]) => {
    const { code, errors } = await run(target, 'restore', path, ...options);
    expect(errors).toMatch(reason);
    expect(errors).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
    expect(await contentOf(target)).toEqual(before);
  };

  test('with a full database without --yes; with it, everything is replaced', async () => {
    await refuses(file, /not empty: it has 1 items. --yes replaces/);
    expect((await run(target, 'restore', file, '--yes')).code).toBe(0);
    expect(await target.db('items').pluck('title_en')).not.toContain('Must stay');
  });

  test.each<[string, () => string, RegExp]>([
    ['a file that is not there', () => join(folder, 'none'), /cannot be read \(ENOENT\)/],
    ['a file of another kind', () => import.meta.filename, /no backup of Loadout/],
    ['another gzip', () => changed(() => 'hello\n'), /no backup of Loadout/],
    ['an empty gzip', () => changed(() => ''), /not whole/],
    ['a newer form', () => changed((text) => text.replace('"loadout":1', '"loadout":2')), /newer/],
    [
      'a newer Loadout',
      () => changed((text) => text.replace('["0001', '["9999_later.ts","0001')),
      /newer Loadout .*9999_later.ts/,
    ],
    [
      'a changed value',
      () => changed((text) => text.replace('line two', 'line 2')),
      /damaged: the rows of items/,
    ],
    [
      'a lost row',
      () => changed((text) => text.replace(/\n\[.*line two.*\n/, '\n')),
      /damaged: the rows of items/,
    ],
    ['a lost end', () => changed((text) => text.replace(/\{"end".*\n/, '')), /not whole/],
    ['more behind the end', () => changed((text) => `${text}[]\n`), /goes on behind its end/],
    [
      'a column that we do not have',
      () => changed((text) => text.replace('"title_ru"', '"title_fr"')),
      /no table items of that shape/,
    ],
  ])('%s', async (_what, path, reason) => {
    await refuses(path(), reason, '--yes');
  });

  test('with a truncated file', async () => {
    const path = join(folder, 'short.backup');
    const bytes = readFileSync(file);
    for (const length of [0, 10, bytes.length / 2, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length));
      await refuses(path, /not whole|no backup/, '--yes');
    }
  });

  test('with a changed bit', async () => {
    const path = join(folder, 'turned.backup');
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 4;
    writeFileSync(path, bytes);
    await refuses(path, /damaged|no backup|not whole/, '--yes');
  });

  test('with a running Loadout on the database', async () => {
    const server = openDatabase(target.url);
    await server.raw('select 1');
    await refuses(file, /running on this database/, '--yes');
    await server.destroy();
  });
});

test('does not overwrite a file, and makes no backup of an empty database', async () => {
  const path = join(folder, 'mine.backup');
  writeFileSync(path, 'mine');
  const database = await aDatabase();
  expect(await run(database, 'backup', path)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('--force'),
  });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  const empty = await aDatabase('empty');
  expect(await run(empty, 'backup', join(folder, 'empty.backup'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining('nothing to back up'),
  });
});

test('restores a thousand items with likes and use cases', async () => {
  const source = await aDatabase();
  const data = mkdtempSync(join(tmpdir(), 'loadout-data-'));
  generateData(1_000, data);
  await loadData(source.db, data);
  rmSync(data, { recursive: true });
  const before = await contentOf(source);
  const file = join(folder, 'large.backup');
  await run(source, 'backup', file, '--json');
  const target = await aDatabase('empty');
  await run(target, 'restore', file, '--json');
  expect(await run(target, 'restore-review', 'confirm', '--all')).toMatchObject({ code: 0 });
  const after = await contentOf(target);
  const different = Object.keys(before).filter((name) => before[name] !== after[name]);

  expect(different).toEqual([]);
}, 240_000);
