// Reads a query: which words it holds, and what would satisfy each of them.
import { deniedPlaces, nameKey, stemOf, tokens, type Token } from './tokenizer.ts';
import { isCircumstance, isListedCircumstance } from './contextWords.ts';
import { QueryVocabulary } from './queryVocabulary.ts';
import { otherKeyboardLayout } from './keyboardLayout.ts';
import { correctedForms } from './spellCorrection.ts';
import { readConcepts, type SaidOfAll } from './conceptParser.ts';
import { emptySlot, offer, offerConcept, weigh, worth, type Slot } from './querySlots.ts';
import type { Index } from './invertedIndex.ts';
import type { CorrectedWord, Sight } from './vocabulary.ts';

export interface Reading extends SaidOfAll {
  slots: Slot[];
  /** Titles that are meant, as one word: as typed, and as mended. */
  names: Set<string>;
  /** Those of them that a title may begin with. */
  beginnings: Set<string>;
  /** What was searched in place of the text; null when nothing was mended. */
  correctedTo: string | null;
  /** What is meant is guessed: a name alone answers nothing surely. */
  isGuess: boolean;
}

interface Draft extends Reading {
  knowledge: QueryVocabulary;
  /** The words with a slot, in the slots' order. */
  words: readonly Token[];
  /** The last word may be unfinished. */
  endsOpen: boolean;
}

const mostWords = 24;
const mostBeginnings = 300;
/** Two or three letters begin too many words. */
const mostShortBeginnings = 30;
const conceptBeginnings = 12;
const mendedCover = 0.9;
const heardCover = 0.95;
const beginningConceptShare = 0.7;
const longestName = 3;
/** What a service does that is named but not here. */
const standInShare = 0.55;

/** Words that stand behind each other, and their slots. */
interface Run {
  words: readonly Token[];
  slots: readonly Slot[];
}

const runsOf = (draft: Draft, length: number): Run[] =>
  Array.from({ length: Math.max(0, draft.words.length - length + 1) }, (_, from) => ({
    words: draft.words.slice(from, from + length),
    slots: draft.slots.slice(from, from + length),
  }));

const isSoft = (token: Token): boolean => token.isSoft || isCircumstance(token.word);

const literal = (score: number, cover: number) => ({ score, cover, isLiteral: true });

/** Offers the word itself. */
function offerWord({ knowledge }: Draft, slot: Slot, word: string): void {
  const { index, sight } = knowledge;
  offer(slot, index.terms.get(stemOf(word)), sight, { ...worth.itself, isLiteral: true });
}

function offerConcepts({ knowledge }: Draft, slot: Slot, word: string, share: number): void {
  const { index, sight } = knowledge;
  for (const concept of index.thesaurus.getWordConcepts(word)) {
    offerConcept(slot, concept, index, sight, share);
  }
}

/** Words that begin with the last one; answers whether there are any. */
function readBeginning(draft: Draft, slot: Slot, word: string, kind: keyof typeof worth): boolean {
  const { index, sight } = draft.knowledge;
  if (word.length < 2) return false;
  const most = word.length < 4 ? mostShortBeginnings : mostBeginnings;
  const found = index.vocabulary.beginning(word, sight, most);
  for (const [place, other] of found.entries()) {
    offer(slot, other.term, sight, { ...worth[kind], isLiteral: true });
    if (kind !== 'beginning' || word.length < 4 || place >= conceptBeginnings) continue;
    offerConcepts(draft, slot, other.text, beginningConceptShare);
  }
  return found.length > 0;
}

/** Reads one word; answers what it was mended to. */
function readWord(draft: Draft, place: number): CorrectedWord | null {
  const { knowledge, words } = draft;
  const { index, sight } = knowledge;
  const slot = draft.slots[place]!;
  const { word, stem, root, isStop } = words[place]!;
  offerWord(draft, slot, word);
  const isHeld = knowledge.held(stem) > 0;
  const isGuess = !isHeld && knowledge.isOrdinary(word);
  for (const kin of index.families.get(root) ?? []) {
    offer(slot, kin, sight, { ...(isGuess ? worth.guess : worth.family), isLiteral: true });
  }
  const isKnown = knowledge.isFamiliar(word);
  const isOpen = draft.endsOpen && place === words.length - 1;
  const kind = isGuess ? 'guess' : isKnown ? 'beginningOfKnown' : 'beginning';
  const isBeginning = isOpen && readBeginning(draft, slot, word, kind);
  // A word of the language is no typing error, though nothing here holds it.
  if (isStop || isHeld || isListedCircumstance(word) || index.isInApproval(word)) return null;
  const mended = correctedForms(draft, word, isKnown, isBeginning);
  for (const { word: other, closeness, isSure } of mended) {
    const covered = isSure ? mendedCover : worth.guess.cover;
    offer(slot, other.term, sight, literal(closeness, covered));
    offerConcepts(draft, slot, other.text, covered * closeness);
    if (words.length === 1) draft.names.add(other.text);
  }
  const [best] = mended;
  if (best && words.length === 1) draft.beginnings.add(best.word.text);
  draft.isGuess ||= isGuess || (best?.isSure === false && !isBeginning);
  const isPlain = isKnown && !knowledge.isOrdinary(word);
  return isPlain || isBeginning ? null : (best ?? null);
}

