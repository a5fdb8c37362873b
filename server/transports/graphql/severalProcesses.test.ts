// Cache consistency of two server processes on one database.
import { openDatabase } from '../../database/connection.ts';
import { createItemCards } from '../../modules/catalogue/items/itemCards.queries.ts';
import { withSearchDefaults } from '../../modules/catalogue/items/items.ts';
import type { SearchIndex } from '../../modules/search/searchIndex.ts';
import { aMember, aUseCase, anItem } from '../../testing/builders.ts';
import { indexOn, openSearch } from '../../testing/searchFixture.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../../testing/testApp.ts';

let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  here = await startTestApp();
  const { url } = here.database;
  const db = openDatabase(url);
  there = await startTestApp({ database: { db, url, drop: () => db.destroy() } });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const document = `
  query Page {
    searchKnowledge(perPage: 100) {
      total
      items {
        id titleEn likesCount isLiked useCasesCount raindropTags adminVisibility
        tags { originalName } tagsInfo { tag usageCount } experts { name likesTotal } partnerBadges { key }
      }
    }
  }`;

interface Item {
  id: string;
  titleEn: string;
  likesCount: number;
  isLiked: boolean;
  useCasesCount: number;
  raindropTags: string[];
  adminVisibility: string | null;
  tagsInfo: { tag: string; usageCount: number }[];
  experts: { name: string; likesTotal: number }[];
}

/** The same person at the other process, where the session is valid too. */
const sameAt = (app: TestApp, person: Caller): Caller => {
  const other = app.visitor();
  for (const [name, value] of person.cookies) other.cookies.set(name, value);
  return other;
};

const page = async (person: Caller) => {
  const { body } = await person.graphql<{ searchKnowledge: { total: number; items: Item[] } }>(
    document,
  );
  expect(body.errors).toBeUndefined();
  return body.data.searchKnowledge;
};

const itemOf = async (person: Caller, id: number) =>
  (await page(person)).items.find((item) => item.id === String(id));

/** The page of both processes, which must be equal. */
async function everywhere(person: Caller, id: number): Promise<Item | undefined> {
  const answers = [await itemOf(person, id), await itemOf(sameAt(there, person), id)];
  expect(answers[1]).toEqual(answers[0]);
  return answers[0];
}

