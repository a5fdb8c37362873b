// Searches over GraphQL and REST: results, certainty, reasons, near matches, number of statements, and limits of the input.
import { wizardCatalogue } from '../../../client/features/wizard/wizardCatalogue.ts';
import { limits } from '../../config/limits.ts';
import { openDatabase } from '../../database/connection.ts';
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import { createLog } from '../../shared/log.ts';
import { aUseCase, aUser } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

describe('a page of the catalogue', () => {
  const document = `
  query Page($search: String, $perPage: Int!, $page: Int! = 0) {
    searchKnowledge(search: $search, perPage: $perPage, page: $page) {
      total pageCount correctedTo
      items {
        id titleRu titleEn descriptionRu descriptionEn isLiked likesCount useCasesCount ownUseCasesCount isVerified approvalStatus
        raindropTags partnerBadges { key name } experts { id name avatarUrl telegramUsername } expertsCount
        stage { stage }
        dataRules { decisionState status verdicts { dataClass verdict } } myAccessRequest { id status }
      }
      matches { itemId titleEn { start end } descriptionEn { start end } }
      reasons { itemId tags concepts task { text } useCase { id text } }
    }
  }`;

  interface Page {
    searchKnowledge: {
      total: number;
      correctedTo: string | null;
      items: { titleEn: string }[];
      matches: object[];
      reasons: object[];
    };
  }

  beforeAll(async () => {
    // The first search builds the index, unless the start did.
    await app.services.searchIndex.answer(async () => ({ answer: null, isBehind: false }));
  });

  const askPage = async (variables: Record<string, unknown>) => {
    const before = app.statements.length;
    const { body } = await person.graphql<Page>(document, variables);
    return { ...body, statements: app.statements.length - before };
  };

  test.each([
    ['the catalogue as it is first seen', null, 3],
    ['a search', 'генерация изображений', 3],
    ['a typing error', 'midjorney', 3],
  ])(
    '%s takes few statements, equally many for 12 items and for one',
    async (_name, search, statements) => {
      const first = await askPage({ search, perPage: 12 });
      const twelve = await askPage({ search, perPage: 12 });
      const one = await askPage({ search, perPage: 1 });
      expect(first.errors).toBeUndefined();
      expect(first.data.searchKnowledge.items.length).toBeGreaterThan(0);
      expect(first.data.searchKnowledge.reasons).toHaveLength(
        search ? first.data.searchKnowledge.items.length : 0,
      );
      // The cards of a page, their experts and match reasons, unless the process has cached them.
      expect(first.statements).toBeLessThanOrEqual(statements + 3);
      expect(twelve.statements).toBe(statements);
      expect(one.statements).toBe(statements);
    },
  );

  test('a page shows the same rules and access requests as each item’s own page', async () => {
    const { db } = app.database;
    const ruled: { item_id: number }[] = await db('data_rules')
      .where({ company_key: 'gdev', tier: 'team' })
      .orderBy('item_id');
    const [past, checked, decided] = ruled.map((rule) => rule.item_id);
    const admin = await aUser(db, { isAdmin: true });
    const change = (itemId: number | undefined, columns: object) =>
      db('data_rules')
        .where({ item_id: itemId, company_key: 'gdev', tier: 'team' })
        .update(columns);
    await change(past, { review_by: '2020-01-31' });
    await change(checked, {
      status: 'under_review',
      owner: 'Security',
      result: 'may_ship',
      account: 'any',
    });
    await change(decided, {
      decided_by: admin.id,
      decided_at: new Date(),
      review_by: '2999-12-31',
      version: 7,
    });
    await db('access_requests').insert([
      {
        user_id: person.userId,
        item_id: past,
        service: 'One',
        subscription_type: 'pro',
        features: 'all',
      },
      {
        user_id: person.userId,
        item_id: decided,
        service: 'Two',
        subscription_type: 'pro',
        features: 'all',
        status: 'declined',
      },
      {
        user_id: admin.id,
        item_id: checked,
        service: 'Three',
        subscription_type: 'pro',
        features: 'all',
      },
    ]);
    const rules = `itemId company { key name approvalTag } tier decisionState hasApproval
    verdicts { dataClass verdict conditionRu conditionEn decided } result account status owner reviewBy version
    facts { kind textRu textEn sourceUrl sourceDate } decidedBy { id } decidedAt`;
    const told = `id own: dataRules { ${rules} } free: dataRules(tier: free) { ${rules} } myAccessRequest { id service status } approvalStatus`;
    interface Told {
      id: string;
      own: { decisionState: string; decidedAt: string | null };
      myAccessRequest: { service: string } | null;
    }
    const { body } = await person.graphql<{ searchKnowledge: { items: Told[] } }>(
      `{ searchKnowledge(perPage: 100) { items { ${told} } } }`,
    );
    expect(body.errors).toBeUndefined();
    const { items } = body.data!.searchKnowledge;
    const oneByOne: Told[] = [];
    for (const { id } of items) {
      const { body: one } = await person.graphql<{ knowledgeItem: Told }>(
        `query ($id: ID!) { knowledgeItem(id: $id) { ${told} } }`,
        { id },
      );
      oneByOne.push(one.data!.knowledgeItem);
    }
    expect(items).toEqual(oneByOne);
    expect(new Set(items.map(({ own }) => own.decisionState)).size).toBe(4);
    expect(items.filter(({ own }) => own.decidedAt !== null)).not.toEqual([]);
    expect(items.flatMap(({ myAccessRequest: one }) => one?.service ?? [])).toEqual(['One']);
  });

  test('names the corrected search', async () => {
    const { data } = await askPage({ search: 'миджорни', perPage: 12 });
    expect(data.searchKnowledge).toMatchObject({
      correctedTo: 'midjourney',
      total: 1,
      items: [{ titleEn: 'Midjourney' }],
      matches: [{ titleEn: [{ start: 0, end: 10 }] }],
    });
  });
});

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

