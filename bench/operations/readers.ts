// Pages that people read while something happens to the servers.
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '../load/people.ts';
import type { House } from './house.ts';
import { page } from './page.ts';
import { call } from './people.ts';

interface Readings {
  answers: number;
  /** Answers other than the page, and calls without an answer. */
  failures: number;
  slowestMs: number;
}

/** Twenty readers at once, each a different person every time, until the work is done. */
export async function readDuring(
  { balancer }: House,
  people: readonly Person[],
  work: () => Promise<void>,
): Promise<Readings> {
  const done = new AbortController();
  const outcome: Readings = { answers: 0, failures: 0, slowestMs: 0 };
  const read = async (first: number): Promise<void> => {
    for (let place = first; !done.signal.aborted; place += 20) {
      const begun = performance.now();
      const isAnswered = await call<{ data: { searchKnowledge: object } | null }>(
        people[place % people.length]!,
        balancer.url,
        'POST',
        `${balancer.url}/graphql`,
        { query: page, variables: { page: place % 20 } },
      ).then(
        ({ status, body }) => status === 200 && body.data !== null,
        () => false,
      );
      outcome.answers += 1;
      outcome.failures += Number(!isAnswered);
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - begun);
    }
  };
  const readers = Promise.all(Array.from({ length: 20 }, (_, place) => read(place)));
  await pause(1_000);
  try {
    await work();
    await pause(1_000);
  } finally {
    done.abort();
    await readers;
  }
  return outcome;
}

/** One process after the other is ended in order and started anew, as in an upgrade. */
export const restartInTurn = (house: House, people: readonly Person[]): Promise<Readings> =>
  readDuring(house, people, async () => {
    for (const server of house.servers) {
      await server.restart();
      // nginx asks a process that was away again after this long: deploy/nginx.conf.
      await pause(2_500);
    }
  });
