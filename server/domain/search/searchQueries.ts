// Turns the words of a search and what the vocabulary knows of them into queries on the index.
import { nameKey } from './searchText.ts';
import { allOf, anyOf, beginning, lexeme, type TsQuery } from './tsQuery.ts';
import type { KnownLexeme, SynonymHit, Vocabulary, WordFacts } from './vocabulary.ts';

/** Words from shorter beginnings are looked for in titles only. */
export const shortestPrefix = 3;

/** What an item must match, and what puts it in front. */
export interface SearchQueries {
  /** Every word, in any form, family or meaning. */
  needed: TsQuery;
  /** A title, or the name of a tag, that begins with the text. */
  begins: TsQuery;
  /** A name that contains the words in any form, family or meaning. */
  named: TsQuery;
  /**
   * What comes before the rest, one after the other: titles equal to the text, titles that begin with it, titles that
   * contain its words; tags called so, the words themselves, tags called alike.
   */
  senses: string[];
}

/** Some neighbouring words of the text and what they may stand for, from the strictest to the loosest sense. */
interface Span {
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
const lexemesOf = (known: readonly KnownLexeme[]): string[] => known.map((one) => one.lexeme);

function wordSpan({ word, facts, isPrefix }: ReadWord, place: number): Span {
  const itself = facts.exact ? lexeme(facts.exact.lexeme) : null;
  const begun = () => {
    if (!isPrefix) return null;
    if (word.length < shortestPrefix) return beginning(`n=${word}`);
    return facts.beginsMore ? beginning(word) : anyOf(lexemesOf(facts.beginning).map(lexeme));
  };
  const longer = begun();
  const family = lexemesOf(facts.family);
  const titled = anyOf([
    inTitle(word),
    facts.lexeme === null ? null : inTitle(facts.lexeme),
    isPrefix ? beginning(`n=${word}`) : null,
  ]);
  return {
    from: place,
    to: place + 1,
    exact: itself ?? longer,
    needed: anyOf([itself, longer, ...family.map(lexeme)]),
    titled,
    named: anyOf([titled, ...family.map(inTitle)]),
  };
}

function joinedSpan({ from, to, word, facts }: JoinedWords): Span[] {
  if (!facts.exact) return [];
  const itself = lexeme(facts.exact.lexeme);
  const titled = anyOf([inTitle(word), inTitle(facts.exact.lexeme)]);
  return [{ from, to, exact: itself, needed: itself, titled, named: titled }];
}

const synonymSpan = ({ from, to, lexemes }: SynonymHit): Span => ({
  from,
  to,
  exact: null,
  needed: allOf(lexemes.map(lexeme)),
  titled: null,
  named: allOf(lexemes.map(inTitle)),
});

/** Whether a word says nothing by itself: она, для, the. */
const isStopWord = ({ facts }: ReadWord): boolean => facts.lexeme === null;

const tagged = (names: readonly string[]): TsQuery =>
  anyOf(names.map((name) => lexeme(`t=${name}`)));

/** Builds the queries for a text. */
export function searchQueries(
  words: readonly ReadWord[],
  joined: readonly JoinedWords[],
  {
    synonyms,
    tagsCalledSo,
    tagsCalledAlike,
  }: Pick<Vocabulary, 'synonyms' | 'tagsCalledSo' | 'tagsCalledAlike'>,
): SearchQueries {
  const areAllStopWords = words.every(isStopWord);
  const spans: Span[] = [
    ...words.map((word, place): Span => {
      const span = wordSpan(word, place);
      // Stop words are not in the index, except where they stand in a title.
      return areAllStopWords ? { ...span, exact: span.titled, needed: span.titled } : span;
    }),
    ...joined.flatMap(joinedSpan),
    ...synonyms.map(synonymSpan),
  ];

  /** What covers the text from a word on: all of these must match; none of them when nothing is asked any more. */
  const cover = (
    sense: 'exact' | 'needed' | 'titled' | 'named',
    from: number,
    known: Map<number, string[] | null>,
  ): string[] | null => {
    const word = words[from];
    if (!word) return [];
    const before = known.get(from);
    if (before !== undefined) return before;
    const ends = [...new Set(spans.filter((span) => span.from === from).map((span) => span.to))];
    const ways = ends.map((to): TsQuery => {
      const covered = anyOf(
        spans.filter((span) => span.from === from && span.to === to).map((span) => span[sense]),
      );
      const rest = covered === null ? null : cover(sense, to, known);
      return rest && allOf([covered, ...rest]);
    });
    // A title contains all words only when it contains the stop words too; nothing else is searched for them.
    const isSkipped = sense !== 'titled' && !areAllStopWords && isStopWord(word);
    const skipped = isSkipped ? cover(sense, from + 1, known) : null;
    if (skipped !== null) {
      known.set(from, skipped);
      return skipped;
    }
    const found = anyOf(ways);
    const answer = found === null ? null : [found];
    known.set(from, answer);
    return answer;
  };
  const query = (sense: 'exact' | 'needed' | 'titled' | 'named'): TsQuery => {
    const parts = cover(sense, 0, new Map());
    return parts && allOf(parts);
  };

  const key = nameKey(words.map(({ word }) => word));
  const begins = beginning(`k=${key}`);
  const asked = query('needed');
  const exact = query('exact');
  return {
    needed: anyOf([asked, begins]),
    begins,
    named: anyOf([query('named'), begins]),
    senses: [
      lexeme(`k=${key}`),
      begins,
      query('titled'),
      tagged(tagsCalledSo),
      exact === asked ? null : exact,
      tagged(tagsCalledAlike),
    ].filter((sense) => sense !== null),
  };
}
