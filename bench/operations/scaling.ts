// What a page costs with one process, two and four: on few cores the cost tells more than how many pages come at once.
import autocannon from 'autocannon';
import { openStatementCounter } from '../load/countStatements.ts';
import type { Ground } from './ground.ts';
import { openHouse, type House } from './house.ts';
import { page } from './page.ts';
import { postgresSeconds } from './processorTime.ts';

const connections = 20;
/** Pages that are measured, and those before them for each process: pools open, code is compiled, cards are read. */
const measuredPages = 1_500;
const firstPages = 400;

export interface PageCost {
  processes: number;
  /** Pages that were answered in a second. */
  perSecond: number;
  /** Milliseconds of a processor for a page: in our processes, and in PostgreSQL. */
  oursMs: number;
  postgresMs: number;
  statements: number;
  failures: number;
}

interface Scaling {
  /** Pages of the whole catalogue. */
  browsing: PageCost[];
  /** First pages of searches. */
  searching: PageCost[];
}

type Kind = keyof Scaling;

async function load(
  { people, db }: Ground,
  house: House,
  kind: Kind,
  pages: number,
): Promise<autocannon.Result> {
  const titles: { title_en: string }[] = await db('items')
    .whereNotNull('title_en')
    .orderByRaw('id % 97, id')
    .limit(200)
    .select('title_en');
  const words = titles.map(({ title_en }) => title_en.split(' ')[0] ?? '');
  const requests = people.map(({ cookie }, place): autocannon.Request => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', cookie, origin: house.balancer.url },
    body: JSON.stringify({
      query: page,
      variables: kind === 'browsing' ? { page: place % 20 } : { search: words[place % 200] },
    }),
  }));
  let clients = 0;
  return autocannon({
    url: house.balancer.url,
    connections,
    amount: pages,
    requests,
    setupClient(client) {
      // Every connection begins with somebody else.
      const start = Math.floor((clients / connections) * requests.length);
      clients += 1;
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
}

async function measure(
  ground: Ground,
  house: House,
  kind: Kind,
  statements: () => number,
): Promise<PageCost> {
  const { pair } = ground;
  const used = async () => {
    const ours = await Promise.all(house.servers.map((one) => one.cpuSeconds()));
    return {
      ours: ours.reduce((sum, one) => sum + one, 0),
      postgres: postgresSeconds(pair.primary.pid() ?? 0),
      statements: statements(),
    };
  };
  await load(ground, house, kind, firstPages * house.servers.length);
  const before = await used();
  const result = await load(ground, house, kind, measuredPages);
  const after = await used();
  const pages = result['2xx'];
  return {
    processes: house.servers.length,
    perSecond: pages / result.duration,
    oursMs: (1_000 * (after.ours - before.ours)) / pages,
    postgresMs: (1_000 * (after.postgres - before.postgres)) / pages,
    statements: (after.statements - before.statements) / pages,
    failures: result.errors + result.timeouts + result.non2xx,
  };
}

export async function measureScaling(
  ground: Ground,
  counts: readonly number[] = [1, 2, 4],
): Promise<Scaling> {
  const scaling: Scaling = { browsing: [], searching: [] };
  const counter = await openStatementCounter(ground.primaryUrl);
  try {
    for (const count of counts) {
      const house = await openHouse(ground, count, { DATABASE_URL: counter.url });
      try {
        for (const kind of ['browsing', 'searching'] as const)
          scaling[kind].push(await measure(ground, house, kind, counter.count));
      } finally {
        await house.close();
      }
    }
  } finally {
    counter.close();
  }
  return scaling;
}
