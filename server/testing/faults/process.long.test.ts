// R6, R7 and R12: the server is told to stop, is killed, and has slow clients.
import { once } from 'node:events';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { findPostmaster } from '../../database/embedded/postmaster.ts';
import { limits } from '../../config/limits.ts';
import { freePort } from '../../shared/freePort.ts';
import { launchServer, startServer, whenReady } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { startWorkWorld } from '../runningJobFixture.ts';
import { ask, signInPeople, startTraffic, type SignedIn } from '../traffic.ts';

let database: TestDatabase;
let db: Knex;
let people: SignedIn[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  people = await signInPeople(db, 40);
});

afterAll(() => database?.drop());

interface Ended {
  status: number;
  error: string;
  /** Local port of the client; null without a connection. */
  callerPort: number | null;
}

/** A call over keep-alive connections, as from a reverse proxy. */
function proxied(agent: Agent, port: number, person: SignedIn, path: string): Promise<Ended> {
  return new Promise((resolve) => {
    let callerPort: number | null = null;
    const end = (status: number, error: string) => resolve({ status, error, callerPort });
    const call = request(
      { agent, port, host: '127.0.0.1', path, headers: { Cookie: person.cookie } },
      (response) => {
        response.resume();
        response.once('end', () => end(response.statusCode ?? 0, ''));
        response.once('error', (error) => end(0, error.message));
      },
    );
    call.once('error', (error: NodeJS.ErrnoException) => end(0, error.code ?? error.message));
    call.once('socket', (socket) => {
      const note = () => {
        callerPort = socket.localPort ?? null;
      };
      if (socket.connecting) socket.once('connect', note);
      else note();
    });
    call.end();
  });
}

/** Client ports of the connections that the server logged; the system accepts some that the server never sees. */
const portsTaken = (said: string): Set<number> =>
  new Set([...said.matchAll(/Connection taken from port (\d+)/g)].map(([, port]) => Number(port)));

test('R6: at a stop signal it answers accepted requests and ends within ten seconds', async () => {
  const server = await startServer({
    DATABASE_URL: database.url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'trace',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 20, timeout: 4_000 });
  const done = new AbortController();
  const outcomes: Ended[] = [];
  const callers = Array.from({ length: 20 }, async (_unused, first) => {
    for (let place = first; !done.signal.aborted; place += 20) {
      const person = people[place % people.length]!;
      const outcome = await proxied(agent, server.port, person, '/api/v1/knowledge/search');
      outcomes.push(outcome);
      if (outcome.error === 'ECONNREFUSED') return;
      await pause(Math.random() * 60);
    }
  });
  await pause(1_500);
  await fetch(`${server.url}/readyz`);
  const ending = server.end('SIGTERM');
  // Uses one keep-alive connection, so that the server does not end before it is asked.
  let ready = 200;
  while (ready === 200) ready = (await fetch(`${server.url}/readyz`)).status;
  const { code, seconds } = await ending;
  done.abort();
  await Promise.all(callers);
  agent.destroy();
  const answered = outcomes.filter(({ status }) => status === 200).length;
  const taken = portsTaken(server.said());
  const failed = outcomes.filter(({ error }) => error !== '');
  const wasTaken = ({ callerPort }: Ended) => callerPort !== null && taken.has(callerPort);
  const resets = failed.filter(wasTaken).length;
  expect(taken.size).toBeGreaterThan(answered / 50);
  expect(resets).toBe(0);
  expect(ready).toBe(503);
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
  expect(answered).toBeGreaterThan(20);
});

