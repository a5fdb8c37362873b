// Pages per second by every way, in turn, what one costs the processor, and Loadout's share of the limit and of PostGraphile.
import type { Bed } from './bed.ts';
import { fixed, median, printTable } from './figures.ts';
import {
  askOnce,
  connections,
  graphqlWay,
  limitWay,
  meWay,
  postgraphileWay,
  restWay,
  servicePageWay,
  suggestionsWay,
  throughput,
  type Throughput,
  type Way,
} from './pages.ts';
import type { Targets } from './targets.ts';

/** By the number of items: answers a second to those of the limit. */
const sharesOfLimit = [
  {
    way: 'POST /graphql',
    least: new Map([
      [10_000, 1.5],
      [100_000, 5],
    ]),
  },
  {
    way: 'GET /api/v1/knowledge/search',
    least: new Map([
      [10_000, 0.8],
      [100_000, 2.5],
    ]),
  },
];
const timesPostGraphile = 5;

/** Milliseconds of processor time that one answer may cost, at any size. */
const costs = [
  { way: 'POST /graphql', serverMs: 0.45, databaseMs: 0.15 },
  { way: 'GET /api/v1/knowledge/search', serverMs: 1, databaseMs: null },
  { way: '{ me { id } }', serverMs: 0.25, databaseMs: null },
];

/** What has been typed of a word when suggestions are asked for. */
const beginnings = ['ге', 'изобр', 'анализ', 'voi', 'animat', 'текст'];

/** Not counted: a process that has just begun to answer takes up to three times as long as the same one half a minute later. */
const warmUpSeconds = 10;

const waysOf = (bed: Bed): Way[] => [
  graphqlWay(bed.product),
  restWay(bed.product),
  servicePageWay(bed.product, bed.itemIds),
  suggestionsWay(bed.product, beginnings),
  meWay(bed.product),
  limitWay(bed.limit, 'counted'),
  limitWay(bed.limit, 'kept'),
  postgraphileWay(bed.postgraphile),
];

export async function measurePages(
  beds: readonly Bed[],
  { rounds, seconds }: { rounds: number; seconds: number },
  targets: Targets,
): Promise<void> {
  for (const bed of beds) {
    const ways = waysOf(bed);
    const bytes = new Map<string, number>();
    const totals = new Set<number>();
    for (const way of ways) {
      const [person] = bed.people;
      if (!person) throw new Error('There is nobody');
      const answer = await askOnce(way, person, 1);
      bytes.set(way.name, answer.bytes);
      if (answer.total !== null) totals.add(answer.total);
      await throughput(way, bed.people, warmUpSeconds);
    }
    if (totals.size > 1) throw new Error(`The ways count differently: ${[...totals].join(', ')}`);
    const measured = new Map(ways.map((way): [string, Throughput[]] => [way.name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        measured.get(way.name)?.push(await throughput(way, bed.people, seconds));
      }
    }
    const ratios = (name: string, to: string): number[] =>
      (measured.get(name) ?? []).map(
        ({ rate }, round) => rate / (measured.get(to)?.[round]?.rate ?? Number.NaN),
      );
    const spread = (values: readonly number[]) =>
      `${fixed(median(values), 2)} (${fixed(Math.min(...values), 2)}–${fixed(Math.max(...values), 2)})`;
    const costOf = (name: string, part: 'serverMs' | 'databaseMs'): number =>
      median((measured.get(name) ?? []).map(({ cost }) => cost[part]));
    printTable(
      `A page of 12 out of ${bed.items} items, ${connections} connections, medians of ${rounds} rounds`,
      ways.map(({ name }) => ({
        way: name,
        kB: fixed((bytes.get(name) ?? 0) / 1000),
        'pages/s': fixed(median((measured.get(name) ?? []).map((one) => one.rate)), 0),
        'server ms': fixed(costOf(name, 'serverMs'), 2),
        'database ms': fixed(costOf(name, 'databaseMs'), 2),
        'p50 ms': fixed(median((measured.get(name) ?? []).map((one) => one.medianMs))),
        'p97.5 ms': fixed(median((measured.get(name) ?? []).map((one) => one.slowMs))),
        'of the limit': spread(ratios(name, 'limit')),
        'of PostGraphile': spread(ratios(name, 'PostGraphile 5')),
      })),
    );
    for (const { way, ...most } of costs) {
      for (const part of ['serverMs', 'databaseMs'] as const) {
        const allowed = most[part];
        const cost = costOf(way, part);
        if (allowed === null || Number.isNaN(cost)) continue;
        targets.atMost(
          `${way}, ${bed.items} items: at most ${allowed} ms of the ${part === 'serverMs' ? 'server' : 'database'}'s processor`,
          cost,
          allowed,
          `${fixed(cost, 2)} ms`,
        );
      }
    }
    for (const { way, least } of sharesOfLimit) {
      const share = least.get(bed.items);
      if (share === undefined) continue;
      const measuredShares = ratios(way, 'limit');
      targets.atLeast(
        `${way}, ${bed.items} items: at least ${share} of the limit`,
        median(measuredShares),
        share,
        spread(measuredShares),
      );
    }
    const ofPeer = ratios('POST /graphql', 'PostGraphile 5');
    targets.atLeast(
      `POST /graphql, ${bed.items} items: at least ${timesPostGraphile} times PostGraphile 5`,
      median(ofPeer),
      timesPostGraphile,
      spread(ofPeer),
    );
  }
}
