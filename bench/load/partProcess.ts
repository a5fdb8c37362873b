// The process itself: memory after all the load, statements per page, and the time to a start.
import { setTimeout as pause } from 'node:timers/promises';
import { whenSearchable } from '../../server/testing/serverProcess.ts';
import type { Bed } from './bed.ts';
import { call } from './calls.ts';
import { openStatementCounter } from './countStatements.ts';
import { fixed, median, printTable } from './figures.ts';
import { askOnce, graphqlWay, restWay } from './pages.ts';
import { inTurn } from './people.ts';
import { startProduct, type Running } from './processes.ts';
import type { Scratch } from './scratch.ts';
import type { Targets } from './targets.ts';

const mebibyte = 2 ** 20;
/** By the number of items, once nobody asks any more. */
const maxMebibytes = new Map([
  [10_000, 200],
  [100_000, 450],
]);
/** What nobody uses any more is given back within it. */
const restMs = 40_000;
const starts = 5;

const resident = ({ residentBytes }: Running): string => fixed(residentBytes() / mebibyte, 0);

const residentRows = (beds: readonly Bed[]) =>
  beds.map(({ items, product, postgraphile }) => ({
    items,
    'Loadout MiB': resident(product),
    'PostGraphile MiB': resident(postgraphile),
  }));

/** Before the import, which brings five times as many services as the smallest bed has. */
export async function measureMemory(beds: readonly Bed[], targets: Targets): Promise<void> {
  const loaded = residentRows(beds);
  await pause(restMs);
  for (const { items, product } of beds) {
    const most = maxMebibytes.get(items);
    if (!most) continue;
    const mebibytes = product.residentBytes() / mebibyte;
    targets.atMost(
      `resident memory at rest after all loads, ${items} items: at most ${most} MiB`,
      mebibytes,
      most,
      `${fixed(mebibytes, 0)} MiB`,
    );
  }
  printTable('Resident memory right behind the load', loaded);
  printTable(`Resident memory after ${restMs / 1_000} s of rest`, residentRows(beds));
}

export function showMemoryAfterImport(beds: readonly Bed[]): void {
  printTable('Resident memory once much more was imported', residentRows(beds));
}

/** On a server of its own: the counter would slow the others. */
export async function measureStatements(bed: Bed): Promise<void> {
  const counter = await openStatementCounter(bed.databaseUrl);
  try {
    const product = await startProduct({ DATABASE_URL: counter.url });
    try {
      await whenSearchable(product.url);
      printTable(
        'SQL statements of a call, the session included',
        await countStatements(bed, product, counter.count),
      );
    } finally {
      await product.stop();
    }
  } finally {
    counter.close();
  }
}

async function countStatements(bed: Bed, product: Running, count: () => number) {
  const nextPerson = inTurn(bed.people);
  const countOf = async (work: (step: number) => Promise<unknown>): Promise<number> => {
    const counts: number[] = [];
    for (let step = 0; step < 20; step += 1) {
      const before = count();
      await work(step);
      counts.push(count() - before);
    }
    return median(counts);
  };
  const search = (variables: object) =>
    call(product.url, nextPerson(), 'SearchKnowledge', { perPage: 12, ...variables });
  const graphql = graphqlWay(product);
  const rest = restWay(product);
  // Always the same page: its cards are kept from the second time on, as those of a catalogue in use are.
  return [
    {
      call: 'page, POST /graphql',
      statements: await countOf(() => askOnce(graphql, nextPerson(), 0)),
    },
    {
      call: 'page, GET /api/v1/knowledge/search',
      statements: await countOf(() => askOnce(rest, nextPerson(), 0)),
    },
    { call: 'search for a word', statements: await countOf(() => search({ search: 'генератор' })) },
    {
      call: 'search with a typing error',
      statements: await countOf(() => search({ search: 'генертор' })),
    },
    {
      call: 'like',
      statements: await countOf((step) =>
        call(product.url, nextPerson(), 'LikeKnowledge', { id: String(bed.itemIds[600 + step]) }),
      ),
    },
  ];
}

async function startTimes(settings: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    const product = await startProduct(settings);
    times.push(product.readyMs);
    await product.stop();
  }
  return times;
}

/** Closes the database server in the end: the product opens it by itself. */
export async function measureStarts(
  scratch: Scratch,
  items: number,
  databaseUrl: string,
  targets: Targets,
): Promise<void> {
  const rows: Record<string, string>[] = [];
  const report = (what: string, times: readonly number[], most: number) => {
    rows.push({
      start: what,
      'median ms': fixed(median(times), 0),
      'slowest ms': fixed(Math.max(...times), 0),
    });
    targets.atMost(
      `ready ${most} s after the start, ${what}`,
      median(times) / 1000,
      most,
      `${fixed(median(times) / 1000, 2)} s`,
    );
  };
  report('database up', await startTimes({ DATABASE_URL: databaseUrl }), 0.7);
  if (scratch.embeddedDir) {
    await scratch.copy(items, 'loadout');
    await scratch.stop();
    report(
      'embedded database opened again',
      await startTimes({ DATABASE_URL: '', DATA_DIR: scratch.embeddedDir }),
      0.9,
    );
  }
  printTable(`From the start of the process to /readyz, ${items} items, ${starts} starts`, rows);
}
