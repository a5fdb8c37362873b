// "Analogue of Midjourney", "как ChatGPT, но локально": services near a named one, without it; the rest of the text is a wish.
import { nameKey, stemOf, tokens, type Token } from './analyse.ts';
import type { Index } from './index.ts';
import { read } from './read.ts';
import { emptySlot, offer, offerConcept, type Alternative, type Slot } from './slots.ts';
import { conceptTerm, isTagTerm, titleBit, Term } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Sight } from './vocabulary.ts';

/** Words that mean nothing else than something like what they stand beside. */
const pure =
  'аналог\\S*|альтернатив\\S*|похож\\S*|подобн\\S*|схож\\S*|конкурент\\S*|взамен|клон|клоны|alternatives?|similar|competitors?|analog\\S*|equivalents?|comparable|substitutes?|clones?';
/** Words that ask for something like what follows. */
const asking = `${pure}|замен[аыуе]|заменить|заменител\\S*|наподобие|вроде|типа|типу|вместо|кроме|аля|like|instead|besides|replacements?|replace|rivals?`;
const askers = new RegExp(`(?:^|\\s)(?:${asking})(?=\\s|$)`, 'gu');
const pureAskers = new RegExp(`(?:^|\\s)(?:${pure})(?=\\s|$)`, 'gu');
/** One that may only mean it: the name must be written right. */
const weakAsker = /(?:^|\s)(?:как|а-ля|дешевле|лучше|cheaper|than)(?=\s)/gu;

/** A service that people know. */
interface Model {
  name: string;
  /** Its items; none when the catalogue does not have it. */
  docs: readonly number[];
}

/** A reading whose answers are near a service. */
export interface Likeness {
  name: string;
  slots: Slot[];
  /** The service itself is left out. */
  without: ReadonlySet<number>;
}

const longestName = 4;
const mostNamed = 6;
const mostModels = 8;
const surelyMended = 0.75;
const rareWords = 12;
/** A term in more than this share of all items tells nothing. */
const commonShare = 0.3;
const conceptShare = 1.5;
/** How much the rest of the text weighs beside the service. */
const wishShare = 0.7;
/** Where it is known what a service does, the first of that counts most, and what its texts mention little. */
const lessEach = 1;
const aside = 0.5;
/** What the service is mostly about counts more than what it mentions too. */
const emphasis = 1.5;
const mostTraits = 8;

/** The seen items with the name as a word of their title. */
function titledSo(index: Index, name: string, sight: Sight): number[] {
  const term = index.terms.get(stemOf(name));
  return [...(term?.held() ?? [])].filter(
    (doc, place) => term!.impacts[place]! & titleBit && index.isSeen(doc, sight),
  );
}

/** The service of this very name; where it is asked for surely, also those whose title begins so. */
function exactly(index: Index, name: string, sight: Sight, isSure: boolean): Model | null {
  const equal = index.named(name).filter((doc) => index.isSeen(doc, sight));
  if (equal.length > 0) return { name, docs: equal };
  const titled = name.length > 3 ? titledSo(index, name, sight) : [];
  const docs = titled.length <= mostNamed ? titled : [];
  if (index.thesaurus.names.has(name)) return { name, docs };
  const beginning = new Set(index.namedFrom(name));
  const isName = isSure && docs.length > 0 && docs.every((doc) => beginning.has(doc));
  return isName ? { name, docs } : null;
}

