// How long the twelve kinds of searches take, one after the other: asked for the first time after the catalogue has changed,
// and asked again; and how that grows with the catalogue.
import type { Bed } from './bed.ts';
import { call } from './calls.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { collectOwnGarbage } from './ownGarbage.ts';
import { inTurn, type Person } from './people.ts';
import { askAll, typingError } from './searches.ts';
import type { Targets } from './targets.ts';

/** The times of every search. */
type Times = number[][];

/** Not counted: neither the server nor who asks is as fast from the first hundreds of searches as later. */
const warmUps = 12;

/** Hides an item and shows it again, as an admin does: nothing that was counted before holds any more. */
async function changeCatalogue({ product, itemIds }: Bed, admin: Person): Promise<void> {
  const id = String(itemIds.at(-1));
  for (const adminVisibility of ['hidden', 'visible']) {
    await call(product.url, admin, 'SetItemControls', { id, adminVisibility });
  }
}

const of = (bed: Bed, times: Times, kind: string | null): number[] =>
  times.filter((_, place) => kind === null || bed.searches[place]?.kind === kind).flat();

function printTimes(title: string, times: ReadonlyMap<Bed, Times>): void {
  const beds = [...times.keys()];
  const [small, large] = [beds[0], beds.at(-1)];
  const of95 = (bed: Bed | undefined, kind: string | null) =>
    bed ? quantile(of(bed, times.get(bed) ?? [], kind), 0.95) : Number.NaN;
  const row = (name: string, kind: string | null) => ({
    search: name,
    ...Object.fromEntries(
      beds.flatMap((bed) => [
        [`p50 at ${bed.items}`, fixed(median(of(bed, times.get(bed) ?? [], kind)))],
        [`p95 at ${bed.items}`, fixed(of95(bed, kind))],
      ]),
    ),
    ...(small === large ? {} : { 'growth of p95': fixed(of95(large, kind) / of95(small, kind)) }),
  });
  const kinds = [...new Set(small?.searches.map(({ kind }) => kind))];
  printTable(title, [...kinds.map((kind) => row(kind, kind)), row('all', null)]);
}

function judge(when: string, times: ReadonlyMap<Bed, Times>, targets: Targets): void {
  const [[small, smallTimes] = [], [large, largeTimes] = []] = [
    [...times][0] ?? [],
    [...times].at(-1) ?? [],
  ];
  if (!small || !smallTimes || !large || !largeTimes) return;
  const slow = quantile(of(large, largeTimes, null), 0.95);
  const mended = quantile(of(large, largeTimes, typingError), 0.95);
  const name = `search, ${when}`;
  const most = large.items > 10_000 ? 12 : 6;
  const within = `p95 at most ${most} ms`;
  targets.atMost(`${name}, ${large.items} items: ${within}`, slow, most, `${fixed(slow)} ms`);
  targets.atMost(
    `${name}, with a typing error, ${large.items} items: ${within}`,
    mended,
    most,
    `${fixed(mended)} ms`,
  );
  if (small === large) return;
  const growth = slow / quantile(of(small, smallTimes, null), 0.95);
  targets.atMost(
    `${name}: p95 grows at most 10 times from ${small.items} to ${large.items} items`,
    growth,
    10,
    fixed(growth),
  );
}

export async function measureSearches(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  const newTimes = () => new Map<Bed, Times>(beds.map((bed) => [bed, bed.searches.map(() => [])]));
  const first = newTimes();
  const again = newTimes();
  const nextAdmins = beds.map(({ admins }) => inTurn(admins));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [place, bed] of beds.entries()) {
      const nextPerson = inTurn(bed.people.slice(round + warmUps));
      await changeCatalogue(bed, nextAdmins[place]!());
      for (const times of [first, again]) {
        collectOwnGarbage();
        const found = await askAll(bed.product.url, nextPerson, bed.searches);
        if (round >= 0)
          for (const [search, ms] of found.entries()) times.get(bed)?.[search]?.push(ms);
      }
    }
  }
  const title = `Searches over POST /graphql, milliseconds, one after the other, ${rounds * 3} times each kind`;
  printTimes(`${title}: the first time after a change of the catalogue`, first);
  printTimes(`${title}: asked again`, again);
  judge('the first time after a change', first, targets);
  judge('asked again', again, targets);
}
