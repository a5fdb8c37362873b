// Similarity intent: "analogue of Midjourney", "как ChatGPT, но локально", "self-hosted Zapier" ask for something like a service.
import { readLists } from '../vocabulary/words/readWords.ts';
import { isFiller, nameKey, tokens, type Token } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import { soundingLike, spelledLike } from './spellCorrection.ts';
import { conceptTerm } from './searchDocument.ts';

const listOf = readLists('asking.txt');
const any = (list: string): string => `(?:${listOf(list).join('|')})`;

/** Words that ask for something like what follows. */
const asker = new RegExp(`(?:^|\\s)${any('asking')}(?=\\s|$)|-(?:like|подобн\\S*)(?=\\s|$)`, 'gu');
/** One that may only mean it: the name must be written right. */
const weakAsker = new RegExp(`(?:^|\\s)(?:${any('weak')}(?=\\s)|${any('rivals')}(?=\\s|$))`, 'gu');
/** Why a named one will not do. */
const complaint = new RegExp(
  `\\s(?:${any('before complaints')}\\s+)*${any('complaints')}(?=\\s|[,.:;!?]|$)`,
  'u',
);
/** "Midjourney but local": what follows a name is asked of something else. */
const but = /[\s,]+(?:но|только|but|only)\s/u;
/** "Self-hosted Zapier": what the named one is not. Behind the name it is said of the named one: "Ollama local". */
const otherwise = new RegExp(`^(?:${any('otherwise')}\\s+)+`, 'u');

export interface NamedService {
  name: string;
  /** Its items; none when the catalogue does not have it. */
  docs: readonly number[];
}

/** Name that a text asks alternatives to, and the words that say more of it. */
export interface SimilarityIntent {
  service: NamedService;
  typed: string;
  rest: readonly Token[];
}

const longestName = 4;
/** A shorter name begins too many titles, and is mistaken for another word. */
const shortestName = 4;
const mostNamed = 6;
const surelyCorrected = 0.75;

/** The service of this very name; where it is asked for surely, also those whose title begins so with a word that says no concept. */
function serviceNamed(view: IndexView, name: string, isSure: boolean): NamedService | null {
  const { thesaurus } = view.index;
  const equal = view.named(name);
  if (equal.length > 0) return { name, docs: equal };
  const postings = name.length < shortestName ? [] : (view.stemTerm(name)?.postings ?? []);
  const titled = postings.filter(({ doc, isInTitle }) => isInTitle && view.isSeen(doc));
  const docs = titled.length <= mostNamed ? titled.map(({ doc }) => doc) : [];
  if (thesaurus.names.get(name)) return { name, docs };
  if (!isSure || docs.length === 0 || thesaurus.conceptsOfWord(name).length > 0) return null;
  const begun = view.namedFrom(name);
  return docs.every((doc) => begun.includes(doc)) ? { name, docs } : null;
}

/** The service that is written so; by its sound or with a typing error too, when it is asked for surely. */
function findService(view: IndexView, key: string, isSure: boolean): NamedService | null {
  const { names } = view.index.thesaurus;
  for (const name of [names.byEar(key), key, names.inTitle(key)]) {
    const service = name ? serviceNamed(view, name, isSure) : null;
    if (service) return service;
  }
  if (!isSure || key.length < shortestName || view.hasWord(key)) return null;
  for (const { word, closeness } of [...soundingLike(view, key), ...spelledLike(view, key)]) {
    const found = closeness >= surelyCorrected ? serviceNamed(view, word.text, isSure) : null;
    if (found && (found.docs.length === 0 || view.named(found.name).length > 0)) return found;
  }
  return null;
}

/** The longest name that the words of a text hold, the last of those. */
function findName(view: IndexView, text: string, isSure: boolean): SimilarityIntent | null {
  const { names } = view.index.thesaurus;
  const words = tokens(text);
  for (let length = Math.min(longestName, words.length); length > 0; length -= 1) {
    for (let from = words.length - length; from >= 0; from -= 1) {
      const run = words.slice(from, from + length);
      const rest = words.toSpliced(from, length);
      const said = rest.filter(({ isStop }) => !isStop);
      // Make, and an ordinary word as Motion, are names where nothing else is asked for.
      if (run.every(isFiller) && !(isSure && said.length === 0)) continue;
      const key = nameKey(run);
      const asked = isSure && rest.every(isFiller) ? names.askedAs(key) : undefined;
      const service =
        findService(view, key, isSure && said.length <= 1) ??
        (asked ? { name: asked, docs: [] } : null);
      if (service) return { service, typed: text.slice(run[0]!.start, run.at(-1)!.end), rest };
    }
  }
  return null;
}

/** A name with words that ask for something like it. */
function readAsker(view: IndexView, text: string): SimilarityIntent | null {
  const sign = [asker, weakAsker, complaint].find((one) => text.search(one) >= 0);
  return sign ? findName(view, text.replace(sign, ' '), sign === asker) : null;
}

/** Whether an item of the service says what is asked: DeepSeek is free. */
function isAlready({ index }: IndexView, { docs }: NamedService, asked: readonly Token[]): boolean {
  const said = index.thesaurus.mentions(asked).map(({ concept }) => conceptTerm(concept));
  const subjects = docs.flatMap((doc) => index.documents[doc]!.subjects);
  return subjects.some(({ term }) => said.includes(term.name));
}

/** A name with what the service is not: "Midjourney but local", "self-hosted Zapier". */
function readContrast(view: IndexView, text: string): SimilarityIntent | null {
  const at = text.search(but);
  const before = otherwise.exec(text)?.[0] ?? '';
  const rest = tokens(at > 0 ? text.slice(at).replace(but, '') : before);
  if (rest.length === 0) return null;
  const found = findName(view, at > 0 ? text.slice(0, at) : text.slice(before.length), false);
  if (!found?.rest.every(isFiller)) return null;
  return at <= 0 && isAlready(view, found.service, rest) ? null : { ...found, rest };
}

/** Name that a text asks alternatives to; null when it does not. */
export const readSimilarityIntent = (view: IndexView, text: string): SimilarityIntent | null =>
  readAsker(view, text) ?? readContrast(view, text);
