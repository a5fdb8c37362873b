// More like this: "аналог Miro", "как ChatGPT, но локально", "self-hosted Zapier" ask for services that may stand in the place of a
// named one; the rest of the text orders them.
import { readLists } from '../vocabulary/words/readWords.ts';
import { isFiller, nameKey, tokens, type Token } from './tokenizer.ts';
import { focused } from './conceptSearch.ts';
import type { Posting, Term } from './invertedIndex.ts';
import type { IndexView } from './indexView.ts';
import { parseQuery } from './queryParser.ts';
import { Clause, conceptClause } from './queryClauses.ts';
import { ranking } from './rankingConstants.ts';
import { conceptTerm, isTagTerm } from './searchDocument.ts';
import { soundingLike, spelledLike } from './spellCorrection.ts';

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

interface NamedService {
  name: string;
  /** Its items; none when the catalogue does not have it. */
  docs: readonly number[];
}

/** A service to which a text asks alternatives, and the words that say more of it. */
interface SimilarityIntent extends NamedService {
  typed: string;
  rest: readonly Token[];
}

export interface Likeness {
  clauses: readonly Clause[];
  /** Share of likeness in their weight; the rest is what is asked besides. */
  part: number;
  /** Something here does what the service is for first, or what that is a kind of. */
  isSure: boolean;
  /** The service itself. */
  without: ReadonlySet<number>;
}

const longestName = 4;
/** A shorter name begins too many titles, and is mistaken for another word. */
const shortestName = 4;
const mostNamed = 6;
const surelyCorrected = 0.75;
/** Items of a name that are compared; a common name has many. */
const mostItems = 8;
const mostTraits = 12;

/** The service of this very name. */
function serviceNamed(view: IndexView, name: string): NamedService | null {
  const equal = view.named(name);
  if (equal.length > 0) return { name, docs: equal };
  const postings = name.length < shortestName ? [] : (view.stemTerm(name)?.postings ?? []);
  const titled = postings.filter(({ doc, isInTitle }) => isInTitle && view.isSeen(doc));
  const docs = titled.length <= mostNamed ? titled.map(({ doc }) => doc).sort((a, b) => a - b) : [];
  return view.index.thesaurus.names.get(name) ? { name, docs } : null;
}

