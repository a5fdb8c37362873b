import { reportedField } from './reportedField.ts';

const texts = { descriptionRu: 'Рисует', descriptionEn: 'Draws' };

test.each([
  ['broken_link', 'sourceUrl'],
  ['missing_media', 'imageUrl'],
  ['wrong_tags', 'tags'],
  ['bad_russian_translation', 'descriptionRu'],
  ['bad_english_translation', 'descriptionEn'],
  ['duplicate_content', null],
  ['other', null],
] as const)('a report of %s leads to %s, whoever reads', (type, field) => {
  expect([reportedField(type, texts, 'ru'), reportedField(type, texts, 'en')]).toEqual([
    field,
    field,
  ]);
});

test('where both languages may be meant, it is the reader’s own', () => {
  expect(reportedField('misleading_title', texts, 'ru')).toBe('titleRu');
  expect(reportedField('misleading_title', texts, 'en')).toBe('titleEn');
  expect(reportedField('outdated_content', texts, 'en')).toBe('descriptionEn');
});

test('a missing translation is the text that is not there', () => {
  const of = (changes: Partial<typeof texts>) =>
    reportedField('missing_translation', { ...texts, ...changes }, 'ru');
  expect(of({ descriptionEn: '' })).toBe('descriptionEn');
  expect(of({ descriptionRu: '' })).toBe('descriptionRu');
  expect(of({})).toBe('descriptionRu');
});