/** The service that is written so; by ear or with a typing error too, when it is asked for surely. */
function findService(index: Index, key: string, sight: Sight, isSure: boolean): Model | null {
  const byEar = index.thesaurus.nameByEar(key);
  const model =
    (byEar && exactly(index, byEar, sight, isSure)) || exactly(index, key, sight, isSure);
  if (model || !isSure || key.length < 4) return model;
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

const saysNothing = ({ isStop, isSoft }: Token): boolean => isStop || isSoft;

/** The longest name that the words hold, the last of those. */
function findModel(index: Index, words: readonly Token[], sight: Sight, isSure: boolean) {
  const meant = words.filter(({ isStop }) => !isStop).length;
  for (let length = Math.min(longestName, words.length); length > 0; length -= 1) {
    for (let from = words.length - length; from >= 0; from -= 1) {
      const run = words.slice(from, from + length);
      // Make is a name where nothing else is asked for.
      if (run.every(saysNothing) && !(isSure && meant === length)) continue;
      const model = findService(index, nameKey(run), sight, isSure && meant <= length + 1);
      if (model) return { model, run, rest: words.toSpliced(from, length) };
    }
  }
  return null;
}

/** What a known service does: the main thing first, what that is a kind of last. */
function purposes({ names, concepts }: Thesaurus, name: string): number[] {
  const does = names.get(name) ?? [];
  const broader = does.slice(0, 1).flatMap((main) => concepts[main]!.broader);
  return [...new Set([...does, ...broader])];
}

/** What a service is known for: the first of it weighs most; kinds and neighbours of it serve too. */
function knownSlots(index: Index, does: readonly number[], sight: Sight): Slot[] {
  let most = Infinity;
  return does.flatMap((concept, place) => {
    const term = index.terms.get(conceptTerm(concept));
    const slot = emptySlot(conceptTerm(concept), false);
    offerConcept(slot, concept, index, sight, 1);
    offer(slot, term, sight, { score: 1, cover: 1, isLiteral: false });
    if (slot.alternatives.size === 0) return [];
    const rarity = index.idf(term?.[sight] || 1, sight) / index.idf(0.5, sight);
    const share = conceptShare / (1 + place * lessEach);
    most = Math.min(most, share ** emphasis * Math.sqrt(rarity));
    return [{ ...slot, weight: most }];
  });
}

/** What the service is about: its tags and concepts, else its rare words, each with its share. */
function weighSubjects(index: Index, { docs }: Model, sight: Sight, isKnown: boolean) {
  const models = docs.slice(0, mostModels);
  const shares = new Map<Term, number>();
  const add = (term: Term, share: number) => {
    shares.set(term, (shares.get(term) ?? 0) + share * (isKnown ? aside : 1));
  };
  for (const doc of models) {
    for (const { term, share } of index.getSubjects(doc)) {
      if (index.tags.get(term.name.slice(2))?.isApproval) continue;
      add(term, (isTagTerm(term.name) ? 1 : share) / models.length);
    }
  }
  if (shares.size > 0) return shares;
  const words = models.flatMap((doc) => index.wordsOf(doc));
  const rare = tokens(words.join(' '))
    .filter((token) => !saysNothing(token))
    .flatMap(({ stem }) => index.terms.get(stem) ?? [])
    .filter((term) => term[sight] > 1)
    .sort((a, b) => a[sight] - b[sight]);
  for (const term of [...new Set(rare)].slice(0, rareWords)) add(term, 1);
  return shares;
}

/** The rest of the text as slots that weigh their share of what the service makes. */
function wishSlots(
  index: Index,
  rest: readonly Token[],
  { known, likeness }: { known: readonly Slot[]; likeness: number },
  sight: Sight,
): Slot[] {
  const wish = rest.filter((token) => !saysNothing(token)).map(({ word }) => word);
  if (wish.length === 0) return [];
  const slots = read(index, wish.join(' '), { sight, isExact: false, endsOpen: false }).slots;
  const held = slots.filter(({ alternatives }) => alternatives.size > 0);
  const share = likeness > 0 ? (wishShare * likeness) / totalOf(held) : 1;
  const near = known.flatMap(({ alternatives }) => [...alternatives.keys()]);
  return held.map((slot) => ({
    ...(near.length > 0 ? onlyOf(slot, near) : slot),
    weight: slot.weight * share,
  }));
}

/** The slot for the items alone that hold one of the terms: a wish alone is no likeness. */
function onlyOf(slot: Slot, terms: readonly Term[]): Slot {
  const docs = new Set(terms.flatMap((term) => [...term.held()]));
  const kept = [...slot.alternatives.values()].map((alternative): Alternative => {
    const term = new Term(-1, alternative.term.name);
    for (const [place, doc] of alternative.term.held().entries()) {
      if (docs.has(doc)) term.push(doc, alternative.term.impacts[place]!);
    }
    return { ...alternative, term };
  });
  return { ...slot, alternatives: new Map(kept.map((one) => [one.term, one])) };
}

const totalOf = (slots: readonly Slot[]): number =>
  slots.reduce((sum, { weight }) => sum + weight, 0);

/** Reads a text that asks for something like a service; null when it does not. */
export function readLikeness(index: Index, text: string, sight: Sight): Likeness | null {
  const isSure = text.search(askers) >= 0;
  if (!isSure && text.search(weakAsker) < 0) return null;
  const asked = text.replace(isSure ? askers : weakAsker, ' ');
  const found = findModel(index, tokens(asked), sight, isSure);
  if (!found) return null;
  const { model, run, rest } = found;
  const slots = likenessSlots(index, model, rest, sight);
  if (slots.length === 0) return null;
  const without = new Set([...model.docs, ...index.namedFrom(model.name)]);
  const typed = asked.slice(run[0]!.start, run.at(-1)!.end);
  const name = index.thesaurus.written.get(model.name) ?? typed;
  return { name, slots, without };
}

/** What is near an item that is there; null for one that is not seen or of which nothing is known. */
export function likenessOf(index: Index, doc: number, sight: Sight): Likeness | null {
  if (!index.isSeen(doc, sight)) return null;
  const name = index.nameOf(doc);
  const slots = likenessSlots(index, { name, docs: [doc] }, [], sight);
  return slots.length > 0 ? { name, slots, without: new Set([doc, ...index.named(name)]) } : null;
}

/** The traits of a service, the weightiest first, and the rest of the text. */
function likenessSlots(index: Index, model: Model, rest: readonly Token[], sight: Sight): Slot[] {
  const most = index.counts[sight] * commonShare;
  const does = purposes(index.thesaurus, model.name);
  const knownOf = knownSlots(index, does, sight);
  const slots = [...knownOf];
  const known = new Set(does.map((concept) => index.terms.get(conceptTerm(concept))));
  for (const [term, share] of weighSubjects(index, model, sight, does.length > 0)) {
    const count = term[sight];
    if (count === 0 || count > most || known.has(term)) continue;
    const slot = emptySlot(term.name, false);
    offer(slot, term, sight, { score: 1, cover: 1, isLiteral: false });
    const rarity = index.idf(count, sight) / index.idf(0.5, sight);
    slots.push({ ...slot, weight: Math.min(conceptShare, share) ** emphasis * rarity });
  }
  slots.sort((a, b) => b.weight - a.weight).splice(mostTraits);
  slots.push(...wishSlots(index, rest, { known: knownOf, likeness: totalOf(slots) }, sight));
  return slots;
}

/** The text of a search for something like a service that nobody knows. */
export const withoutAskers = (text: string): string => text.replace(pureAskers, ' ').trim() || text;

/** The well-known service that the whole text names, when none that is seen is called so. */
export function missingName(index: Index, text: string, sight: Sight): string | null {
  const key = nameKey(tokens(text));
  const name = index.thesaurus.nameByEar(key) ?? key;
  const isThere = [name, key].some(
    (form) =>
      (index.terms.get(stemOf(form))?.[sight] ?? 0) > 0 ||
      index.named(form).some((doc) => index.isSeen(doc, sight)),
  );
  return index.thesaurus.names.has(name) && !isThere ? name : null;
}
