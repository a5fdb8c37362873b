// npm run bench:answers -- --against FOLDER: asks this checkout and another one the same thousand requests over both doors, on one
// database, and ends with 1 when an answer differs by a letter.
// Nothing is changed in between: that a change is seen is what tests are for.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../server/database/connection.ts';
import { createLog } from '../server/shared/log.ts';
import { whenSearchable } from '../server/testing/serverProcess.ts';
import { answerOf, requestCount, requestsOf } from './answers/requests.ts';
import { signInPeople } from './load/people.ts';
import { startProduct } from './load/processes.ts';
import { openScratch } from './load/scratch.ts';
import { searchesIn } from './load/searches.ts';

const usage = `npm run bench:answers -- --against FOLDER [--items 10000] [--keep FOLDER]
  --against  another checkout with its packages, such as a clone of the commit before a change
  --items    how many services, at least 5000
  --keep     a folder in which the filled databases stay for the next run`;
const shown = 5;
/** Some are asked to be refused; a set that is mostly refused would compare nothing. */
const leastAnswered = 850;

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: '' },
    items: { type: 'string', default: '10000' },
    keep: { type: 'string' },
  },
});
const other = resolve(values.against);
const items = Number(values.items);

/** Where two texts part, with what stands around. */
function parting(one: string, another: string): string {
  let at = 0;
  while (one[at] === another[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
  return `    here:  …${around(one)}\n    there: …${around(another)}`;
}

async function compare(): Promise<number> {
  const scratch = await openScratch({
    databaseUrl: process.env['BENCH_DATABASE_URL'] ?? null,
    keepIn: values.keep ?? null,
    log: createLog({ level: 'warn' }),
  });
  const databaseUrl = await scratch.copy(items, `bench_answers_${items}`);
  const db = openDatabase(databaseUrl, { applicationName: 'bench' });
  try {
    const people = [...(await signInPeople(db, false, 60)), ...(await signInPeople(db, true, 3))];
    const visible: number[] = await db('items').orderBy('id').limit(2_000).pluck('id');
    const requests = requestsOf({ people, itemIds: visible, searches: await searchesIn(db) });
    const here = await startProduct({ DATABASE_URL: databaseUrl });
    const there = await startProduct({ DATABASE_URL: databaseUrl }, other);
    await whenSearchable(here.url);
    await whenSearchable(there.url);
    let different = 0;
    const statuses = new Map<string, number>();
    for (const request of requests) {
      const [one, another] = [
        await answerOf(here.url, request),
        await answerOf(there.url, request),
      ];
      const status = one.slice(0, 3);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (one === another) continue;
      different += 1;
      if (different <= shown) console.log(`  ${request.name}\n${parting(one, another)}`);
    }
    const counted = [...statuses].map(([status, count]) => `${count} of ${status}`).join(', ');
    console.log(`${requestCount} requests (${counted}): ${different} answered differently`);
    await here.stop();
    await there.stop();
    if ((statuses.get('200') ?? 0) < leastAnswered)
      throw new Error(`Fewer than ${leastAnswered} were answered with 200`);
    return different;
  } finally {
    await db.destroy();
    await scratch.close();
  }
}

if (!values.against || !existsSync(join(other, 'scripts/start.mjs')) || !(items >= 5_000)) {
  console.error(usage);
  process.exitCode = 2;
} else if ((await compare()) > 0) process.exitCode = 1;
