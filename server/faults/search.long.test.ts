// Three processes search while others write all the time: what was hidden, taken out or rewritten before a search began is never
// shown by it, what was there all along always is, and the total is the number of what is shown.
import type { Knex } from 'knex';
import { openDatabase } from '../database/connection.ts';
import { completeSearch } from '../domain/knowledge/knowledge.ts';
import { aMember, anItem } from '../testing/builders.ts';
import { openSearch } from '../testing/openSearch.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';

const processes = 3;
const itemsOfEach = 12;
const writesOfEach = 400;

let database: TestDatabase;
let connections: Knex[];
beforeAll(async () => {
  database = await createTestDatabase();
  connections = Array.from({ length: processes }, () => openDatabase(database.url));
});
afterAll(async () => {
  for (const connection of connections) await connection.destroy();
  await database.drop();
});

/** What becomes of an item, and whether everybody finds it afterwards, were it not for the rest. */
const changes: [column: string, value: () => unknown][] = [
  ['admin_visibility', () => 'hidden'],
  ['admin_visibility', () => 'visible'],
  ['description_en', () => 'nothing of that'],
  ['description_en', () => 'a flurbinator'],
  ['removed_at', () => new Date()],
  ['removed_at', () => null],
];

interface Standing {
  admin_visibility: string;
  description_en: string;
  removed_at: Date | null;
}

const isFound = (one: Standing): boolean =>
  one.admin_visibility === 'visible' &&
  one.description_en.includes('flurbinator') &&
  one.removed_at === null;

/** A time in which an item is surely found, or surely not: from the end of one write to the beginning of the next. */
interface Span {
  from: number;
  to: number;
  found: boolean;
}

test('what is hidden is never shown and no total is wrong, while three processes write and search at once', async () => {
  const user = await aMember(database.db);
  const spans = new Map<number, Span[]>();
  const standing = new Map<number, Standing>();
  const shares: number[][] = [];
  for (let place = 0; place < processes; place += 1) {
    const ids: number[] = [];
    for (let number = 0; number < itemsOfEach; number += 1) {
      const { id } = await anItem(database.db, { descriptionEn: 'a flurbinator' });
      ids.push(id);
      standing.set(id, {
        admin_visibility: 'visible',
        description_en: 'a flurbinator',
        removed_at: null,
      });
      spans.set(id, [{ from: performance.now(), to: Infinity, found: true }]);
    }
    shares.push(ids);
  }

  const underWay = { writers: processes };
  const write = async (db: Knex, ids: readonly number[]): Promise<void> => {
    for (let count = 0; count < writesOfEach; count += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)]!;
      const [column, value] = changes[Math.floor(Math.random() * changes.length)]!;
      const after = { ...standing.get(id)!, [column]: value() };
      const known = spans.get(id)!;
      known.at(-1)!.to = performance.now();
      // As often as not in a transaction that takes its time to end.
      await db.transaction(async (trx) => {
        await trx('items')
          .where({ id })
          .update({ [column]: after[column as keyof Standing] });
        if (count % 2 === 0) await trx.raw('select pg_sleep(random() * 0.01)');
      });
      standing.set(id, after);
      known.push({ from: performance.now(), to: Infinity, found: isFound(after) });
    }
    underWay.writers -= 1;
  };

  const faults = { shown: 0, missing: 0, totals: 0 };
  let searches = 0;
  const search = async (db: Knex): Promise<void> => {
    const { page } = openSearch(db);
    const asked = completeSearch({
      search: 'flurbinator',
      page: 0,
      perPage: 100,
      sortBy: 'likes',
      verified: false,
      exact: false,
      tags: [],
    });
    while (underWay.writers > 0) {
      const begun = performance.now();
      const { items, total } = await page(user, asked);
      const ended = performance.now();
      const shown = new Set(items.map(({ id }) => id));
      searches += 1;
      if (total !== items.length) faults.totals += 1;
      for (const [id, known] of spans) {
        const whole = known.find(({ from, to }) => from <= begun && to >= ended);
        if (whole && !whole.found && shown.has(id)) faults.shown += 1;
        if (whole?.found && !shown.has(id)) faults.missing += 1;
      }
    }
  };

  await Promise.all([
    ...connections.map((db, place) => write(db, shares[place]!)),
    ...connections.map((db) => search(db)),
  ]);
  expect({ ...faults, searches: searches > 50 }).toEqual({
    shown: 0,
    missing: 0,
    totals: 0,
    searches: true,
  });
});
