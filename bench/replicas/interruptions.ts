// Answers while something goes away under load: the replica is killed, a server process is restarted.
import { setTimeout as pause } from 'node:timers/promises';
import { until, whenReplicaIsRead, type Bed } from './bed.ts';
import { call } from './people.ts';
import { page } from './throughput.ts';

export interface Interruption {
  answers: number;
  /** Answers other than the page, and calls without an answer. */
  failures: number;
  slowestMs: number;
}

/** Twenty readers at once, each a different person every time, until the work is done. */
async function readDuring(bed: Bed, work: () => Promise<void>): Promise<Interruption> {
  const { balancer, people } = bed;
  const done = new AbortController();
  const outcome: Interruption = { answers: 0, failures: 0, slowestMs: 0 };
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

export interface ReplicaKilled extends Interruption {
  /** Seconds from its start until both processes read from it again. */
  backAfter: number;
}

export async function killReplica(bed: Bed): Promise<ReplicaKilled> {
  await whenReplicaIsRead(bed.servers);
  let backAfter = 0;
  const outcome = await readDuring(bed, async () => {
    const { replica } = bed.pair;
    const pid = replica.pid();
    if (pid === null) throw new Error('The replica does not run');
    process.kill(pid, 'SIGKILL');
    await until('the killed replica is gone', async () => replica.pid() === null);
    await pause(2_000);
    await replica.start();
    const startedAt = performance.now();
    await whenReplicaIsRead(bed.servers);
    backAfter = (performance.now() - startedAt) / 1000;
  });
  return { ...outcome, backAfter };
}

/** One process after the other is ended in order and started anew, as in an upgrade. */
export const restartServers = (bed: Bed): Promise<Interruption> =>
  readDuring(bed, async () => {
    for (const server of bed.servers) {
      await server.restart();
      // nginx asks a process that was away again after this long: deploy/nginx.conf.
      await pause(2_500);
    }
  });
