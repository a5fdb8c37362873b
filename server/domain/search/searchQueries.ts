// Turns the words of a search and what the vocabulary knows of them into queries on the index.
import { nameKey } from './searchText.ts';
import { allButOne, allOf, anyOf, beginning, lexeme, type TsQuery } from './tsQuery.ts';
import {
  joinedSpan,
  meaningsOf,
  synonymSpan,
  withoutLonger,
  wordSpan,
  type JoinedWords,
  type ReadWord,
  type Span,
} from './spans.ts';
import type { SynonymHit, Vocabulary } from './vocabulary.ts';

/** What an item must match, and what puts it in front. */
export interface SearchQueries {
  /** Every word, in any form, family or meaning. */
  needed: TsQuery;
  /** A lexeme that is enough by itself and whose items are counted already; null when there is none. */
  counted: string | null;
  /** What else is needed and bears not that lexeme: its items are still to be counted. */
  uncounted: TsQuery;
  /** A title, or the name of a tag, that begins with the text. */
  begins: TsQuery;
  /** A name that contains the words in any form, family or meaning. */
  named: TsQuery;
  /** What comes first, one after the other: titles equal to the text, that begin with it, that contain its words. */
  names: string[];
  /** What comes next, one after the other: tags called so, the words themselves, tags called alike. */
  senses: string[];
}

/** Whether a word says nothing by itself: она, для, the. */
const isStopWord = ({ facts }: ReadWord): boolean => facts.lexeme === null;

/** Takes the most frequent lexeme of a single word apart, whose items are counted already. */
function countedApart(
  words: readonly ReadWord[],
  synonyms: readonly SynonymHit[],
  needed: TsQuery,
  begins: TsQuery,
): Pick<SearchQueries, 'counted' | 'uncounted'> {
  const [word] = words;
  if (!word || words.length > 1 || isStopWord(word)) return { counted: null, uncounted: needed };
  const { counted, others } = meaningsOf(word);
  const best = counted.toSorted((one, other) => other.count - one.count)[0];
  if (!best) return { counted: null, uncounted: needed };
  const rest = anyOf([
    ...counted.filter((one) => one !== best).map((one) => lexeme(one.lexeme)),
    ...others,
    ...synonyms.map((one) => allOf(one.lexemes.map(lexeme))),
    begins,
  ]);
  return { counted: best.lexeme, uncounted: rest && allButOne(rest, best.lexeme) };
}

const tagged = (names: readonly string[]): TsQuery =>
  anyOf(names.map((name) => lexeme(`t=${name}`)));

/** Builds the queries for a text. */
export function searchQueries(
  words: readonly ReadWord[],
  joined: readonly JoinedWords[],
  {
    synonyms: allSynonyms,
    tagsCalledSo,
    tagsCalledAlike,
  }: Pick<Vocabulary, 'synonyms' | 'tagsCalledSo' | 'tagsCalledAlike'>,
): SearchQueries {
  const synonyms = withoutLonger(allSynonyms, words);
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
  const needed = anyOf([asked, begins]);
  const isSense = (sense: TsQuery): sense is string => sense !== null;
  return {
    needed,
    ...countedApart(words, synonyms, needed, begins),
    begins,
    named: anyOf([query('named'), begins]),
    names: [lexeme(`k=${key}`), begins, query('titled')].filter(isSense),
    senses: [tagged(tagsCalledSo), exact === asked ? null : exact, tagged(tagsCalledAlike)].filter(
      isSense,
    ),
  };
}
