// Merging of a text update with texts that were saved between its read and its lock.
import { withConcurrentTranslation, planTextUpdate, replanTextUpdate } from './useCaseTexts.ts';
import type { UseCase } from './useCases.ts';

const read: UseCase = {
  id: 1,
  itemId: 2,
  userId: 3,
  descriptionRu: 'Пишу письма',
  descriptionEn: null,
  originalLanguage: 'ru',
  staleLanguage: null,
  likesCount: 0,
  createdAt: new Date(0),
  updatedAt: new Date(1),
};
const given = { ru: 'Пишу письма партнёрам', en: null };
const english = 'I write letters';
const both = { ...given, en: english };
const later = new Date(2);

test.each([
  ['nothing', {}, given],
  // A filled translation leaves the time of the change.
  ['a translation by the model', { descriptionEn: english }, given],
  ['the other text by its author', { descriptionEn: english, updatedAt: later }, both],
  [
    'another text in the same language, translated by the model',
    { descriptionRu: 'Пишу отчёты', descriptionEn: english, updatedAt: later },
    given,
  ],
  [
    'the other text alone, of which the first was made anew',
    { descriptionRu: 'Я пишу', descriptionEn: english, originalLanguage: 'en', updatedAt: later },
    both,
  ],
] as const)('between reading and lock came %s', (_name, change, expected) => {
  expect(withConcurrentTranslation(given, read, { ...read, ...change })).toEqual(expected);
});

test('a call that gives both texts gives both', () => {
  const own = { ru: given.ru, en: 'My own' };
  const held = { ...read, descriptionEn: english, updatedAt: later };
  expect(withConcurrentTranslation(own, read, held)).toEqual(own);
});

test('a case that has not changed since it was read keeps its plan, so that its texts are compared once', () => {
  const planned = planTextUpdate(read, given)!;
  expect(replanTextUpdate(given, read, { ...read }, planned)).toBe(planned);
});

test('a case that has changed since it was read is planned anew', () => {
  const planned = planTextUpdate(read, given)!;
  const held = { ...read, descriptionRu: 'Пишу отчёты', updatedAt: later };
  expect(replanTextUpdate(given, read, held, planned)?.change).toMatchObject({
    old: 'Пишу отчёты',
    fresh: given.ru,
  });
  expect(replanTextUpdate(given, read, { ...held, descriptionRu: given.ru }, planned)).toBeNull();
});
