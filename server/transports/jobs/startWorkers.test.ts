// The worker on the real database: runs and retries jobs, survives a lost connection, closes gracefully.
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog, type Log } from '../../shared/log.ts';
import { startFaultyFront } from '../../testing/faultProxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { storedJobs } from '../../testing/runJobs.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { limits } from '../../config/limits.ts';
import { startHeartbeat } from './heartbeat.ts';
import { longTasks } from './longTasks.ts';
import { openQueuePool } from '../../database/jobQueue.ts';
import { startWorkers, type Jobs } from './startWorkers.ts';
import type { Task } from './task.ts';

let database: TestDatabase;
let running: Jobs[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  await database.drop();
});

interface Given {
  graceMs?: number;
  databaseUrl?: string;
  log?: Log;
}

const start = async (
  tasks: Task[],
  { graceMs = 200, databaseUrl = database.url, log }: Given = {},
): Promise<Jobs> => {
  const { services, log: silent } = createTestServices(database.db);
  const jobs = await startWorkers({
    databaseUrl,
    services,
    log: log ?? silent,
    tasks,
    schedule: [],
    graceMs,
  });
  running.push(jobs);
  return jobs;
};

/** A way to the database that can break down. */
async function startFront() {
  const front = await startFaultyFront(Number(new URL(database.url).port));
  const databaseUrl = Object.assign(new URL(database.url), { port: String(front.port) }).href;
  return { front, databaseUrl };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(20);
}

