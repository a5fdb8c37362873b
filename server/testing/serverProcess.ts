// The server as a process, started as in an installation, for tests that stop, kill or flood it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../shared/freePort.ts';
import { isReady } from './isReady.ts';

const main = join(import.meta.dirname, '../main.ts');

export interface ServerProcess {
  url: string;
  port: number;
  pid: number;
  isAlive(): boolean;
  /** Its output so far. */
  said(): string;
  /** Waits until it ends by itself; null when it was killed. */
  exitCode(): Promise<number | null>;
  /** Sends a signal and waits for the end; returns the exit code (null after a kill) and the duration. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; seconds: number }>;
}

/** Starts the server and returns at once. */
export function launchServer(port: number, settings: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      APP_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SYNC_SCHEDULE: 'off',
      ...settings,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    exitCode: async () => (await ended)[0],
    async end(signal) {
      const begun = performance.now();
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await ended;
      return { code, seconds: (performance.now() - begun) / 1000 };
    },
  };
}

/** Waits until the server reports that it is ready. @throws Error with its output when it ends instead */
export async function whenReady(server: ServerProcess): Promise<void> {
  for (;;) {
    if (!server.isAlive()) throw new Error(`The server ended: ${server.said()}`);
    if (await isReady(`${server.url}/readyz`)) return;
    await pause(20);
  }
}

/** Starts the server and waits until it is ready. */
export async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const server = launchServer(await freePort(), settings);
  await whenReady(server);
  return server;
}

/**
 * Waits for the search index, which a server builds after it is ready.
 * @throws Error when it is missing after five minutes
 */
export async function whenSearchable(url: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const answer = await fetch(`${url}/readyz`);
    const { parts } = (await answer.json()) as { parts: { name: string; state: string }[] };
    if (parts.some(({ name, state }) => name === 'search' && state === 'ok')) return;
    await pause(100);
  }
  throw new Error(`The index of the search of ${url} is not there after five minutes`);
}
