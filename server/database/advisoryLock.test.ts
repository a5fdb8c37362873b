// Turns on a real database: one at a time, and none for who is cut off without a word.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../shared/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { advisoryLock } from './advisoryLock.ts';

let database: TestDatabase;
let stop: AbortController;
let running: Promise<void>[];
let sockets: Socket[];
beforeEach(async () => {
  database = await createTestDatabase();
  stop = new AbortController();
  running = [];
  sockets = [];
});
afterEach(async () => {
  stop.abort();
  for (const socket of sockets) socket.destroy();
  await Promise.all(running);
  await database.drop();
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(20);
};

/** Waits for its turn, and says whether it has it. */
function anotherOne(url = database.url, name = 'a thing', silentMs?: number) {
  const one = { turns: 0, works: false };
  const log = createLog({ level: 'silent' });
  const alone = advisoryLock({ url, name, log, lookMs: 100, ...(silentMs ? { silentMs } : {}) });
  running.push(
    alone(async (signal) => {
      one.turns += 1;
      one.works = true;
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      one.works = false;
    }, stop.signal),
  );
  return one;
}

test('of several one works, and another thing has turns of its own', async () => {
  const several = [anotherOne(), anotherOne(), anotherOne()];
  const other = anotherOne(database.url, 'another thing');
  await until(() => other.works && several.some(({ works }) => works));
  await sleep(400);
  expect(several.map(({ turns }) => turns).toSorted()).toEqual([0, 0, 1]);
});

test('a connection on which nothing arrives any more ends the work, and another has the turn', async () => {
  const front = createServer((socket) => {
    const target = connect(Number(new URL(database.url).port), '127.0.0.1');
    sockets.push(socket, target);
    for (const end of [socket, target]) end.on('error', () => undefined);
    socket.pipe(target);
    target.pipe(socket);
  });
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  const through = Object.assign(new URL(database.url), { port: String(port) }).href;
  const first = anotherOne(through, 'a thing', 1_500);
  await until(() => first.works);
  const second = anotherOne();
  await sleep(300);
  expect(second.turns).toBe(0);
  // From now on the line is there and says nothing, as of a machine that has lost its network.
  for (const socket of sockets) socket.unpipe().pause();
  front.close();
  await until(() => second.works);
  await until(() => !first.works);
  expect(second.works).toBe(true);
});
