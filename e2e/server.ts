// Starts the product for the journeys, each on a data folder and a free port of its own: once bare, once with the
// stand-ins of everything outside, reached over real connections.
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

/** Waits for the first good answer. False: the process has ended instead. */
async function becomesReady(url: string, server: ChildProcess): Promise<boolean> {
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

/** Ends a process with this one, however this one ends. */
function endWithUs<Child extends ChildProcess>(child: Child): Child {
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** What Node makes of the server's files, kept for the next product. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** Runs one of our programs on a data folder. */
const launch = (program: string, dataDir: string, settings: Record<string, string>): ChildProcess =>
  endWithUs(
    spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...process.env,
        ...compiled,
        APP_ENV: 'development',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        DATABASE_URL: '',
        // A journey asks nobody outside.
        SITE_PICTURES: 'false',
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );

/** Where the workers of a run find the data folder that was prepared for all of them. */
const preparedVariable = 'LOADOUT_JOURNEY_DATA';

/** Makes the data folder that products with the demo begin with a copy of. */
export async function prepareData(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-journey-data-'));
  chmodSync(folder, 0o755);
  process.env[preparedVariable] = folder;
  const program = launch('e2e/prepareData.ts', folder, {});
  const [code] = (await once(program, 'exit')) as [number | null];
  if (code === 0) return;
  forgetData();
  throw new Error('The data of the journeys were not made; the reason stands above');
}

/** Removes it again. */
export function forgetData(): void {
  rmSync(process.env[preparedVariable] ?? '', { recursive: true, force: true });
  delete process.env[preparedVariable];
}

/** Copies the prepared data, with their owner, where there are any and all of them lie in their folder. */
function copyPrepared(dataDir: string): void {
  const prepared = process.env[preparedVariable];
  if (prepared === undefined || !existsSync(join(prepared, 'postgres'))) return;
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** A product on which somebody has looked at the demo before: in a run of the journeys it starts twice as fast as a first one. */
export const startDemo = (settings: Record<string, string>): Promise<Running> =>
  startProduct(settings, copyPrepared);

/** Starts a product for the first time. */
export async function startProduct(
  settings: Record<string, string>,
  fill: (dataDir: string) => void = () => undefined,
): Promise<Running> {
  // What a killed run leaves is removed by the next one of Jest, which names its folders so.
  const dataDir = mkdtempSync(join(throwawayFolder(), 'loadout-test-journey-'));
  chmodSync(dataDir, 0o755);
  let server: ChildProcess | null = null;
  const stop = async () => {
    if (server) await end(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    fill(dataDir);
    // Between asking for a free port and listening on it, a neighbour may take it: then another one is asked for.
    for (let tries = 0; tries < maxTries; tries += 1) {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const place = { PORT: String(port), PUBLIC_URL: url };
      server = launch('dist/server/main.js', dataDir, { ...place, ...settings });
      if (await becomesReady(url, server)) return { url, stop };
    }
    throw new Error('The server ended while it was started; its reason stands above');
  } catch (error) {
    await stop();
    throw error;
  }
}

interface StandIns {
  settings: Record<string, string>;
  /** Where the bot's page, the bookmarks service's commands and the mails that arrived are. */
  telegram: string;
  raindrop: string;
  mail: string;
  stop(): Promise<void>;
}

/** The stand-ins on free ports, and what they print. */
async function startStandIns(): Promise<StandIns> {
  const child = endWithUs(
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
      throw new Error('The stand-ins did not start');
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
    if (!address) throw new Error(`The stand-ins did not print ${of.source}`);
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

/** Where everything that the journeys of one worker meet is. */
export interface Servers {
  /** The product with nothing outside. */
  bare: string;
  /** The product with an OpenID provider, a bot, a language model, a mail server and a bookmarks service. */
  whole: string;
  /** The page of the bot's stand-in. */
  telegram: string;
  /** Where the bookmarks service's stand-in takes commands. */
  raindrop: string;
  /** The mails that arrived. */
  mail: string;
}

/** Where own bookmarks will come, an admin asks for the demo; then nobody is asked, before they come, what becomes of it. */
async function loadDemo(url: string): Promise<void> {
  const ask = (path: string, cookie = '', data: object = {}) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url, cookie },
      body: JSON.stringify(data),
    });
  const signedIn = await ask('/auth/dev-login', '', { email: 'igor.volkov@gdev.example' });
  if (!signedIn.ok) throw new Error(`The admin did not get in: ${await signedIn.text()}`);
  const [cookie = ''] = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  const answer = await ask('/demo', cookie);
  if (!answer.ok) throw new Error(`The demo was not loaded: ${await answer.text()}`);
}

/** Starts all of them; what is to be called in the end ends them. When one does not start, none is left. */
export async function startServers(): Promise<{ servers: Servers; stop(): Promise<void> }> {
  const standIns = await startStandIns();
  const starting = [startDemo({}), startProduct(standIns.settings)] as const;
  const stop = async () => {
    // One that did not start has ended by itself.
    await Promise.allSettled(starting.map(async (product) => (await product).stop()));
    await standIns.stop();
  };
  try {
    const [bare, whole] = await Promise.all(starting);
    await loadDemo(whole.url);
    const { telegram, raindrop, mail } = standIns;
    return { servers: { bare: bare.url, whole: whole.url, telegram, raindrop, mail }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
