// Custom concepts, words and synonyms: searches in every process use them at once; they are validated, recorded and removed. Searches without results are counted.
import { limits } from '../../config/limits.ts';
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Member } from '../people/accounts/accounts.ts';
import type { ConceptChanges, ConceptInput } from './customConcepts.ts';

let database: TestDatabase;
let user: Member;
let admin: Member;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-21T23:59:00Z');
  database = await createTestDatabase();
  user = await aMember(database.db);
  admin = await anAdmin(database.db);
});
afterEach(() => database.drop());

const openServices = () => createTestServices(database.db, { clock: () => now }).services;
const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
const finder = () => {
  const { knowledge } = openServices();
  return async (search: string) => {
    const { items, unsure } = await knowledge.search(user, { ...window, search });
    return unsure ? [] : items.map(({ id }) => id);
  };
};
const recorded = async () =>
  (await openServices().auditLog.list(admin, { page: 0, perPage: 10 })).entries.map(
    ({ action, actorId, before, after }) => ({ action, actorId, before, after }),
  );
const concept: ConceptInput = {
  nameRu: 'хлюпалки',
  nameEn: 'squelchers',
  wordsRu: ['хлюп машина'],
  wordsEn: ['squelch box'],
  broaderId: 'music',
};

test('answers a gap in another process after adding a word to a concept', async () => {
  const { id } = await anItem(database.db, { titleEn: 'Board', descriptionEn: 'Makes voiceovers' });
  const here = openServices();
  const elsewhere = finder();
  expect(await elsewhere('хлюпалка')).toEqual([]);
  expect(
    (await here.search.zeroResults(admin, { days: 1, first: 5 })).map(({ text }) => text),
  ).toEqual(['хлюпалка']);
  const added = await here.customConcepts.addCustomSynonym(admin, {
    word: ' хлюпалка ',
    conceptId: 'voiceover',
  });
  expect(await elsewhere('хлюпалка')).toEqual([id]);
  expect(await here.customConcepts.words(admin)).toEqual([added]);
  await here.customConcepts.removeCustomSynonym(admin, added.id);
  expect(await elsewhere('хлюпалка')).toEqual([]);
  const facts = {
    word: 'хлюпалка',
    conceptId: 'voiceover',
    nameRu: 'озвучка',
    nameEn: 'voiceover',
  };
  expect(await recorded()).toMatchObject([
    { action: 'word.forgotten', actorId: admin.user.id, before: facts, after: null },
    { action: 'word.taught', actorId: admin.user.id, before: null, after: facts },
  ]);
});

test('and after adding a custom concept', async () => {
  const { id } = await anItem(database.db, { descriptionEn: 'A squelch box for everybody' });
  const here = openServices();
  const elsewhere = finder();
  expect(await elsewhere('хлюп-машина')).toEqual([]);
  const added = await here.customConcepts.addCustomConcept(admin, concept);
  expect(await elsewhere('хлюп-машины')).toEqual([id]);
  const page = await here.knowledge.search(user, { ...window, search: 'хлюпалки', language: 'ru' });
  expect(await page.readReasons('ru')).toMatchObject([{ itemId: id, concepts: ['хлюпалки'] }]);
  expect(await here.customConcepts.concepts(admin)).toEqual([added]);
  await here.customConcepts.removeCustomConcept(admin, added.id);
  expect(await elsewhere('хлюп-машина')).toEqual([]);
  expect(await recorded()).toMatchObject([
    { action: 'concept.forgotten', before: { nameEn: 'squelchers' }, after: null },
    { action: 'concept.taught', before: null, after: { wordsEn: ['squelch box'] } },
  ]);
});

