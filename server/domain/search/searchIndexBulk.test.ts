// The index of the search while very much is taken in: it answers meanwhile, and nothing is skipped. Others: searchIndex.test.ts.
import type { Knex } from 'knex';
import { aMember, anItem } from '../../testing/builders.ts';
import { log, text, totalOf, window } from '../../testing/indexAlone.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Member } from '../accounts/accounts.ts';
import { knowledgeStore } from '../knowledge/knowledge.store.ts';
import { searchStore } from './search.store.ts';
import { searchFacts } from './searchFacts.search.ts';
import { createSearchIndex } from './searchIndex.ts';

let database: TestDatabase;
let db: Knex;
let user: Member;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  user = await aMember(db);
});
afterEach(() => database.drop());

test('while an import of many is being indexed, searches answer from what there is; then they find all of it', async () => {
  await anItem(db, { titleEn: 'Flurbinator' });
  const resting: (() => void)[] = [];
  let holds = false;
  const index = createSearchIndex({
    facts: searchFacts(db),
    log,
    openTurns: () => ({
      next: () => (holds ? new Promise<void>((resolve) => resting.push(resolve)) : undefined),
    }),
  });
  expect(await totalOf(index, 'flurbinator')).toBe(1);
  await db.raw(
    `insert into items (bookmark_id, title_en, source_url, normalised_url)
     select 700000 + n, 'Flurbinator ' || n, 'https://many' || n || '.example.com/', 'many' || n || '.example.com'
     from generate_series(1, 1001) as n`,
  );
  holds = true;
  const total = await totalOf(index, 'flurbinator');
  expect(total).toBeLessThan(1_002);
  holds = false;
  for (const go of resting) go();
  // It goes on by itself.
  while ((await totalOf(index, 'flurbinator')) < 1_002);
});

