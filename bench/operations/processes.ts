// Server processes of the product, in production mode, as an installation runs them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverEnvironment, serverFlags } from '../serverFlags.ts';

const root = join(import.meta.dirname, '../..');
const startWithinMs = 120_000;

const metricsToken = 'bench-metrics-token';
const cpuMetric = 'loadout_process_cpu_seconds_total';

export interface ServerProcess {
  url: string;
  port: number;
  /** Changes when the process was started anew. */
  pid(): number;
  isRunning(): boolean;
  /** Seconds of a processor that it has used so far. */
  cpuSeconds(): Promise<number>;
  /** Ends it in order and starts it anew. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Readiness {
  parts: { name: string; state: string }[];
}

const isSearchThere = ({ name, state }: Readiness['parts'][number]): boolean =>
  name === 'search' && state === 'ok';

async function whenReady(child: ChildProcess, url: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error('A server process ended while it was started');
    if (performance.now() - startedAt > startWithinMs) throw new Error(`${url} is not ready`);
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    );
    // The index of the search too: what it costs to build is no part of what a page costs.
    if (answer?.ok && ((await answer.json()) as Readiness).parts.some(isSearchThere)) return;
    await pause(20);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export async function startServerProcess(
  port: number,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${port}`;
  const { npm_lifecycle_event: _event, ...environment } = process.env;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [...serverFlags, 'scripts/start.mjs'], {
      cwd: root,
      env: {
        ...environment,
        ...serverEnvironment,
        APP_ENV: 'production',
        PORT: String(port),
        TRUST_PROXY: '1',
        // Production wants a sign-in. Nobody signs in here: the sessions stand in the database.
        GOOGLE_CLIENT_ID: 'bench',
        GOOGLE_CLIENT_SECRET: 'bench',
        SYNC_SCHEDULE: 'off',
        LOG_LEVEL: 'error',
        METRICS_TOKEN: metricsToken,
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    await whenReady(child, url);
    return child;
  };
  let child = await start();
  return {
    url,
    port,
    pid: () => child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async cpuSeconds() {
      const answer = await fetch(`${url}/metrics`, {
        headers: { Authorization: `Bearer ${metricsToken}` },
      });
      const found = (await answer.text())
        .split('\n')
        .find((one) => one.startsWith(`${cpuMetric} `));
      return Number(found?.slice(cpuMetric.length) ?? 0);
    },
    async restart() {
      await end(child);
      child = await start();
    },
    stop: () => end(child),
  };
}
