// Proposed fixes by type of complaint.
import { complaintTypes } from './complaints.ts';
import { proposeFix, type ComplaintFix, type FixFacts } from './complaintFixes.ts';

const facts: FixFacts = {
  movedTo: null,
  sourceUrl: 'https://tool.example/',
  descriptionRu: 'Описание',
  descriptionEn: null,
  machine: [],
  hasPicture: false,
  isHidden: false,
  tags: ['text', 'video'],
  comments: ['Переехали: https://tool.example/start. Лишний тег video, нет тега voice'],
  others: [7],
  namedTags: ['video', 'voice'],
  canTranslate: true,
};
const actOf = (type: (typeof complaintTypes)[number], given: Partial<FixFacts> = {}) =>
  proposeFix(type, { ...facts, ...given })?.action ?? null;

test('proposes a fix for all types but `other`, ten of them with one button', () => {
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

test('fills a fix with values from the comments', () => {
  expect(proposeFix('broken_link', facts)?.address).toBe('https://tool.example/start');
  expect(proposeFix('wrong_tags', facts)?.tags).toEqual(['text', 'voice']);
  expect(proposeFix('missing_tags', facts)?.tags).toEqual(['text', 'video', 'voice']);
  expect(proposeFix('redundant_tags', facts)?.tags).toEqual(['text']);
  expect(proposeFix('missing_translation', facts)?.language).toBe('en');
  expect(proposeFix('duplicate_content', facts)?.otherId).toBe(7);
});

test.each<[string, Partial<FixFacts>, Partial<ComplaintFix>]>([
  [
    'where the link led at the last look, whatever a reporter names',
    {
      movedTo: 'https://moved.example/',
      comments: ['https://tool.example/a https://evil.example/'],
    },
    { action: 'replace_address', address: 'https://moved.example/', otherHost: null },
  ],
  [
    'an address on the same site',
    { comments: ['https://evil.example/', 'Теперь тут: https://www.tool.example/start'] },
    { action: 'replace_address', address: 'https://www.tool.example/start', otherHost: null },
  ],
  [
    'another site, in the editor',
    { comments: ['Moved to https://evil.example/start'] },
    { action: 'edit', address: 'https://evil.example/start', otherHost: 'evil.example' },
  ],
  [
    'a host that only begins as the site’s does, in the editor',
    { comments: ['https://tool.example.evil.example/'] },
    { action: 'edit', otherHost: 'tool.example.evil.example' },
  ],
  [
    'the site’s host as a user name, in the editor',
    { comments: ['https://tool.example@evil.example/'] },
    { action: 'edit', otherHost: 'evil.example' },
  ],
  [
    'a subdomain, which somebody else may have, in the editor',
    { comments: ['https://pages.tool.example/'] },
    { action: 'edit', otherHost: 'pages.tool.example' },
  ],
  [
    'another port of the same host, in the editor',
    { comments: ['https://tool.example:8443/'] },
    { action: 'edit', otherHost: 'tool.example:8443' },
  ],
  [
    'the site without encryption, in the editor',
    { comments: ['http://tool.example/start'] },
    { action: 'edit', otherHost: 'tool.example' },
  ],
  [
    'look-alike letters as they are asked for, in the editor',
    { comments: ['https://toоl.example/'] },
    { action: 'edit', otherHost: 'xn--tol-ted.example' },
  ],
  ['no address that cannot be opened', { comments: ['https://[tool'] }, { action: 'hide' }],
])('the address of a broken link: %s', (_name, given, expected) => {
  expect(proposeFix('broken_link', { ...facts, ...given })).toMatchObject(expected);
});

test('hides a broken link and opens the editor otherwise, when nothing is known', () => {
  const nothing = { comments: [], others: [], namedTags: [], hasPicture: true };
  expect(actOf('broken_link', nothing)).toBe('hide');
  expect(actOf('broken_link', { comments: [facts.sourceUrl] })).toBe('hide');
  expect(actOf('broken_link', { ...nothing, isHidden: true })).toBeNull();
  for (const type of ['wrong_tags', 'duplicate_content', 'missing_media'] as const)
    expect(actOf(type, nothing)).toBe('edit');
  // The source is machine-translated, or there is no model.
  expect(actOf('missing_translation', { machine: ['ru'] })).toBe('edit');
  expect(actOf('missing_translation', { canTranslate: false })).toBe('edit');
  expect(actOf('missing_translation', { descriptionEn: 'Text' })).toBe('edit');
});
