// The search index equals the committed data, for any writer and any order of commits.
import fc from '../../testing/fastCheck.ts';
import type { Knex } from 'knex';
import { openDatabase } from '../../database/connection.ts';
import { createLog } from '../../shared/log.ts';
import { aMember, anAdmin, anItem, aUseCase, aUser } from '../../testing/builders.ts';
import { ask, openSearch } from '../../testing/searchFixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { ItemsStore } from '../catalogue/items/items.store.ts';
import { customSynonymsStore } from './customSynonyms.store.ts';
import { searchDocumentsQueries } from './searchDocuments.queries.ts';
import { createSearchIndex } from './searchIndex.ts';

let database: TestDatabase;
let db: Knex;
let user: Member;
let admin: Member;
let search: ReturnType<typeof openSearch>;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  user = await aMember(db);
  admin = await anAdmin(db);
  search = openSearch(db);
});
afterEach(() => database.drop());

const asked = (search: string) => ask({ search });
const find = async (text: string, viewer: Member = user): Promise<number[]> =>
  (await search.page(viewer, asked(text))).items.map(({ id }) => id);
const says = async (itemId: number, ru: string) =>
  aUseCase(db, { itemId, userId: (await aUser(db)).id, descriptionRu: ru });

describe('every kind of change is found at once', () => {
  const tagged = async (itemId: number, tag: string) => {
    await new ItemsStore(db).ensureTags([tag]);
    await new ItemsStore(db).linkTags([{ itemId, tags: [tag] }]);
  };

  test('a title, a description, a tag and its name, a task, a case, a synonym', async () => {
    const changes: [string, (id: number, word: string) => Promise<unknown>][] = [
      ['flurbinator', (id, word) => db('items').where({ id }).update({ title_en: word })],
      ['mogglewump', (id, word) => db('items').where({ id }).update({ description_ru: word })],
      ['zibbertack', tagged],
      [
        'quontherly',
        async (id, word) => {
          await tagged(id, 'plain');
          await find('plain');
          await db('tags').where({ original_name: 'plain' }).update({ name_en: word });
        },
      ],
      [
        'haxophine',
        (id, word) => db('item_tasks').insert({ item_id: id, language: 'en', tasks: [word] }),
      ],
      ['dreppling', (id, word) => says(id, `Взял ${word} и всё починил`)],
      [
        'vustrick',
        async (id, word) => {
          await db('items').where({ id }).update({ description_en: 'a krindle' });
          await customSynonymsStore(db).addSynonym({ word, synonym: 'krindle' });
        },
      ],
    ];
    for (const [word, change] of changes) {
      const { id } = await anItem(db);
      expect({ word, found: await find(word) }).toEqual({ word, found: [] });
      await change(id, word);
      expect({ word, found: await find(word) }).toEqual({ word, found: [id] });
    }
  });

  test('a removed tag, use case, task, item, and everything', async () => {
    const { id } = await anItem(db);
    await tagged(id, 'flurbinator');
    expect(await find('flurbinator')).toEqual([id]);
    await db('item_tags').where({ item_id: id }).delete();
    expect(await find('flurbinator')).toEqual([]);

    await says(id, 'flurbinator');
    expect(await find('flurbinator')).toEqual([id]);
    await db('use_cases').update({ deleted_at: new Date() });
    expect(await find('flurbinator')).toEqual([]);

    await db('item_tasks').insert({ item_id: id, language: 'ru', tasks: ['flurbinator'] });
    expect(await find('flurbinator')).toEqual([id]);
    await db('item_tasks').update({ tasks: ['другое'] });
    expect(await find('flurbinator')).toEqual([]);

    await db('items').where({ id }).update({ title_ru: 'flurbinator' });
    expect(await find('flurbinator')).toEqual([id]);
    await db('items').where({ id }).delete();
    expect(await find('flurbinator')).toEqual([]);

    const other = await anItem(db, { titleEn: 'flurbinator' });
    expect(await find('flurbinator')).toEqual([other.id]);
    await db.raw('truncate items cascade');
    expect(await find('flurbinator')).toEqual([]);
  });
});

