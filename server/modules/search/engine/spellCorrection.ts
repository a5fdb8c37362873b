// What may be meant by a word that nothing holds: a name by its sound, or a word with a typing error.
import { isCyrillic, stemOf, type Token } from './tokenizer.ts';
import type { QueryVocabulary } from './queryVocabulary.ts';
import type { CorrectedWord } from './vocabulary.ts';

/** The text that holds the word, and for whom it is read. */
interface Text {
  knowledge: QueryVocabulary;
  words: readonly Token[];
  /** The last word may be unfinished. */
  endsOpen: boolean;
}

/** How near a sound must be: of a name in a short query, of anything else. */
const heardName = 0.5;
const heardWord = 0.79;
/** A shorter word that is no name is heard alone: bike among others is no бэк. */
const shortestHeardWord = 5;
/** Of what is itself a known name, though not here. */
const heardKnownName = 0.9;
const fewWords = 2;
/** What has none is not said aloud. */
const vowel = /[aeiouyаеиоуыэюя]/;

/** What may be meant by a word that is no ordinary one. */
function guesses(
  { knowledge, words, endsOpen }: Text,
  word: string,
  isKnown: boolean,
  isBeginning: boolean,
): CorrectedWord[] {
  const { index, sight } = knowledge;
  const isShort = words.length <= fewWords;
  const isStrange = !isKnown && !isBeginning;
  // Beside other words it means what it says: a sword (меча) is no Mocha.
  const isMeant = words.length > 1 && index.thesaurus.getWordConcepts(word).length > 0;
  const mayHear = !isMeant && (!isBeginning || isCyrillic(word)) && vowel.test(word);
  const least = isShort ? heardName : heardWord;
  const mayHearWord = isStrange && (words.length === 1 || word.length >= shortestHeardWord);
  const sounding = mayHear ? index.vocabulary.soundingLike(word, sight, isShort && isStrange) : [];
  const heard = sounding.filter(({ word: other, closeness }) =>
    // Only names are heard, and what is written in the other alphabet.
    other.isName
      ? closeness >= least
      : mayHearWord && isCyrillic(word) !== isCyrillic(other.text) && closeness >= heardWord,
  );
  const spelled = isStrange ? knowledge.spelledLike(word) : [];
  // What sounds as a word of the other alphabet is sooner the same word of its own: трелер is a трейлер, and no trailer.
  const both = sounding.filter(
    ({ word: other, closeness }) =>
      closeness >= heardWord && spelled.some((one) => one.word === other),
  );
  const mayBegin = isStrange && endsOpen && words.at(-1)?.word === word && vowel.test(word);
  const begun = mayBegin
    ? index.vocabulary.soundingBegun(word, index.thesaurus.names.begunByEar(word), sight)
    : [];
  const rankOf = ([one]: CorrectedWord[]): number => (one ? Number(one.isSure) + one.closeness : 0);
  return [both, heard, spelled, begun].reduce((best, some) =>
    rankOf(some) > rankOf(best) ? some : best,
  );
}

/**
 * What may be meant by a word that no item holds, the likeliest first; an ordinary word means itself, and a form of a known one is
 * no mistake (girls).
 * @param isKnown it, or one of its family, is a word of ours
 * @param isBeginning words of items begin with it
 */
export function correctedForms(
  text: Text,
  word: string,
  isKnown: boolean,
  isBeginning: boolean,
): CorrectedWord[] {
  const { names } = text.knowledge.index.thesaurus;
  if (text.knowledge.isOrdinary(word)) return [];
  const name = names.byEar(word);
  const isName = names.has(word) || name !== undefined;
  const isForm = (other: string): boolean => stemOf(other) === stemOf(word);
  return guesses(text, word, isKnown, isBeginning)
    .filter(({ word: other, closeness }) =>
      isName ? other.isName && closeness >= heardKnownName : !isForm(other.text),
    )
    .sort((a, b) => Number(b.word.text === name) - Number(a.word.text === name));
}
