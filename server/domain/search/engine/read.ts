// Reads a query: which words it holds, and what would satisfy each of them.
import { deniedPlaces, isUnderstood, nameKey, stemOf, tokens, type Token } from './analyse.ts';
import {
  isMostlySubject,
  lowerLiterals,
  markSubjects,
  phraseSlots,
  softenWishes,
  type SaidConcept,
} from './asides.ts';
import { asksNothing, isCircumstance, isListedCircumstance } from './circumstances.ts';
import { Knowledge } from './knowledge.ts';
import { otherwiseTyped } from './layout.ts';
import { mendedForms } from './mending.ts';
import { emptySlot, offer, offerConcept, weigh, weighAsPhrase, worth, type Slot } from './slots.ts';
import type { Index } from './index.ts';
import { conceptTerm } from './terms.ts';
import type { Mended, Sight } from './vocabulary.ts';

export interface Reading {
  slots: Slot[];
  /** Titles that are meant, as one word: as typed, and as mended. */
  names: Set<string>;
  /** Those of them that a title may begin with. */
  beginnings: Set<string>;
  /** What was searched in place of the text; null when nothing was mended. */
  correctedTo: string | null;
  /** It is no work that anything here says, and no other task: only what surely covers the rest answers. */
  isBeyondWork: boolean;
  /** What is meant is guessed: a name alone answers nothing surely. */
  isGuess: boolean;
  /** It says nothing of a task: what its words find by chance answers nothing surely, only a name does. */
  isVague: boolean;
}

interface Draft extends Reading {
  knowledge: Knowledge;
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
/** What is left of a word whose phrase nothing here is for: of its concepts, of the word itself; and of its concepts where something is. */
const partShare = 0.4;
const partCover = 0.55;
/** What a service does that is named but not here. */
const standInShare = 0.55;

/** Every run of so many slots. */
const runsOf = (draft: Draft, length: number): { words: readonly Token[]; slots: Slot[] }[] =>
  Array.from({ length: Math.max(0, draft.words.length - length + 1) }, (_, from) => ({
    words: draft.words.slice(from, from + length),
    slots: draft.slots.slice(from, from + length),
  }));

const isSoft = (token: Token): boolean => token.isSoft || isCircumstance(token.word);

const isIdle = ({ word, stem, isStop, isSoft }: Token, { taught }: Index): boolean =>
  (isStop || isSoft || asksNothing(word)) && !taught.knows(stem);

const goesWithoutSaying = (word: string): boolean => isUnderstood(word) || isCircumstance(word);

const literal = (score: number, cover: number) => ({ score, cover, isLiteral: true });

function offerWord({ knowledge }: Draft, slot: Slot, word: string, score: number, cover: number) {
  const { index, sight } = knowledge;
  offer(slot, index.terms.get(stemOf(word)), sight, literal(score, cover));
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
function readWord(draft: Draft, place: number): Mended | null {
  const { knowledge, words } = draft;
  const { index, sight } = knowledge;
  const slot = draft.slots[place]!;
  const { word, stem, root, isStop } = words[place]!;
  offerWord(draft, slot, word, worth.itself.score, worth.itself.cover);
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
  const mended = mendedForms(draft, word, isKnown, isBeginning);
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
      for (const slot of slots) offerWord(draft, slot, joined, 1, 1);
    }
  }
}

/** Names of several words, by ear: чат джипити. */
function readHeardNames(draft: Draft): void {
  const { index, sight } = draft.knowledge;
  for (const length of [3, 2]) {
    for (const { words, slots } of runsOf(draft, length)) {
      if (words.every(({ word }) => draft.knowledge.isKnown(word))) continue;
      for (const one of index.vocabulary.soundingLike(nameKey(words), sight, false)) {
        const cover = one.isSure ? heardCover : worth.guess.cover;
        for (const slot of slots) offer(slot, one.word.term, sight, literal(one.closeness, cover));
        if (length < draft.words.length) continue;
        draft.isGuess ||= !one.isSure;
        draft.names.add(one.word.text);
        if (draft.beginnings.size === 1) draft.beginnings.add(one.word.text);
      }
    }
  }
}

/** Known names, as the thesaurus knows that they are written by ear. */
function readKnownNames(draft: Draft): void {
  const { index, sight } = draft.knowledge;
  for (let length = longestName; length > 0; length -= 1) {
    for (const { words, slots } of runsOf(draft, length)) {
      const key = nameKey(words);
      const name = index.thesaurus.names.byEar(key) ?? key;
      // A service that is not here stands for what it does.
      if (!index.knows(name, sight) && !slots.some(({ isSoft }) => isSoft)) {
        for (const concept of index.thesaurus.names.conceptsOf(name)) {
          for (const slot of slots) offerConcept(slot, concept, index, sight, standInShare);
        }
      }
      if (name === key || !index.knows(name, sight)) continue;
      for (const slot of slots) offerWord(draft, slot, name, 1, 1);
      if (length < draft.words.length) continue;
      draft.names.add(name);
      draft.beginnings.add(name);
      draft.isGuess = false;
    }
  }
}