test('a hidden item is visible to admins only, in every answer and at once', async () => {
  const { id } = await anItem(db, { titleEn: 'Flurbinator' });
  expect(await find('flurbinator')).toEqual([id]);
  await db('items').where({ id }).update({ admin_visibility: 'hidden' });
  expect(await find('flurbinator')).toEqual([]);
  expect(await find('flurbinator', admin)).toEqual([id]);
  expect(await search.suggestions(user, 'flurb', 'en')).toEqual([]);
  await db('items').where({ id }).update({ removed_at: new Date() });
  expect(await find('flurbinator', admin)).toEqual([]);
});

test('a transaction that begins before and commits after others is included', async () => {
  const { id } = await anItem(db);
  const second = await anItem(db);
  const slow = await db.transaction();
  await slow('items').where({ id }).update({ title_en: 'Flurbinator' });
  // Other transactions write while it is open, and their changes are read.
  await db('items').where({ id: second.id }).update({ title_en: 'Krindle' });
  expect(await find('krindle')).toEqual([second.id]);
  expect(await find('flurbinator')).toEqual([]);
  await slow.commit();
  expect(await find('flurbinator')).toEqual([id]);
});

test('new changes are detected past open transactions, without reading known changes', async () => {
  const { isBehind, seen } = searchDocumentsQueries(db);
  const { id } = await anItem(db);
  const { snapshot } = await seen();
  expect(await isBehind(snapshot)).toBe(false);
  const retitle = (on: Knex) =>
    on('items')
      .where({ id })
      .update({ title_en: db.raw(`title_en || '.'`) });
  const second = await anItem(db);
  const [early, late] = [await db.transaction(), await db.transaction()];
  try {
    await retitle(early);
    const { snapshot: beside } = await seen();
    await db('items').where({ id: second.id }).update({ title_en: 'Between' });
    await late('items').where({ id: second.id }).update({ title_en: 'Late' });
    expect(await isBehind(beside)).toBe(true);
    const { snapshot: afterBetween } = await seen();
    expect(await isBehind(afterBetween)).toBe(false);
    await early.commit();
    expect(await isBehind(afterBetween)).toBe(true);
    const { snapshot: afterEarly } = await seen();
    expect(await isBehind(afterEarly)).toBe(false);
    await late.commit();
    expect(await isBehind(afterEarly)).toBe(true);
    expect(await isBehind((await seen()).snapshot)).toBe(false);
  } finally {
    for (const trx of [early, late]) if (!trx.isCompleted()) await trx.rollback();
  }
});

/** Number of rows that are read to find changes after a snapshot. */
async function countRead(snapshot: string): Promise<number> {
  const trx = await db.transaction();
  try {
    const read = async (): Promise<number> => {
      const { rows } = await trx.raw<{ rows: { read: string }[] }>(
        `select pg_stat_get_xact_tuples_returned('search_changes'::regclass)
           + pg_stat_get_xact_tuples_fetched('search_changes'::regclass)
           + pg_stat_get_xact_tuples_returned('search_changes_xid_ix'::regclass) as read`,
      );
      return Number(rows[0]!.read);
    };
    const before = await read();
    await trx.raw('select search_changed_since(?::pg_snapshot)', [snapshot]);
    return (await read()) - before;
  } finally {
    await trx.rollback();
  }
}

test.each(['before the snapshot', 'behind it, and by nobody else'])(
  'reads none of many known or concurrent changes to detect new ones: %s',
  async (when) => {
    const many = `insert into search_changes (kind, item_id) select 'item', n from generate_series(1, 20000) as n`;
    await db.raw(many);
    const early = when === 'before the snapshot' ? await db.transaction() : null;
    await early?.raw(many);
    const { snapshot } = await searchDocumentsQueries(db).seen();
    await db.raw('select pg_current_xact_id()');
    const late = early ? null : await db.transaction();
    await late?.raw(many);
    try {
      expect(await countRead(snapshot)).toBeLessThan(100);
    } finally {
      await early?.rollback();
      await late?.rollback();
    }
  },
);

test('a rolled-back change is never found', async () => {
  const { id } = await anItem(db);
  expect(await find('flurbinator')).toEqual([]);
  const trx = await db.transaction();
  await trx('items').where({ id }).update({ title_en: 'Flurbinator' });
  await trx.rollback();
  expect(await find('flurbinator')).toEqual([]);
});

