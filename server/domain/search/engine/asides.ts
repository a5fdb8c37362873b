// What a picture may show, and what else a task may be about: a knight, a dragon. No service is for it, so it is only asked for.
import { sureCover } from './cut.ts';
import { unknownWeight, worth, type Slot } from './slots.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A concept that the query says, and the slots by which it does. */
interface Mention {
  concept: number;
  /** Whether items hold it. */
  isHeld: boolean;
  slots: readonly Slot[];
}

/**
 * Finds the slots that only name a subject: in no phrase of the field. It is drawn where nothing else is asked; beside a task, as in
 * "knight voice", it ranks as a soft word does.
 */
export function markSubjects(mentions: readonly Mention[], thesaurus: Thesaurus): void {
  const held = mentions.filter(({ isHeld }) => isHeld);
  const inPhrases = phraseSlots(held);
  const subjects = mentions
    .filter(({ concept }) => thesaurus.isOnlyAsked(concept))
    .flatMap(({ slots }) => slots.filter((slot) => !slot.isSoft && !inPhrases.has(slot)));
  for (const slot of subjects) slot.isSubject = true;
  const isTask = held.some(({ slots }) =>
    slots.some(({ isSoft, isSubject }) => !isSoft && !isSubject),
  );
  if (isTask) for (const slot of subjects) slot.isSoft = true;
}

/** The slots of concepts that are said in several words. */
export const phraseSlots = (mentions: readonly Pick<Mention, 'slots'>[]): Set<Slot> =>
  new Set(mentions.filter(({ slots }) => slots.length > 1).flatMap(({ slots }) => slots));

/** Who says a word of a subject answers it no better than what draws it: a story of a castle makes none. */
export function lowerLiterals({ isSubject, alternatives }: Slot): void {
  if (!isSubject) return;
  for (const one of alternatives.values())
    if (one.isLiteral) one.score = Math.min(one.score, worth.broader.score);
}

/** Whether so much of the query is what its task is about that the task alone answers nothing surely: "angel investor". */
export function isMostlySubject(slots: readonly Slot[]): boolean {
  const isAside = ({ isSubject, isSoft }: Slot): boolean => isSubject && isSoft;
  const asked = unknownWeight * slots.filter(isAside).length;
  let task = 0;
  for (const { weight, isSoft } of slots) if (!isSoft) task += weight;
  return asked > 0 && task < sureCover * (task + asked);
}
