// The index of the search is built part by part: the database reads the next part while the process takes one in.
import { queryObjects } from 'node:v8';
import type { Knex } from 'knex';
import { createLog } from '../../shared/log.ts';
import { serverCloses } from '../../shared/serverCloses.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { searchFacts, type SearchFacts } from './searchFacts.search.ts';
import { createSearchIndex } from './searchIndex.ts';

const log = createLog({ level: 'silent' });

let database: TestDatabase;
let db: Knex;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  // Two full parts of 200, and one that is not.
  await db.raw(
    `insert into items (bookmark_id, title_en, source_url, normalised_url)
     select n, 'Flurbinator ' || n, 'https://many' || n || '.example.com/', 'many' || n || '.example.com'
     from generate_series(1, 401) as n`,
  );
});
afterEach(() => database.drop());

/** An index over `next`, whose first turn is held until it is let go. */
function heldIndex(next: SearchFacts['next']) {
  const taking = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const index = createSearchIndex({
    facts: { ...searchFacts(db), next },
    log,
    // The thesaurus is learned in turns before: only items hold a part.
    openTurns: () => ({
      next: () => {
        if (parts === 0) return undefined;
        taking.resolve();
        return held.promise;
      },
    }),
  });
  let parts = 0;
  return {
    index,
    count: () => index.answerAlone(({ index: { counts } }) => counts.live),
    taking: taking.promise,
    release: () => held.resolve(),
    sawPart: () => (parts += 1),
  };
}

test('the next part is asked for before the one that has come is taken in, and none is lost', async () => {
  const facts = searchFacts(db);
  const asked: number[] = [];
  const { count, taking, release, sawPart } = heldIndex(async (after, most) => {
    asked.push(after);
    const items = await facts.next(after, most);
    sawPart();
    return items;
  });
  const counted = count();
  await taking;
  expect(asked).toHaveLength(2);
  release();
  expect(await counted).toBe(401);
  expect(asked).toHaveLength(3);
});

test('a part that could not be read while another one is taken in is told to who asked, and harms nothing else', async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', hear);
  const facts = searchFacts(db);
  let isAway = true;
  const { count, taking, release, sawPart } = heldIndex(async (after, most) => {
    if (after > 0 && isAway) throw new Error('The database is away');
    const items = await facts.next(after, most);
    sawPart();
    return items;
  });
  const counted = count().catch((error: unknown) => error);
  await taking;
  // It has failed long before it is asked for.
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  release();
  expect(await counted).toEqual(new Error('The database is away'));
  expect(unhandled).toEqual([]);
  process.off('unhandledRejection', hear);
  isAway = false;
  expect(await count()).toBe(401);
});

test('one that is to end before it is built gives nobody half of it, and reads nothing any more', async () => {
  const facts = searchFacts(db);
  const asked: number[] = [];
  const { index, count, taking, release, sawPart } = heldIndex(async (after, most) => {
    asked.push(after);
    const items = await facts.next(after, most);
    sawPart();
    return items;
  });
  const counted = count().catch((error: unknown) => error);
  await taking;
  const ended = index.stop();
  release();
  await ended;
  expect(await counted).toEqual(serverCloses());
  expect(asked).toHaveLength(2);
  expect(await count().catch((error: unknown) => error)).toEqual(serverCloses());
  expect(asked).toHaveLength(2);
});

test('who has waited for the index to be brought up to date leaves nothing behind', async () => {
  const index = createSearchIndex({
    facts: { ...searchFacts(db), isBehind: async () => true },
    log,
  });
  const ask = () => index.answerAlone(({ index: { counts } }) => counts.live);
  const promises = () => queryObjects(Promise, { format: 'count' });
  await ask();
  const before = promises();
  // Each waits twice.
  for (let time = 0; time < 100; time += 1) expect(await ask()).toBe(401);
  expect(promises() - before).toBeLessThan(100);
});