describe('tag counts of a page, from memory and equal to the database', () => {
  const built = (index: SearchIndex) =>
    index.answer(async () => ({ answer: null, isBehind: false }));

  let person: Caller;
  let admin: Caller;
  beforeAll(async () => {
    person = await here.signedIn();
    admin = await here.signedIn({ isAdmin: true });
    // Until the index is built, pages come from the database.
    for (const { services } of [here, there]) await built(services.searchIndex);
  });

  interface Row {
    data: { tags: { originalName: string; count: number }[]; tagsInfo: { usageCount: number }[] }[];
  }

  async function countsAt(app: TestApp, who: Caller): Promise<Record<string, number>> {
    const caller = app.visitor();
    for (const [name, value] of who.cookies) caller.cookies.set(name, value);
    const { body } = await caller.call<Row>('GET', '/api/v1/knowledge/search?perPage=100');
    const tags = body.data.flatMap((item) => item.tags);
    expect(body.data.flatMap((item) => item.tagsInfo.map(({ usageCount }) => usageCount))).toEqual(
      tags.map(({ count }) => count),
    );
    return Object.fromEntries(tags.map(({ originalName, count }) => [originalName, count]));
  }

  /** Tag counts of the pages, which must equal those of the database in both processes. */
  async function counts(): Promise<{
    member: Record<string, number>;
    admin: Record<string, number>;
  }> {
    const rows: { name: string; visible: number; total: number; isApproval: boolean }[] =
      await here.database.db('tags').where('total_count', '>', 0).select({
        name: 'original_name',
        visible: 'visible_count',
        total: 'total_count',
        isApproval: 'is_approval',
      });
    const seen = rows.filter(({ visible, isApproval }) => visible > 0 && !isApproval);
    const expected = {
      member: Object.fromEntries(seen.map(({ name, visible }) => [name, visible])),
      admin: Object.fromEntries(rows.map(({ name, total }) => [name, total])),
    };
    for (const app of [here, there]) {
      expect(await countsAt(app, person)).toEqual(expected.member);
      expect(await countsAt(app, admin)).toEqual(expected.admin);
    }
    return expected;
  }

  test('equal the database after tagging, hiding, renaming, removing and deleting, for members and admins', async () => {
    const { db } = here.database;
    const ids: number[] = [];
    for (const tags of [['Voice', 'Art'], ['Voice', 'gdevapproved'], ['Voice'], ['Art']])
      ids.push((await anItem(db, { tags })).id);
    const [first, second, third, last] = ids;
    const all = { Voice: 3, Art: 2, gdevapproved: 1 };
    expect(await counts()).toEqual({ member: { Voice: 3, Art: 2 }, admin: all });

    await there.database.db('items').where({ id: first }).update({ admin_visibility: 'hidden' });
    expect(await counts()).toEqual({ member: { Voice: 2, Art: 1 }, admin: all });

    const { id: art } = await db('tags')
      .where({ original_name: 'Art' })
      .first<{ id: number }>('id');
    await db('item_tags').insert({ item_id: third, tag_id: art, position: 1 });
    await there.database.db('item_tags').where({ item_id: last }).delete();
    expect((await counts()).member).toEqual({ Voice: 2, Art: 1 });

    await db('tags').where({ id: art }).update({ original_name: 'Pictures' });
    expect((await counts()).admin).toEqual({ Voice: 3, Pictures: 2, gdevapproved: 1 });

    await there.database.db('items').where({ id: second }).update({ removed_at: new Date() });
    expect(await counts()).toEqual({
      member: { Voice: 1, Pictures: 1 },
      admin: { Voice: 2, Pictures: 2 },
    });

    await db('items').where({ id: third }).delete();
    await there.database.db('items').where({ id: first }).update({ admin_visibility: 'visible' });
    const left = { Voice: 1, Pictures: 1 };
    expect(await counts()).toEqual({ member: left, admin: left });
  });

  test('are not read from the database for a page or an item', async () => {
    const { id } = await anItem(here.database.db, { tags: ['Voice'] });
    await countsAt(here, person);
    const before = here.statements.length;
    await countsAt(here, person);
    await person.graphql(`{ knowledgeItem(id: ${id}) { tags { count } } }`);
    const read = here.statements.slice(before);
    expect(read.filter((sql) => sql.includes('visible_count'))).toEqual([]);
  });

  test('are not counted by an outdated index', async () => {
    const { db } = here.database;
    const { id } = await anItem(db, { tags: ['Left'] });
    const viewer = await aMember(db);
    const cards = createItemCards({ db, topExperts: async () => [], max: 100 });
    const index = indexOn(db);
    await built(index);
    const still: SearchIndex = {
      ...index,
      state: 'there',
      answer: (ask) => index.answer(async (state) => ({ ...(await ask(state)), isBehind: false })),
    };
    const search = openSearch(db, { cards, index: still });
    const engineOfPage = async () => {
      const { items } = await search.page(
        viewer,
        withSearchDefaults({
          page: 0,
          perPage: 100,
          sortBy: 'likes',
          verified: false,
          exact: false,
        }),
      );
      return items.find((item) => item.id === id)!.view?.page?.engine;
    };
    expect((await engineOfPage())?.index.tagCount('Left', 'all')).toBe(1);
    await anItem(db, { tags: ['Left'] });
    expect(await engineOfPage()).toBeNull();
  });
});

