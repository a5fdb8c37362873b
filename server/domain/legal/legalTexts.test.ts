import { LegalTextError, parseLegalText } from './legalTexts.ts';

describe('parseLegalText', () => {
  test('sections with their anchors, paragraphs and lists, links with their addresses', () => {
    const text = parseLegalText(
      [
        '---',
        'updated: 2026-10-01',
        '---',
        '# Terms',
        '',
        '## Who may enter {#who}',
        '',
        'Everybody of **our**',
        'company.',
        '',
        '- one',
        '- two, see [the rules](https://rules.example)',
        '',
        '## Без якоря',
        '',
        'Пишите на <it@example.com>.',
      ].join('\n'),
    );
    expect(text).toEqual({
      updated: '2026-10-01',
      sections: [
        {
          id: 'who',
          title: 'Who may enter',
          blocks: [
            { isList: false, lines: ['Everybody of our company.'] },
            { isList: true, lines: ['one', 'two, see the rules (https://rules.example)'] },
          ],
        },
        {
          id: 'section-2',
          title: 'Без якоря',
          blocks: [{ isList: false, lines: ['Пишите на it@example.com.'] }],
        },
      ],
    });
  });

  test.each([
    ['', 'it has no section (##)'],
    ['# Title only', 'it has no section (##)'],
    ['words first\n\n## Later', 'line 1: the first section (##) must come before its text'],
    ['## One\n\n### Deeper', 'line 3: a section begins with ##'],
    [
      '## One\n\n<script>alert(1)</script>',
      'line 3: only headings, paragraphs and lists are taken, not html_block',
    ],
    [
      '---\nupdated: 2026-10-01\n---\n## One\n\n> quoted',
      'line 6: only headings, paragraphs and lists are taken, not blockquote_open',
    ],
    ['## A\n\n- one\n  - deeper', 'line 4: a list cannot stand in a list'],
    ['## A {#same}\n\na\n\n## B {#same}\n\nb', 'the anchor same stands twice'],
  ])('%j is refused', (markdown, reason) => {
    expect(() => parseLegalText(markdown)).toThrow(
      expect.objectContaining({ constructor: LegalTextError, message: reason }),
    );
  });

  test('a date of another form is no date', () => {
    expect(parseLegalText('---\nupdated: soon\n---\n## A\n\na').updated).toBeNull();
  });
});
