// G6 and T12: memory of a server after a flood of calls, and refusal of calls over a limit.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { limits } from '../../config/limits.ts';
import { anItem } from '../builders.ts';
import { startServer, whenSearchable, type ServerProcess } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { ask, signInPeople } from '../traffic.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

interface Call {
  path: string;
  body: string;
  /** Claimed address of the caller. */
  from: string;
}

/** Sends calls over eight connections; returns the number of answers by status. */
async function flood(server: ServerProcess, calls: Iterator<Call>): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const statuses = new Map<number, number>();
  const send = ({ path, body, from }: Call): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = request(server.url + path, {
        agent,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      });
      call.once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      call.once('error', reject).end(body);
    });
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = calls.next(); !next.done; next = calls.next()) {
        const status = await send(next.value);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  agent.destroy();
  return statuses;
}

/** Reads the used heap of a process with an inspector after a garbage collection. */
async function heapReader({ said }: ServerProcess) {
  const address = /ws:\/\/\S+/.exec(said())?.[0];
  if (!address) throw new Error(`The server has no inspector: ${said()}`);
  const inspector = new WebSocket(address);
  await once(inspector, 'open');
  let id = 0;
  const call = async (method: string): Promise<Record<string, number>> => {
    const own = (id += 1);
    inspector.send(JSON.stringify({ id: own, method }));
    for (;;) {
      const [{ data }] = (await once(inspector, 'message')) as [MessageEvent<string>];
      const answer = JSON.parse(data) as { id: number; result: Record<string, number> };
      if (answer.id === own) return answer.result;
    }
  };
  const usedMb = async (): Promise<number> => {
    for (let round = 0; round < 2; round += 1) await call('HeapProfiler.collectGarbage');
    return ((await call('Runtime.getHeapUsage'))['usedSize'] ?? 0) / 1e6;
  };
  return {
    usedMb,
    /** Used heap once work behind the start is done, such as building the index of similar items. */
    async settledMb(): Promise<number> {
      let last = await usedMb();
      for (let alike = 0, tries = 0; alike < 3 && tries < 40; tries += 1) {
        await pause(300);
        const now = await usedMb();
        alike = Math.abs(now - last) < 0.2 ? alike + 1 : 0;
        last = now;
      }
      return last;
    },
    close: () => inspector.close(),
  };
}

const bodyBytes = 96_000;

/** A body of 96 kB, different each time, that fills whatever caches the server keys by its input. */
function largeBody(index: number): string {
  const query = [
    // The same document with different declared variables.
    'query Q($text: String, $n: Int) { searchKnowledge(search: $text, perPage: $n) { total } }',
    // Undeclared variables.
    '{ health { status } }',
    // Always a new document of the maximum length.
    `{ health { a${index}: status b${index}: version } } #${'x'.repeat(9_000)}`,
  ][index % 3]!;
  const rest =
    bodyBytes -
    Buffer.byteLength(JSON.stringify({ query, variables: { n: index % 90, text: '' } }));
  return JSON.stringify({
    query,
    variables: { n: index % 90, text: `${index}`.padEnd(rest, 'y') },
  });
}

test('G6: 2,000 bodies of 96 kB from visitors do not grow the memory', async () => {
  const server = await startServer({
    DATABASE_URL: database.url,
    TRUST_PROXY: '1',
    NODE_OPTIONS: '--max-old-space-size=200 --inspect=127.0.0.1:0',
  });
  await whenSearchable(server.url);
  const heap = await heapReader(server);
  function* bodies(first: number, count: number): Iterator<Call> {
    for (let index = first; index < first + count; index += 1) {
      // Always a new address, so that no rate limit applies.
      const from = `100.64.${(index >> 8) & 255}.${index & 255}`;
      yield { path: '/graphql', body: largeBody(index), from };
    }
  }
  await flood(server, bodies(0, 40));
  const before = await heap.settledMb();
  const statuses = await flood(server, bodies(1_000, 2_000));
  const growth = server.isAlive() ? (await heap.usedMb()) - before : Infinity;
  heap.close();
  await server.end('SIGKILL');
  expect(growth).toBeLessThan(10);
  expect([...statuses].reduce((sum, [, count]) => sum + count, 0)).toBe(2_000);
  // A visitor may not search: those calls are refused behind the caches.
  expect(Object.fromEntries(statuses)).toEqual({ 200: 1_334, 401: 666 });
});

test('T12: calls over their limit are refused, and a concurrent search is answered', async () => {
  for (let count = 0; count < 30; count += 1) await anItem(database.db);
  const server = await startServer({ DATABASE_URL: database.url, TRUST_PROXY: '1' });
  await whenSearchable(server.url);
  const [reader] = await signInPeople(database.db, 1);
  const kinds = [
    { path: '/api/v1/logs', body: { level: 'loud' }, limit: limits.rates.log },
    { path: '/graphql', body: { query: '{ nothing }' }, limit: limits.rates.read },
    { path: '/api/v1/auth/login', body: { provider: 7 }, limit: limits.rates.write },
    { path: '/api/v1/auth/validate-token', body: { token: 7 }, limit: limits.rates.signIn },
  ];
  const past = 24;
  const floods = Promise.all(
    kinds.map(async ({ path, body, limit }, index) => {
      const call = { path, body: JSON.stringify(body), from: `198.18.1.${index + 1}` };
      const statuses = await flood(
        server,
        Array.from({ length: limit.points + past }, () => call).values(),
      );
      return statuses.get(429) ?? 0;
    }),
  );
  const search = () => ask(server.url, reader!, 'GET', '/api/v1/knowledge/search?perPage=12');
  const beside = await Promise.all(Array.from({ length: 5 }, search));
  const refused = await floods;
  await server.end('SIGKILL');
  expect(beside.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const count of refused) expect(count).toBeGreaterThanOrEqual(past);
});
