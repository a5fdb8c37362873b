// Task searches over GraphQL and REST: results, certainty, reasons and near matches.
import { wizardCatalogue } from '../../../client/features/wizard/wizardCatalogue.ts';
import { openDatabase } from '../../database/connection.ts';
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import { limits } from '../../config/limits.ts';
import { createLog } from '../../shared/log.ts';
import { aUseCase } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const document = `
  query Found($search: String, $perPage: Int! = 12, $page: Int! = 0, $tags: [String!], $verified: Boolean! = false,
      $exact: Boolean! = false, $language: Language, $reader: Language) {
    searchKnowledge(search: $search, perPage: $perPage, page: $page, tags: $tags, verified: $verified, exact: $exact,
        language: $language) {
      total unsure isCatalogueGap similarToName correctedTo items { id titleEn adminNotes isLiked }
      near { id titleEn isLiked adminNotes raindropTags }
      reasons(language: $reader) { itemId tags concepts task { text ranges { start end } } useCase { id text ranges { start end } author { name } } }
    }
  }`;

interface Shown {
  id: string;
  titleEn: string;
  isLiked: boolean;
  adminNotes: string | null;
}
interface Range {
  start: number;
  end: number;
}
interface Reasons {
  itemId: string;
  tags: string[];
  concepts: string[];
  task: { text: string; ranges: Range[] } | null;
  useCase: { id: string; text: string; ranges: Range[]; author: { name: string } | null } | null;
}
interface Found {
  total: number;
  unsure: boolean;
  isCatalogueGap: boolean;
  similarToName: string | null;
  correctedTo: string | null;
  items: Shown[];
  near: Shown[];
  reasons: Reasons[];
}

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  person = await app.signedIn({ company: 'gdev' });
  admin = await app.signedIn({ email: 'admin@gdev.inc', isAdmin: true });
});
afterAll(() => app.close());

const ask = async (variables: Record<string, unknown>, caller: Caller = person): Promise<Found> => {
  const { body } = await caller.graphql<{ searchKnowledge: Found }>(document, variables);
  expect(body.errors).toBeUndefined();
  return body.data.searchKnowledge;
};
const titles = (items: readonly Shown[]) => items.map(({ titleEn }) => titleEn);
const saidBy = ({ text, ranges }: { text: string; ranges: Range[] }) =>
  ranges.map(({ start, end }) => text.slice(start, end));

test.each([
  ['убрать фон с фото', 'Adobe Photoshop'],
  ['remove the background from a photo', 'Adobe Photoshop'],
  ['убрать шум с записи голоса', 'Adobe Podcast'],
  ['dub a trailer into german', 'ElevenLabs'],
])('%s finds %s', async (search, title) => {
  const found = await ask({ search });
  expect(found.total).toBeGreaterThan(0);
  expect(titles(found.items)).toContain(title);
});

test('nonsense finds nothing; what is answered in part is said to be unsure', async () => {
  for (const search of ['qwrtpsdfghj', 'щщщыыы ъъъ', '?!']) {
    expect(await ask({ search })).toMatchObject({ total: 0, items: [], near: [], unsure: false });
  }
  expect(await ask({ search: 'midjourney xzxzxzxz' })).toMatchObject({ total: 1, unsure: true });
  expect(await ask({ search: 'midjourney' })).toMatchObject({ unsure: false, similarToName: null });
});

test('like a service: what it is like, without it', async () => {
  const found = await ask({ search: 'аналог Midjourney' });
  expect(found.similarToName).toBe('Midjourney');
  expect(found.total).toBeGreaterThan(2);
  expect(titles(found.items)).not.toContain('Midjourney');
});

describe('near', () => {
  const search = 'клонировать голос';

  test('stands behind few sure answers, outside the total, at most so many', async () => {
    const found = await ask({ search });
    expect(found.unsure).toBe(false);
    expect(found.items).toHaveLength(found.total);
    expect(found.total).toBeLessThan(12);
    expect(found.near.length).toBeGreaterThan(0);
    expect(found.near.length).toBeLessThanOrEqual(limits.lists.near);
    const both = [...found.items, ...found.near].map(({ id }) => id);
    expect(new Set(both).size).toBe(both.length);
  });

  test.each([
    [{ search, perPage: 1 }],
    [{ search, exact: true }],
    [{ search, page: 1 }],
    [{ search: 'qwrtpsdfghj' }],
    [{}],
  ])('nothing is near of %j', async (variables) => {
    expect((await ask(variables)).near).toEqual([]);
  });

  test('its cards are the viewer’s: own mark, and admins alone see notes', async () => {
    const [first] = (await ask({ search })).near;
    await person.call('POST', `/api/v1/knowledge/${first!.id}/like`);
    await app.database.db('items').where({ id: first!.id }).update({ admin_notes: 'For us' });
    const own = (await ask({ search })).near.find(({ id }) => id === first!.id);
    expect(own).toMatchObject({ isLiked: true, adminNotes: null });
    const seen = (await ask({ search }, admin)).near.find(({ id }) => id === first!.id);
    expect(seen).toMatchObject({ isLiked: false, adminNotes: 'For us' });
  });

  test('a hidden item is not near in the moment in which another process hides it', async () => {
    const before = (await ask({ search })).near;
    const other = openDatabase(app.database.url);
    const { id } = before[0]!;
    await other('items').where({ id }).update({ admin_visibility: 'hidden' });
    expect((await ask({ search })).near.map((item) => item.id)).not.toContain(id);
    await other('items').where({ id }).update({ admin_visibility: 'visible' });
    await other.destroy();
    expect((await ask({ search })).near[0]!.id).toBe(id);
  });
});

