// Totals are counted once and kept, and never outlive what they counted: whoever changes the index, and wherever.
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Member } from '../accounts/accounts.ts';
import { createItemCards } from './itemCards.search.ts';
import { completeSearch, type SearchInput } from './knowledge.ts';
import { knowledgeSearch } from './knowledge.search.ts';
import { knowledgeStore } from './knowledge.store.ts';

let database: TestDatabase;
let user: Member;
let admin: Member;
let ids: number[];

/** As in a server process of its own. */
const openSearch = () => {
  const { db } = database;
  const search = knowledgeSearch(
    db,
    createItemCards({ db, topExperts: async () => [], bytes: 1_000_000 }),
  );
  return async (viewer: Member, given: Partial<SearchInput>) => {
    const found = await search.page(
      viewer,
      completeSearch({
        page: 0,
        perPage: 12,
        sortBy: 'likes',
        verified: false,
        exact: false,
        tags: [],
        ...given,
      }),
    );
    return found.total;
  };
};

beforeEach(async () => {
  database = await createTestDatabase();
  const { db } = database;
  user = await aMember(db);
  admin = await anAdmin(db);
  ids = [];
  for (const word of ['painter', 'painting', 'painted', 'voice']) {
    const item = await anItem(db, {
      titleEn: `The ${word} ${ids.length}`,
      descriptionEn: 'A quick robot',
      tags: ['art', `group-${ids.length % 2}`],
    });
    ids.push(item.id);
  }
});
afterEach(() => database.drop());

const searches: Partial<SearchInput>[] = [
  { search: 'painter' },
  { search: 'quick robot' },
  { search: 'robot', tags: ['art'] },
  { tags: ['art', 'group-0'] },
  { tags: ['art'] },
  {},
];

test.each(searches)('the total of %j follows every change', async (given) => {
  const search = openSearch();
  const other = openSearch();
  const both = async (viewer: Member) => {
    const totals = [await search(viewer, given), await other(viewer, given)];
    const fresh = await openSearch()(viewer, given);
    expect(totals).toEqual([fresh, fresh]);
    return fresh;
  };
  const before = await both(user);
  expect(await both(admin)).toBe(before);

  await database.db('items').where({ id: ids[0] }).update({ admin_visibility: 'hidden' });
  expect(await both(user)).toBe(before - 1);
  expect(await both(admin)).toBe(before);

  await database.db('items').where({ id: ids[0] }).update({ admin_visibility: 'visible' });
  await anItem(database.db, {
    titleEn: 'A painter, once more',
    descriptionEn: 'A quick robot',
    tags: ['art', 'group-0'],
  });
  expect(await both(user)).toBe(before + 1);

  await database.db('items').where({ id: ids[2] }).update({ removed_at: new Date() });
  expect(await both(user)).toBe(before);
});

test('likes count nothing anew, a change of texts does', async () => {
  const search = openSearch();
  const sent: unknown[][] = [];
  database.db.on('query', ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.includes('search_page(')) sent.push(bindings.slice(-2));
  });
  const stamp = async (): Promise<unknown> => {
    const { rows } = await database.db.raw<{ rows: unknown[] }>('select search_stamp() as stamp');
    return rows[0];
  };
  const before = await stamp();
  expect(await search(user, { search: 'quick robot' })).toBe(4);
  await knowledgeStore(database.db).like(user.user.id, ids[0] ?? 0);
  expect(await search(user, { search: 'quick robot' })).toBe(4);
  expect(await stamp()).toEqual(before);
  expect(sent).toEqual([
    [null, null],
    [expect.anything(), 4],
  ]);

  await database.db('items').where({ id: ids[1] }).update({ description_en: 'A slow robot' });
  expect(await stamp()).not.toEqual(before);
  expect(await search(user, { search: 'quick robot' })).toBe(3);
});

test('stamps are added up now and then, and go on standing for the same index', async () => {
  for (let step = 0; step < 60; step += 1) {
    await database
      .db('items')
      .where({ id: ids[0] })
      .update({ title_en: `The painter ${step}` });
  }
  const { rows } = await database.db.raw<{ rows: { count: number }[] }>(
    'select count(*) as count from search_stamps',
  );
  expect(rows[0]?.count).toBeLessThan(60);
});
