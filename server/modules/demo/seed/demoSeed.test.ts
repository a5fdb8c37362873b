import { aMember, anAdmin } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import { ruleState } from '../../access/dataRules/dataRules.ts';
import { createLog } from '../../../shared/log.ts';
import { loadDemoCatalogue } from './demoSeed.ts';
import { readDemoPicture } from './seedData.ts';

const log = createLog({ level: 'silent' });
const counts = async ({ db }: TestDatabase) => {
  const { rows } = await db.raw<{ rows: Record<string, number>[] }>(
    `select (select count(*) from items) as items, (select count(*) from users) as people,
       (select count(*) from use_cases) as cases, (select count(*) from item_likes) as likes`,
  );
  return rows[0];
};

const firstPage = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;

describe('the demo catalogue', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('demo');
  });
  afterAll(() => database.drop());

  test('has eight official loadouts in both languages, and a search for a title finds the right one', async () => {
    const { services } = createTestServices(database.db);
    const admin = await anAdmin(database.db);
    const { loadouts, total } = await services.loadouts.list(admin, {
      official: true,
      mine: false,
      page: 0,
      perPage: 20,
    });
    expect(total).toBe(8);
    expect(loadouts.filter(({ isPending }) => isPending)).toEqual([]);
    for (const companyKey of ['nexters', 'gdev']) {
      const member = await aMember(database.db, { companyKey });
      const wrong: string[] = [];
      const readable = loadouts.filter((one) => [null, companyKey].includes(one.companyKey));
      expect(readable).toHaveLength(6);
      for (const { id, title } of readable) {
        const found = await services.loadouts.withItems(member, id);
        expect(found?.items.length).toBeGreaterThanOrEqual(6);
        for (const text of [title.ru, title.en])
          if ((await services.loadouts.forSearch(member, text!))?.id !== id) wrong.push(text!);
      }
      expect(wrong).toEqual([]);
    }
  });

  test('has rules of every company: decided, overdue, and none attributed to a vendor', async () => {
    const { db } = database;
    const { services } = createTestServices(db);
    const rules: { company_key: string; verdicts: object; facts: { sourceUrl: string }[] }[] =
      await db('data_rules');
    expect(new Set(rules.map((rule) => rule.company_key)).size).toBe(6);
    expect(rules.filter(({ verdicts }) => Object.keys(verdicts).length < 6).length).toBeGreaterThan(
      20,
    );
    for (const companyKey of new Set(rules.map((rule) => rule.company_key))) {
      const member = await aMember(db, { companyKey });
      const { items } = await services.knowledge.search(member, { ...firstPage, perPage: 100 });
      const told = await services.dataRules.views(
        items.map(({ id }) => ({ itemId: id, companyKey, tier: 'team' })),
      );
      const standings = new Set(told.map(ruleState));
      expect([companyKey, ...standings]).toEqual(
        expect.arrayContaining([companyKey, 'decided', 'undecided', 'approved_undecided']),
      );
      const kept = await services.knowledge.search(member, {
        ...firstPage,
        allowedFor: ['public_material'],
      });
      expect(kept.total).toBeGreaterThan(5);
    }
    expect(await db('data_rules').whereRaw('review_by < now()').first()).toBeDefined();
    const sources = new Set(rules.flatMap(({ facts }) => facts.map((fact) => fact.sourceUrl)));
    const hosts = [...sources].map((source) => new URL(source).hostname);
    expect(hosts.filter((host) => host !== 'github.com')).toEqual([]);
  });

  test('has inconsistencies for an admin, and gaps outside the catalogue', async () => {
    const { services } = createTestServices(database.db);
    const admin = await anAdmin(database.db);
    const statuses: { status: string }[] = await database.db('complaints').distinct('status');
    expect(statuses.map(({ status }) => status).sort()).toEqual([
      'in_progress',
      'new',
      'rejected',
      'resolved',
    ]);
    const wishes: { text: string }[] = await database
      .db('wishes')
      .where({ state: 'open', kind: 'search' });
    expect(wishes.length).toBeGreaterThan(3);
    // Normalised like stored searches; otherwise the same word would be two gaps.
    expect(wishes.map(({ text }) => text)).toContain('blender');
    for (const { text } of wishes) {
      const { total, unsure } = await services.knowledge.search(admin, {
        ...firstPage,
        search: text,
      });
      expect({ text, isAnswered: total > 0 && !unsure }).toEqual({ text, isAnswered: false });
    }
  });

  test('serves no other address and no other file', async () => {
    const base = 'https://pictures.loadout.example';
    for (const url of [
      `${base}/../data/people.json`,
      `${base}.evil.example/voice-1.png`,
      `${base}/voice-1.svg`,
    ])
      expect(await readDemoPicture(url)).toBeNull();
  });
});

describe('the first start', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  test('fills an empty database once, also with several processes', async () => {
    const starts = await Promise.all([1, 2].map(() => loadDemoCatalogue(database.db, log)));
    expect(starts.filter(Boolean)).toHaveLength(1);
    const loaded = await counts(database);
    expect(loaded?.['items']).toBeGreaterThanOrEqual(80);
    expect(loaded?.['cases']).toBeGreaterThanOrEqual(120);
    expect(await loadDemoCatalogue(database.db, log)).toBe(false);
    expect(await counts(database)).toEqual(loaded);
  });

  test('skips the demo when own bookmarks are configured, except for two people to sign in', async () => {
    const start = () => loadDemoCatalogue(database.db, log, { hasSource: true });
    expect(await Promise.all([start(), start(), start()])).toEqual([false, false, false]);
    expect(await counts(database)).toMatchObject({ items: 0, people: 2, cases: 0 });
    const people: { is_admin: boolean }[] = await database.db('users').orderBy('id');
    expect(people.map((one) => one.is_admin)).toEqual([false, true]);
  });

  test('adds nobody without a developer sign-in', async () => {
    await loadDemoCatalogue(database.db, log, { hasSource: true, developerSignIn: false });
    expect(await counts(database)).toMatchObject({ items: 0, people: 0 });
  });
});

describe('a loaded demo', () => {
  let database: TestDatabase;
  let services: Services;
  beforeEach(async () => {
    database = await createTestDatabase('demo');
    ({ services } = createTestServices(database.db, { env: { DEVELOPER_SIGN_IN: 'false' } }));
  });
  afterEach(() => database.drop());

  test('has half a year of history, which is removed with it for good', async () => {
    const { db } = database;
    const admin = await anAdmin(db);
    const report = await services.insights.report(admin, { days: 365, companyKey: null });
    const { weeks, dataBeginsOn } = await report.adoption();
    expect(weeks.length).toBeGreaterThanOrEqual(25);
    expect(dataBeginsOn).not.toBeNull();
    const { rising, fading } = await report.risingAndFading();
    expect([rising.length, fading.length]).toEqual([6, 6]);
    expect(await report.missing()).toMatchObject({ served: 6, gaps: 12 });

    await services.demo.remove(null);
    expect(await db('removed_likes')).toEqual([]);
    expect(await db('wishes').where({ state: 'added' })).toEqual([]);
    expect(await db('activity').where({ subject_type: 'access' })).toEqual([]);
    await db('users').delete();
    expect(await loadDemoCatalogue(db, log)).toBe(false);
    expect(await counts(database)).toMatchObject({ items: 0, people: 2 });
  });

  test('restores nobody when all accounts were deleted', async () => {
    for (const id of await database.db('users').pluck('id'))
      await services.personDeletion.remove(id);
    expect(await loadDemoCatalogue(database.db, log)).toBe(false);
    expect(await counts(database)).toMatchObject({ people: 0 });
  });
});
