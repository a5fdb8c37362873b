// Starts the product for the journeys, each on a data folder and a free port of its own: once bare, once with the
// stand-ins of everything outside, reached over real connections.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const startWithinMs = 90_000;

export interface Running {
  url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done, fail) => {
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const pause = (ms: number) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/api/v1/health`).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('The server did not become ready');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  child.kill('SIGTERM');
  await ended;
}

export async function startProduct(settings: Record<string, string>): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadout-e2e-'));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      APP_ENV: 'development',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await waitUntilReady(url);
  return {
    url,
    async stop() {
      await end(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The stand-ins, and the settings that they print. */
async function startStandIns(): Promise<{
  settings: Record<string, string>;
  firstPort: number;
  stop(): Promise<void>;
}> {
  const firstPort = 20_000 + Math.floor(Math.random() * 30_000);
  const child = spawn(process.execPath, ['scripts/standins.ts', '--port', String(firstPort)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    printed += text;
  });
  const deadline = Date.now() + startWithinMs;
  while (!printed.includes('Ctrl+C')) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error('The stand-ins did not start');
    await pause(50);
  }
  const lines = printed.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  const settings = Object.fromEntries(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  );
  return { settings, firstPort, stop: () => end(child) };
}

export default async function startServers(): Promise<() => Promise<void>> {
  const standIns = await startStandIns();
  const [bare, whole] = await Promise.all([startProduct({}), startProduct(standIns.settings)]);
  process.env['LOADOUT_E2E_URL'] = bare.url;
  process.env['LOADOUT_E2E_WHOLE_URL'] = whole.url;
  process.env['LOADOUT_E2E_TELEGRAM_URL'] = `http://127.0.0.1:${standIns.firstPort + 1}`;
  process.env['LOADOUT_E2E_RAINDROP_URL'] = `http://127.0.0.1:${standIns.firstPort + 2}`;
  process.env['LOADOUT_E2E_MAIL_URL'] = `http://127.0.0.1:${standIns.firstPort + 5}`;
  return async () => {
    await Promise.all([bare.stop(), whole.stop()]);
    await standIns.stop();
  };
}
