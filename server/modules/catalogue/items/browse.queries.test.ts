// Browsing before the search index is built returns the same pages as with it; text searches wait.
import { createLog } from '../../../shared/log.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { allowedItemsOn } from '../../access/dataRules/dataRules.module.ts';
import { stagedItemsOn } from '../../access/stages/stages.module.ts';
import { noSimilarItems, searchProbe } from '../../search/search.module.ts';
import { searchDocumentsQueries } from '../../search/searchDocuments.queries.ts';
import { createSearchIndex } from '../../search/searchIndex.ts';
import { createItemCards } from './itemCards.queries.ts';
import { ItemsQueries } from './items.queries.ts';
import { withSearchDefaults, type SearchInput } from './items.ts';

let database: TestDatabase;
let people: { member: Member; admin: Member; stranger: Member };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  people = {
    member: await aMember(db),
    admin: await anAdmin(db),
    stranger: await aMember(db, { companyKey: null }),
  };
  const approval = people.member.company!.approvalTag.toUpperCase();
  for (let number = 0; number < 12; number += 1) {
    const tags = [
      'art',
      ...(number % 2 === 0 ? ['even'] : []),
      ...(number % 3 === 0 ? ['voice'] : []),
      ...(number % 4 === 0 ? [approval] : []),
    ];
    const { id } = await anItem(db, {
      titleEn: `Tool ${(number * 7) % 12}`,
      tags,
      adminVisibility: number % 5 === 4 ? 'hidden' : 'visible',
    });
    await db('items')
      .where({ id })
      .update({ likes_count: number % 3, removed_at: number === 7 ? new Date() : null });
  }
});
afterAll(() => database.drop());

/** A process whose index is built on demand. */
function aProcess() {
  const { db } = database;
  const facts = searchDocumentsQueries(db);
  const log = createLog({ level: 'silent' });
  const gate = Promise.withResolvers<void>();
  const index = createSearchIndex({
    facts: {
      ...facts,
      next: async (...given) => {
        await gate.promise;
        return facts.next(...given);
      },
    },
    log,
    everyMs: 5,
  });
  const cards = createItemCards({ db, topExperts: async () => [], max: 100 });
  return {
    index,
    open: gate.resolve,
    fail: gate.reject,
    items: new ItemsQueries({
      db,
      cards,
      index,
      allowedItems: allowedItemsOn(db),
      stagedItems: stagedItemsOn(db),
      findPage: async () => null,
      similarItems: noSimilarItems,
      clock: () => new Date(),
    }),
  };
}

const asked = (given: Partial<SearchInput>) =>
  withSearchDefaults({
    page: 0,
    perPage: 4,
    sortBy: 'likes',
    verified: false,
    exact: false,
    tags: [],
    ...given,
  });

const tagSets = [[], ['art'], ['art', 'art', 'even'], ['even', 'voice'], ['nowhere']];

test('returns the same pages, counts and lists without words with and without the index', async () => {
  const building = aProcess();
  building.index.start();
  const built = aProcess();
  built.open();
  built.index.start();
  await built.items.page(people.member, asked({ search: 'words wait' }));
  expect([building.index.state, built.index.state]).toEqual(['building', 'there']);
  const approval = people.member.company!.approvalTag.toUpperCase();
  const told: number[] = [];
  for (const viewer of Object.values(people)) {
    for (const tags of [...tagSets, [approval]]) {
      for (const verified of [false, true]) {
        for (const page of [0, 1, 3]) {
          for (const sortOrder of ['asc', 'desc'] as const) {
            const search = asked({ tags, verified, page, sortOrder });
            const of = async ({ items: queries }: typeof built) => {
              const { items, total } = await queries.page(viewer, search);
              return { ids: items.map(({ id }) => id), total };
            };
            const one = await of(building);
            expect([search, one]).toEqual([search, await of(built)]);
            told.push(one.total);
          }
        }
        const search = asked({ tags, verified });
        const byTag = async ({ items }: typeof built) =>
          (await items.tagCounts(viewer, search)).sort((a, b) => (a.tag < b.tag ? -1 : 1));
        expect(await byTag(building)).toEqual(await byTag(built));
      }
    }
    const idsOf = async ({ items }: typeof built) =>
      (await items.popular(viewer, 5)).map(({ id }) => id);
    expect(await idsOf(building)).toEqual(await idsOf(built));
  }
  // The comparison covered different results: all items, some and none.
  expect(new Set(told).size).toBeGreaterThan(4);
  await built.index.stop();
});

test('searches, concepts, title order and filters of use wait for the index, and health reports it', async () => {
  const { index, open, items } = aProcess();
  const health = () => searchProbe(index).check();
  index.start();
  expect(await health()).toMatchObject({ state: 'off', detail: expect.stringMatching(/built/) });
  let answered = 0;
  const asking: Partial<SearchInput>[] = [
    { search: 'tool' },
    { concepts: ['voice'] },
    { allowedFor: ['source_code'] },
    { usedHere: true },
    { addedLately: true },
    { sortBy: 'newest' },
    { sortBy: 'colleagues' },
    { sortBy: 'title' },
  ];
  const waiting = asking.map(async (given) => {
    const { total } = await items.page(people.member, asked(given));
    answered += 1;
    return total;
  });
  expect((await items.page(people.member, asked({}))).total).toBe(9);
  expect(answered).toBe(0);
  open();
  expect((await Promise.all(waiting)).at(-1)).toBe(9);
  expect(await health()).toBe('ok');
  await index.stop();
});

test('reports an index that cannot be built in health, and still serves pages', async () => {
  const { index, fail, items } = aProcess();
  fail(new Error('no'));
  index.start();
  while (index.state === 'building') await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await searchProbe(index).check()).toMatchObject({ state: 'failing' });
  expect((await items.page(people.member, asked({}))).total).toBe(9);
  await expect(items.page(people.member, asked({ search: 'tool' }))).rejects.toThrow('no');
  await index.stop();
});