function readConcepts(draft: Draft, all: readonly Token[]): void {
  const { index, sight } = draft.knowledge;
  // No concept says a circumstance alone: «дай» has the root of DAU, «эх» that of an echo.
  const mentions = index.thesaurus
    .mentions(all)
    .filter(({ places }) => places.length > 1 || !isListedCircumstance(all[places[0]!]!.word))
    .map(({ concept, places }): SaidConcept => ({
      concept,
      isDenial: all[places[0]!]!.sense === '-',
      isHeld: (index.terms.get(conceptTerm(concept))?.[sight] ?? 0) > 0,
      slots: places.flatMap((place) => draft.slots[draft.words.indexOf(all[place]!)] ?? []),
    }));
  draft.isVague = mentions.length === 0 && all.every((token) => isIdle(token, index));
  // "Buy a flat" is known, and nothing here is for it: "buy" and "flat" by themselves do not answer it.
  const unanswered = phraseSlots(mentions.filter(({ isHeld }) => !isHeld));
  const inPhrases = phraseSlots(mentions.filter(({ isHeld }) => isHeld));
  markSubjects(mentions, index.thesaurus);
  for (const { concept, isDenial, isHeld, slots } of mentions) {
    for (const slot of slots) {
      const isAlone = slots.length === 1;
      const share = isAlone && unanswered.has(slot) ? partShare : 1;
      // Nor does a drawing, or a meeting, answer a draw call surely where something is for that.
      const covered = isAlone && inPhrases.has(slot) ? Math.min(share, partCover) : share;
      offerConcept(slot, concept, index, sight, share, covered);
      // Said in a phrase, what is denied or goes without saying means something: "no code", "game engine", "meeting minutes".
      const isPhrase = isDenial || (slots.length > 1 && goesWithoutSaying(slot.word));
      if (isHeld && isPhrase) slot.isSoft = false;
      if (isHeld && slots.length > 1) weighAsPhrase(slot, concept, index, sight);
    }
  }
  softenWishes(mentions, index.thesaurus);
  for (const { alternatives } of unanswered) {
    for (const one of alternatives.values()) {
      if (one.isLiteral) one.cover = Math.min(one.cover, partCover);
    }
  }
  for (const slot of draft.slots) lowerLiterals(slot);
  // What is no work, and nothing here says, has no answer in parts either: borscht is none in a cookbook of code. A lore bible is work.
  const inWork = phraseSlots(
    mentions.filter(({ concept }) => !index.thesaurus.isBeyondWork(concept)),
  );
  const beyond = mentions.filter(
    ({ concept, isHeld, slots }) =>
      !isHeld && index.thesaurus.isBeyondWork(concept) && !slots.every((slot) => inWork.has(slot)),
  );
  const unmeant = new Set(
    beyond.flatMap(({ slots }) => slots.filter((slot) => !inPhrases.has(slot))),
  );
  for (const { alternatives } of unmeant) alternatives.clear();
  draft.isBeyondWork =
    beyond.length > 0 &&
    !mentions.some(({ isHeld, slots }) => isHeld && slots.some((slot) => !unmeant.has(slot)));
  index.taught.read(draft.slots, draft.words, index, sight);
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
  const knowledge = new Knowledge(index, sight);
  const typed = isExact ? null : otherwiseTyped(text, knowledge);
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
      offerWord(draft, draft.slots[place]!, word, 1, 1);
      if (draft.endsOpen && place === words.length - 1) {
        readBeginning(draft, draft.slots[place]!, word, 'beginningOfKnown');
      }
    }
    readJoined(draft);
  } else {
    const mended = words.map((token, place) => (isDenied(token) ? null : readWord(draft, place)));
    readJoined(draft);
    readHeardNames(draft);
    readKnownNames(draft);
    readConcepts(draft, all);
    if (mended.some((word) => word !== null)) {
      const meant = all.map((token) => mended[words.indexOf(token)]?.word.text ?? token.word);
      draft.correctedTo = meant.join(' ');
      for (const names of [draft.names, draft.beginnings]) names.add(meant.join(''));
    }
  }
  // Several words that a title begins with are typed, whatever each of them is taken for.
  draft.isGuess &&= words.length === 1 || !index.isBegun(key, sight);
  for (const slot of draft.slots) weigh(slot, index, sight);
  draft.isVague ||= isMostlySubject(draft.slots);
  return draft;
}
