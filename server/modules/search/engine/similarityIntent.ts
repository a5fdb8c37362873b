// "Analogue of Midjourney", "как ChatGPT, но локально", "self-hosted Zapier": which service a text asks something like.
import { readLists } from '../vocabulary/words/readWords.ts';
import { nameKey, stemOf, tokens, type Token } from './tokenizer.ts';
import type { Index } from './invertedIndex.ts';
import { docOf, isInTitle } from './postings.ts';
import { nameInShort } from './shortNames.ts';
import { conceptTerm } from './terms.ts';
import type { Sight } from './vocabulary.ts';

const listOf = readLists('asking.txt');
/** Any of the expressions of a list. */
const any = (list: string): string => `(?:${listOf(list).join('|')})`;

/** Words that ask for something like what follows. */
const askers = new RegExp(
  `(?:^|\\s)(?:${any('pure')}|${any('asking')})(?=\\s|$)|-(?:like|подобн\\S*)(?=\\s|$)`,
  'gu',
);
/** Those of them that mean nothing else. */
const pureAskers = new RegExp(`(?:^|\\s)${any('pure')}(?=\\s|$)`, 'gu');
/** One that may only mean it: the name must be written right. */
const weakAsker = new RegExp(`(?:^|\\s)(?:${any('weak')}(?=\\s)|${any('rivals')}(?=\\s|$))`, 'gu');
/** Why a named one will not do. */
const complaint = new RegExp(
  `\\s(?:${any('before complaints')}\\s+)*${any('complaints')}(?=\\s|[,.:;!?]|$)`,
  'u',
);
/** "Midjourney but local": what follows a name is wished of something else. */
const but = /[\s,]+(?:но|только|but|only)\s/u;
/** "Self-hosted Zapier": what the named one is not. Behind the name it is said of the named one: "Ollama local". */
const otherwise = new RegExp(`^(?:${any('otherwise')}\\s+)+`, 'u');

/** A service that people know. */
export interface Model {
  name: string;
  /** Its items; none when the catalogue does not have it. */
  docs: readonly number[];
}

const longestName = 4;
const mostNamed = 6;
const surelyMended = 0.75;

/** The seen items with the name as a word of their title. */
function titledSo(index: Index, name: string, sight: Sight): number[] {
  const term = index.terms.get(stemOf(name));
  return [...(term?.postings() ?? [])]
    .filter((posting) => isInTitle(posting) && index.isSeen(docOf(posting), sight))
    .map(docOf);
}

/** The service of this very name; where it is asked for surely, also those whose title begins so with a word that says no concept. */
function exactly(index: Index, name: string, sight: Sight, isSure: boolean): Model | null {
  const equal = index.named(name).filter((doc) => index.isSeen(doc, sight));
  if (equal.length > 0) return { name, docs: equal };
  const titled = name.length > 3 ? titledSo(index, name, sight) : [];
  const docs = titled.length <= mostNamed ? titled : [];
  if (index.thesaurus.names.has(name)) return { name, docs };
  const beginning = new Set(index.namedFrom(name));
  const isPlain = isSure && index.thesaurus.getWordConcepts(name).length === 0;
  const isName = isPlain && docs.length > 0 && docs.every((doc) => beginning.has(doc));
  return isName ? { name, docs } : null;
}

/** The service that is written so; by ear or with a typing error too, when it is asked for surely. */
function findService(index: Index, key: string, sight: Sight, isSure: boolean): Model | null {
  const { thesaurus } = index;
  const model = [thesaurus.names.byEar(key), key, thesaurus.names.inTitle(key)]
    .map((name) => (name ? exactly(index, name, sight, isSure) : null))
    .find((one) => one !== null);
  if (model || !isSure || key.length < 4) return model ?? null;
  if (index.knows(key, sight) || index.terms.has(stemOf(key))) return null;
  const { vocabulary } = index;
  const near = [
    ...vocabulary.soundingLike(key, sight, true),
    ...vocabulary.spelledLike(key, sight),
  ];
  for (const { word, closeness } of near) {
    const mended = closeness >= surelyMended ? exactly(index, word.text, sight, isSure) : null;
    if (mended && (mended.docs.length === 0 || index.named(mended.name).length > 0)) return mended;
  }
  return null;
}

/** An ordinary word that is a known name where nothing else is asked for: "like Motion", "like Aragon" for Aragon AI, "like Riverside" for Riverside FM. */
function askedFor({ thesaurus }: Index, key: string): Model | null {
  const { names } = thesaurus;
  const name =
    names.askedAs(key) ?? (names.has(`${key}ai`) ? `${key}ai` : nameInShort(thesaurus, key));
  return name === undefined ? null : { name, docs: [] };
}

export const saysNothing = ({ isStop, isSoft }: Token): boolean => isStop || isSoft;

