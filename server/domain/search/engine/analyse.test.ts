// How texts fall into words.
import { deniedPlaces, fold, nameKey, partsOf, rootOf, stemOf, tokens } from './analyse.ts';

test.each([
  ['Ёлка', 'елка'],
  ['Café', 'cafe'],
  ['don’t', 'dont'],
  ['Й', 'й'],
  ['ﬁne', 'fine'],
  ['C#', 'csharp'],
  ['c++', 'cpp'],
  ['İstanbul', 'istanbul'],
  ['λογος', 'λογοσ'],
  ['ΛΟΓΟΣ', 'λογοσ'],
])('%s is compared as %s', (written, word) => {
  expect(fold(written)).toBe(word);
});

test('places are those of the text', () => {
  const text = '😀 DALL·E — «Ёж»';
  expect(tokens(text).map(({ start, end }) => text.slice(start, end))).toEqual(['DALL', 'E', 'Ёж']);
  expect(nameKey(tokens(text))).toBe('dalleеж');
});

test('the signs of C# and C++ are letters of their names', () => {
  expect(tokens('C++/C#, c').map(({ word }) => word)).toEqual(['cpp', 'csharp', 'c']);
});

test('a to-do is one word, where it stands alone', () => {
  expect(tokens('To-do list, to-dos; auto-do, to-done').map(({ word }) => word)).toEqual([
    'todo',
    'list',
    'todos',
    'auto',
    'do',
    'to',
    'done',
  ]);
});

test('a stop word in the possessive is one, and all other words keep their letters', () => {
  const words = tokens("It’s else's whom’s designer's L'Oréal Don't 's els");
  expect(words.filter(({ isStop }) => !isStop).map(({ word }) => word)).toEqual([
    'designers',
    'loreal',
    's',
    'els',
  ]);
  expect(words[1]!.word).toBe('elses');
});

test.each([
  ['картинок', 'картинка'],
  ['видеороликов', 'видеоролик'],
  ['images', 'image'],
])('%s and %s share a stem', (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

test.each([
  ['генерация', 'генератор'],
  ['сгенерировать', 'генерировать'],
  ['озвучить', 'озвучка'],
])('%s and %s share a root', (one, other) => {
  expect(rootOf(stemOf(one))).toBe(rootOf(stemOf(other)));
});

test.each([
  ['added', 'ads'],
  ['internal', 'intern'],
  ['youtuber', 'youtube'],
  ['experimental', 'experiment'],
  ['договорились', 'договор'],
  ['аудит', 'аудио'],
  ['customers', 'custom'],
  ['localization', 'local'],
  ['localise', 'local'],
  ['productivity', 'product'],
  ['marketing', 'market'],
  ['animals', 'animation'],
  ['аниме', 'анимация'],
  ['семья', 'семь'],
  ['conversation', 'conversion'],
])('%s and %s are two words', (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other));
});

test.each([
  ['курсор', 'курс'],
  ['движок', 'движение'],
  ['подписка', 'подпись'],
  ['открытка', 'открытый'],
  ['локаль', 'локальный'],
])('%s and %s are two families', (one, other) => {
  expect(rootOf(stemOf(one))).not.toBe(rootOf(stemOf(other)));
});

test('both spellings of a word are one', () => {
  expect(stemOf('localisation')).toBe(stemOf('localize'));
});

test.each([
  ['site without code', ['code']],
  ['видео без водяных знаков', ['водяных', 'знаков']],
  ['сделать без регистрации логотип', ['регистрации']],
  ['with code', []],
])('what "%s" does without', (text, denied) => {
  const all = tokens(text);
  expect([...deniedPlaces(all)].map((place) => all[place]!.word)).toEqual(denied);
});

test('the parts of a name that is written as one word', () => {
  expect(partsOf('ChatGPT')).toEqual([
    { word: 'chat', start: 0, end: 4 },
    { word: 'gpt', start: 4, end: 7 },
  ]);
  expect(partsOf('Chat')).toEqual([]);
  expect(partsOf('NASA')).toEqual([]);
});

test('a word has the parts of how it is written, however often it is read', () => {
  const partsIn = (text: string) => tokens(text).map(({ parts }) => [...parts]);
  for (let time = 0; time < 2; time += 1) {
    expect(partsIn('ChatGPT chatgpt brand24')).toEqual([['chat', 'gpt'], [], ['brand', '24']]);
  }
});

test('who is to understand asks for nothing by it: «чтобы на русском понимал»', () => {
  expect(tokens('понимал понимает понимать').map(({ isSoft }) => isSoft)).toEqual([
    true,
    true,
    true,
  ]);
});
