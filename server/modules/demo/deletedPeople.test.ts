// Deleted demo accounts: they do not come back on their own, and nothing of them remains.
import { setTimeout as pause } from 'node:timers/promises';
import { loadDemoCatalogue } from './seed/demoSeed.ts';
import { createLog } from '../../shared/log.ts';
import { anAdmin } from '../../testing/builders.ts';
import { anImportWorld } from '../../testing/importFixture.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { createTestDatabase } from '../../testing/testDatabase.ts';
import type { Services } from '../../composition.ts';
import type { MergeInput } from '../curation/duplicates/duplicateMerges.ts';

const log = createLog({ level: 'silent' });
const { at, bringIn, lastImport } = anImportWorld();
const db = () => at.database.db;

let services: Services;

beforeEach(async () => {
  ({ services } = createTestServices(db(), { env: { DEVELOPER_SIGN_IN: 'true' } }));
  await db()('users').delete();
  await loadDemoCatalogue(db(), log);
  at.admin = await anAdmin(db());
});

const igor = 'igor.volkov@gdev.example';
const anna = 'anna.krylova@nexters.example';
const idOf = async (email: string): Promise<number> =>
  (await db()('users').where({ email }).first('id')).id;
const forget = async (email: string) => services.personDeletion.remove(await idOf(email));
/** Whoever of the demo wrote, reported or asked for something there; of the cases, the first author. */
const authorsOf = async (itemId: number): Promise<Set<string>> => {
  const { rows } = await db().raw<{ rows: { email: string }[] }>(
    `select email from users where id in (
       (select user_id from use_cases where item_id = :itemId order by id limit 1)
       union select user_id from complaints where item_id = :itemId
       union select user_id from access_requests where item_id = :itemId)`,
    { itemId },
  );
  return new Set(rows.map(({ email }) => email));
};
const ofDemo = async (bookmarkId: number): Promise<{ id: number; source_url: string }> =>
  db()('items').where({ bookmark_id: bookmarkId, is_demo: true }).first();
const people = (): Promise<string[]> =>
  db()('users').where({ is_demo: true }).orderBy('email').pluck('email');
const tables = [
  'items',
  'item_likes',
  'use_cases',
  'use_case_likes',
  'complaints',
  'access_requests',
  'data_rules',
];
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, Number((await db()(table).count({ n: '*' }))[0]?.['n'])]),
    ),
  );

describe('an import that is undone', () => {
  test.each([1001, 1009, 1030, 1133])(
    'brings nobody back with the service %i, and what the others have of it',
    async (bookmarkId) => {
      await services.demo.choose(at.admin, 'keep');
      const { id, source_url } = await ofDemo(bookmarkId);
      const authors = await authorsOf(id);
      expect(authors.size).toBeGreaterThan(0);
      for (const email of authors.add(igor)) await forget(email);
      const [before, there] = [await counts(), await people()];
      await bringIn([[`51001,Own,${source_url},mine,`]]);
      expect(await counts()).not.toEqual(before);
      expect(await at.services.imports.undo(at.admin, (await lastImport()).id)).toMatchObject({
        restoredDemoItems: 1,
      });
      expect(await people()).toEqual(there);
      expect(await counts()).toEqual(before);
    },
  );
});

describe('the demo that an admin loads', () => {
  test('brings its people back, and makes nobody an admin', async () => {
    const there = await people();
    const [first] = there.filter((email) => email !== igor);
    for (const email of [igor, first!]) await forget(email);
    await services.demo.remove(at.admin);
    await services.demo.load(at.admin);
    expect(await people()).toEqual(there);
    expect(await db()('users').where({ is_admin: true }).pluck('id')).toEqual([at.admin.user.id]);
  });

  test('leaves the admin of the demo who is still there as they are', async () => {
    await services.demo.remove(at.admin);
    await services.demo.load(at.admin);
    expect(await db()('users').where({ email: igor, is_admin: true })).toHaveLength(1);
  });

  test('stands there once after deletions, removals and loads, also at the same time', async () => {
    const before = await counts();
    const [, second, third] = await people();
    for (const email of [igor, second!, third!]) await forget(email);
    await Promise.all([services.demo.remove(at.admin), services.demo.remove(at.admin)]);
    const other = createTestServices(db(), { env: { DEVELOPER_SIGN_IN: 'true' } }).services;
    await Promise.all([services.demo.load(at.admin), other.demo.load(at.admin)]);
    await services.demo.load(at.admin);
    expect(await counts()).toEqual(before);
  });

  test('leaves out whose account is being deleted at the same time', async () => {
    await services.demo.remove(at.admin);
    const deletion = await db().transaction();
    await deletion('users').where({ email: anna }).delete();
    const loading = services.demo.load(at.admin);
    await pause(300);
    await deletion.commit();
    expect(await loading).toMatchObject({ isLoaded: true });
    expect(await people()).not.toContain(anna);
  });

  test('writes nothing twice of a service that is our own since a merge, on which a person who stays asked for something', async () => {
    const own = await db()('items')
      .insert({
        title_en: 'Own',
        source_url: 'https://own.example.com/',
        normalised_url: 'own.example.com',
        sync_status: 'local',
      })
      .returning('id');
    const krea = await ofDemo(1027);
    const input: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
    await services.merges.merge(at.admin, [krea.id, own[0].id], input);
    await services.demo.remove(at.admin);
    const standing = await db()('access_requests').orderBy('id').pluck('id');
    await services.demo.load(at.admin);
    expect(await db()('access_requests').where({ item_id: krea.id }).pluck('id')).toEqual(standing);
  });
});

test('two first starts at once load one demo', async () => {
  const database = await createTestDatabase();
  try {
    const loaded = await Promise.all([1, 2, 3].map(() => loadDemoCatalogue(database.db, log)));
    expect(loaded.filter(Boolean)).toHaveLength(1);
    const [counted] = await database.db('use_cases').count({ n: '*' });
    expect(Number(counted?.['n'])).toBe((await counts())['use_cases']);
  } finally {
    await database.drop();
  }
});

test('of two first starts at once that keep the demo away one adds the people to sign in as', async () => {
  const database = await createTestDatabase();
  try {
    await Promise.all(
      [1, 2, 3].map(() => loadDemoCatalogue(database.db, log, { hasSource: true })),
    );
    expect(await database.db('users').pluck('is_admin')).toEqual([false, true]);
  } finally {
    await database.drop();
  }
});

test('reports and requests of every status go with the account, and stand there once after the next load', async () => {
  const before = await counts();
  for (const table of ['complaints', 'access_requests'])
    for (const email of await db()(table)
      .join('users', 'users.id', 'user_id')
      .distinct('email')
      .pluck('email'))
      await forget(email);
  expect(await counts()).toMatchObject({ complaints: 0, access_requests: 0 });
  await services.demo.remove(at.admin);
  await services.demo.load(at.admin);
  expect(await counts()).toMatchObject(before);
});
