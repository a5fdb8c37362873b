// What the words of a query say together: the concepts of the thesaurus, offered to the slots of the words that say them.
import { isUnderstood, type Token } from './tokenizer.ts';
import {
  lowerLiterals,
  markSubjects,
  phraseSlots,
  softenConstraints,
  type SaidConcept,
} from './softConstraints.ts';
import { asksNothing, isCircumstance, isListedCircumstance } from './contextWords.ts';
import type { QueryVocabulary } from './queryVocabulary.ts';
import { offerConcept, weighAsPhrase, type Slot } from './querySlots.ts';
import { conceptTerm } from './terms.ts';

/** What the words of a query say of all of it. */
export interface SaidOfAll {
  /** It is no work that anything here says, and no other task: only what surely covers the rest answers. */
  isBeyondWork: boolean;
  /** It says nothing of a task: what its words find by chance answers nothing surely, only a name does. */
  isVague: boolean;
}

/** What is left of a word whose phrase nothing here is for: of its concepts, of the word itself; and of its concepts where something is. */
const partShare = 0.4;
const partCover = 0.55;

/** Who says a word of a phrase does not say what the phrase asks: a game no bugs in a game, Google Sheets no sprite sheets. */
function lowerLiteralCover({ alternatives }: Slot): void {
  for (const one of alternatives.values())
    if (one.isLiteral) one.cover = Math.min(one.cover, partCover);
}

const goesWithoutSaying = (word: string): boolean => isUnderstood(word) || isCircumstance(word);

/** The concepts that a query says, and the slots of the words that say them. */
function saidConcepts(
  all: readonly Token[],
  words: readonly Token[],
  slots: readonly Slot[],
  { index, sight }: QueryVocabulary,
): SaidConcept[] {
  return (
    index.thesaurus
      .mentions(all)
      // No concept says a circumstance alone: «дай» has the root of DAU, «эх» that of an echo.
      .filter(({ places }) => places.length > 1 || !isListedCircumstance(all[places[0]!]!.word))
      .map(({ concept, places }) => ({
        concept,
        isDenial: all[places[0]!]!.sense === '-',
        isHeld: (index.terms.get(conceptTerm(concept))?.[sight] ?? 0) > 0,
        slots: places.flatMap((place) => slots[words.indexOf(all[place]!)] ?? []),
      }))
  );
}

/**
 * Leaves no answer to what is no work, and nothing here says, in parts either: borscht is none in a cookbook of code. A lore bible
 * is work. Answers whether nothing else is asked.
 */
function refuseBeyondWork(
  mentions: readonly SaidConcept[],
  inPhrases: ReadonlySet<Slot>,
  { index: { thesaurus } }: QueryVocabulary,
): boolean {
  const isBeyond = ({ concept }: SaidConcept): boolean => thesaurus.isBeyondWork(concept);
  const inWork = phraseSlots(mentions.filter((one) => !isBeyond(one)));
  const beyond = mentions.filter(
    (one) => !one.isHeld && isBeyond(one) && !one.slots.every((slot) => inWork.has(slot)),
  );
  const unmeant = new Set(
    beyond.flatMap(({ slots }) => slots.filter((slot) => !inPhrases.has(slot))),
  );
  for (const { alternatives } of unmeant) alternatives.clear();
  const isTask = ({ isHeld, slots }: SaidConcept): boolean =>
    isHeld && slots.some((slot) => !unmeant.has(slot));
  return beyond.length > 0 && !mentions.some(isTask);
}

/** Offers the words of a query, which have a slot each, what they say together with all others. */
export function readConcepts(
  all: readonly Token[],
  words: readonly Token[],
  slots: readonly Slot[],
  knowledge: QueryVocabulary,
): SaidOfAll {
  const { index, sight } = knowledge;
  const mentions = saidConcepts(all, words, slots, knowledge);
  // "Buy a flat" is known, and nothing here is for it: "buy" and "flat" by themselves do not answer it.
  const unanswered = phraseSlots(mentions.filter(({ isHeld }) => !isHeld));
  const inPhrases = phraseSlots(mentions.filter(({ isHeld }) => isHeld));
  markSubjects(mentions, index.thesaurus);
  for (const { concept, isDenial, isHeld, slots: saying } of mentions) {
    const isAlone = saying.length === 1;
    for (const slot of saying) {
      const share = isAlone && unanswered.has(slot) ? partShare : 1;
      // Nor does a drawing, or a meeting, answer a draw call surely where something is for that.
      const covered = isAlone && inPhrases.has(slot) ? Math.min(share, partCover) : share;
      offerConcept(slot, concept, index, sight, share, covered);
      // Said in a phrase, what is denied or goes without saying means something: "no code", "game engine", "meeting minutes".
      const isPhrase = isDenial || (saying.length > 1 && goesWithoutSaying(slot.word));
      if (isHeld && isPhrase) slot.isSoft = false;
      if (isHeld && saying.length > 1) weighAsPhrase(slot, concept, index, sight);
      if (isHeld && saying.length > 1 && !isDenial) lowerLiteralCover(slot);
    }
  }
  softenConstraints(mentions, index.thesaurus);
  for (const slot of unanswered) lowerLiteralCover(slot);
  for (const slot of slots) lowerLiterals(slot);
  const isIdle = ({ word, stem, isStop, isSoft }: Token): boolean =>
    (isStop || isSoft || asksNothing(word)) && !index.taught.knows(stem);
  return {
    isBeyondWork: refuseBeyondWork(mentions, inPhrases, knowledge),
    isVague: mentions.length === 0 && all.every(isIdle),
  };
}
