// Somebody who looks at exports and brings them in: a thread of its own, so that what it sends holds up no clock of those who search.
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { bringIn, exportOf, lookAt } from './imports.ts';
import type { Person } from './people.ts';

const works = { lookAt, bringIn };

export interface Errand {
  work: keyof typeof works;
  url: string;
  admin: Person;
  round: number;
}

parentPort?.on('message', async ({ work, url, admin, round }: Errand) => {
  parentPort?.postMessage(await works[work](url, admin, exportOf(round)), []);
});

/** Does one errand after the other, and answers the milliseconds of each. */
export function startImporter() {
  const worker = new Worker(new URL(import.meta.url));
  return {
    async go(errand: Errand): Promise<number> {
      worker.postMessage(errand, []);
      const [ms] = (await once(worker, 'message')) as [number];
      return ms;
    },
    stop: () => worker.terminate(),
  };
}
