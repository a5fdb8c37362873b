// Supervised worker: restarts a queue worker that stops by itself.
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Log } from '../../shared/log.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { WatchedTasks } from './taskList.ts';

interface Options {
  open(events: WorkerEvents): Promise<Runner>;
  watched: Pick<WatchedTasks, 'settled'>;
  heartbeat: Pick<Heartbeat, 'add' | 'release'>;
  /** Aborted when the server closes: the worker is not opened again. */
  closing: AbortSignal;
  log: Log;
}

export interface SupervisedWorker {
  /** Takes no more jobs, and resolves when the worker has ended for good. */
  stop(): Promise<void>;
}

const firstWaitMs = 500;
const maxWaitMs = 15_000;
/** For tasks that go on although their worker has ended. */
const lastTaskMs = 30_000;

/** Opens it. @throws when the database cannot be reached now; afterwards it never gives up */
export async function superviseWorker(options: Options): Promise<SupervisedWorker> {
  const { watched, heartbeat, closing, log } = options;
  let workerId: string | null = null;

  const open = (): Promise<Runner> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      workerId = workerPool.id;
      heartbeat.add(workerId);
    });
    return options.open(events);
  };
  let runner = await open();

  const supervise = async (): Promise<void> => {
    let waitMs = firstWaitMs;
    for (;;) {
      const openedAt = performance.now();
      await runner.promise.catch((error: unknown) =>
        log.warn({ err: error }, 'The job worker ended'),
      );
      if (closing.aborted) return;
      await watched.settled(lastTaskMs);
      if (workerId) heartbeat.release(workerId);
      if (performance.now() - openedAt > maxWaitMs) waitMs = firstWaitMs;
      for (let isOpen = false; !isOpen; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
        if (closing.aborted) return;
        try {
          await wait(waitMs, undefined, { signal: closing });
          runner = await open();
          isOpen = true;
          if (closing.aborted) await runner.stop();
        } catch (error) {
          if (!closing.aborted) log.warn({ err: error }, 'The job worker cannot start again yet');
        }
      }
    }
  };
  const supervised = supervise();

  return {
    async stop() {
      await runner
        .stop()
        .catch((error: unknown) => log.debug({ err: error }, 'The job worker had ended'));
      await supervised;
    },
  };
}