/** The service that is written so; by its sound or with a typing error too, when it is asked for surely. */
function findService(view: IndexView, key: string, isSure: boolean): NamedService | null {
  const { names } = view.index.thesaurus;
  for (const name of [names.byEar(key), key, names.inTitle(key)]) {
    const service = name ? serviceNamed(view, name) : null;
    if (service) return service;
  }
  if (!isSure || key.length < shortestName || view.hasWord(key)) return null;
  for (const { word, closeness } of [...soundingLike(view, key), ...spelledLike(view, key)]) {
    const found = closeness >= surelyCorrected ? serviceNamed(view, word.text) : null;
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
      if (service) return { ...service, typed: text.slice(run[0]!.start, run.at(-1)!.end), rest };
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
  const subjects = docs.flatMap((doc) => index.documents.get(doc)!.subjects);
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
  return at <= 0 && isAlready(view, found, rest) ? null : { ...found, rest };
}

/** The weight of which a saturated impact was made. */
const unsaturated = (impact: number): number => impact / (ranking.maxImpact - impact + 0.5);

/** Clauses of what a service is known for: the first weighs most; kinds and neighbours of it serve too. */
function purposeClauses(view: IndexView, purposes: readonly string[]): Clause[] {
  const { documents, thesaurus } = view.index;
  /** Share of a concept in an item, relative to its strongest one, 0 to 1. */
  const shareOf = ({ doc, share }: Posting): number =>
    unsaturated(share) / unsaturated(documents.get(doc)!.mainShare);
  let place = 0;
  return purposes.flatMap((concept) => {
    const count = view.count(view.conceptTerm(concept));
    const clause = new Clause(view, conceptTerm(concept));
    clause.offerConcept(concept);
    if (count === 0)
      for (const one of thesaurus.concepts.get(concept)!.broader)
        clause.offer(view.conceptTerm(one), ranking.broaderStandIn);
    if (clause.alternatives.size === 0) return [];
    const share = ranking.likenessWeight / (1 + place * ranking.lessEachPurpose);
    // A concept without items leaves its weight to the next.
    if (count > 0) place += 1;
    clause.weight = share * Math.sqrt(view.rarity(count || 1));
    return [place <= 1 ? focused(clause, shareOf) : clause];
  });
}

/** Clauses of what the items of a service are about: their tags and concepts, by how much of them says it. */
function subjectClauses(view: IndexView, docs: readonly number[]): Clause[] {
  const { index } = view;
  const items = docs.slice(0, mostItems).map((doc) => index.documents.get(doc)!);
  const shares = new Map<Term, number>();
  for (const { term, share } of items.flatMap(({ subjects }) => subjects)) {
    const part = (isTagTerm(term.name) ? 1 : share / ranking.maxImpact) / items.length;
    shares.set(term, (shares.get(term) ?? 0) + part);
  }
  return [...shares].flatMap(([term, share]) => {
    const count = view.count(term);
    const isApproval = index.tags.get(term.name.slice(2))?.isApproval ?? false;
    if (count === 0 || isApproval) return [];
    const clause = new Clause(view, term.name);
    clause.offer(term, ranking.worth.itself);
    clause.weight = share * view.rarity(count);
    return [clause];
  });
}

/** The documents that do what a clause asks, and are not only near it. */
const doneBy = ({ alternatives }: Clause): number[] =>
  [...alternatives.values()]
    .filter(({ cover }) => cover > ranking.worth.related.cover)
    .flatMap(({ term }) => term.postings.map(({ doc }) => doc));

const weightOf = (clauses: readonly Clause[]): number =>
  clauses.reduce((sum, { weight }) => sum + weight, 0);

/** What a text asks besides the service, as clauses that weigh their share of the traits. The rest alone is no likeness. */
function restClauses(
  view: IndexView,
  rest: readonly Token[],
  { main, likeness }: { main: readonly Clause[]; likeness: number },
): Clause[] {
  const { thesaurus } = view.index;
  const constraints = rest
    .flatMap(({ word }) => thesaurus.conceptsOfWord(word))
    .filter((concept) => thesaurus.concepts.get(concept)!.isConstraint);
  const said = rest.filter(({ isSoft }) => !isSoft);
  const isTask = said.some(({ isStop }) => !isStop);
  const text = said.map(({ word }) => word).join(' ');
  const asked = isTask ? parseQuery(view, text, { endsOpen: false }).clauses : [];
  const held = [...asked, ...constraints.map((concept) => conceptClause(view, concept))].filter(
    ({ alternatives }) => alternatives.size > 0,
  );
  const most = isTask ? ranking.restShare : ranking.constraintShare;
  const share = likeness > 0 ? (most * likeness) / weightOf(held) : 1;
  const docs = new Set(main.flatMap(doneBy));
  return held.map((clause) => {
    clause.weight *= share;
    return docs.size === 0
      ? clause
      : clause.withPostings(({ postings }) => postings.filter(({ doc }) => docs.has(doc)));
  });
}

/** The traits of a service, the weightiest first, and the rest of the text; null where nothing is known of it. */
function likenessOf(
  view: IndexView,
  { name, docs, rest }: Omit<SimilarityIntent, 'typed'>,
): Likeness | null {
  const { thesaurus } = view.index;
  const own = thesaurus.names.conceptsOfTitle(name) ?? [];
  const broader = own.slice(0, 1).flatMap((main) => thesaurus.concepts.get(main)!.broader);
  const purposes = [...new Set([...own, ...broader])];
  const known = purposeClauses(view, purposes);
  const [first] = known;
  const isSure =
    own.length === 0 || (first?.word === conceptTerm(own[0]!) && doneBy(first).length > 0);
  const names = new Set(purposes.map(conceptTerm));
  const subjects = subjectClauses(view, docs).filter(({ word }) => !names.has(word));
  const traits = [...known, ...subjects].sort((a, b) => b.weight - a.weight).slice(0, mostTraits);
  const likeness = weightOf(traits);
  const main = known.slice(0, own.length);
  const clauses = [...traits, ...restClauses(view, rest, { main, likeness })];
  const without = new Set([...docs, ...view.named(name)]);
  const part = likeness / weightOf(clauses);
  return clauses.length > 0 ? { clauses, part, isSure, without } : null;
}

/** The well-known service that the whole text names, when none that is seen is called so. */
function missingName(view: IndexView, text: string): string | null {
  const key = nameKey(tokens(text));
  const { names } = view.index.thesaurus;
  const name = names.nameOf(key);
  const isThere = [name, key].some(
    (form) => view.count(view.stemTerm(form)) > 0 || view.named(form).length > 0,
  );
  return names.get(name) && !isThere ? name : null;
}

/** Reads a text that asks for something like a service, or names one that is missing; null when it does not. */
export function readLikeness(view: IndexView, text: string): (Likeness & { name: string }) | null {
  const missing = view.index.customVocabulary.hasPhrase(text) ? null : missingName(view, text);
  const asking = missing === null ? text : `like ${missing}`;
  const asked = readAsker(view, asking) ?? readContrast(view, asking);
  const found = asked && likenessOf(view, asked);
  if (!found) return null;
  return {
    ...found,
    isSure: found.isSure && missing === null,
    name: view.index.thesaurus.names.get(asked.name)?.written ?? asked.typed,
  };
}

/** Likeness to an item of the catalogue; null for one that is not seen or of which nothing is known. */
export function likenessOfItem(view: IndexView, doc: number): Likeness | null {
  if (!view.isSeen(doc)) return null;
  const [name = ''] = view.index.documents.get(doc)!.nameKeys;
  return likenessOf(view, { name, docs: [doc], rest: [] });
}
