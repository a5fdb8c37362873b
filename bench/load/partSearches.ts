// How long the twelve kinds of searches take, one after the other, and how that grows with the catalogue.
import type { Bed } from './bed.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { inTurn } from './people.ts';
import { askAll, typingError } from './searches.ts';
import type { Targets } from './targets.ts';

export async function measureSearches(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  /** By size: the times of every search. */
  const times = new Map<Bed, number[][]>(beds.map((bed) => [bed, bed.searches.map(() => [])]));
  for (let round = -2; round < rounds; round += 1) {
    for (const bed of beds) {
      const found = await askAll(
        bed.product.url,
        inTurn(bed.people.slice(round + 2)),
        bed.searches,
      );
      // The first rounds warm up.
      if (round >= 0) for (const [place, ms] of found.entries()) times.get(bed)?.[place]?.push(ms);
    }
  }
  const of = (bed: Bed, kind: string | null): number[] =>
    (times.get(bed) ?? [])
      .filter((_, place) => kind === null || bed.searches[place]?.kind === kind)
      .flat();
  const kinds = [...new Set(beds[0]?.searches.map(({ kind }) => kind))];
  const [small, large] = [beds[0], beds.at(-1)];
  const isGrowth = small !== undefined && large !== undefined && small !== large;
  const row = (name: string, kind: string | null) => ({
    search: name,
    ...Object.fromEntries(
      beds.flatMap((bed) => [
        [`p50 at ${bed.items}`, fixed(median(of(bed, kind)))],
        [`p95 at ${bed.items}`, fixed(quantile(of(bed, kind), 0.95))],
      ]),
    ),
    ...(isGrowth
      ? {
          'growth of p95': fixed(quantile(of(large, kind), 0.95) / quantile(of(small, kind), 0.95)),
        }
      : {}),
  });
  printTable(
    `Searches over POST /graphql, milliseconds, one after the other, ${rounds * 3} times each kind`,
    [...kinds.map((kind) => row(kind, kind)), row('all', null)],
  );
  if (!large) return;
  const slow = quantile(of(large, null), 0.95);
  const mended = quantile(of(large, typingError), 0.95);
  targets.atMost(`search, ${large.items} items: p95 at most 25 ms`, slow, 25, `${fixed(slow)} ms`);
  targets.atMost(
    `search with a typing error, ${large.items} items: p95 at most 25 ms`,
    mended,
    25,
    `${fixed(mended)} ms`,
  );
  if (isGrowth) {
    const growth = slow / quantile(of(small, null), 0.95);
    targets.atMost(
      `search: p95 grows at most 10 times from ${small.items} to ${large.items} items`,
      growth,
      10,
      fixed(growth),
    );
  }
}
