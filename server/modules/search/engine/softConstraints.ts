// What is asked for beside a task, and shuts nothing out there: what a service should be, as free or offline; and what a picture may
// show, or another task is about, as a knight or a dragon, for which no service is.
import { worth, type Slot } from './querySlots.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A concept that the query says. */
export interface SaidConcept {
  concept: number;
  /** Whether items hold it. */
  isHeld: boolean;
  /** Whether it is said by what it is without. */
  isDenial: boolean;
  /** The slots by which it is said. */
  slots: readonly Slot[];
}

const wishes = ['free', 'no-sign-up', 'open-source', 'self-hosted', 'offline', 'russian-service'];
/** To be without a watermark is a wish, to remove it a task. */
const wishesWithout = ['watermark-removal'];

/** Makes slots soft where something else of what items hold asks for a task. */
function softenBesideTask(aside: readonly Slot[], held: readonly SaidConcept[]): void {
  const isTask = held.some(({ slots }) =>
    slots.some((slot) => !slot.isSoft && !aside.includes(slot)),
  );
  if (isTask) for (const slot of aside) slot.isSoft = true;
}

/** Finds the slots that only say what a service should be: "text to speech, no subscription". */
export function softenConstraints(mentions: readonly SaidConcept[], { concepts }: Thesaurus): void {
  const isWish = ({ concept, isDenial }: SaidConcept): boolean => {
    const { id } = concepts[concept]!;
    return wishes.includes(id) || (isDenial && wishesWithout.includes(id));
  };
  const held = mentions.filter(({ isHeld }) => isHeld);
  const asked = new Set(held.filter((one) => !isWish(one)).flatMap(({ slots }) => slots));
  const wished = held.filter(isWish).flatMap(({ slots }) => slots);
  softenBesideTask(
    wished.filter((slot) => !asked.has(slot)),
    held,
  );
}

/** Finds the slots that only name a subject, in no phrase of the field: it is drawn where nothing else is asked. */
export function markSubjects(mentions: readonly SaidConcept[], thesaurus: Thesaurus): void {
  const held = mentions.filter(({ isHeld }) => isHeld);
  const inPhrases = phraseSlots(held);
  const subjects = mentions
    .filter(({ concept }) => thesaurus.isOnlyAsked(concept))
    .flatMap(({ slots }) => slots.filter((slot) => !slot.isSoft && !inPhrases.has(slot)));
  for (const slot of subjects) slot.isSubject = true;
  softenBesideTask(subjects, held);
}

/** The slots of concepts that are said in several words. */
export const phraseSlots = (mentions: readonly SaidConcept[]): Set<Slot> =>
  new Set(mentions.filter(({ slots }) => slots.length > 1).flatMap(({ slots }) => slots));

/** Who says a word of a subject answers it no better than what draws it: a story of a castle makes none. */
export function lowerLiterals({ isSubject, alternatives }: Slot): void {
  if (!isSubject) return;
  for (const one of alternatives.values())
    if (one.isLiteral) one.score = Math.min(one.score, worth.broader.score);
}
