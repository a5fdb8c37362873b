// Which fix is proposed for which kind of report.
import { complaintTypes } from './complaints.ts';
import { addressesIn, proposeFix, serviceIdsIn, type FixFacts } from './complaintFixes.ts';

const facts: FixFacts = {
  movedTo: null,
  sourceUrl: 'https://tool.example/',
  descriptionRu: 'Описание',
  descriptionEn: null,
  machine: [],
  hasPicture: false,
  isHidden: false,
  tags: ['text', 'video'],
  comments: ['Переехали: https://new.example/start. Лишний тег video, нет тега voice'],
  others: [7],
  namedTags: ['video', 'voice'],
  canTranslate: true,
};
const actOf = (type: (typeof complaintTypes)[number], given: Partial<FixFacts> = {}) =>
  proposeFix(type, { ...facts, ...given })?.act ?? null;

test('of the fifteen kinds fourteen have a fix, ten of them in one press', () => {
  expect(Object.fromEntries(complaintTypes.map((type) => [type, actOf(type)]))).toEqual({
    missing_media: 'find_picture',
    broken_link: 'replace_address',
    duplicate_content: 'merge',
    bad_russian_translation: 'edit',
    bad_english_translation: 'translate',
    missing_translation: 'translate',
    wrong_tags: 'set_tags',
    missing_tags: 'set_tags',
    redundant_tags: 'set_tags',
    unclear_description: 'edit',
    outdated_content: 'edit',
    misleading_title: 'edit',
    wrong_category: 'edit',
    spam: 'hide',
    other: null,
  });
  expect(actOf('bad_russian_translation', { descriptionEn: 'Text' })).toBe('translate');
});

test('a fix says what it takes, from what people wrote', () => {
  expect(proposeFix('broken_link', facts)?.address).toBe('https://new.example/start');
  expect(proposeFix('wrong_tags', facts)?.tags).toEqual(['text', 'voice']);
  expect(proposeFix('missing_tags', facts)?.tags).toEqual(['text', 'video', 'voice']);
  expect(proposeFix('redundant_tags', facts)?.tags).toEqual(['text']);
  expect(proposeFix('missing_translation', facts)?.language).toBe('en');
  expect(proposeFix('duplicate_content', facts)?.otherId).toBe(7);
});

test('where nothing is known, the link is hidden, and the rest is opened in the editor', () => {
  const nothing = { comments: [], others: [], namedTags: [], hasPicture: true };
  expect(actOf('broken_link', nothing)).toBe('hide');
  expect(actOf('broken_link', { comments: [facts.sourceUrl] })).toBe('hide');
  expect(actOf('broken_link', { ...nothing, isHidden: true })).toBeNull();
  for (const type of ['wrong_tags', 'duplicate_content', 'missing_media'] as const)
    expect(actOf(type, nothing)).toBe('edit');
  // A translation of a machine's translation, or without a model.
  expect(actOf('missing_translation', { machine: ['ru'] })).toBe('edit');
  expect(actOf('missing_translation', { canTranslate: false })).toBe('edit');
  expect(actOf('missing_translation', { descriptionEn: 'Text' })).toBe('edit');
});

test('addresses and services are read out of what people write', () => {
  expect(addressesIn('См. (https://a.example/b?c=1), «http://d.example»!')).toEqual([
    'https://a.example/b?c=1',
    'http://d.example',
  ]);
  expect(
    serviceIdsIn('https://loadout.example/services/12 /dashboard?service=7 services/9'),
  ).toEqual([12, 7]);
});
