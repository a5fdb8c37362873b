// Tag counts of a page, from memory and equal to the database in every process.
import { createItemCards } from '../../modules/catalogue/items/itemCards.queries.ts';
import { withSearchDefaults } from '../../modules/catalogue/items/items.ts';
import type { SearchIndex } from '../../modules/search/searchIndex.ts';
import { openDatabase } from '../../database/connection.ts';
import { aMember, anItem } from '../../testing/builders.ts';
import { indexOn, openSearch } from '../../testing/searchFixture.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const built = (index: SearchIndex) => index.answer(async () => ({ answer: null, isBehind: false }));

let here: TestApp;
let there: TestApp;
let person: Caller;
let admin: Caller;
beforeAll(async () => {
  here = await startTestApp();
  const { url } = here.database;
  const db = openDatabase(url);
  there = await startTestApp({ database: { db, url, drop: () => db.destroy() } });
  person = await here.signedIn();
  admin = await here.signedIn({ isAdmin: true });
  // Until the index is built, pages come from the database.
  for (const { services } of [here, there]) await built(services.searchIndex);
});
afterAll(async () => {
  await there.close();
  await here.close();
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

/** The counts of the pages, which must be those of the database at both processes. */
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

test('tagging, hiding, renaming, removing and deleting: the counts are those of the database, for members and admins', async () => {
  const { db } = here.database;
  const ids: number[] = [];
  for (const tags of [['Voice', 'Art'], ['Voice', 'gdevapproved'], ['Voice'], ['Art']])
    ids.push((await anItem(db, { tags })).id);
  const [first, second, third, last] = ids;
  const all = { Voice: 3, Art: 2, gdevapproved: 1 };
  expect(await counts()).toEqual({ member: { Voice: 3, Art: 2 }, admin: all });

  await there.database.db('items').where({ id: first }).update({ admin_visibility: 'hidden' });
  expect(await counts()).toEqual({ member: { Voice: 2, Art: 1 }, admin: all });

  const { id: art } = await db('tags').where({ original_name: 'Art' }).first<{ id: number }>('id');
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

test('neither a page nor a service reads counts', async () => {
  const { id } = await anItem(here.database.db, { tags: ['Voice'] });
  await countsAt(here, person);
  const before = here.statements.length;
  await countsAt(here, person);
  await person.graphql(`{ knowledgeItem(id: ${id}) { tags { count } } }`);
  const read = here.statements.slice(before);
  expect(read.filter((sql) => sql.includes('visible_count'))).toEqual([]);
});

test('an index that stays behind counts nothing', async () => {
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
      withSearchDefaults({ page: 0, perPage: 100, sortBy: 'likes', verified: false, exact: false }),
    );
    return items.find((item) => item.id === id)!.view?.page?.engine;
  };
  expect((await engineOfPage())?.index.tagCount('Left', 'live')).toBe(1);
  await anItem(db, { tags: ['Left'] });
  expect(await engineOfPage()).toBeNull();
});
