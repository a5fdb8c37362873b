// Filter counts equal the results of the filtered search, and every sort order is complete.
import fc from '../../../testing/fastCheck.ts';
import type { Knex } from 'knex';
import { aMember, anAdmin, anItem, aUser } from '../../../testing/builders.ts';
import { openSearch } from '../../../testing/searchFixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import {
  dataClasses,
  ruleStatuses,
  verdictValues,
  type DataClass,
} from '../../access/dataRules/dataRules.ts';
import { withSearchDefaults, type Search, type SearchInput } from './items.ts';
import { ItemsStore } from './items.store.ts';

const now = new Date('2026-11-20T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1_000;
const tags = ['art', 'sound'];
const asking = ['source_code', 'player_data'] as const satisfies DataClass[];

let database: TestDatabase;
let db: Knex;
let people: Record<'gdev' | 'nexters' | 'nobodys' | 'admin', Member>;
let likers: Member['user'][];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  people = {
    gdev: await aMember(db),
    nexters: await aMember(db, { companyKey: 'nexters' }),
    nobodys: await aMember(db, { companyKey: null }),
    admin: await anAdmin(db),
  };
  likers = [people.gdev.user, people.nexters.user, people.nobodys.user, await aUser(db)];
});
afterAll(() => database.drop());

const drawnItem = fc.record({
  tags: fc.subarray(tags),
  approvals: fc.subarray(['gdev', 'nexters'] as const),
  isHidden: fc.boolean(),
  daysAgo: fc.constantFrom(0, 29, 30, 31, 400),
  likedBy: fc.subarray([0, 1, 2, 3]),
  verdicts: fc.dictionary(fc.constantFrom(...asking), fc.constantFrom(...verdictValues)),
  status: fc.option(fc.constantFrom(...ruleStatuses)),
  review: fc.option(fc.constantFrom(-1, 0, 1)),
});
type Drawn = typeof drawnItem extends fc.Arbitrary<infer Value> ? Value : never;

async function write(drawn: readonly Drawn[]): Promise<void> {
  await db.raw('truncate items cascade');
  const store = new ItemsStore(db);
  await store.ensureTags(tags);
  for (const { likedBy, verdicts, status, review, ...one } of drawn) {
    const approvals = one.approvals.map((company) => `${company}approved`);
    const item = await anItem(db, {
      titleEn: 'Cat',
      tags: [...one.tags, ...approvals],
      adminVisibility: one.isHidden ? 'hidden' : 'visible',
      createdAt: new Date(now.getTime() - one.daysAgo * dayMs),
    });
    for (const place of likedBy) await store.like(likers[place]!.id, item.id);
    await db('data_rules').insert({
      item_id: item.id,
      company_key: 'gdev',
      tier: 'team',
      status,
      version: 1,
      verdicts: JSON.stringify(
        Object.fromEntries(
          Object.entries(verdicts).map(([one, verdict]) => [
            one,
            verdict === 'yes_if' ? { verdict, en: 'Without names' } : { verdict },
          ]),
        ),
      ),
      review_by:
        review === null ? null : db.raw(`(now() at time zone 'UTC')::date + ?::integer`, [review]),
    });
  }
}

const conditions = {
  verified: `exists (select from item_tags join tags on tags.id = tag_id
    where item_id = items.id and lower(original_name) = :approval)`,
  usedHere: `exists (select from item_likes join users on users.id = user_id
    where item_id = items.id and company_key = :company)`,
  addedLately: `items.created_at >= :now::timestamptz - interval '30 days'`,
};
const allowedCondition = (one: DataClass) => `exists (select from data_rules
  where item_id = items.id and company_key = :company and tier = 'team'
    and verdicts -> '${one}' ->> 'verdict' in ('yes', 'yes_if')
    and (review_by is null or review_by >= (now() at time zone 'UTC')::date)
    and (status is null or status in ('approved', 'restricted')))`;
const tagCondition = (tag: string) => `exists (select from item_tags join tags on tags.id = tag_id
  where item_id = items.id and original_name = '${tag}')`;

/** All counts of a search, by SQL. */
async function counted(viewer: Member, search: Search): Promise<Record<string, number>> {
  const wheres = [
    ...(['verified', 'usedHere', 'addedLately'] as const)
      .filter((one) => search[one])
      .map((one) => conditions[one]),
    ...search.allowedFor.map(allowedCondition),
    ...search.tags.map(tagCondition),
    ...(viewer.user.isAdmin ? [] : [`admin_visibility = 'visible'`]),
  ];
  const counts = {
    total: 'true',
    ...conditions,
    ...Object.fromEntries(dataClasses.map((one) => [one, allowedCondition(one)])),
    ...Object.fromEntries(tags.map((tag) => [tag, tagCondition(tag)])),
  };
  const columns = Object.entries(counts).map(
    ([name, condition]) => `(count(*) filter (where ${condition}))::integer as "${name}"`,
  );
  const { rows } = await db.raw<{ rows: Record<string, number>[] }>(
    `select ${columns.join(', ')} from items where removed_at is null and ${['true', ...wheres].join(' and ')}`,
    {
      approval: viewer.company?.approvalTag ?? '',
      company: viewer.company?.key ?? '',
      now: now.toISOString(),
    },
  );
  return rows[0]!;
}

