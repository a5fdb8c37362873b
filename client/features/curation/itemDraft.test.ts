import { tagAt } from './itemDraft.ts';

test.each([
  ['', 0, '', 0, 0],
  ['mus', 3, 'mus', 0, 3],
  ['image, mus', 10, 'mus', 6, 10],
  ['image, #mus, text', 9, 'mus', 6, 11],
  ['image,', 6, '', 6, 6],
  [', image', 0, '', 0, 0],
])('of %j at %i the tag is %j', (text, caret, tag, start, end) => {
  expect(tagAt(text, caret)).toEqual({ text: tag, start, end });
});
