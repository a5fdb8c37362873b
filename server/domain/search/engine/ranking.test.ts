// What the loops without branches sum up, rank and cut is what the plain rules say, over catalogues by chance.
import fc from '../../../testing/fastCheck.ts';
import { sureCover, taskCut } from './cut.ts';
import { everything } from './filter.ts';
import type { Index } from './index.ts';
import { Sums } from './match.ts';
import { docOf, impactBits, impactOf, isInTitle, postingOf } from './postings.ts';
import { noNames, Ranking } from './collect.ts';
import { bitsFrom } from './rank.ts';
import { emptySlot, type Alternative, type Slot } from './slots.ts';
import { Term } from './terms.ts';

const items = 40;
/** Half of what is there is above a threshold, half below: a guard that is missing shows. */
const posting = fc.record({
  doc: fc.nat(items - 1),
  impact: fc.integer({ min: 1, max: impactBits }),
  isInTitle: fc.boolean(),
});
const alternative = fc.record({
  postings: fc.uniqueArray(posting, { selector: ({ doc }) => doc, maxLength: items }),
  score: fc.constantFrom(0.15, 0.3, 0.45, 0.6, 0.85, 0.93, 1),
  cover: fc.constantFrom(0.55, 0.65, 0.9, 1),
  isLiteral: fc.boolean(),
});
const slot = fc
  .record({
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    isSoft: fc.boolean(),
    alternatives: fc.array(alternative, { minLength: 1, maxLength: 4 }),
  })
  .map(({ weight, isSoft, alternatives }): Slot => {
    const made = alternatives.map(({ postings, ...rest }, place) => {
      const term = new Term(place, `term ${place}`);
      for (const one of postings.toSorted((a, b) => a.doc - b.doc))
        term.push(postingOf(one.doc, one.impact, one.isInTitle));
      return { term, ...rest };
    });
    return {
      ...emptySlot('word', isSoft),
      weight,
      alternatives: new Map(made.map((one) => [one.term, one])),
    };
  });

interface Sum {
  score: number;
  cover: number;
  literals: number;
  titled: number;
}

/** Item by item, as the README says it. */
function plainSums(slots: readonly Slot[], leastCover: number): Map<number, Sum> {
  const sums = new Map<number, Sum>();
  const hard = slots.filter(({ isSoft }) => !isSoft);
  const covering = hard.length > 0 ? hard : slots;
  const whole = covering.reduce((sum, { weight }) => sum + weight, 0);
  let left = whole;
  for (const one of slots.toSorted((a, b) => b.weight - a.weight)) {
    const share = covering.includes(one) ? one.weight : 0;
    const admitsNew = left / whole >= leastCover - 1e-6;
    left -= share;
    for (let doc = 0; doc < items; doc += 1) {
      const before = sums.get(doc);
      const held = [...one.alternatives.values()].flatMap(({ term, ...rest }) =>
        [...term.postings()]
          .filter((found) => docOf(found) === doc)
          .map((found) => ({ found, ...rest })),
      );
      if (held.length === 0 || (!before && !admitsNew)) continue;
      const value = Math.max(
        ...held.map(({ found, score }) => Math.fround(score * impactOf(found))),
      );
      const cover = Math.fround(Math.max(...held.map((other) => other.cover)));
      const { score, cover: covered, literals, titled } = before ?? nothing;
      sums.set(doc, {
        score: Math.fround(score + (one.weight / impactBits) * value),
        cover: Math.fround(covered + (share / whole) * cover),
        literals: literals + Number(held.some(({ isLiteral }) => isLiteral)),
        titled: titled + Number(held.some(({ isLiteral, found }) => isLiteral && isInTitle(found))),
      });
    }
  }
  return sums;
}

const nothing: Sum = { score: 0, cover: 0, literals: 0, titled: 0 };

const rowsOf = (sums: Sums): [number, Sum][] =>
  [...sums.touched.subarray(0, sums.size)]
    .map((doc): [number, Sum] => [
      doc,
      {
        score: sums.score[doc]!,
        cover: sums.cover[doc]!,
        literals: sums.literals[doc]! & 0xff,
        titled: sums.literals[doc]! >> 8,
      },
    ])
    .sort((a, b) => a[0] - b[0]);

/** What of an index a ranking asks: every third item is hidden. */
const isHidden = (doc: number): boolean => doc % 3 === 2;
const index = {
  ids: new Uint32Array(items),
  seenFrom: () => ({
    states: Uint8Array.from({ length: items }, (_, doc) => (isHidden(doc) ? 1 : 2)),
    least: 2,
  }),
} as unknown as Index;