test('R6: at a stop signal it completes a started answer', async () => {
  const server = await startServer({ DATABASE_URL: database.url });
  const lock = await db.transaction();
  await lock.raw('lock table items in access exclusive mode');
  const answer = ask(server.url, people[0]!, 'GET', '/api/v1/knowledge/search');
  const waiting = () =>
    db.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'loadout'`,
    );
  while ((await waiting()).rows.length === 0) await pause(20);
  const ending = server.end('SIGTERM');
  await pause(500);
  await lock.rollback();
  const { status } = await answer;
  const { code } = await ending;
  expect(status).toBe(200);
  expect(code).toBe(0);
});

test('R7: starts again with the same command after a kill with its database, without loss', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadout-killed-'));
  chmodSync(dataDir, 0o755);
  const settings = { DATA_DIR: dataDir };
  const port = await freePort();
  const first = launchServer(port, settings);
  await whenReady(first);
  const login = await fetch(`${first.url}/api/v1/auth/dev-login`, {
    method: 'POST',
    headers: { Origin: first.url, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const person = { userId: 0, cookie };
  let confirmed = 0;
  const likes = (async () => {
    for (let item = 1; item <= 50; item += 1) {
      const { status } = await ask(first.url, person, 'POST', `/api/v1/knowledge/${item}/like`);
      if (status !== 200) return;
      confirmed += 1;
    }
  })();
  await pause(700);
  const { code } = await first.end('SIGKILL');
  await likes;

  const world = await startWorkWorld();
  const bookmarks = await world.addBookmarks();
  const translated = () => new Set(world.model.questions.map(({ asked }) => JSON.stringify(asked)));
  const second = launchServer(port, { ...settings, ...world.env });
  await whenReady(second);
  while (translated().size < 2) await pause(20);
  const mine = async () => {
    const answer = await fetch(`${second.url}/api/v1/knowledge/liked`, {
      headers: { Cookie: cookie },
    });
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  const kept = await mine();

  const refused = launchServer(await freePort(), settings);
  const refusedWith = await refused.exitCode();
  const reason = refused.said();

  // The database dies under the server, which restarts it.
  process.kill(findPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL');
  const died = performance.now();
  const statuses = new Set<number>();
  for (;;) {
    const { status } = await ask(second.url, person, 'GET', '/api/v1/knowledge/liked');
    statuses.add(status);
    if (status === 200 && statuses.size > 1) break;
    if (performance.now() - died > 30_000) break;
    await pause(20);
  }
  const after = await mine();
  // The interrupted synchronisation continues by itself: every text reaches the model.
  const late = performance.now() + 60_000;
  while (translated().size < bookmarks.length && performance.now() < late) await pause(50);
  const untranslated = bookmarks.length - translated().size;
  const isAlive = second.isAlive();
  await second.end('SIGTERM');
  await world.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });

  const lost = Math.max(0, confirmed - Math.min(kept, after));
  const isClear = refusedWith === 1 && /uses the data directory .* Stop it first/s.test(reason);
  expect(isAlive).toBe(true);
  expect(untranslated).toBeLessThanOrEqual(0);
  expect(code).toBeNull();
  expect(lost).toBe(0);
  expect(confirmed).toBeGreaterThan(0);
  expect(isClear).toBe(true);
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
});

/** Opens a connection, sends these bytes and leaves it open. */
async function slowClient(port: number, words: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The server resets it, as the test expects.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

test('R12: 300 slow clients delay nobody else and are disconnected in time', async () => {
  const server = await startServer({ DATABASE_URL: database.url });
  const itemIds: number[] = await db('items').where({ admin_visibility: 'visible' }).pluck('id');
  const cookie = people[0]!.cookie;
  const head = `Host: 127.0.0.1:${server.port}\r\nOrigin: ${server.url}\r\nCookie: ${cookie}\r\n`;
  const p95 = (took: number[]) =>
    took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0;
  const measure = async () => {
    const traffic = startTraffic(server.url, people.slice(1), itemIds);
    await pause(4_000);
    await traffic.stop();
    return { took: p95(traffic.reads.map(({ took }) => took)), traffic };
  };
  const calm = await measure();

  const opened = performance.now();
  const slow = await Promise.all(
    Array.from({ length: 100 }, () => [
      slowClient(server.port, `GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: `),
      slowClient(
        server.port,
        `POST /graphql HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"query":"`,
      ),
      slowClient(
        server.port,
        `GET /api/v1/knowledge/search?perPage=100 HTTP/1.1\r\n${head}\r\n`.repeat(3),
      ),
    ]).flat(),
  );
  for (const [place, socket] of slow.entries()) if (place % 3 === 2) socket.pause();
  const drip = setInterval(() => {
    for (const [place, socket] of slow.entries()) if (place % 3 < 2) socket.write('x');
  }, 1_000);
  const busy = await measure();
  const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState !== 'closed';
  const dripping = slow.filter((_socket, place) => place % 3 < 2);
  for (const socket of dripping) socket.resume();
  const late = opened + limits.server.requestMs + 30_000;
  while (dripping.some(isOpen) && performance.now() < late) await pause(100);
  const left = dripping.filter(isOpen).length;
  const goneAfter = (performance.now() - opened) / 1000;
  const limit = limits.server.requestMs / 1000 + 2;
  clearInterval(drip);
  for (const socket of slow) socket.destroy();
  await server.end('SIGTERM');

  const failed = busy.traffic.reads.filter(({ status }) => status !== 200).length;
  expect(failed).toBe(0);
  expect(left).toBe(0);
  expect(goneAfter).toBeLessThan(limit + 8);
  // Relative to the time without slow clients, since other tests may load the machine.
  expect(busy.took).toBeLessThan(Math.max(500, 4 * calm.took));
  expect(busy.traffic.reads.length).toBeGreaterThan(10);
});