test('refuses unknown concepts and empty words, and reports known ones in any form', async () => {
  const { customConcepts } = openServices();
  const long = Array.from({ length: limits.lists.wordsOfConcept + 1 }, (_, at) => `w${at}`);
  for (const [wrong, path] of [
    [{ nameRu: '!!!' }, 'nameRu'],
    [{ nameEn: ' ' }, 'nameEn'],
    [{ nameEn: 'x'.repeat(limits.text.conceptName + 1) }, 'nameEn'],
    [{ wordsEn: ['one two three four five'] }, 'wordsEn.0'],
    [{ wordsEn: ['squelch boxes', 'squelch box'] }, 'wordsEn'],
    [{ wordsEn: long }, 'wordsEn'],
    [{ broaderId: 'nothing-of-that' }, 'broaderId'],
  ] satisfies [Partial<ConceptInput>, string][])
    await expect(
      customConcepts.addCustomConcept(admin, { ...concept, ...wrong }),
    ).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ path }],
    });
  for (const [word, conceptId, path] of [
    ['…', 'voice', 'word'],
    ['one two three four five', 'voice', 'word'],
    ['x'.repeat(101), 'voice', 'word'],
    ['слово', 'nothing-of-that', 'conceptId'],
  ] as const)
    await expect(customConcepts.addCustomSynonym(admin, { word, conceptId })).rejects.toMatchObject(
      {
        code: 'INVALID',
        errors: [{ path }],
      },
    );
  expect(await recorded()).toEqual([]);

  await customConcepts.addCustomSynonym(admin, { word: 'хлюпалка', conceptId: 'voiceover' });
  await customConcepts.addCustomConcept(admin, concept);
  const known = { code: 'CONFLICT', reason: 'synonymKnown' };
  for (const call of [
    () => customConcepts.addCustomSynonym(admin, { word: 'Хлюпалки', conceptId: 'voiceover' }),
    () => customConcepts.addCustomSynonym(admin, { word: 'озвучку', conceptId: 'voiceover' }),
    () =>
      customConcepts.addCustomConcept(admin, { ...concept, wordsEn: [], nameEn: 'Squelch boxes' }),
  ])
    await expect(call()).rejects.toMatchObject(known);
});

test('limits words and concepts to the length of the lists', async () => {
  const { db } = database;
  const { customConcepts, search } = openServices();
  const numbers = (most: number) => Array.from({ length: most - 1 }, (_, number) => number);
  await db.batchInsert(
    'search_words',
    numbers(limits.lists.customSynonyms).map((number) => ({
      word: `w${number}`,
      concept: 'voice',
    })),
  );
  await db.batchInsert(
    'search_concepts',
    numbers(limits.lists.customConcepts).map((number) => {
      const name = `c${number}`;
      return { name_ru: name, name_en: name, words_ru: [], words_en: [] };
    }),
  );
  await db.batchInsert(
    'search_synonyms',
    numbers(limits.lists.synonyms).map((number) => ({ word: `s${number}`, synonym: `t${number}` })),
  );
  const full = { code: 'CONFLICT', reason: 'tooManyCustomTerms' };
  const word = await customConcepts.addCustomSynonym(admin, {
    word: 'последняя',
    conceptId: 'voice',
  });
  const one = { word: 'лишняя', conceptId: 'voice' };
  await expect(customConcepts.addCustomSynonym(admin, one)).rejects.toMatchObject(full);
  expect(await customConcepts.words(admin)).toHaveLength(limits.lists.customSynonyms);
  await customConcepts.removeCustomSynonym(admin, word.id);
  await customConcepts.addCustomSynonym(admin, one);

  const { id } = await customConcepts.addCustomConcept(admin, { ...concept, broaderId: null });
  await expect(
    customConcepts.addCustomConcept(admin, {
      nameRu: 'лишнее',
      nameEn: 'surplus',
      wordsRu: [],
      wordsEn: [],
    }),
  ).rejects.toMatchObject(full);
  // An existing one can still be changed.
  await customConcepts.updateCustomConcept(admin, id, { nameEn: 'gurglers' });

  await search.addSynonym(admin, { word: 'последняя', synonym: 'last' });
  await expect(
    search.addSynonym(admin, { word: 'лишняя', synonym: 'surplus' }),
  ).rejects.toMatchObject(full);
});