describe('reasons', () => {
  test('tags, the concept in the language of the search, and the task', async () => {
    const search = 'убрать шум с записи голоса';
    const { items, near, reasons } = await ask({ search });
    const shown = [...items, ...near].map(({ id }) => id);
    expect(reasons.map(({ itemId }) => itemId)).toEqual(shown);
    const { id } = items.find(({ titleEn }) => titleEn === 'Descript')!;
    const why = reasons.find(({ itemId }) => itemId === id)!;
    expect(why.concepts).toContain('шумоподавление');
    expect(why.tags).toContain('voice');
    expect(saidBy(why.task!).length).toBeGreaterThan(0);
    const english = await ask({ search, reader: 'en' });
    expect(titles(english.items)).toEqual(titles(items));
    const inEnglish = english.reasons.find(({ itemId }) => itemId === id)!;
    expect(inEnglish.concepts.join()).not.toMatch(/[а-я]/);
  });

  test('a case is quoted with its author, and never when it is deleted or its item hidden', async () => {
    const { db } = app.database;
    const item = await db('items').where({ title_en: 'Krisp' }).first('id');
    const useCase = await aUseCase(db, {
      itemId: item.id,
      userId: person.userId,
      descriptionRu: 'Записал звонок с флурбинатором, и его не слышно',
    });
    const search = 'флурбинатор';
    const quoteOf = async () => (await ask({ search })).reasons[0]?.useCase ?? null;
    const quote = await quoteOf();
    expect(quote).toMatchObject({
      id: String(useCase.id),
      author: { name: expect.stringMatching(/\S/) },
    });
    expect(saidBy(quote!)).toEqual(['флурбинатором']);
    await db('items').where({ id: item.id }).update({ admin_visibility: 'hidden' });
    expect(await ask({ search })).toMatchObject({ total: 0, reasons: [] });
    await db('items').where({ id: item.id }).update({ admin_visibility: 'visible' });
    await db('use_cases').where({ id: useCase.id }).update({ deleted_at: new Date() });
    expect(await ask({ search })).toMatchObject({ total: 0, reasons: [] });
  });

  test('there are none without a text; approval tags are no reason', async () => {
    expect((await ask({})).reasons).toEqual([]);
    const all = (await ask({ search: 'gdev approved' }, admin)).reasons;
    expect(all.flatMap(({ tags }) => tags).join()).not.toMatch(/approved/i);
  });
});

test('a search that finds nothing is a wish, once in a document', async () => {
  await app.database.db('zero_result_searches').delete();
  await ask({ search: 'qwrtpsdfghj zzz' });
  expect(await app.database.db('zero_result_searches')).toMatchObject([{ count: 1 }]);
});

test('both transports say that it is one', async () => {
  const search = 'qwrtpsdfghj zzz';
  const said = await person.call<Found>('GET', `/api/v1/knowledge/search?search=${search}`);
  expect([said.body.isCatalogueGap, (await ask({ search })).isCatalogueGap]).toEqual([true, true]);
  expect((await ask({ search: 'midjourney' })).isCatalogueGap).toBe(false);
});

test('REST says the same', async () => {
  const search = 'убрать шум с записи голоса';
  const graphql = await ask({ search });
  const { status, body } = await person.call<Found & { data: Shown[]; success: boolean }>(
    'GET',
    `/api/v1/knowledge/search?search=${encodeURIComponent(search)}`,
  );
  expect(status).toBe(200);
  const { data, total, unsure, near, reasons, similarToName } = body;
  expect(titles(data)).toEqual(titles(graphql.items));
  expect(titles(near)).toEqual(titles(graphql.near));
  expect({ total, unsure, similarToName }).toEqual({
    total: graphql.total,
    unsure: graphql.unsure,
    similarToName: graphql.similarToName,
  });
  expect(reasons.map(({ concepts }) => concepts)).toEqual(
    graphql.reasons.map(({ concepts }) => concepts),
  );
});

test('choosing a task of the wizard finds as many services as stand beside it; nearly every task finds some', async () => {
  const sets = wizardCatalogue
    .flatMap(({ subcategories }) => subcategories.flatMap(({ tasks }) => tasks))
    .map(({ concepts }) => concepts);
  const ids = [...new Set(sets.flat())];
  const { body } = await person.graphql<{
    conceptCounts: number[];
    concepts: { id: string; nameRu: string; nameEn: string }[];
  }>(
    `query ($sets: [[ID!]!]!, $ids: [ID!]!) {
      conceptCounts(sets: $sets)
      concepts(ids: $ids) { id nameRu nameEn }
    }`,
    { sets, ids },
  );
  expect(body.errors).toBeUndefined();
  const { conceptCounts, concepts } = body.data;
  expect(concepts.map(({ id }) => id)).toEqual(ids);
  expect(concepts.filter(({ nameRu, nameEn }) => nameRu === '' || nameEn === '')).toEqual([]);
  expect(conceptCounts.filter((count) => count > 0).length / sets.length).toBeGreaterThan(0.95);
  const totals: number[] = [];
  for (const set of sets) {
    const found = await person.graphql<{ searchKnowledge: { total: number } }>(
      'query ($set: [ID!]) { searchKnowledge(concepts: $set) { total } }',
      { set },
    );
    totals.push(found.body.data.searchKnowledge.total);
  }
  expect(totals).toEqual(conceptCounts);
});
