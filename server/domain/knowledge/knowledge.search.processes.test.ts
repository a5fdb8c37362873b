// Totals are those of the catalogue as it is now, in every process, whoever changes it, and wherever.
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { ask, openSearch } from '../../testing/openSearch.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Member } from '../accounts/accounts.ts';
import { type SearchInput } from './knowledge.ts';

let database: TestDatabase;
let user: Member;
let admin: Member;
let ids: number[];

/** As in a server process of its own. */
const anotherProcess = () => {
  const search = openSearch(database.db);
  return async (viewer: Member, given: Partial<SearchInput>) => {
    const found = await search.page(viewer, ask(given));
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
  { search: 'robot' },
  { search: 'quick robot' },
  { search: 'robot', tags: ['art'] },
  { tags: ['art', 'group-0'] },
  { tags: ['art'] },
  {},
];

test.each(searches)('the total of %j follows every change', async (given) => {
  const search = anotherProcess();
  const other = anotherProcess();
  const both = async (viewer: Member) => {
    const totals = [await search(viewer, given), await other(viewer, given)];
    const fresh = await anotherProcess()(viewer, given);
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