describe('while very much is being taken in', () => {
  const many = (word: string, first: number) =>
    db.raw(
      `insert into items (bookmark_id, title_en, source_url, normalised_url)
       select n, :word || ' ' || n, 'https://many' || n || '.example.com/', 'many' || n || '.example.com'
       from generate_series(:first::integer, :first::integer + 1000) as n`,
      { word, first },
    );
  /** An index that takes very much in only as far as it is let. */
  function heldIndex() {
    const facts = searchFacts(db);
    let parts = 0;
    let taken = 0;
    let isHeld = true;
    let [willFail, hasFailed] = [false, false];
    let go = (): void => undefined;
    let next = Promise.withResolvers<null>();
    const index = createSearchIndex({
      facts: {
        ...facts,
        given: async (ids) => {
          if (ids.length < 50 && willFail) {
            willFail = false;
            hasFailed = true;
            throw new Error('The database is away');
          }
          if (ids.length === 50) {
            parts += 1;
            next.resolve(null);
            if (isHeld) await new Promise<void>((resolve) => (go = resolve));
            taken += 1;
          }
          return facts.given(ids);
        },
      },
      log,
    });
    return {
      index,
      taken: () => taken,
      hasFailed: () => hasFailed,
      failNextSmall(): void {
        willFail = true;
      },
      /** One part of it is taken in, and the next one begins. */
      async step(): Promise<void> {
        const before = parts;
        next = Promise.withResolvers<null>();
        go();
        if (parts === before) await next.promise;
      },
      release(): void {
        isHeld = false;
        go();
      },
    };
  }

  test('a single change is found behind the part that is under way, whatever it is, and nothing is skipped', async () => {
    const one = await anItem(db, { titleEn: 'Krindle' });
    const two = await anItem(db, { titleEn: 'Hidden one', descriptionEn: 'krindle' });
    const held = heldIndex();
    const idsOf = (word: string) =>
      held.index.answer(async (state) => ({
        answer: held.index.search(state, text(word), window).ids,
        isBehind: await held.index.isBehind(state.snapshot),
      }));
    expect(await idsOf('krindle')).toEqual([one.id, two.id]);
    await many('Flurbinator', 700_000);
    await totalOf(held.index, 'flurbinator');
    await held.step();
    expect(await idsOf('zorbulator')).toEqual([]);
    expect(await idsOf('krindle')).toEqual([one.id, two.id]);

    await db('items').where({ id: one.id }).update({ title_en: 'Zorbulator' });
    await db('items').where({ id: two.id }).update({ admin_visibility: 'hidden' });
    const fresh = await anItem(db, { titleEn: 'Zorbulator two' });
    await held.step();
    expect(await idsOf('zorbulator')).toEqual([one.id, fresh.id]);
    expect(await idsOf('krindle')).toEqual([]);

    await knowledgeStore(db).like(user.user.id, fresh.id);
    await searchStore(db).addSynonym({ word: 'quonk', synonym: 'zorbulator' });
    await held.step();
    expect(await idsOf('quonk')).toEqual([fresh.id, one.id]);
    // Most of it is not there yet, and the index does not say that it is.
    expect(held.taken()).toBeLessThan(10);
    expect(
      await held.index.answer(async (state) => ({
        answer: await held.index.isBehind(state.snapshot),
        isBehind: false,
      })),
    ).toBe(true);

    held.release();
    while ((await totalOf(held.index, 'flurbinator')) < 1_001);
    expect(await idsOf('quonk')).toEqual([fresh.id, one.id]);
    expect(await idsOf('krindle')).toEqual([]);
  });

  test('a data rule that changes meanwhile is in force behind the part that is under way, or at once with the bulk', async () => {
    const { id } = await anItem(db, { titleEn: 'Krindle' });
    const held = heldIndex();
    const version = () =>
      held.index.answer(async ({ rulesVersion }) => ({ answer: rulesVersion, isBehind: false }));
    const rule = { item_id: id, company_key: 'gdev' };
    await totalOf(held.index, 'krindle');
    const first = await version();
    await many('Flurbinator', 700_000);
    await db('data_rules').insert({ ...rule, tier: 'team', status: 'approved' });
    await totalOf(held.index, 'flurbinator');
    expect(await version()).toBe(first + 1);
    await db('data_rules').insert({ ...rule, tier: 'free', status: 'not_allowed' });
    await held.step();
    expect(await version()).toBe(first + 2);
    held.release();
    while ((await totalOf(held.index, 'flurbinator')) < 1_001);
    expect(await version()).toBe(first + 2);
  });

  test('very much more, and all of it anew, wait for the end, and are not skipped', async () => {
    await anItem(db);
    const held = heldIndex();
    expect(await totalOf(held.index, 'flurbinator')).toBe(0);
    await many('Flurbinator', 700_000);
    await totalOf(held.index, 'flurbinator');
    await many('Krindle', 800_000);
    await held.step();
    expect(await totalOf(held.index, 'krindle')).toBe(0);
    held.release();
    while ((await totalOf(held.index, 'krindle')) < 1_001);
    expect(await totalOf(held.index, 'flurbinator')).toBe(1_001);

    const again = heldIndex();
    await totalOf(again.index, 'flurbinator');
    await many('Zorbulator', 900_000);
    await totalOf(again.index, 'zorbulator');
    await db.raw('truncate items cascade');
    again.release();
    while ((await totalOf(again.index, 'flurbinator')) > 0);
    expect(await totalOf(again.index, 'zorbulator')).toBe(0);
  });

  test('a change that could not be taken in is taken in the next time, with all of the rest', async () => {
    const one = await anItem(db, { titleEn: 'Krindle' });
    const held = heldIndex();
    expect(await totalOf(held.index, 'krindle')).toBe(1);
    await many('Flurbinator', 700_000);
    await totalOf(held.index, 'flurbinator');
    await db('items').where({ id: one.id }).update({ title_en: 'Zorbulator' });
    held.failNextSmall();
    held.release();
    while ((await totalOf(held.index, 'flurbinator').catch(() => 0)) < 1_001);
    expect(await totalOf(held.index, 'zorbulator')).toBe(1);
    expect(held.hasFailed()).toBe(true);
  });
});