test('finds services for a task in either language', async () => {
  for (const [search, title] of [
    ['убрать фон с фото', 'Adobe Photoshop'],
    ['убрать шум с записи голоса', 'Adobe Podcast'],
    ['dub a trailer into german', 'ElevenLabs'],
  ] as const) {
    const found = await ask({ search });
    expect(titles(found.items)).toContain(title);
  }
});

test('finds nothing for nonsense, and marks partial matches as uncertain', async () => {
  for (const search of ['qwrtpsdfghj', 'щщщыыы ъъъ', '?!']) {
    expect(await ask({ search })).toMatchObject({ total: 0, items: [], near: [], unsure: false });
  }
  expect(await ask({ search: 'midjourney xzxzxzxz' })).toMatchObject({ total: 1, unsure: true });
  expect(await ask({ search: 'midjourney' })).toMatchObject({ unsure: false, similarToName: null });
});

test('finds similar services without the named one', async () => {
  const found = await ask({ search: 'аналог Midjourney' });
  expect(found.similarToName).toBe('Midjourney');
  expect(found.total).toBeGreaterThan(2);
  expect(titles(found.items)).not.toContain('Midjourney');
});

describe('near', () => {
  const search = 'клонировать голос';

  test('follow few certain results, outside the total, up to a limit', async () => {
    const found = await ask({ search });
    expect(found.unsure).toBe(false);
    expect(found.items).toHaveLength(found.total);
    expect(found.total).toBeLessThan(12);
    expect(found.near.length).toBeGreaterThan(0);
    expect(found.near.length).toBeLessThanOrEqual(limits.lists.near);
    const both = [...found.items, ...found.near].map(({ id }) => id);
    expect(new Set(both).size).toBe(both.length);
  });

  test('are empty for full and later pages, exact searches, empty results and no text', async () => {
    for (const variables of [
      { search, perPage: 1 },
      { search, exact: true },
      { search, page: 1 },
      { search: 'qwrtpsdfghj' },
      {},
    ])
      expect({ variables, near: (await ask(variables)).near }).toEqual({ variables, near: [] });
  });

  test('have the viewer’s own state, and notes for admins only', async () => {
    const [first] = (await ask({ search })).near;
    await person.call('POST', `/api/v1/knowledge/${first!.id}/like`);
    await app.database.db('items').where({ id: first!.id }).update({ admin_notes: 'For us' });
    const own = (await ask({ search })).near.find(({ id }) => id === first!.id);
    expect(own).toMatchObject({ isLiked: true, adminNotes: null });
    const seen = (await ask({ search }, admin)).near.find(({ id }) => id === first!.id);
    expect(seen).toMatchObject({ isLiked: false, adminNotes: 'For us' });
  });

  test('exclude an item at the moment when another process hides it', async () => {
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
  test('name tags, the concept in the language of the search, and the task', async () => {
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

  test('quote a use case with its author, but not a deleted one or one of a hidden item', async () => {
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

  test('are missing without a text, and never name approval tags', async () => {
    expect((await ask({})).reasons).toEqual([]);
    const all = (await ask({ search: 'gdev approved' }, admin)).reasons;
    expect(all.flatMap(({ tags }) => tags).join()).not.toMatch(/approved/i);
  });
});

test('records a catalogue gap for an empty result once per document, over REST too', async () => {
  const search = 'qwrtpsdfghj zzz';
  await app.database.db('zero_result_searches').delete();
  expect((await ask({ search })).isCatalogueGap).toBe(true);
  expect(await app.database.db('zero_result_searches')).toMatchObject([{ count: 1 }]);
  const said = await person.call<Found>('GET', `/api/v1/knowledge/search?search=${search}`);
  expect(said.body.isCatalogueGap).toBe(true);
  expect((await ask({ search: 'midjourney' })).isCatalogueGap).toBe(false);
});

test('a task of the wizard finds as many services as announced; nearly every task finds some', async () => {
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
