// The same searches without filters and with each of them, in turn: a filter must not make a search slower.
import type { Bed } from './bed.ts';
import { call } from './calls.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { collectOwnGarbage } from './ownGarbage.ts';
import { inTurn } from './people.ts';
import type { Targets } from './targets.ts';

const mostTimes = 1.1;
const warmUps = 2;

/** A broad word, a rare one, two, a beginning, and none at all. */
const texts = ['генератор', 'глоссарий', 'voice generator', 'изобр', ''];

/** What the page offers beside a search, one at a time and most of it at once. */
const filtersOf = (tag: string): Record<string, object> => ({
  none: {},
  tag: { tags: [tag] },
  verified: { verified: true },
  'used here': { usedHere: true },
  new: { addedLately: true },
  'allowed for a class of data': { allowedFor: ['source_code'] },
  'tag, verified, used here': { tags: [tag], verified: true, usedHere: true },
});

export async function measureFilters(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const { items, db, people, product } of beds) {
    const nextPerson = inTurn(people);
    const [tag]: string[] = await db('tags')
      .where({ is_approval: false })
      .orderBy('visible_count', 'desc')
      .limit(1)
      .pluck('original_name');
    const filters = Object.entries(filtersOf(tag ?? ''));
    const times = new Map(filters.map(([name]) => [name, [] as number[]]));
    for (let round = -warmUps; round < rounds; round += 1) {
      collectOwnGarbage();
      for (const search of texts) {
        for (const [name, filter] of filters) {
          const variables = { perPage: 12, sortBy: 'likes', search, ...filter };
          const { ms } = await call(product.url, nextPerson(), 'SearchKnowledge', variables);
          if (round >= 0) times.get(name)!.push(ms);
        }
      }
    }
    const p95 = (name: string) => quantile(times.get(name)!, 0.95);
    rows.push(
      ...filters.map(([name]) => ({
        items,
        filter: name,
        'p50 ms': fixed(median(times.get(name)!)),
        'p95 ms': fixed(p95(name)),
        'p95 to none': fixed(p95(name) / p95('none'), 2),
      })),
    );
    const filtered = filters.flatMap(([name]) => (name === 'none' ? [] : times.get(name)!));
    const ratio = quantile(filtered, 0.95) / p95('none');
    targets.atMost(
      `search with filters, ${items} items: p95 at most ${mostTimes} times that without`,
      ratio,
      mostTimes,
      fixed(ratio, 2),
    );
  }
  printTable('Searches without filters and with them', rows);
}
