// How a searched text falls into words: the same words as search_words_of makes of an item's texts in the database.

/** One word of a text. */
export interface Word {
  /** As it is compared: lower case, ё as е, without apostrophes. */
  word: string;
  /** Where it stands in the text, in UTF-16 code units, end excluded. */
  start: number;
  end: number;
}

/** What longer words are cut to. */
const longestWord = 60;

const wordForm = /[\p{L}\p{N}\p{M}]+(?:['’‘ʼ][\p{L}\p{N}\p{M}]+)*/gu;

/** A text as it is compared: one form of every letter, lower case, ё as е, apostrophes left out. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['’‘ʼ]/g, '');

/** Words that are compared as they are: nearly all. */
const plainForm = /^[a-z0-9а-я]+$/;

function comparedForm(written: string): string {
  const lower = written.toLowerCase();
  const word = plainForm.test(lower) ? lower : fold(written).replace(/[^\p{L}\p{N}]+/gu, '');
  return word.slice(0, longestWord);
}

/** The words of a text with their places. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordForm)].flatMap((match) => {
    const word = comparedForm(match[0]);
    return word === '' ? [] : [{ word, start: match.index, end: match.index + match[0].length }];
  });

/** All words written as one: what whole titles are compared by. */
export const nameKey = (words: readonly string[]): string => words.join('').slice(0, 120);

/** Whether a word is written in Cyrillic letters. */
export const isCyrillic = (word: string): boolean => /\p{Script=Cyrillic}/u.test(word);
