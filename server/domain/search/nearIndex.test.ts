// The index of what is near: built in portions, follows what is written, and holds up nobody.
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { openDatabase } from '../../database/connection.ts';
import { loadDemoCatalogue } from '../../demo/load.ts';
import { createLog } from '../../shared/log.ts';
import { aUser, aUseCase, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { Index } from './engine/index.ts';
import { nearFactsSearch, type NearFacts, type NearRow } from './nearFacts.search.ts';
import { createNearIndex } from './nearIndex.ts';

const log = createLog({ level: 'silent' });

/** Waits, but not without end. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 400) throw new Error('It never was so');
    await pause(10);
  }
}

/** Items whose texts take so many characters. */
const rowsOf = (count: number, length: number): NearRow[] =>
  Array.from({ length: count }, (_, place) => {
    const nothing = { ru: null, en: null };
    const texts = {
      title: { ...nothing, en: `Voiceover ${place}` },
      description: { ...nothing, en: 'A voice of its own. '.repeat(length / 20) },
      tags: [],
      tasks: {},
      cases: [],
    };
    return { id: place + 1, likes: 0, version: 'a', texts: JSON.stringify(texts) };
  });

const factsOf = (rows: readonly NearRow[]): NearFacts => ({
  stamp: async () => '1',
  items: async (after, most) => rows.filter(({ id }) => id > after).slice(0, most),
});

describe('building', () => {
  afterEach(() => jest.restoreAllMocks());

  test('between two turns for everybody else a little is done, and nothing is near meanwhile', async () => {
    const put = jest.spyOn(Index.prototype, 'put');
    const learn = jest.spyOn(Index.prototype, 'learn');
    const portions: number[] = [];
    const words: number[] = [];
    const answers = new Set<number>();
    const index = createNearIndex({
      facts: factsOf(rowsOf(120, 2_000)),
      log,
      breathe: async () => {
        portions.push(put.mock.calls.length);
        words.push(learn.mock.calls.length);
        answers.add(index.near('voiceover', 6).length);
        put.mockClear();
        learn.mockClear();
      },
    });
    await index.refresh();
    expect(Math.max(...portions)).toBeLessThanOrEqual(3);
    expect(portions.length).toBeGreaterThan(40);
    expect(Math.max(...words)).toBeLessThanOrEqual(125);
    expect([...answers]).toEqual([0]);
    expect(index.near('voiceover', 6)).toHaveLength(6);
  });

  test('a failure is told once and tried again; those who ask at once share one renewal', async () => {
    const lines: string[] = [];
    const told = createLog({
      level: 'warn',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const good = factsOf(rowsOf(3, 100));
    let tries = 0;
    const index = createNearIndex({
      facts: {
        ...good,
        stamp: async () => {
          tries += 1;
          if (tries < 4) throw new Error('The database is away');
          return '1';
        },
      },
      log: told,
      everyMs: 1,
    });
    index.start();
    await until(() => index.near('voiceover', 6).length > 0);
    await index.stop();
    expect(lines).toHaveLength(1);

    const asked = tries;
    await Promise.all([index.refresh(), index.refresh()]);
    expect(tries).toBe(asked + 1);
  });

  test('it ends with the process, in the midst of its work', async () => {
    const rows = rowsOf(300, 100);
    const asked: number[] = [];
    const index = createNearIndex({
      facts: {
        stamp: async () => '1',
        items: async (after, most) => {
          asked.push(after);
          void index.stop();
          return rows.filter(({ id }) => id > after).slice(0, most);
        },
      },
      log,
    });
    index.start();
    await until(() => asked.length > 0);
    await index.stop();
    expect(asked).toEqual([0]);
    expect(index.near('voiceover', 6)).toEqual([]);
  });
});

describe('following', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await loadDemoCatalogue(database.db, log);
  });
  afterAll(() => database.drop());

  const open = () => createNearIndex({ facts: nearFactsSearch(database.db), log });

  const texts = { descriptionRu: 'Фагот', descriptionEn: 'Bassoon' };

  /** The index renewed, and which of the items is near. */
  const after = async (index: ReturnType<typeof open>, text: string) => {
    await index.refresh();
    return index.near(text, 6);
  };

  test('what is written is near: a new item, its title, its tasks, a case; and what is taken back is not', async () => {
    const { db } = database;
    const index = open();
    expect(await after(index, 'квазифагот')).toEqual([]);
    const { id } = await anItem(db, { ...texts, titleRu: 'Квазифагот' });
    expect(await after(index, 'квазифагот')).toEqual([id]);

    await db('items').where({ id }).update({ title_ru: 'Лжегобой' });
    expect(await after(index, 'квазифагот')).toEqual([]);
    expect(await after(index, 'лжегобой')).toEqual([id]);

    await db('item_tasks').insert({ item_id: id, language: 'ru', tasks: ['починить псевдотубу'] });
    expect(await after(index, 'псевдотуба')).toEqual([id]);
    await db('item_tasks')
      .where({ item_id: id })
      .update({ tasks: ['починить контрлютню'] });
    expect(await after(index, 'псевдотуба')).toEqual([]);

    const useCase = await aUseCase(db, { itemId: id, descriptionRu: 'Настроили ультралиру' });
    expect(await after(index, 'ультралира')).toEqual([id]);
    await db('use_cases')
      .where({ id: useCase.id })
      .update({ description_ru: 'Настроили гиперарфу' });
    expect(await after(index, 'ультралира')).toEqual([]);
    expect(await after(index, 'гиперарфа')).toEqual([id]);
    await db('use_cases').where({ id: useCase.id }).update({ deleted_at: new Date() });
    expect(await after(index, 'гиперарфа')).toEqual([]);

    await db('items').where({ id }).update({ admin_visibility: 'hidden' });
    expect(await after(index, 'лжегобой')).toEqual([]);
    await db('items').where({ id }).update({ admin_visibility: 'visible' });
    expect(await after(index, 'лжегобой')).toEqual([id]);
    await db('items').where({ id }).delete();
    expect(await after(index, 'лжегобой')).toEqual([]);
  });

  test('what only a hidden item or an approval says is not known', async () => {
    const { db } = database;
    const hidden = await anItem(db, { titleRu: 'Тайнофон', adminVisibility: 'hidden' });
    await aUseCase(db, { itemId: hidden.id, descriptionRu: 'Тайнофоним' });
    await anItem(db, { titleRu: 'Явь', tags: ['zyxwvapproved'] });
    const index = open();
    for (const text of ['тайнофон', 'тайнофоним', 'zyxwvapproved', 'zyxwv'])
      expect([text, await after(index, text)]).toEqual([text, []]);
  });

  test('likes read nothing anew, and an item is read again only when it has changed', async () => {
    const { db } = database;
    const facts = nearFactsSearch(db);
    const read: (string | null)[][] = [];
    const index = createNearIndex({
      facts: {
        ...facts,
        items: async (...given) => {
          const rows = await facts.items(...given);
          read.push(rows.map(({ texts: text }) => text));
          return rows;
        },
      },
      log,
    });
    const useCase = await aUseCase(db);
    await index.refresh();
    const pages = read.splice(0).length;
    await db('use_case_likes').insert({ user_id: (await aUser(db)).id, use_case_id: useCase.id });
    await db('item_likes').insert({ user_id: useCase.userId, item_id: useCase.itemId });
    await index.refresh();
    expect(read).toEqual([]);
    await db('items').where({ id: useCase.itemId }).update({ title_en: 'Another title' });
    await index.refresh();
    expect(read).toHaveLength(pages);
    expect(read.flat().filter((text) => text !== null)).toHaveLength(1);
  });

  test('what another process writes is near within a bounded wait', async () => {
    const index = createNearIndex({ facts: nearFactsSearch(database.db), log, everyMs: 5 });
    await index.refresh();
    index.start();
    const other = openDatabase(database.url);
    const { id } = await anItem(other, { ...texts, titleEn: 'Quasimandolin' });
    await other.destroy();
    await until(() => index.near('quasimandolin', 6).includes(id));
    await index.stop();
    expect(index.near('quasimandolin', 6)).toEqual([id]);
  });

  test('each process follows by itself', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.refresh(), other.refresh()]);
    const { id } = await anItem(database.db, { ...texts, titleEn: 'Pseudocello' });
    expect(await after(one, 'pseudocello')).toEqual([id]);
    expect(other.near('pseudocello', 6)).toEqual([]);
    expect(await after(other, 'pseudocello')).toEqual([id]);
  });

  test('a server that has not started to follow answers, with nothing near', () => {
    const { services } = createTestServices(database.db);
    expect(services.nearIndex.near('озвучка', 6)).toEqual([]);
  });
});
