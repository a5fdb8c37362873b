// Starts products for the journeys on own ports and data folders, with and without the fakes.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../server/shared/freePort.ts';
import { isReady } from '../server/testing/isReady.ts';
import { throwawayFolder } from '../server/testing/throwawayFolder.ts';

const root = resolve(import.meta.dirname, '..');
const startWithinMs = 90_000;
const maxTries = 3;

export interface Running {
  url: string;
  stop(): Promise<void>;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Waits for the first successful answer. False when the process has ended. */
async function waitUntilReady(url: string, server: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    if (hasEnded(server)) return false;
    if (await isReady(`${url}/api/v1/health`)) return true;
    await pause(100);
  }
  throw new Error('The server did not become ready');
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  child.kill('SIGTERM');
  await ended;
}

/** Ends the child process together with this one. */
function endWithParent<Child extends ChildProcess>(child: Child): Child {
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Compile cache shared by all products. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** Runs a program of the project on a data folder. */
const launch = (program: string, dataDir: string, settings: Record<string, string>): ChildProcess =>
  endWithParent(
    spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...process.env,
        ...compiled,
        APP_ENV: 'development',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        DATABASE_URL: '',
        // Journeys use no external services.
        SITE_PICTURES: 'false',
        SOURCE_WATCH: 'false',
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );

/** Environment variable with the prepared data folder, for all workers. */
const preparedVariable = 'LOADOUT_JOURNEY_DATA';

/** Prepares the data folder that products with the demo copy. */
export async function prepareData(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-journey-data-'));
  chmodSync(folder, 0o755);
  process.env[preparedVariable] = folder;
  const program = launch('e2e/prepareData.ts', folder, {});
  const [code] = (await once(program, 'exit')) as [number | null];
  if (code === 0) return;
  removePreparedData();
  throw new Error('The data of the journeys were not made; see the output above');
}

export function removePreparedData(): void {
  rmSync(process.env[preparedVariable] ?? '', { recursive: true, force: true });
  delete process.env[preparedVariable];
}

/** Copies the prepared data with their owner, if they include a database. */
function copyPrepared(dataDir: string): void {
  const prepared = process.env[preparedVariable];
  if (prepared === undefined || !existsSync(join(prepared, 'postgres'))) return;
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Starts a product with the prepared demo data, which is twice as fast as a first start. */
export const startDemo = (settings: Record<string, string>): Promise<Running> =>
  startProduct(settings, copyPrepared);

/** Starts a product on an empty data folder, or one that `fill` fills. */
export async function startProduct(
  settings: Record<string, string>,
  fill: (dataDir: string) => void = () => undefined,
): Promise<Running> {
  // Jest removes folders of this name that a killed run has left.
  const dataDir = mkdtempSync(join(throwawayFolder(), 'loadout-test-journey-'));
  chmodSync(dataDir, 0o755);
  let server: ChildProcess | null = null;
  const stop = async () => {
    if (server) await end(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    fill(dataDir);
    // Another process may take the free port before the server listens on it.
    for (let tries = 0; tries < maxTries; tries += 1) {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const place = { PORT: String(port), PUBLIC_URL: url };
      server = launch('dist/server/main.js', dataDir, { ...place, ...settings });
      if (await waitUntilReady(url, server)) return { url, stop };
    }
    throw new Error('The server ended while it was started; see the output above');
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Fakes {
  settings: Record<string, string>;
  /** Addresses of the bot's page, the Raindrop fake's commands and the received mails. */
  telegram: string;
  raindrop: string;
  mail: string;
  stop(): Promise<void>;
}

/** Starts the fakes on free ports and reads their addresses from their output. */
async function startFakes(): Promise<Fakes> {
  const child = endWithParent(
    spawn(process.execPath, ['scripts/fakes.ts', '--port', '0'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let printed = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    printed += text;
  });
  const deadline = Date.now() + startWithinMs;
  while (!printed.includes('Ctrl+C')) {
    if (Date.now() > deadline || hasEnded(child)) {
      await end(child);
      throw new Error('The fakes did not start');
    }
    await pause(50);
  }
  const lines = printed.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  const settings = Object.fromEntries(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  );
  const origin = (of: RegExp): string => {
    const address = printed.match(of)?.[1];
    if (!address) throw new Error(`The fakes did not print ${of.source}`);
    return new URL(address).origin;
  };
  return {
    settings,
    telegram: origin(/^# Write to the bot.*: (http\S+)$/m),
    raindrop: origin(/^# What the bookmarks service.*: +(http\S+)$/m),
    mail: origin(/^# Read the mails.*: +(http\S+)$/m),
    stop: () => end(child),
  };
}

/** Addresses of the products and fakes of one worker. */
export interface Servers {
  /** Address of the product without external services. */
  bare: string;
  /** Address of the product with an OpenID provider, a bot, a language model, a mail server and Raindrop. */
  whole: string;
  /** The page of the bot's fake. */
  telegram: string;
  /** Address of the commands of the Raindrop fake. */
  raindrop: string;
  /** Address of the received mails. */
  mail: string;
}

/** Loads the demo explicitly, so that a later import does not ask about it. */
async function loadDemo(url: string): Promise<void> {
  const ask = (path: string, cookie = '', data: object = {}) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url, cookie },
      body: JSON.stringify(data),
    });
  const signedIn = await ask('/auth/dev-login', '', { email: 'igor.volkov@gdev.example' });
  if (!signedIn.ok) throw new Error(`The admin could not sign in: ${await signedIn.text()}`);
  const [cookie = ''] = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  const answer = await ask('/demo', cookie);
  if (!answer.ok) throw new Error(`The demo was not loaded: ${await answer.text()}`);
}

/** Starts the products and fakes; `stop` ends all. When one fails to start, the others are ended. */
export async function startServers(): Promise<{ servers: Servers; stop(): Promise<void> }> {
  const fakes = await startFakes();
  const starting = [startDemo({}), startProduct(fakes.settings)] as const;
  const stop = async () => {
    // A product that failed to start has ended by itself.
    await Promise.allSettled(starting.map(async (product) => (await product).stop()));
    await fakes.stop();
  };
  try {
    const [bare, whole] = await Promise.all(starting);
    await loadDemo(whole.url);
    const { telegram, raindrop, mail } = fakes;
    return { servers: { bare: bare.url, whole: whole.url, telegram, raindrop, mail }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
