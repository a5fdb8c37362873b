import { rangesIn, type MarkedWords } from './marks.ts';

const marked = (words: string[], beginning: string | null = null): MarkedWords => ({
  words: new Set(words),
  beginning,
});

const shown = (text: string, rule: MarkedWords, isTitle = false) =>
  rangesIn(text, rule, isTitle).map(({ start, end }) => text.slice(start, end));

test.each([
  [
    'a word in any case and form',
    'Рисует картинки. Картинку тоже',
    ['картинки', 'картинку'],
    null,
    ['картинки', 'Картинку'],
  ],
  ['ё is е', 'Ёлка и елка', ['елка'], null, ['Ёлка', 'елка']],
  ['behind an emoji', '🎮🎮 video', ['video'], null, ['video']],
  ['a beginning', 'Animation and animals', [], 'anim', ['Animation', 'animals']],
  ['a short beginning is not marked in a description', 'an ant', [], 'an', []],
  ['neighbours that are one word', 'Рисует DALL·E 3 сам', ['dalle'], null, ['DALL·E']],
  ['nothing', 'nothing here', ['other'], null, []],
])('%s', (_name, text, words, beginning, expected) => {
  expect(shown(text, marked(words, beginning))).toEqual(expected);
});

test.each([
  ['parts of a name', 'ChatGPT', ['chat', 'gpt'], null, ['Chat', 'GPT']],
  ['figures behind letters', 'Brand24', ['24'], null, ['24']],
  ['short beginnings', 'Claude Code', [], 'c', ['Claude', 'Code']],
  ['three words in one', 'DALL·E 3', ['dalle3'], null, ['DALL·E 3']],
  ['no range twice', 'DALL·E 3', ['dalle', 'dalle3', '3'], null, ['DALL·E 3']],
])('in a title: %s', (_name, text, words, beginning, expected) => {
  expect(shown(text, marked(words, beginning), true)).toEqual(expected);
});

test('a text that is not there has no ranges', () => {
  expect(rangesIn(null, marked(['a']), true)).toEqual([]);
  expect(rangesIn('', marked(['a']), true)).toEqual([]);
});