/** The longest name that the words hold, the last of those. */
function findModel(index: Index, words: readonly Token[], sight: Sight, isSure: boolean) {
  const meant = words.filter(({ isStop }) => !isStop).length;
  for (let length = Math.min(longestName, words.length); length > 0; length -= 1) {
    for (let from = words.length - length; from >= 0; from -= 1) {
      const run = words.slice(from, from + length);
      // Make is a name where nothing else is asked for.
      const isAll = run.filter(({ isStop }) => !isStop).length === meant;
      if (run.every(saysNothing) && !(isSure && isAll)) continue;
      const key = nameKey(run);
      const rest = words.toSpliced(from, length);
      const model =
        findService(index, key, sight, isSure && meant <= length + 1) ??
        (isSure && rest.every(saysNothing) ? askedFor(index, key) : null);
      if (model) return { model, run, rest };
    }
  }
  return null;
}

/** What a text asks something like, and the words that say more of it. */
export interface SimilarityIntent {
  model: Model;
  /** The name as it is typed. */
  typed: string;
  rest: readonly Token[];
}

/** Where the words of a text stand that say a concept together. */
function saidPlaces({ thesaurus }: Index, text: string): Set<number> {
  const words = tokens(text);
  const said = thesaurus.mentions(words).filter(({ places }) => places.length > 1);
  return new Set(said.flatMap(({ places }) => places.map((place) => words[place]!.start)));
}

/** The askers of a text that are nothing else: "similar games" ask for no likeness. */
function plainAskers(index: Index, text: string, form: RegExp): RegExpMatchArray[] {
  const found = [...text.matchAll(form)];
  if (found.length === 0) return found;
  const said = saidPlaces(index, text);
  return found.filter((one) => !said.has(one.index + one[0].search(/\S/)));
}

/** The name in a text with words that ask for something like it: where they may say something else, one that is written right. */
function askedPlainly(index: Index, text: string, sight: Sight): SimilarityIntent | null {
  const isSure = plainAskers(index, text, askers).length > 0;
  const sign = [askers, weakAsker, complaint].find((one) => text.search(one) >= 0);
  if (!sign) return null;
  const asked = text.replace(sign, ' ');
  const found = findModel(index, tokens(asked), sight, isSure);
  return found && { ...found, typed: typedIn(asked, found.run) };
}

/** Whether an item of the service says what is wished: DeepSeek is free. */
function isSo(index: Index, { docs }: Model, wish: string): boolean {
  const said = index.thesaurus.mentions(tokens(wish)).map(({ concept }) => conceptTerm(concept));
  return docs.some((doc) => index.getSubjects(doc).some(({ term }) => said.includes(term.name)));
}

/** A name with what the service is not: "Midjourney but local", "self-hosted Zapier". */
function askedOtherwise(index: Index, text: string, sight: Sight): SimilarityIntent | null {
  const at = text.search(but);
  const wish = at > 0 ? text.slice(at).replace(but, '') : (otherwise.exec(text)?.[0] ?? '');
  if (wish.trim() === '') return null;
  const named = at > 0 ? text.slice(0, at) : text.slice(wish.length);
  const found = findModel(index, tokens(named), sight, false);
  if (!found?.rest.every(saysNothing) || (at <= 0 && isSo(index, found.model, wish))) return null;
  return { model: found.model, typed: typedIn(named, found.run), rest: tokens(wish) };
}

const typedIn = (text: string, run: readonly Token[]): string =>
  text.slice(run[0]!.start, run.at(-1)!.end);

/** What a text asks something like; null when it does not. */
export const readSimilarityIntent = (
  index: Index,
  text: string,
  sight: Sight,
): SimilarityIntent | null =>
  askedPlainly(index, text, sight) ?? askedOtherwise(index, text, sight);

/** The text of a search for something like a service that nobody knows. */
export function withoutAskers(index: Index, text: string): string {
  const plain = new Set(plainAskers(index, text, pureAskers).map((one) => one.index));
  const rest = text.replace(pureAskers, (asker, at: number) => (plain.has(at) ? ' ' : asker));
  return rest.trim() || text;
}

const between = '[\\s,.!?;:)…—–-]';
const atFirst = new RegExp(
  `^(?:(?:${any('greeted')} )?${any('greetings')}(?:${between}{1,2}${any('greeted')})?(?=${between}|$)${between}*)+`,
  'u',
);
const atLast = new RegExp(`(?:${between}+${any('thanks')})+${between}*$`, 'u');

/** When it must be done; «сроки» alone are what somebody asks for. */
const onTime = new RegExp(
  `(?<=^|${between})(?:во?|к) (?:(?:сжаты|кратчайши|коротки)[ейх] )?срок[иу]?(?=${between}|$)`,
  'gu',
);

/**
 * A text without a greeting before what it asks and thanks behind it, and without «в срок»; as it is where it says nothing else. In
 * lower case.
 */
export function withoutGreetings(text: string): string {
  const asked = text.replace(atFirst, '').replace(atLast, '').replace(onTime, '');
  return asked.trim() === '' ? text : asked;
}
