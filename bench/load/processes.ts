// Starts the servers that are measured, each as a process of its own, and asks the system about them.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/shared/freePort.ts';
import { isReady } from '../../server/testing/isReady.ts';
import { serverEnvironment, serverFlags } from '../serverFlags.ts';

const root = join(import.meta.dirname, '../..');
const startWithinMs = 120_000;

const children = new Set<ChildProcess>();

// Whatever ends the bench, no server outlives it.
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

export interface Running {
  url: string;
  pid: number;
  /** From the start of the process to its first good answer, in milliseconds. */
  readyMs: number;
  /** What the process holds of the memory of the machine, in bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

function follow<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGTERM');
  await ended;
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('A server was not started');
  return pid;
}

const residentBytes = ({ pid }: ChildProcess): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

/**
 * Starts Loadout in production mode, by the script behind `npm start`, with a port of its own.
 *
 * @param directory of another checkout, with its packages
 */
export async function startProduct(
  settings: Record<string, string>,
  directory = root,
): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { npm_lifecycle_event: _event, ...environment } = process.env;
  const startedAt = performance.now();
  const child = follow(
    spawn(process.execPath, [...serverFlags, 'scripts/start.mjs'], {
      cwd: directory,
      env: {
        ...environment,
        ...serverEnvironment,
        APP_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: url,
        // Production wants a sign-in. Nobody signs in here: the sessions stand in the database.
        GOOGLE_CLIENT_ID: 'bench',
        GOOGLE_CLIENT_SECRET: 'bench',
        // The services of the data have no sites.
        SITE_PICTURES: 'false',
        SYNC_SCHEDULE: 'off',
        LOG_LEVEL: 'error',
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  for (;;) {
    if (child.exitCode !== null) throw new Error('Loadout ended while it was started');
    if (performance.now() - startedAt > startWithinMs) throw new Error('Loadout is not ready');
    if (await isReady(`${url}/readyz`)) break;
    await pause(10);
  }
  const readyMs = performance.now() - startedAt;
  return {
    url,
    pid: pidOf(child),
    readyMs,
    residentBytes: () => residentBytes(child),
    stop: () => end(child),
  };
}

/** Starts a server of the bench; it prints its port. */
export async function startBenchServer(file: string, databaseUrl: string): Promise<Running> {
  const startedAt = performance.now();
  const child = follow(
    spawn(process.execPath, [join(import.meta.dirname, file)], {
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.once('exit', () => reject(new Error(`${file} ended while it was started`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: pidOf(child),
    readyMs: performance.now() - startedAt,
    residentBytes: () => residentBytes(child),
    stop: () => end(child),
  };
}
