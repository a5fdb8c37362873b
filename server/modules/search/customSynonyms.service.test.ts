// Custom synonyms and searches without results, on a real database.
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { limits } from '../../config/limits.ts';

let database: TestDatabase;
let user: Member;
let admin: Member;
let now: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  user = await aMember(database.db);
  admin = await anAdmin(database.db);
  now = new Date('2026-11-21T23:59:00Z');
});
afterEach(() => database.drop());

const openServices = () => createTestServices(database.db, { clock: () => now }).services;

const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;

const activity = async () =>
  (await openServices().auditLog.list(admin, { page: 0, perPage: 10 })).entries.map(
    ({ action, actorId, before, after }) => ({ action, actorId, before, after }),
  );

describe('synonyms', () => {
  test('apply at once, are recorded, and can be removed', async () => {
    const { search, knowledge } = openServices();
    await anItem(database.db, { titleEn: 'Board', descriptionEn: 'a kanban for teams' });
    const find = async () =>
      (await knowledge.search(user, { ...window, search: 'хлюпалки-доски' })).total;
    expect(await find()).toBe(0);
    const added = await search.addSynonym(admin, { word: ' хлюпалка-доска ', synonym: 'kanban' });
    expect(added).toMatchObject({ word: 'хлюпалка-доска', synonym: 'kanban' });
    expect(await find()).toBe(1);
    expect(await search.synonyms(admin)).toContainEqual(added);
    await search.removeSynonym(admin, added.id);
    expect(await find()).toBe(0);
    const pair = { word: 'хлюпалка-доска', synonym: 'kanban' };
    expect(await activity()).toEqual([
      { action: 'synonym.removed', actorId: admin.user.id, before: pair, after: null },
      { action: 'synonym.added', actorId: admin.user.id, before: null, after: pair },
    ]);
  });

  test('are unique in any order and form, and invalid pairs are refused', async () => {
    const { search } = openServices();
    for (const [word, synonym, path] of [
      ['Голос', 'голоса', 'synonym'],
      ['!!!', 'голос', 'word'],
      ['голос', '   ', 'synonym'],
      ['one two three four five', 'голос', 'word'],
      ['a'.repeat(101), 'голос', 'word'],
    ] as const)
      await expect(search.addSynonym(admin, { word, synonym })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [{ path }],
      });
    expect(await activity()).toEqual([]);
    await search.addSynonym(admin, { word: 'бирюза', synonym: 'turquoise' });
    for (const pair of [
      { word: 'бирюзы', synonym: 'Turquoise' },
      { word: 'turquoise', synonym: 'бирюза' },
    ])
      await expect(search.addSynonym(admin, pair)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(search.removeSynonym(admin, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('searches without results', () => {
  const wishes = (days = 30) => services.search.zeroResults(admin, { days, first: 100 });
  let services: ReturnType<typeof openServices>;
  beforeEach(() => {
    services = openServices();
  });
  const ask = (search: string, given = {}) =>
    services.knowledge.search(user, { ...window, search, ...given });

  test('are counted per text, language and day, most frequent first', async () => {
    await ask('Qwxz  Zzzq');
    await ask('qwxz zzzq ');
    await ask('ъъъщщщ');
    now = new Date('2026-11-22T00:01:00Z');
    await ask('qwxz zzzq');
    expect(await wishes()).toEqual([
      { text: 'qwxz zzzq', language: 'en', day: '2026-11-21', count: 2 },
      { text: 'qwxz zzzq', language: 'en', day: '2026-11-22', count: 1 },
      { text: 'ъъъщщщ', language: 'ru', day: '2026-11-21', count: 1 },
    ]);
    expect(await wishes(1)).toHaveLength(1);
  });

  test('are counted when a word may be a task or a name', async () => {
    for (const text of ['!!!', '12345', 'qqqqq', '20k', 'спасибо', 'срочно завтра', 'сварить борщ'])
      await ask(text);
    expect(await wishes()).toEqual([]);
    for (const text of ['3d', 'gpt', 'перевод манги']) await ask(text);
    expect((await wishes()).map(({ text }) => text).sort()).toEqual(['3d', 'gpt', 'перевод манги']);
  });

  test('are limited per day; known ones are still counted', async () => {
    await database.db.raw(
      `insert into zero_result_searches (day, language, text)
       select '2026-11-21', 'en', 'wish ' || number from generate_series(1, ?) as number`,
      [limits.searchTextsPerDay - 1],
    );
    await ask('lastwishqq');
    await ask('onetoomanyqq');
    // In another process.
    services = openServices();
    await ask('lastwishqq');
    expect((await wishes())[0]).toMatchObject({ text: 'lastwishqq', count: 2 });
    const rows = await database.db('zero_result_searches');
    expect(rows).toHaveLength(limits.searchTextsPerDay);
  });

  test('are deleted after a year', async () => {
    await ask('oldwishqq');
    now = new Date('2027-12-01T00:00:00Z');
    await ask('newwishqq');
    expect(await database.db('zero_result_searches').pluck('text')).toEqual(['newwishqq']);
  });
});
