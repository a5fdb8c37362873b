// The lists of words that the product brings are read by their names.
import { readLists, readWords, wordsOf } from './readWords.ts';

test('a list is read by its name, and one that is not there is refused', () => {
  const listOf = readLists('words.txt');
  expect(wordsOf(listOf('understood'))).toEqual(expect.arrayContaining(['игра', 'studio']));
  expect(wordsOf(listOf('stop'))).not.toContain('игра');
  expect(() => listOf('gone')).toThrow('There is no list of gone in words.txt');
});

test('all words of a file are read, and nothing that only explains them', () => {
  const words = readWords('circumstances.txt');
  expect(words).toEqual(expect.arrayContaining(['monday', 'тысяча', 'устал']));
  expect(words.filter((word) => !/^[а-яa-z]+$/.test(word))).toEqual([]);
});
