// What admins taught: pairs of words or phrases that mean the same. They are read with the query, so that they hold at once.
import { stemOf, tokens, type Token } from './analyse.ts';
import { offer, offerConcept, type Slot, type Sources } from './slots.ts';
import { phraseTerm, Term } from './terms.ts';
import type { Sight } from './vocabulary.ts';

export interface Pair {
  word: string;
  synonym: string;
}

/** What a phrase in a query also means. */
interface Meaning {
  /** Places of the words that say it. */
  places: readonly number[];
  words: readonly Token[];
}

const sameWorth = { score: 0.9, cover: 1, isLiteral: true };

/** Where the words of a phrase stand one after the other. */
function placesOf(phrase: readonly Token[], all: readonly Token[]): number[] | null {
  const from = all.findIndex((_, start) =>
    phrase.every(({ stem }, place) => all[start + place]?.stem === stem),
  );
  return from < 0 || phrase.length === 0 ? null : phrase.map((_, place) => from + place);
}

export class Taught {
  private readonly pairs: (readonly [Token[], Token[]])[];

  constructor(pairs: readonly Pair[]) {
    this.pairs = pairs.map(({ word, synonym }) => [tokens(word), tokens(synonym)] as const);
  }

  /** What the words of a query also mean: by a phrase that was taught, or by the concept that it belongs to. */
  meanings(all: readonly Token[], { thesaurus }: Sources): Meaning[] {
    const mentions = thesaurus.mentions(all);
    return this.pairs.flatMap(([one, other]) =>
      [[one, other] as const, [other, one] as const].flatMap(([asked, words]): Meaning[] => {
        const literal = placesOf(asked, all);
        if (literal) return [{ places: literal, words }];
        const said = new Set(thesaurus.mentions(asked).map(({ concept }) => concept));
        const mention = mentions.find(({ concept }) => said.has(concept));
        return mention ? [{ places: mention.places, words }] : [];
      }),
    );
  }

  /** Offers what a phrase also means to the slots of its words. */
  offer(slots: readonly Slot[], { words }: Meaning, sources: Sources, sight: Sight): void {
    const term = termOf(words, sources, sight);
    for (const slot of slots) {
      offer(slot, term, sight, sameWorth);
      for (const { concept } of sources.thesaurus.mentions(words)) {
        offerConcept(slot, concept, sources, sight, 1);
      }
    }
  }
}

/** The items that hold all words. */
function termOf(words: readonly Token[], { terms }: Sources, sight: Sight): Term | undefined {
  const stems = words.map(({ word }) => stemOf(word));
  const found = stems.flatMap((stem) => terms.get(stem) ?? []);
  if (found.length < stems.length) return undefined;
  const [rarest, ...others] = found.sort((a, b) => a.size - b.size);
  if (!rarest || others.length === 0) return rarest;
  const phrase = new Term(-1, phraseTerm(stems));
  const held = others.map((term) => new Set(term.held()));
  for (const [place, doc] of rarest.held().entries()) {
    if (held.every((docs) => docs.has(doc))) phrase.push(doc, rarest.impacts[place]!);
  }
  phrase[sight] = phrase.size;
  return phrase;
}
