// What a service should be besides what it is for: free, offline. Beside a task it orders what is found and shuts nothing out.
import type { Slot } from './slots.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A concept that the query says, whether it is said by what it is without, and the slots by which it is said. */
interface Mention {
  concept: number;
  isHeld: boolean;
  isDenial: boolean;
  slots: readonly Slot[];
}

const wishes = ['free', 'no-sign-up', 'open-source', 'self-hosted', 'offline', 'russian-service'];
/** To be without a watermark is a wish, to remove it a task. */
const wishesWithout = ['watermark-removal'];

/** Makes the slots of wishes soft where another concept asks for a task: "text to speech, no subscription". */
export function softenWishes(mentions: readonly Mention[], { concepts }: Thesaurus): void {
  const isWish = ({ concept, isDenial }: Mention): boolean => {
    const { id } = concepts[concept]!;
    return wishes.includes(id) || (isDenial && wishesWithout.includes(id));
  };
  const held = mentions.filter(({ isHeld }) => isHeld);
  const asked = new Set(held.filter((one) => !isWish(one)).flatMap(({ slots }) => slots));
  if (![...asked].some(({ isSoft }) => !isSoft)) return;
  for (const slot of held.filter(isWish).flatMap(({ slots }) => slots))
    if (!asked.has(slot)) slot.isSoft = true;
}