test('any interleaving of three processes shows nothing hidden and right totals', async () => {
  const others = [openDatabase(database.url), openDatabase(database.url)];
  const processes = [db, ...others].map((on) => openSearch(on));
  const items: number[] = [];
  for (let place = 0; place < 6; place += 1) {
    items.push((await anItem(db, { descriptionEn: 'flurbinator', tags: ['rare'] })).id);
  }
  const page = (place: number) =>
    processes[place % processes.length]!.page(user, asked('flurbinator'));
  const change = [
    (id: number, on: Knex) => on('items').where({ id }).update({ admin_visibility: 'hidden' }),
    (id: number, on: Knex) => on('items').where({ id }).update({ admin_visibility: 'visible' }),
    (id: number, on: Knex) => on('items').where({ id }).update({ description_en: 'nothing' }),
    (id: number, on: Knex) => on('items').where({ id }).update({ description_en: 'flurbinator' }),
    (id: number, on: Knex) => on('items').where({ id }).update({ removed_at: new Date() }),
    (id: number, on: Knex) => on('items').where({ id }).update({ removed_at: null }),
  ];
  const truth = (): Promise<number[]> =>
    db('items')
      .where({ admin_visibility: 'visible', removed_at: null, description_en: 'flurbinator' })
      .orderBy('id')
      .pluck('id');
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.nat(change.length - 1), fc.nat(items.length - 1), fc.nat(2), fc.boolean()),
        { minLength: 1, maxLength: 8 },
      ),
      async (steps) => {
        for (const [kind, item, place, isBeside] of steps) {
          const written = change[kind]!(items[item]!, [db, ...others][place]!);
          // A page read during the change may show either state, but only one.
          const beside = isBeside ? page(place + 1) : null;
          await written;
          await beside;
          const right = await truth();
          for (const reader of [0, 1, 2]) {
            const { items: shown, total } = await page(reader);
            expect(shown.map(({ id }) => id)).toEqual(right);
            expect(total).toBe(right.length);
          }
        }
      },
    ),
    { numRuns: 12 },
  );
  for (const other of others) await other.destroy();
});

describe('the cache of documents', () => {
  /** A built index, and a hook before a read of documents ends. */
  async function anIndex() {
    const facts = searchDocumentsQueries(db);
    const during = { reading: async (): Promise<unknown> => null };
    const index = createSearchIndex({
      facts: {
        ...facts,
        written: async (ids) => {
          const found = await facts.written(ids);
          await during.reading();
          return found;
        },
      },
      log: createLog({ level: 'silent' }),
      everyMs: 1,
    });
    const catchUp = () =>
      index.answer(async ({ snapshot }) => ({
        answer: null,
        isBehind: await index.isBehind(snapshot),
      }));
    await catchUp();
    return { index, during, catchUp };
  }

  test('reads a changed document before and after the index has applied it', async () => {
    for (const [kind, change] of [
      ['a title', (id) => db('items').where({ id }).update({ title_en: 'Another' })],
      ['a case', (id) => says(id, 'Ещё один')],
      ['a case that is deleted', () => db('use_cases').update({ deleted_at: new Date() })],
      ['an item that goes', (id) => db('items').where({ id }).delete()],
      ['everything', () => db.raw('truncate items cascade')],
    ] satisfies [string, (id: number) => Promise<unknown>][]) {
      const { id } = await anItem(db);
      await says(id, 'Первый');
      const [behind, caughtUp] = [await anIndex(), await anIndex()];
      for (const { index } of [behind, caughtUp]) await index.read([id]);
      await change(id);
      const now = await searchDocumentsQueries(db).written([id]);
      expect({ kind, read: await behind.index.read([id]) }).toEqual({ kind, read: now });
      await caughtUp.catchUp();
      expect({ kind, read: await caughtUp.index.read([id]) }).toEqual({ kind, read: now });
    }
  });

  test('does not cache a document that changes during the read', async () => {
    const { id } = await anItem(db);
    const { index, during, catchUp } = await anIndex();
    during.reading = async () => {
      during.reading = async () => null;
      await says(id, 'Пока читали');
      await catchUp();
    };
    await index.read([id]);
    expect((await index.read([id]))[0]?.cases).toHaveLength(1);
  });
});
