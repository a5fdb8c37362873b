// R6 for event streams, which never end by themselves: they do not delay the stop of a server.
import { limits } from '../../config/limits.ts';
import { followStream, until } from '../followStream.ts';
import { startServer } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { signInPeople } from '../traffic.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('R6: at a stop signal streams end first and delay nothing', async () => {
  const people = await signInPeople(database.db, 5);
  const server = await startServer({ DATABASE_URL: database.url });
  const path = `${server.url}/api/v1/notifications/stream`;
  const streams = await Promise.all(
    people.map(({ cookie }) => followStream(path, { Cookie: cookie })),
  );
  await until(() => streams.every(({ events }) => events.length > 0));
  const { code, seconds } = await server.end('SIGTERM');
  await until(() => streams.every(({ isOver }) => isOver()));
  const { drainMs, restMs } = limits.server;
  const most = (drainMs - restMs) / 1_000;
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(most);
});
