// Query parser: splits a query into words and expands each into the terms that would satisfy it, with prefixes, spelling
// correction, phonetic matches, names and concepts.
import { contextWords, nameKey, tokens, type Token } from './tokenizer.ts';
import { foldLetters, inLookAlikes } from './letterFolding.ts';
import { IndexView } from './indexView.ts';
import { otherKeyboardLayout } from './keyboardLayout.ts';
import { correctWord } from './spellCorrection.ts';
import { readConcepts } from './queryConcepts.ts';
import { Clause, ParsedQuery, type Worth } from './queryClauses.ts';
import { offerCustom } from './synonyms.ts';
import { ranking } from './rankingConstants.ts';

interface Draft {
  view: IndexView;
  query: ParsedQuery;
  /** The words with a clause, in the clauses' order. */
  words: readonly Token[];
  /** The last word may be unfinished. */
  isOpen: boolean;
}

const mostWords = 24;
/** Two or three letters begin too many words. */
const mostPrefixed = 100;
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

/** The clauses of so many words that stand behind each other. */
const runsOf = ({ query: { clauses } }: Draft, length: number): (readonly Clause[])[] =>
  clauses
    .map((_, from) => clauses.slice(from, from + length))
    .filter((run) => run.length === length);

/** Offers words that begin with the last one; answers whether an item holds any: else it may be a typing error. */
function offerPrefixed(view: IndexView, clause: Clause, worth: Worth): boolean {
  const { word } = clause;
  if (word.length < 2) return false;
  const found = view.wordsBeginning(word, mostPrefixed);
  for (const { term } of found) clause.offer(term, worth, true);
  return found.some((other) => view.count(other) > 0);
}

/** Expands one word; answers the word that it was corrected to. */
function expandWord(draft: Draft, place: number): string | null {
  const { view, query, words } = draft;
  const { worth } = ranking;
  const clause = query.clauses[place]!;
  const { word, stem, root, isStop } = words[place]!;
  clause.offerWord(word);
  const lookAlike = view.index.words.get(inLookAlikes(word) ?? '');
  if (lookAlike?.isName) clause.offerWord(lookAlike.text);
  const isHeld = view.count(view.index.terms.get(stem)) > 0;
  const isOrdinary = view.index.thesaurus.isOrdinary(word);
  const isGuess = isOrdinary && !isHeld;
  for (const kin of view.index.families.get(root) ?? [])
    clause.offer(kin, isGuess ? worth.guess : worth.family, true);
  const isKnown = view.isFamiliar(word);
  const prefixWorth = isKnown ? worth.prefixOfKnown : worth.prefix;
  const isPrefix =
    draft.isOpen &&
    place === words.length - 1 &&
    offerPrefixed(view, clause, isGuess ? worth.guess : prefixWorth);
  // A word of the language is no typing error, though no item holds it.
  if (isStop || isHeld || contextWords.has(word) || view.isInApproval(word)) return null;
  const corrected = correctWord(view, word, words.length, { isKnown, isPrefix });
  for (const { word: other, closeness, isSure } of corrected) {
    const cover = isSure ? ranking.correctedCover : worth.guess.cover;
    clause.offer(other.term, { score: closeness, cover }, true);
    for (const concept of view.index.thesaurus.conceptsOfWord(other.text))
      clause.offerConcept(concept, cover * closeness);
    if (words.length === 1) query.names.add(other.text);
  }
  const [best] = corrected;
  query.isGuess ||= isGuess || (best?.isSure === false && !isPrefix);
  return (isKnown && !isOrdinary) || isPrefix ? null : (best?.word.text ?? null);
}

/** Reads a name that the thesaurus knows, by its sound too (чат джипити). */
function readKnownName(draft: Draft, run: readonly Clause[]): void {
  const { names } = draft.view.index.thesaurus;
  const key = nameKey(run);
  const name = names.nameOf(key);
  if (name === key || !draft.view.hasWord(name)) return;
  for (const clause of run) clause.offerWord(name);
  if (run.length < draft.query.clauses.length) return;
  draft.query.names.add(name);
  draft.query.isGuess = false;
}

/** Names and nothing else are each meant: "DeepSeek vs ChatGPT". */
function readNamesAlone({ view, words, query }: Draft): void {
  let left = words.filter(({ isSoft }) => !isSoft);
  const found: string[] = [];
  while (left.length > 0) {
    const forms = [3, 2, 1].map((length) =>
      view.index.thesaurus.names.nameOf(nameKey(left.slice(0, length))),
    );
    const place = forms.findIndex((name) => view.named(name).length > 0);
    if (place < 0) return;
    found.push(forms[place]!);
    left = left.slice(3 - place);
  }
  if (found.length > 1) for (const name of found) query.names.add(name);
}

/** Corrects and expands what is typed, and reads its concepts and custom synonyms. */
function expand(draft: Draft, all: readonly Token[]): void {
  const { view, query, words } = draft;
  const { clauses } = query;
  const corrected = new Map<Token, string>();
  for (const [place, token] of words.entries()) {
    const word = token.isDenied ? null : expandWord(draft, place);
    if (word !== null) corrected.set(token, word);
  }
  for (const run of [3, 2, 1].flatMap((length) => runsOf(draft, length))) readKnownName(draft, run);
  readNamesAlone(draft);
  const clauseOf = new Map(words.map((token, place) => [token, clauses[place]!]));
  Object.assign(query, readConcepts(view, all, clauseOf));
  offerCustom(view, words, clauses);
  if (corrected.size === 0) return;
  const meant = all.map((token) => corrected.get(token) ?? token.word);
  query.correctedTo = meant.join(' ');
  query.names.add(meant.join(''));
}

/** Parses a query. @param endsOpen whether its last word may be unfinished */
export function parseQuery(
  view: IndexView,
  text: string,
  { isExact = false, endsOpen = true }: { isExact?: boolean; endsOpen?: boolean } = {},
): ParsedQuery {
  const typed = isExact ? null : otherKeyboardLayout(text, view);
  const all = tokens(typed ?? text).slice(0, mostWords);
  const meant = all.filter(({ isStop }) => !isStop);
  const words = meant.length > 0 ? meant : all;
  const key = nameKey(all);
  const clauses = words.map(
    (token) => new Clause(view, token.word, token.isSoft || (token.isDenied && !isExact)),
  );
  const query = new ParsedQuery(clauses);
  query.names.add(key);
  query.written = writtenName(typed ?? text);
  query.isExact = isExact;
  query.correctedTo = typed;
  const draft = { view, query, words, isOpen: endsOpen && words.at(-1) === all.at(-1) };
  if (isExact) {
    for (const clause of clauses) clause.offerWord(clause.word);
    if (draft.isOpen) offerPrefixed(view, clauses.at(-1)!, ranking.worth.prefixOfKnown);
  } else expand(draft, all);
  // Several words that a title begins with are typed, whatever each of them is taken for.
  query.isGuess &&= words.length === 1 || view.namedFrom(key).length === 0;
  for (const clause of clauses) clause.weigh();
  return query;
}