test('changes a concept partly, for the next search of another process, and records both values', async () => {
  const { id } = await anItem(database.db, { titleEn: 'Board', descriptionEn: 'A gurgle box' });
  const { customConcepts } = openServices();
  const elsewhere = finder();
  const own = await customConcepts.addCustomConcept(admin, concept);
  expect(await elsewhere('хлюпалки')).toEqual([]);
  const changed = { ...own, wordsEn: ['gurgle box'], broaderId: null };
  expect(
    await customConcepts.updateCustomConcept(admin, own.id, {
      wordsEn: ['gurgle box'],
      broaderId: null,
    }),
  ).toEqual(changed);
  expect(await customConcepts.concepts(admin)).toEqual([changed]);
  expect(await elsewhere('хлюпалки')).toEqual([id]);
  const [last] = await recorded();
  expect(last).toMatchObject({
    action: 'concept.changed',
    before: { nameEn: 'squelchers', wordsEn: ['squelch box'], broaderId: 'music' },
    after: { nameEn: 'squelchers', wordsEn: ['gurgle box'], broaderId: null },
  });
  // A change without effect is not recorded; null keeps a name.
  await customConcepts.updateCustomConcept(admin, own.id, {
    nameRu: null,
    wordsEn: ['gurgle box'],
  });
  expect(await recorded()).toHaveLength(2);

  const other = await customConcepts.addCustomConcept(admin, {
    ...concept,
    nameRu: 'крякалки',
    nameEn: 'quackers',
    wordsRu: [],
    wordsEn: [],
  });
  for (const [given, refused] of [
    [{ nameEn: 'Gurgle boxes' }, { code: 'CONFLICT', reason: 'synonymKnown' }],
    [{ wordsRu: ['кряк', 'кряк'] }, { code: 'INVALID', errors: [{ code: 'same_phrase' }] }],
    [{ broaderId: 'nothing-of-that' }, { code: 'INVALID', errors: [{ path: 'broaderId' }] }],
  ] satisfies [ConceptChanges, object][]) {
    await expect(customConcepts.updateCustomConcept(admin, other.id, given)).rejects.toMatchObject(
      refused,
    );
  }
  for (const given of [{}, { broaderId: 'nothing-of-that' }]) {
    await expect(customConcepts.updateCustomConcept(admin, 999_999, given)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});

test('filters by the id of a custom concept, counts it, and treats it as a narrower one', async () => {
  const { db } = database;
  const { id } = await anItem(db, { titleEn: 'Board', descriptionEn: 'A squelch box' });
  await anItem(db, { titleEn: 'Band', descriptionEn: 'Composes music' });
  await anItem(db, { titleEn: 'Box', descriptionEn: 'A box' });
  const { customConcepts } = openServices();
  const own = await customConcepts.addCustomConcept(admin, concept);
  const { knowledge } = openServices();
  const within = async (search: string, ...concepts: string[]) =>
    (await knowledge.search(user, { ...window, search, concepts })).items.map((item) => item.id);
  expect(await within('', `own-${own.id}`)).toEqual([id]);
  expect(await within('box')).toHaveLength(2);
  expect(await within('box', `own-${own.id}`)).toEqual([id]);
  expect(await within('box', 'music')).toEqual([id]);
  expect(await within('', `own-${own.id}`, 'music')).toEqual([id]);
  expect(await within('', 'own-999999')).toEqual([]);
  expect(await knowledge.conceptCounts(user, [[`own-${own.id}`]])).toEqual([1]);
  expect(await knowledge.concepts(user, [`own-${own.id}`])).toEqual([
    { id: `own-${own.id}`, nameRu: 'хлюпалки', nameEn: 'squelchers' },
  ]);
});

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
    expect(await recorded()).toEqual([
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
    expect(await recorded()).toEqual([]);
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