test('slots are summed up as the plain rules say, again and again in the same lists', () => {
  const sums = new Sums();
  const ranking = new Ranking();
  fc.assert(
    fc.property(
      fc.array(slot, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 0.15, sureCover),
      (slots, leastCover) => {
        sums.add(slots, leastCover, items);
        const plain = [...plainSums(slots, leastCover)].sort((a, b) => a[0] - b[0]);
        const found = rowsOf(sums);
        ranking.collect(index, sums, { sight: 'visible', needed: slots.length });
        expect(found).toEqual(plain);
      },
    ),
    { numRuns: 300 },
  );
});

test('what is shown of them, and in which rank, is what the plain rules say', () => {
  const sums = new Sums();
  const ranking = new Ranking();
  fc.assert(
    fc.property(
      fc.array(slot, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (slots, isNamed, isExact, isFiltered) => {
        const needed = isNamed ? slots.length : noNames;
        sums.add(slots, 0, items);
        ranking.collect(index, sums, { sight: 'visible', needed });
        const cut = taskCut(ranking, true);
        const passes = isFiltered ? (doc: number) => doc % 2 === 0 : everything;
        const wouldShow = ranking.keep(isExact ? 'every word' : cut, passes);

        const seen = [...plainSums(slots, 0)]
          .filter(([doc]) => !isHidden(doc))
          .map(([doc, { score, cover, literals, titled }]) => {
            const power = (Math.floor(cover * 255) / 255) ** 0.8;
            const bonus = literals === needed ? 1.4 : 1;
            return { doc, value: score * (power * bonus), cover, literals, titled };
          });
        const best = Math.max(0, ...seen.map(({ value }) => value));
        const shown = seen.filter(
          ({ value, cover, literals, titled }) =>
            titled === needed ||
            (isExact
              ? literals === needed
              : cover >= cut.leastCover && Math.fround(value) >= 0.3 * best),
        );
        expect(wouldShow).toBe(shown.length > 0);
        expect(
          [...ranking.docs.subarray(0, ranking.size)]
            .map((doc, place) => [doc, ranking.rankAt(place)])
            .sort((a, b) => a[0]! - b[0]!),
        ).toEqual(
          shown
            .filter(({ doc }) => passes(doc))
            .map(({ doc, value, titled }) => [
              doc,
              titled === needed ? 64 : Math.round((Math.fround(value) / best) * 50),
            ])
            .sort((a, b) => a[0]! - b[0]!),
        );
      },
    ),
    { numRuns: 300 },
  );
});

/** All that a ranking says before and after it is cut. */
const saidBy = (ranking: Ranking, cut: 'every word' | null) => {
  const all = ranking.size;
  const { bestCover } = ranking;
  const docs = [...ranking.docs.subarray(0, all)];
  const ranks = docs.map((_, place) => ranking.rankAt(place));
  ranking.keep(cut ?? taskCut(ranking, true), everything);
  return { bestCover, docs, ranks, kept: [...ranking.docs.subarray(0, ranking.size)] };
};

test('what one slot alone answers is ranked and cut as its sum would be', () => {
  const [sums, held] = [new Sums(), new Sums()];
  const summed = new Ranking();
  const straight = new Ranking();
  fc.assert(
    fc.property(slot, fc.boolean(), (one, isExact) => {
      const cut = isExact ? 'every word' : null;
      sums.add([one], sureCover, items);
      summed.collect(index, sums, { sight: 'visible', needed: 1 });
      held.hold(one, items);
      straight.collectSlot(index, held, { sight: 'visible', weight: one.weight });
      expect(saidBy(straight, cut)).toEqual(saidBy(summed, cut));
    }),
    { numRuns: 300 },
  );
});

test('what one term alone answers is ranked and cut as its sum would be', () => {
  const sums = new Sums();
  const summed = new Ranking();
  const straight = new Ranking();
  fc.assert(
    fc.property(
      slot,
      alternative,
      fc.boolean(),
      ({ weight, ...rest }, { score, cover }, isExact) => {
        const [{ term, isLiteral }] = [...rest.alternatives.values()] as [Alternative];
        const only = { term, score, cover, isLiteral };
        const one: Slot = { ...rest, weight, alternatives: new Map([[term, only]]) };
        const cut = isExact ? 'every word' : null;
        sums.add([one], sureCover, items);
        summed.collect(index, sums, { sight: 'visible', needed: 1 });
        straight.collectTerm(index, only, { sight: 'visible', weight });
        expect(saidBy(straight, cut)).toEqual(saidBy(summed, cut));
      },
    ),
    { numRuns: 300 },
  );
});

test('the bits of a threshold part fractions as the threshold does, also where it lies between two of them', () => {
  const bits = (fraction: number) => new Int32Array(Float32Array.of(fraction).buffer)[0]!;
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.integer({ min: -1, max: 1 }),
      (least, aside) => {
        const fraction = Math.max(0, Math.fround(least) + aside * 2 ** -23);
        expect(bits(fraction) >= bitsFrom(least)).toBe(Math.fround(fraction) >= least);
      },
    ),
  );
  expect(bits(2) >= bitsFrom(Infinity)).toBe(false);
});