test('shows a like and its removal in the next read of every process', async () => {
  const item = await anItem(here.database.db);
  const person = await here.signedIn();
  const somebody = await here.signedIn();
  expect(await everywhere(person, item.id)).toMatchObject({ likesCount: 0, isLiked: false });
  await sameAt(there, person).call('POST', `/api/v1/knowledge/${item.id}/like`);
  expect(await everywhere(person, item.id)).toMatchObject({ likesCount: 1, isLiked: true });
  expect(await everywhere(somebody, item.id)).toMatchObject({ likesCount: 1, isLiked: false });
  await person.graphql(`mutation { unlikeKnowledge(id: ${item.id}) { isLiked } }`);
  expect(await everywhere(person, item.id)).toMatchObject({ likesCount: 0, isLiked: false });
});

test('hides and shows an item at once in every process', async () => {
  const item = await anItem(here.database.db, { tags: ['Hidden voice'] });
  const other = await anItem(here.database.db, { tags: ['Hidden voice'] });
  const person = await here.signedIn();
  const admin = await here.signedIn({ isAdmin: true });
  const setVisibility = (value: string) =>
    sameAt(there, admin).graphql(
      `mutation { updateKnowledge(id: ${item.id}, adminVisibility: ${value}) { id } }`,
    );
  const countFor = async (viewer: Caller) => (await everywhere(viewer, other.id))?.tagsInfo;
  const before = (await page(person)).total;
  expect(await everywhere(person, item.id)).toBeDefined();
  expect(await countFor(person)).toEqual([{ tag: 'Hidden voice', usageCount: 2 }]);

  await setVisibility('hidden');
  expect(await everywhere(person, item.id)).toBeUndefined();
  expect((await page(person)).total).toBe(before - 1);
  expect(await countFor(person)).toEqual([{ tag: 'Hidden voice', usageCount: 1 }]);
  expect(await countFor(admin)).toEqual([{ tag: 'Hidden voice', usageCount: 2 }]);
  expect(await everywhere(admin, item.id)).toMatchObject({ adminVisibility: 'hidden' });
  const single = await sameAt(there, person).graphql(`{ knowledgeItem(id: ${item.id}) { id } }`);
  expect(single.body.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');

  await setVisibility('visible');
  expect(await everywhere(person, item.id)).toMatchObject({ adminVisibility: null });
});

test('shows an approval tag to admins only, whoever read the page before', async () => {
  const item = await anItem(here.database.db, { tags: ['Audio', 'gdevapproved', 'Cubicapproved'] });
  const person = await here.signedIn({ company: 'gdev' });
  const admin = await here.signedIn({ isAdmin: true });
  const overRest = async (viewer: Caller) =>
    JSON.stringify((await viewer.call('GET', '/api/v1/knowledge/search?perPage=100')).body);

  for (const viewer of [admin, person, admin, person]) {
    const shown = await everywhere(viewer, item.id);
    const text = JSON.stringify(await page(viewer)) + (await overRest(viewer));
    if (viewer === admin) {
      expect(shown?.raindropTags).toEqual(['Audio', 'gdevapproved', 'Cubicapproved']);
      expect(text).toMatch(/gdevapproved/);
    } else {
      expect(shown?.raindropTags).toEqual(['Audio']);
      expect(text).not.toMatch(/(gdev|cubic)approved/i);
    }
  }
});

test('shows changes of use cases, likes and names in the next read of every process', async () => {
  const item = await anItem(here.database.db);
  const person = await here.signedIn();
  const author = await here.signedIn({ name: 'Before' });
  expect(await everywhere(person, item.id)).toMatchObject({ useCasesCount: 0, experts: [] });
  const useCase = await aUseCase(here.database.db, { itemId: item.id, userId: author.userId });
  expect((await everywhere(person, item.id))?.experts).toEqual([{ name: 'Before', likesTotal: 0 }]);
  const liked = await sameAt(there, person).graphql(
    `mutation { toggleUseCaseLike(id: ${useCase.id}) { isLiked } }`,
  );
  expect(liked.body.data).toEqual({ toggleUseCaseLike: { isLiked: true } });
  await here.database.db('users').where({ id: author.userId }).update({ name: 'After' });
  expect((await everywhere(person, item.id))?.experts).toEqual([{ name: 'After', likesTotal: 1 }]);
});

test('leaves nothing outdated after a lost database connection', async () => {
  const item = await anItem(here.database.db);
  const person = await here.signedIn();
  await everywhere(person, item.id);
  await here.database.db.transaction(async (trx) => {
    await trx('items').where({ id: item.id }).update({ title_en: 'Renamed meanwhile' });
    await trx.raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
  // The pools replace broken connections: a read meanwhile may fail but must not be outdated.
  const settled = async (viewer: Caller) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { body } = await viewer.graphql<{ knowledgeItem: Item } | null>(
        `{ knowledgeItem(id: ${item.id}) { titleEn } }`,
      );
      if (body.data) return body.data.knowledgeItem.titleEn;
    }
    return null;
  };
  expect(await settled(person)).toBe('Renamed meanwhile');
  expect(await settled(sameAt(there, person))).toBe('Renamed meanwhile');
  expect(await everywhere(person, item.id)).toMatchObject({ titleEn: 'Renamed meanwhile' });
});

test('answers simultaneous callers with their own pages, and none for an ended session', async () => {
  const { db } = here.database;
  const items = [await anItem(db), await anItem(db), await anItem(db)];
  const hidden = await anItem(db, { adminVisibility: 'hidden' });
  const people: Caller[] = [];
  for (let place = 0; place < 12; place += 1) {
    const isAdmin = place % 4 === 3;
    people.push(await here.signedIn({ email: `moment${place}@gdev.inc`, isAdmin }));
    if (!isAdmin)
      await people[place]!.call('POST', `/api/v1/knowledge/${items[place % 3]!.id}/like`);
  }
  const gone = await here.signedIn({ email: 'moment-gone@gdev.inc' });
  await db('sessions')
    .whereIn('user_id', db('users').where({ email: 'moment-gone@gdev.inc' }).select('id'))
    .delete();
  const ask = (person: Caller) =>
    person.graphql<{ me: { email: string }; searchKnowledge: { items: Item[] } }>(
      '{ me { email } searchKnowledge(perPage: 100) { items { id isLiked adminVisibility } } }',
    );
  // Often enough for the query to be compiled.
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([...people, gone].map(ask));
    for (const [place, { body }] of answers.slice(0, 12).entries()) {
      const isAdmin = place % 4 === 3;
      expect(body.data.me.email).toBe(`moment${place}@gdev.inc`);
      const shown = body.data.searchKnowledge.items;
      expect(shown.filter(({ isLiked }) => isLiked).map(({ id }) => id)).toEqual(
        isAdmin ? [] : [String(items[place % 3]!.id)],
      );
      expect(shown.some(({ id }) => id === String(hidden.id))).toBe(isAdmin);
      expect(shown.some(({ adminVisibility }) => adminVisibility !== null)).toBe(isAdmin);
    }
    expect(answers[12]?.body.errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  }
});

test('tokens used at once act for their own people, and a revoked one for nobody', async () => {
  const tokens: string[] = [];
  for (let place = 0; place < 12; place += 1) {
    const person = await here.signedIn({ email: `token${place}@gdev.inc` });
    const { id, token } = await tokenOf(person, 'read');
    tokens.push(token);
    if (place === 5) await person.graphql(`mutation { revokeApiToken(id: "${id}") { id } }`);
  }
  const answers = await Promise.all(
    tokens.map((token) =>
      here.visitor().call<{ data?: { email: string } }>('GET', '/api/v1/auth/me', undefined, {
        Authorization: `Bearer ${token}`,
      }),
    ),
  );
  expect(answers.map(({ status, body }) => body.data?.email ?? status)).toEqual(
    tokens.map((_token, place) => (place === 5 ? 401 : `token${place}@gdev.inc`)),
  );
});
