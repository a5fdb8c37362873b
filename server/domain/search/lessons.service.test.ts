// What admins teach is answered by the next search, in any process; it is checked, recorded, and taken back.
import { limits } from '../../limits.ts';
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Member } from '../accounts/accounts.ts';
import type { ConceptInput } from './lessons.ts';

let database: TestDatabase;
let user: Member;
let admin: Member;
beforeEach(async () => {
  database = await createTestDatabase();
  user = await aMember(database.db);
  admin = await anAdmin(database.db);
});
afterEach(() => database.drop());

const rooms = () => createTestServices(database.db).services;
const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
const finder = () => {
  const { knowledge } = rooms();
  return async (search: string) => {
    const { items, unsure } = await knowledge.search(user, { ...window, search });
    return unsure ? [] : items.map(({ id }) => id);
  };
};
const recorded = async () =>
  (await rooms().activity.list(admin, { page: 0, perPage: 10 })).entries.map(
    ({ action, actorId, before, after }) => ({ action, actorId, before, after }),
  );
const concept: ConceptInput = {
  nameRu: 'хлюпалки',
  nameEn: 'squelchers',
  wordsRu: ['хлюп машина'],
  wordsEn: ['squelch box'],
  broaderId: 'music',
};

test('a wish that is taught as a word of a concept is answered by the next search of another process', async () => {
  const { id } = await anItem(database.db, { titleEn: 'Board', descriptionEn: 'Makes voiceovers' });
  const here = rooms();
  const elsewhere = finder();
  expect(await elsewhere('хлюпалка')).toEqual([]);
  expect(
    (await here.search.zeroResults(admin, { days: 1, first: 5 })).map(({ text }) => text),
  ).toEqual(['хлюпалка']);
  const added = await here.lessons.teachWord(admin, { word: ' хлюпалка ', conceptId: 'voiceover' });
  expect(await elsewhere('хлюпалка')).toEqual([id]);
  expect(await here.lessons.words(admin)).toEqual([added]);
  await here.lessons.forgetWord(admin, added.id);
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

test('so is one that is taught as a concept of our own', async () => {
  const { id } = await anItem(database.db, { descriptionEn: 'A squelch box for everybody' });
  const here = rooms();
  const elsewhere = finder();
  expect(await elsewhere('хлюп-машина')).toEqual([]);
  const added = await here.lessons.teachConcept(admin, concept);
  expect(await elsewhere('хлюп-машины')).toEqual([id]);
  const page = await here.knowledge.search(user, { ...window, search: 'хлюпалки', language: 'ru' });
  expect(await page.readReasons('ru')).toMatchObject([{ itemId: id, concepts: ['хлюпалки'] }]);
  expect(await here.lessons.concepts(admin)).toEqual([added]);
  await here.lessons.forgetConcept(admin, added.id);
  expect(await elsewhere('хлюп-машина')).toEqual([]);
  expect(await recorded()).toMatchObject([
    { action: 'concept.forgotten', before: { nameEn: 'squelchers' }, after: null },
    { action: 'concept.taught', before: null, after: { wordsEn: ['squelch box'] } },
  ]);
});

const { wordsOfConcept } = limits.lists;
test.each<[string, Partial<ConceptInput>, string]>([
  ['a name without a word', { nameRu: '!!!' }, 'nameRu'],
  ['an empty name', { nameEn: ' ' }, 'nameEn'],
  ['a name past its length', { nameEn: 'x'.repeat(limits.text.conceptName + 1) }, 'nameEn'],
  ['a phrase past four words', { wordsEn: ['one two three four five'] }, 'wordsEn.0'],
  ['a word twice', { wordsEn: ['squelch boxes', 'squelch box'] }, 'wordsEn'],
  [
    'too many words',
    { wordsEn: Array.from({ length: wordsOfConcept + 1 }, (_, at) => `w${at}`) },
    'wordsEn',
  ],
  ['an unknown broader concept', { broaderId: 'nothing-of-that' }, 'broaderId'],
])('a concept with %s is refused', async (_what, wrong, path) => {
  await expect(rooms().lessons.teachConcept(admin, { ...concept, ...wrong })).rejects.toMatchObject(
    {
      code: 'INVALID',
      errors: [{ path }],
    },
  );
  expect(await recorded()).toEqual([]);
});

test.each([
  [{ word: '…', conceptId: 'voice' }, 'word'],
  [{ word: 'one two three four five', conceptId: 'voice' }, 'word'],
  [{ word: 'x'.repeat(101), conceptId: 'voice' }, 'word'],
  [{ word: 'слово', conceptId: 'nothing-of-that' }, 'conceptId'],
])('the word %j is refused', async (input, path) => {
  await expect(rooms().lessons.teachWord(admin, input)).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ path }],
  });
});

test('what is known already is told, also by the thesaurus, in any form', async () => {
  const { lessons } = rooms();
  await lessons.teachWord(admin, { word: 'хлюпалка', conceptId: 'voiceover' });
  await lessons.teachConcept(admin, concept);
  const known = { code: 'CONFLICT', reason: 'synonymKnown' };
  for (const call of [
    () => lessons.teachWord(admin, { word: 'Хлюпалки', conceptId: 'voiceover' }),
    () => lessons.teachWord(admin, { word: 'озвучку', conceptId: 'voiceover' }),
    () => lessons.teachConcept(admin, { ...concept, wordsEn: [], nameEn: 'Squelch boxes' }),
  ]) {
    await expect(call()).rejects.toMatchObject(known);
  }
});

test('concepts are found by their words; all of it is for admins', async () => {
  const { lessons } = rooms();
  const [first] = await lessons.find(admin, 'озвучка');
  expect(first).toEqual({ id: 'voiceover', nameRu: 'озвучка', nameEn: 'voiceover' });
  expect(await lessons.find(admin, '  ')).toEqual([]);
  for (const call of [
    () => lessons.find(user, 'voice'),
    () => lessons.words(user),
    () => lessons.concepts(user),
    () => lessons.teachWord(user, { word: 'a', conceptId: 'voice' }),
    () => lessons.forgetWord(user, 1),
    () => lessons.teachConcept(user, concept),
    () => lessons.forgetConcept(user, 1),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  for (const call of [
    () => lessons.forgetWord(admin, 999_999),
    () => lessons.forgetConcept(admin, 999_999),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