/** Combinations of filters that cover each pair of filter values. */
const combinations: Partial<SearchInput>[] = [false, true].flatMap((verified) =>
  [false, true].flatMap((usedHere) =>
    [[], [asking[0]], [...asking]].flatMap((allowedFor, place) =>
      [[], ['art'], ['art', 'sound']].map((chosen, column) => ({
        verified,
        usedHere,
        addedLately: (Number(verified) + Number(usedHere) + place + column) % 2 === 1,
        allowedFor,
        tags: chosen,
      })),
    ),
  ),
);

const asked = (given: Partial<SearchInput>): Search =>
  withSearchDefaults({
    page: 0,
    perPage: 20,
    sortBy: 'likes',
    verified: false,
    exact: false,
    tags: [],
    ...given,
  } as Parameters<typeof withSearchDefaults>[0]);

test('every count equals the filtered results, with any other filters', async () => {
  const tx = openSearch(db, { clock: () => now });
  await fc.assert(
    fc.asyncProperty(fc.array(drawnItem, { minLength: 6, maxLength: 12 }), async (drawn) => {
      await write(drawn);
      for (const viewer of Object.values(people)) {
        for (const combination of combinations) {
          const search = asked(combination);
          const {
            total,
            verified,
            usedHere,
            addedLately,
            dataClasses: classes,
            countWithout,
          } = await tx.filterCounts(viewer, search);
          const byTag = new Map(
            (await tx.tagCounts(viewer, search)).map(({ tag, count }) => [tag, count]),
          );
          const said = {
            total,
            verified,
            usedHere,
            addedLately,
            ...Object.fromEntries(classes.map(({ dataClass, count }) => [dataClass, count])),
            ...Object.fromEntries(tags.map((tag) => [tag, byTag.get(tag) ?? 0])),
          };
          const wanted = await counted(viewer, search);
          expect({ combination, said }).toEqual({ combination, said: wanted });
          // The page has as many items.
          if (combination.tags?.length === 1) {
            const { items } = await tx.page(viewer, search);
            expect(items).toHaveLength(wanted['total']!);
          }
          if (combination.allowedFor?.length === 2) await lookWithout(viewer, search, countWithout);
        }
      }
    }),
    { numRuns: 2 },
  );
});

/** Compares the suggestions for an empty result with SQL: the count without each filter. */
async function lookWithout(
  viewer: Member,
  search: Search,
  countWithout: () => Promise<{ filter: string; value: string | null; count: number }[]>,
): Promise<void> {
  for (const { filter, value, count } of await countWithout()) {
    const lighter =
      filter === 'tag' || filter === 'allowedFor'
        ? {
            tags: search.tags.filter((tag) => tag !== value),
            allowedFor: search.allowedFor.filter((one) => one !== value),
          }
        : { [filter]: false };
    const { total } = await counted(viewer, { ...search, ...lighter });
    expect({ filter, value, count }).toEqual({ filter, value, count: total });
  }
}

const orders: Record<string, string> = {
  'used desc': 'likes_count desc, id',
  'used asc': 'likes_count, id',
  'colleagues desc': 'uses desc, likes_count desc, id',
  'colleagues asc': 'uses, likes_count, id',
  'newest desc': 'created_at desc, id desc',
  'newest asc': 'created_at, id',
};

test('every order equals the database’s, with and without words', async () => {
  const tx = openSearch(db, { clock: () => now });
  await fc.assert(
    fc.asyncProperty(fc.array(drawnItem, { minLength: 4, maxLength: 9 }), async (drawn) => {
      await write(drawn);
      for (const viewer of [people.gdev, people.admin]) {
        for (const [order, sql] of Object.entries(orders)) {
          const [sortBy, sortOrder] = order.split(' ') as ['used', 'asc' | 'desc'];
          const { rows } = await db.raw<{ rows: { id: number }[] }>(
            `select id from (select items.*, (select count(*) from item_likes join users on users.id = user_id
               where item_id = items.id and company_key = :company) as uses from items) as items
             where ${viewer.user.isAdmin ? 'true' : `admin_visibility = 'visible'`} order by ${sql}`,
            { company: viewer.company!.key },
          );
          for (const search of ['', 'cat']) {
            const { items } = await tx.page(viewer, asked({ search, sortBy, sortOrder }));
            const ids = items.map(({ id }) => id);
            expect({ order, search, ids }).toEqual({
              order,
              search,
              ids: rows.map(({ id }) => id),
            });
          }
        }
      }
    }),
    { numRuns: 2 },
  );
});

test('a person who changes the company moves their likes at once', async () => {
  const tx = openSearch(db, { clock: () => now });
  await db.raw('truncate items cascade');
  const { id } = await anItem(db);
  const mover = await aUser(db, { companyKey: 'nexters' });
  const used = async (viewer: Member) => (await tx.filterCounts(viewer, asked({}))).usedHere;
  await new ItemsStore(db).like(mover.id, id);
  expect([await used(people.gdev), await used(people.nexters)]).toEqual([0, 1]);
  await db('users').where({ id: mover.id }).update({ company_key: 'gdev' });
  expect([await used(people.gdev), await used(people.nexters)]).toEqual([1, 0]);
  await db('users').where({ id: mover.id }).delete();
  expect(await used(people.gdev)).toBe(0);
});
