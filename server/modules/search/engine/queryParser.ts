// Query parser: splits a query into words and expands each into the terms that would satisfy it, with prefixes, spelling
// correction, phonetic matches, names and concepts.
import { contextWords, deniedPlaces, nameKey, tokens, type Token } from './tokenizer.ts';
import { foldLetters, inLookAlikes } from './letterFolding.ts';
import { IndexView } from './indexView.ts';
import { otherKeyboardLayout } from './keyboardLayout.ts';
import { correctWord, type CorrectedWord } from './spellCorrection.ts';
import { readConcepts, type QueryKind } from './queryConcepts.ts';
import { emptyClause, offer, offerConcept, weigh, type Clause } from './queryClauses.ts';
import { offerCustom } from './synonyms.ts';
import { ranking } from './rankingConstants.ts';

export interface ParsedQuery extends QueryKind {
  clauses: readonly Clause[];
  /** Titles that are meant, as one word: as typed, and as corrected. */
  names: Set<string>;
  /** Those of them that a title may begin with. */
  namePrefixes: Set<string>;
  /** The text as it stands in a title, where signs or single letters make the name: C++, R, @mention. */
  written: RegExp | null;
  /** Corrected text; null when nothing was corrected. */
  correctedTo: string | null;
  /** What is meant is guessed: a name alone answers nothing surely. */
  isGuess: boolean;
}

interface Draft extends ParsedQuery {
  view: IndexView;
  /** The words with a clause, in the clauses' order. */
  words: readonly Token[];
  /** The last word may be unfinished. */
  isOpen: boolean;
}

const mostWords = 24;
const mostPrefixed = 300;
/** Two or three letters begin too many words. */
const mostPrefixedShort = 30;
const shortPrefix = 4;
/** A text that is shorter is sooner a whole name than a beginning: Go, C. */
const shortWritten = 3;

/** Signs around a text that belong to no name: quotes, brackets, a full stop. */
const punctuationAround = /^[\s"«»“”„(*]+|[\s"«»“”„)*?!.,;:]+$/g;
const hasSign = /[^\p{L}\p{N}\s]/u;

/** The text as it stands in a title, where signs or single letters make the name: C in "Learn C", and not in C++ or A/C. */
function writtenName(typed: string): RegExp | null {
  const text = foldLetters(typed).replaceAll(punctuationAround, '');
  if (text.length >= shortWritten && !hasSign.test(text)) return null;
  const either = [text, inLookAlikes(text) ?? text]
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}&/])(?:${either})(?![\\p{L}\\p{N}#+&/])`, 'u');
}

/** Words that stand behind each other, and their clauses. */
interface Run {
  words: readonly Token[];
  clauses: readonly Clause[];
}

const runsOf = ({ words, clauses }: Draft, length: number): Run[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_, from) => ({
    words: words.slice(from, from + length),
    clauses: clauses.slice(from, from + length),
  }));

const offerWord = (view: IndexView, clause: Clause, word: string): void =>
  offer(clause, view.stemTerm(word), view, { ...ranking.worth.itself, isLiteral: true });

/** Offers words that begin with the last one; answers whether there are any. */
function offerPrefixed(
  view: IndexView,
  clause: Clause,
  word: string,
  kind: 'prefix' | 'prefixOfKnown' | 'guess',
): boolean {
  if (word.length < 2) return false;
  const isShort = word.length < shortPrefix;
  const found = view.wordsBeginning(word, isShort ? mostPrefixedShort : mostPrefixed);
  for (const { term } of found)
    offer(clause, term, view, { ...ranking.worth[kind], isLiteral: true });
  // So few letters that begin only words which no item holds may be a typing error.
  return isShort ? found.some((other) => view.count(other) > 0) : found.length > 0;
}

/** Expands one word; answers what it was corrected to. */
function expandWord(draft: Draft, place: number): CorrectedWord | null {
  const { view, words } = draft;
  const clause = draft.clauses[place]!;
  const { word, stem, root, isStop } = words[place]!;
  offerWord(view, clause, word);
  const lookAlike = view.index.words.get(inLookAlikes(word) ?? '');
  if (lookAlike?.isName) offerWord(view, clause, lookAlike.text);
  const isHeld = view.count(view.index.terms.get(stem)) > 0;
  const isGuess = !isHeld && view.isOrdinary(word);
  for (const kin of view.index.families.get(root) ?? [])
    offer(clause, kin, view, {
      ...(isGuess ? ranking.worth.guess : ranking.worth.family),
      isLiteral: true,
    });
  const isKnown = view.isFamiliar(word);
  const isLast = draft.isOpen && place === words.length - 1;
  const kind = isGuess ? 'guess' : isKnown ? 'prefixOfKnown' : 'prefix';
  const isPrefix = isLast && offerPrefixed(view, clause, word, kind);
  // A word of the language is no typing error, though no item holds it.
  if (isStop || isHeld || contextWords.has(word) || view.isInApproval(word)) return null;
  const corrected = correctWord(view, word, words.length, { isKnown, isPrefix });
  const [best] = corrected;
  for (const { word: other, closeness, isSure } of corrected) {
    const cover = isSure ? ranking.correctedCover : ranking.worth.guess.cover;
    offer(clause, other.term, view, { score: closeness, cover, isLiteral: true });
    for (const concept of view.index.thesaurus.conceptsOfWord(other.text))
      offerConcept(clause, concept, view, cover * closeness);
    if (words.length === 1) draft.names.add(other.text);
  }
  if (best && words.length === 1) draft.namePrefixes.add(best.word.text);
  draft.isGuess ||= isGuess || (best?.isSure === false && !isPrefix);
  const isPlain = isKnown && !view.isOrdinary(word);
  return isPlain || isPrefix ? null : (best ?? null);
}

