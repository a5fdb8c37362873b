// What the words of a search may stand for, from the strictest to the loosest sense.
import { allOf, anyOf, beginning, lexeme, type TsQuery } from './tsQuery.ts';
import type { KnownLexeme, SynonymHit, WordFacts } from './vocabulary.ts';

/** Words from shorter beginnings are looked for in titles only. */
export const shortestPrefix = 3;

/** Some neighbouring words of the text and what they may stand for, from the strictest to the loosest sense. */
export interface Span {
  from: number;
  to: number;
  exact: TsQuery;
  needed: TsQuery;
  titled: TsQuery;
  named: TsQuery;
}

export interface ReadWord {
  word: string;
  facts: WordFacts;
  /** Whether it may be unfinished. */
  isPrefix: boolean;
}

/** Two or three neighbours that are one known word when they are joined. */
export interface JoinedWords {
  from: number;
  to: number;
  word: string;
  facts: WordFacts;
}

const inTitle = (text: string): string => lexeme(`n=${text}`);

/** More lexemes with the same beginning are asked for by that beginning: the index reads them as one. */
const mostBegun = 3;

/** What a word may stand for: lexemes whose items are counted, and queries whose items are not. */
export interface Meanings {
  counted: KnownLexeme[];
  others: TsQuery[];
}

/** How the words go on that begin with the last one. */
function longerThan({ word, facts, isPrefix }: ReadWord): Meanings {
  if (!isPrefix) return { counted: [], others: [] };
  if (word.length < shortestPrefix) return { counted: [], others: [beginning(`n=${word}`)] };
  const isLonger = (known: KnownLexeme) => known.lexeme.startsWith(word);
  const isMany = facts.beginsMore || facts.beginning.filter(isLonger).length > mostBegun;
  return isMany
    ? { counted: facts.beginning.filter((one) => !isLonger(one)), others: [beginning(word)] }
    : { counted: facts.beginning, others: [] };
}

/** What a word of the text may stand for. */
export function meaningsOf(word: ReadWord): Meanings {
  const { counted, others } = longerThan(word);
  const known = [word.facts.exact, ...counted, ...word.facts.family].filter((one) => one !== null);
  const byLexeme = new Map(known.map((one) => [one.lexeme, one]));
  return { counted: [...byLexeme.values()], others };
}

const queriesOf = ({ counted, others }: Meanings): TsQuery[] => [
  ...counted.map((one) => lexeme(one.lexeme)),
  ...others,
];

/** A word by itself. */
export function wordSpan(word: ReadWord, place: number): Span {
  const { facts, isPrefix } = word;
  const titled = anyOf([
    inTitle(word.word),
    facts.lexeme === null ? null : inTitle(facts.lexeme),
    isPrefix ? beginning(`n=${word.word}`) : null,
  ]);
  return {
    from: place,
    to: place + 1,
    exact: facts.exact ? lexeme(facts.exact.lexeme) : anyOf(queriesOf(longerThan(word))),
    needed: anyOf(queriesOf(meaningsOf(word))),
    titled,
    named: anyOf([titled, ...facts.family.map((kin) => inTitle(kin.lexeme))]),
  };
}

/** Neighbours as one word; nothing when the catalogue does not know it. */
export function joinedSpan({ from, to, word, facts }: JoinedWords): Span[] {
  if (!facts.exact) return [];
  const itself = lexeme(facts.exact.lexeme);
  const titled = anyOf([inTitle(word), inTitle(facts.exact.lexeme)]);
  return [{ from, to, exact: itself, needed: itself, titled, named: titled }];
}

/** What means the same as some neighbours. */
export const synonymSpan = ({ from, to, lexemes }: SynonymHit): Span => ({
  from,
  to,
  exact: null,
  needed: allOf(lexemes.map(lexeme)),
  titled: null,
  named: allOf(lexemes.map(inTitle)),
});

/** Synonyms without those that say more than is needed: speech finds text to speech too. */
export const withoutLonger = (
  synonyms: readonly SynonymHit[],
  words: readonly ReadWord[],
): SynonymHit[] => {
  const enough = (from: number, to: number): Set<string> =>
    new Set([
      ...(to === from + 1 && words[from] ? meaningsOf(words[from]).counted : []).map(
        (one) => one.lexeme,
      ),
      ...synonyms
        .filter((one) => one.from === from && one.to === to && one.lexemes.length === 1)
        .flatMap((one) => one.lexemes),
    ]);
  return synonyms.filter(({ from, to, lexemes }) => {
    const known = enough(from, to);
    return lexemes.length === 1 || !lexemes.some((one) => known.has(one));
  });
};