test('runs a job of a transaction after its commit, and never after a rollback', async () => {
  const done: unknown[] = [];
  await start([{ name: 'note', run: async (payload) => void done.push(payload) }]);
  const { services } = createTestServices(database.db);
  const rolledBack = database.db.transaction(async (trx) => {
    await createTestServices(trx).services.jobs.enqueue('note', { text: 'lost' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await services.jobs.enqueue('note', { text: 'kept' });
  await until(() => done.length > 0);
  await wait(100);
  expect(done).toEqual([{ text: 'kept' }]);
});

test('repeats a job whose failure cannot be recorded, without an unhandled rejection', async () => {
  const { db } = database;
  await db.raw(`
    create function refuse_to_note() returns trigger language plpgsql as $$
      begin raise exception 'A failure cannot be written now'; end $$;
    create trigger refuse_to_note before update on graphile_worker._private_jobs for each row
      when (new.last_error is distinct from old.last_error) execute function refuse_to_note()`);
  const forgotten: unknown[] = [];
  const note = (reason: unknown) => void forgotten.push(reason);
  process.on('unhandledRejection', note);
  let tries = 0;
  const { services } = createTestServices(db);
  await services.jobs.enqueue('fail');
  await start([
    {
      name: 'fail',
      run: async () => {
        tries += 1;
        if (tries === 1) throw new Error('not today');
      },
    },
  ]);
  await until(() => tries === 1);
  await wait(500);
  await db.raw('drop trigger refuse_to_note on graphile_worker._private_jobs');
  await until(() => tries === 2);
  process.off('unhandledRejection', note);
  expect(forgotten).toEqual([]);
});

test('records a job that ends during an outage afterwards, without repeating it', async () => {
  const { front, databaseUrl } = await startFront();
  const { services } = createTestServices(database.db);
  let times = 0;
  const jobs = await start(
    [
      {
        name: 'note',
        run: async () => {
          times += 1;
          front.fail('down');
        },
      },
    ],
    { databaseUrl },
  );
  // Enqueued after the start: the job breaks the connection, which a starting worker does not survive.
  await services.jobs.enqueue('note', { turn: 1 });
  await until(() => times === 1);
  await wait(600);
  front.fail(null);
  await until(async () => (await storedJobs(database.db)).length === 0);
  await jobs.stop();
  await front.close();
  expect(times).toBe(1);
});

test('repeats a job that ends during an outage and a shutdown, without an unhandled rejection', async () => {
  const { front, databaseUrl } = await startFront();
  const { services } = createTestServices(database.db);
  const forgotten: unknown[] = [];
  const note = (reason: unknown) => void forgotten.push(reason);
  process.on('unhandledRejection', note);
  let isOver = false;
  const task = {
    name: 'note',
    run: async () => {
      front.fail('down');
      isOver = true;
    },
  };
  const jobs = await start([task], { databaseUrl });
  await services.jobs.enqueue('note');
  await until(() => isOver);
  await wait(300);
  await jobs.stop();
  await wait(200);
  process.off('unhandledRejection', note);
  await front.close();
  expect(forgotten).toEqual([]);
  expect(await storedJobs(database.db)).toMatchObject([{ task_identifier: 'note' }]);
});

test('runs jobs of one name one after another, even with free workers', async () => {
  let atOnce = 0;
  let most = 0;
  let count = 0;
  const { services } = createTestServices(database.db);
  for (let index = 0; index < 4; index += 1) await services.jobs.enqueue('slow');
  await start([
    {
      name: 'slow',
      run: async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await wait(30);
        atOnce -= 1;
        count += 1;
      },
    },
  ]);
  await until(() => count === 4);
  expect(most).toBe(1);
});

test('runs short jobs while long ones use all their workers', async () => {
  const begun: string[] = [];
  const done: string[] = [];
  const release = Promise.withResolvers<void>();
  const long = [...longTasks].map((name): Task => ({
    name,
    run: async () => {
      begun.push(name);
      await release.promise;
    },
  }));
  const short = ['tell', 'end', 'send'].map((name): Task => ({
    name,
    run: async () => void done.push(name),
  }));
  const { services } = createTestServices(database.db);
  for (const { name } of long) await services.jobs.enqueue(name);
  await start([...long, ...short]);
  await until(() => begun.length === 3);
  for (const { name } of short) await services.jobs.enqueue(name);
  await until(() => done.length === short.length);
  expect(begun).toHaveLength(3);
  const { rows } = await database.db.raw<{ rows: { connections: number }[] }>(
    `select count(*)::integer as connections from pg_stat_activity
     where datname = current_database() and application_name = 'loadout jobs'`,
  );
  expect(rows[0]!.connections).toBeLessThanOrEqual(limits.database.jobs);
  release.resolve();
  await until(() => begun.length === long.length);
});

test('enqueues tasks with that option at every start', async () => {
  let count = 0;
  const task: Task = { name: 'ring', atStart: true, run: async () => void (count += 1) };
  const jobs = await start([task]);
  await until(() => count === 1);
  await jobs.stop();
  await start([task]);
  await until(() => count === 2);
});

test('continues after all connections were cut, as by a restart of the database', async () => {
  let count = 0;
  await start([{ name: 'count', run: async () => void (count += 1) }]);
  const { services } = createTestServices(database.db);
  await services.jobs.enqueue('count');
  // Also waits for the recorded result: the test with the proxy covers a cut at that moment.
  await until(async () => count === 1 && (await storedJobs(database.db)).length === 0);
  await database.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'loadout jobs'`,
  );
  await services.jobs.enqueue('count');
  await until(() => count === 2);
});

test('waits for the running job when closing', async () => {
  let finished = false;
  let begun = false;
  const jobs = await start(
    [
      {
        name: 'short',
        run: async () => {
          begun = true;
          await wait(150);
          finished = true;
        },
      },
    ],
    { graceMs: 2_000 },
  );
  await createTestServices(database.db).services.jobs.enqueue('short');
  await until(() => begun);
  await jobs.stop();
  expect(finished).toBe(true);
  expect(await storedJobs(database.db)).toEqual([]);
});

test('releases a job that ignores its abort signal when closing', async () => {
  let aborted = false;
  let begun = false;
  const jobs = await start([
    {
      name: 'endless',
      run: (_payload, { signal }) => {
        begun = true;
        signal.addEventListener('abort', () => (aborted = true));
        return new Promise(() => {});
      },
    },
  ]);
  await createTestServices(database.db).services.jobs.enqueue('endless');
  await until(() => begun);
  await jobs.stop();
  expect(aborted).toBe(true);
  const [job] = await storedJobs(database.db);
  expect(job).toMatchObject({ task_identifier: 'endless', locked_at: null });
});

test('postpones a job that ends by its signal, without a failure', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString());
      done();
    },
  });
  let begun = false;
  const patient: Task = {
    name: 'patient',
    run: async (_payload, { signal }) => {
      begun = true;
      await wait(60_000, undefined, { signal });
    },
  };
  const jobs = await start([patient], { log: createLog({ level: 'info', destination }) });
  await createTestServices(database.db).services.jobs.enqueue('patient');
  await until(() => begun);
  await jobs.stop();
  expect(lines.join('')).toContain('patient goes on later');
  expect(lines.join('')).not.toMatch(/Failed task|"level":50/);
  const [job] = await storedJobs(database.db);
  expect(job).toMatchObject({ task_identifier: 'patient', locked_at: null });
});

test('releases the jobs of a killed worker without heartbeats', async () => {
  const { services, log } = createTestServices(database.db);
  await services.jobs.enqueue('orphan');
  await database.db.raw(
    `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '5 minutes'`,
  );
  const pool = openQueuePool(database.url, 2, log);
  const heartbeat = startHeartbeat({ pool, log, everyMs: 5_000 });
  heartbeat.add('pool-alive');
  await wait(300);
  // One heartbeat is not enough: after an outage no worker has been seen.
  expect((await storedJobs(database.db))[0]?.locked_at).not.toBeNull();
  const eager = startHeartbeat({ pool, log, everyMs: 15_000 });
  for (const id of ['pool-a', 'pool-b', 'pool-c']) eager.add(id);
  await until(async () => (await storedJobs(database.db))[0]?.locked_at === null);
  await Promise.all([heartbeat.stop(), eager.stop()]);
  await pool.end();
});

test('reports in health if a worker runs', async () => {
  const { services } = createTestServices(database.db);
  const jobsPart = async () =>
    (await services.health.check()).parts.find((part) => part.name === 'jobs');
  expect(await jobsPart()).toMatchObject({ state: 'failing' });
  await start([]);
  const { services: later } = createTestServices(database.db);
  await until(async () => (await database.db('job_workers').first()) !== undefined);
  expect((await later.health.check()).parts.find((part) => part.name === 'jobs')).toEqual({
    name: 'jobs',
    state: 'ok',
    detail: null,
  });
});

test('reports overdue jobs in health', async () => {
  await database.db.raw(`insert into job_workers (worker_id, seen_at) values ('alive', now())`);
  for (const [task, minutes, state] of [
    ['sendTelegramMessage', 14, 'ok'],
    ['sendTelegramMessage', 16, 'failing'],
    ['translateItems', 179, 'ok'],
    ['translateItems', 181, 'failing'],
  ] as const) {
    // The result of a check is cached for a while.
    const { services } = createTestServices(database.db);
    const runAt = new Date(Date.now() - minutes * 60_000);
    await services.jobs.enqueue(task, {}, { runAt });
    const { parts } = await services.health.check();
    const seen = parts.find((part) => part.name === 'jobs')?.state;
    expect({ task, minutes, seen }).toEqual({ task, minutes, seen: state });
    await database.db.raw('delete from graphile_worker._private_jobs');
  }
});

test('runs a job that version 0.2.0 stored under the former name of its task', async () => {
  let times = 0;
  await start([{ name: 'new', formerName: 'old', run: async () => void (times += 1) }]);
  const { services } = createTestServices(database.db);
  await services.jobs.enqueue('old');
  await services.jobs.enqueue('new');
  await until(() => times === 2);
});