/** Names of several words that are written as one: dall e, mid journey. */
function readJoined(draft: Draft): void {
  for (const { words, clauses } of [2, 3].flatMap((length) => runsOf(draft, length))) {
    const joined = nameKey(words);
    if (!draft.view.hasWord(joined)) continue;
    for (const clause of clauses) offerWord(draft.view, clause, joined);
  }
}

/** Reads a name that the thesaurus knows, by its sound too (чат джипити). */
function readKnownName(draft: Draft, { words, clauses }: Run): void {
  const { view } = draft;
  const { names } = view.index.thesaurus;
  const key = nameKey(words);
  const name = names.byEar(key) ?? key;
  const isThere = view.hasWord(name);
  // A service that is not here stands for what it does.
  if (!isThere && !clauses.some((clause) => clause.isSoft)) {
    for (const concept of names.conceptsOf(name))
      for (const clause of clauses) offerConcept(clause, concept, view, ranking.standInShare);
  }
  if (name === key || !isThere) return;
  for (const clause of clauses) offerWord(view, clause, name);
  if (words.length < draft.words.length) return;
  draft.names.add(name);
  draft.namePrefixes.add(name);
  draft.isGuess = false;
}

/** Names and nothing else are each meant: "DeepSeek vs ChatGPT". */
function readNamesAlone({ view, words, names }: Draft): void {
  let left = words.filter(({ isSoft }) => !isSoft);
  const found: string[] = [];
  const nameOf = (length: number): string | undefined => {
    const key = nameKey(left.slice(0, length));
    const name = view.index.thesaurus.names.byEar(key) ?? key;
    return view.named(name).length > 0 ? name : undefined;
  };
  while (left.length > 0) {
    const length = [3, 2, 1].find((most) => nameOf(most) !== undefined);
    if (length === undefined) return;
    found.push(nameOf(length)!);
    left = left.slice(length);
  }
  if (found.length > 1) for (const name of found) names.add(name);
}

/** What clauses ask as they stand. */
export const plainQuery = (
  clauses: readonly Clause[],
  names: readonly string[] = [],
): ParsedQuery => ({
  clauses,
  names: new Set(names),
  namePrefixes: new Set(names),
  written: null,
  correctedTo: null,
  isBeyondWork: false,
  isGuess: false,
  isVague: false,
});

/** Corrects and expands what is typed, and reads its concepts and custom synonyms. */
function expand(draft: Draft, all: readonly Token[], denied: ReadonlySet<Token>): void {
  const { view, words, clauses } = draft;
  const corrected = words.map((token, place) =>
    denied.has(token) ? null : expandWord(draft, place),
  );
  readJoined(draft);
  for (const length of [3, 2, 1])
    for (const run of runsOf(draft, length)) readKnownName(draft, run);
  readNamesAlone(draft);
  Object.assign(draft, readConcepts(all, words, clauses, view));
  offerCustom(clauses, words, view);
  if (corrected.every((word) => word === null)) return;
  const meant = all.map((token) => corrected[words.indexOf(token)]?.word.text ?? token.word);
  draft.correctedTo = meant.join(' ');
  draft.names.add(meant.join(''));
  draft.namePrefixes.add(meant.join(''));
}

/**
 * Parses a query.
 * @param isExact as it is typed: nothing is corrected, no meanings are looked for
 * @param endsOpen whether its last word may be unfinished
 */
export function parseQuery(
  view: IndexView,
  text: string,
  { isExact = false, endsOpen = true }: { isExact?: boolean; endsOpen?: boolean } = {},
): ParsedQuery {
  const typed = isExact ? null : otherKeyboardLayout(text, view);
  const all = tokens(typed ?? text).slice(0, mostWords);
  const meant = all.filter(({ isStop }) => !isStop);
  const words = meant.length > 0 ? meant : all;
  const denied = new Set(isExact ? [] : [...deniedPlaces(all)].map((place) => all[place]!));
  const key = nameKey(all);
  const clauses = words.map((token) => emptyClause(token.word, token.isSoft || denied.has(token)));
  const draft: Draft = {
    ...plainQuery(clauses, [key]),
    written: writtenName(typed ?? text),
    view,
    words,
    isOpen: endsOpen && words.at(-1) === all.at(-1),
    correctedTo: typed,
  };
  if (isExact) {
    for (const [place, { word }] of words.entries()) offerWord(view, clauses[place]!, word);
    if (draft.isOpen) offerPrefixed(view, clauses.at(-1)!, words.at(-1)!.word, 'prefixOfKnown');
    readJoined(draft);
  } else expand(draft, all, denied);
  // Several words that a title begins with are typed, whatever each of them is taken for.
  draft.isGuess &&= words.length === 1 || view.namedFrom(key).length === 0;
  for (const clause of clauses) weigh(clause, view);
  return draft;
}
