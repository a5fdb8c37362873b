import { tagWords } from './tagWords.ts';

test.each([
  ['картинки', 'images', 'картинки'],
  // What a synchronisation stores for a tag that it meets for the first time.
  ['text-to-speech', 'text-to-speech', 'text to speech'],
  [null, 'game_design', 'game design'],
  ['рельеф-карты', 'relief-maps', 'рельеф-карты'],
])('the name %p of %s reads “%s”', (name, slug, words) => {
  expect(tagWords(name, slug)).toBe(words);
});
