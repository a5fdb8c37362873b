import sharp from 'sharp';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import { ruleState } from '../../access/dataRules/dataRules.ts';
import { createLog } from '../../../shared/log.ts';
import { loadDemoCatalogue } from './demoSeed.ts';
import { readDemoPicture } from './demoPictures.ts';
import type { Language } from '../../../shared/language.ts';

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

  test('has counters equal to its rows', async () => {
    const { rows } = await database.db.raw<{ rows: unknown[] }>(
      `select id from items where likes_count <> (select count(*) from item_likes where item_id = items.id)
         or use_cases_count <> (select count(*) from use_cases where item_id = items.id)`,
    );
    expect(rows).toEqual([]);
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

  test('has access requests to decide, without mails', async () => {
    const requests: { status: string; word: string | null; due_at: Date }[] =
      await database.db('access_requests');
    const of = (status: string) => requests.filter((one) => one.status === status);
    expect(of('requested').length).toBeGreaterThan(1);
    expect(of('requested').some(({ due_at }) => due_at < new Date())).toBe(true);
    for (const status of ['needs_answer', 'approved', 'granted', 'declined', 'withdrawn'])
      expect([status, of(status).length > 0]).toEqual([status, true]);
    for (const { status, word } of requests)
      expect([status, word !== null]).toEqual([
        status,
        !['requested', 'withdrawn'].includes(status),
      ]);
    expect(await database.db('access_requests').whereNot({ state: 'sent' })).toEqual([]);
  });

  test('has 8 to 10 short tasks in each language for every item', async () => {
    const rows: { item: number; language: Language | null; tasks: string[] }[] = await database
      .db('items')
      .leftJoin('item_tasks', 'item_id', 'items.id')
      .select({ item: 'items.id', language: 'language', tasks: 'tasks' });
    const byItem = Map.groupBy(rows, ({ item }) => item);
    expect(byItem.size).toBeGreaterThan(80);
    for (const [item, of] of byItem) {
      expect([item, of.map(({ language }) => language).sort()]).toEqual([item, ['en', 'ru']]);
      for (const { language, tasks } of of) {
        expect(tasks.length).toBeGreaterThanOrEqual(8);
        expect(tasks.length).toBeLessThanOrEqual(10);
        expect(new Set(tasks).size).toBe(tasks.length);
        for (const task of tasks) {
          expect(task.length).toBeLessThanOrEqual(60);
          if (language === 'ru') expect(task).toMatch(/[а-я]/i);
          else expect(task).not.toMatch(/[а-я]/i);
        }
      }
    }
  });

  test('has existing pictures for about half of the items', async () => {
    const urls: string[] = await database.db('items').whereNotNull('image_url').pluck('image_url');
    expect(urls.length).toBeGreaterThan(70);
    expect(urls.length).toBeLessThan(130);
    for (const url of new Set(urls)) {
      const { format, width } = await sharp((await readDemoPicture(url)) ?? Buffer.of()).metadata();
      expect([url, format, width]).toEqual([url, 'png', 208]);
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

  test('adds demo people to a catalogue imported before the first start', async () => {
    await anItem(database.db);
    expect(await loadDemoCatalogue(database.db, log)).toBe(false);
    expect(await counts(database)).toMatchObject({ items: 1, people: 2, cases: 0 });
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
    const people = weeks.map((week) => week.people.count!);
    expect(weeks.length).toBeGreaterThanOrEqual(25);
    expect(dataBeginsOn).not.toBeNull();
    expect([people[0]! < 15, people.at(-1)! > 22]).toEqual([true, true]);
    const { rising, fading } = await report.risingAndFading();
    expect([rising.length, fading.length]).toEqual([6, 6]);
    const active = (counts: (number | null)[]) => counts.filter((count) => count! > 0).length;
    const useCases = await report.useCases();
    expect(active(useCases.weeks.slice(-26).map(({ written }) => written.count))).toBeGreaterThan(
      18,
    );
    expect(active(useCases.weeks.slice(-26).map(({ liked }) => liked.count))).toBeGreaterThan(24);
    const missing = (await report.missing())!;
    expect(active(missing.weeks.map(({ open }) => open))).toBeGreaterThan(22);
    expect(missing).toMatchObject({ served: 6, gaps: 12 });
    const access = await report.access();
    expect(access.overall.map(({ step, requests }) => [step, requests! > 30])).toEqual([
      ['first_reply', true],
      ['decision', true],
      ['access_given', true],
    ]);
    expect(access.byCompany.length).toBeGreaterThan(10);

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