/** Names of several words that are written as one: dall e, mid journey. */
function readJoined(draft: Draft): void {
  const { index, sight } = draft.knowledge;
  for (const length of [2, 3]) {
    for (const { words, slots } of runsOf(draft, length)) {
      const joined = nameKey(words);
      if (!index.knows(joined, sight)) continue;
      for (const slot of slots) offerWord(draft, slot, joined);
    }
  }
}

/** Names by ear (чат джипити), and those that the thesaurus knows, as it knows that they are written by ear. */
function readNames(draft: Draft): void {
  for (let length = longestName; length > 0; length -= 1) {
    for (const run of runsOf(draft, length)) {
      if (length > 1) readHeardName(draft, run);
      readKnownName(draft, run);
    }
  }
}

function readHeardName(draft: Draft, { words, slots }: Run): void {
  const { index, sight } = draft.knowledge;
  if (words.every(({ word }) => draft.knowledge.isKnown(word))) return;
  for (const one of index.vocabulary.soundingLike(nameKey(words), sight, false)) {
    const cover = one.isSure ? heardCover : worth.guess.cover;
    for (const slot of slots) offer(slot, one.word.term, sight, literal(one.closeness, cover));
    if (words.length < draft.words.length) continue;
    draft.isGuess ||= !one.isSure;
    draft.names.add(one.word.text);
    if (draft.beginnings.size === 1) draft.beginnings.add(one.word.text);
  }
}

function readKnownName(draft: Draft, { words, slots }: Run): void {
  const { index, sight } = draft.knowledge;
  const key = nameKey(words);
  const name = index.thesaurus.names.byEar(key) ?? key;
  const isThere = index.knows(name, sight);
  // A service that is not here stands for what it does.
  if (!isThere && !slots.some(({ isSoft }) => isSoft)) {
    for (const concept of index.thesaurus.names.conceptsOf(name)) {
      for (const slot of slots) offerConcept(slot, concept, index, sight, standInShare);
    }
  }
  if (name === key || !isThere) return;
  for (const slot of slots) offerWord(draft, slot, name);
  if (words.length < draft.words.length) return;
  draft.names.add(name);
  draft.beginnings.add(name);
  draft.isGuess = false;
}

/** Names and nothing else are each meant: "DeepSeek vs ChatGPT". */
function readNamesAlone(draft: Draft): void {
  const { index, sight } = draft.knowledge;
  const words = draft.words.filter((token) => !isSoft(token));
  const nameAt = (from: number, length: number): string => {
    const key = nameKey(words.slice(from, from + length));
    return index.thesaurus.names.byEar(key) ?? key;
  };
  const isTitle = (name: string) => index.named(name).some((doc) => index.isSeen(doc, sight));
  const names: string[] = [];
  for (let from = 0; from < words.length;) {
    let length = Math.min(longestName, words.length - from);
    while (length > 0 && !isTitle(nameAt(from, length))) length -= 1;
    if (length === 0) return;
    names.push(nameAt(from, length));
    from += length;
  }
  if (names.length > 1) for (const name of names) draft.names.add(name);
}

/** What slots and names ask as they stand. */
export const plainReading = (slots: Slot[], names: readonly string[]): Reading => ({
  slots,
  names: new Set(names),
  beginnings: new Set(names),
  correctedTo: null,
  isBeyondWork: false,
  isGuess: false,
  isVague: false,
});

/**
 * Reads a query.
 * @param isExact as it is typed: nothing is mended, no meanings are looked for
 */
export function read(
  index: Index,
  text: string,
  { sight, isExact, endsOpen = true }: { sight: Sight; isExact: boolean; endsOpen?: boolean },
): Reading {
  const knowledge = new QueryVocabulary(index, sight);
  const typed = isExact ? null : otherKeyboardLayout(text, knowledge);
  const all = tokens(typed ?? text).slice(0, mostWords);
  const meant = all.filter(({ isStop }) => !isStop);
  const words = meant.length > 0 ? meant : all;
  const denied = deniedPlaces(all);
  const isDenied = (token: Token) => !isExact && denied.has(all.indexOf(token));
  const key = nameKey(all);
  const slots = words.map((token) => emptySlot(token.word, isSoft(token) || isDenied(token)));
  const draft: Draft = {
    ...plainReading(slots, [key]),
    knowledge,
    words,
    endsOpen: endsOpen && words.at(-1) === all.at(-1),
    correctedTo: typed,
  };
  if (isExact) {
    for (const [place, { word }] of words.entries()) {
      offerWord(draft, draft.slots[place]!, word);
      if (draft.endsOpen && place === words.length - 1) {
        readBeginning(draft, draft.slots[place]!, word, 'beginningOfKnown');
      }
    }
    readJoined(draft);
  } else {
    const mended = words.map((token, place) => (isDenied(token) ? null : readWord(draft, place)));
    readJoined(draft);
    readNames(draft);
    readNamesAlone(draft);
    Object.assign(draft, readConcepts(all, words, draft.slots, knowledge));
    index.taught.read(draft.slots, words, index, sight);
    if (mended.some((word) => word !== null)) {
      const meant = all.map((token) => mended[words.indexOf(token)]?.word.text ?? token.word);
      draft.correctedTo = meant.join(' ');
      for (const names of [draft.names, draft.beginnings]) names.add(meant.join(''));
    }
  }
  // Several words that a title begins with are typed, whatever each of them is taken for.
  draft.isGuess &&= words.length === 1 || !index.isBegun(key, sight);
  for (const slot of draft.slots) weigh(slot, index, sight);
  return draft;
}
