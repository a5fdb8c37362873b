// A server that is killed in the middle of a rename or a merge of tags, or of writing it to the bookmarks: all or nothing here, and
// what is left is written by the next one.
import { setTimeout as pause } from 'node:timers/promises';
import { startServer, type ServerProcess } from '../testing/serverProcess.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../testing/syncWorld.ts';
import { testSessions } from '../testing/testSessions.ts';

const bookmarks = 12;

let world: SyncWorld;
let cookie: string;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks });
  await world.sync();
  const { token } = await testSessions(world.database.db).open(world.admin.user.id);
  cookie = `sid=${token}`;
});
afterEach(() => world.close());

const db = () => world.database.db;
const start = () => startServer(world.env);
const idOf = async (name: string) =>
  Number((await db()('tags').where({ original_name: name }).first('id')).id);

const call = (server: ServerProcess, method: string, path: string, body: object) =>
  fetch(`${server.url}/api/v1/knowledge/tags/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie: cookie, Origin: server.url },
    body: JSON.stringify(body),
  });

/** What is done to the tags, and what the first bookmark bears afterwards. */
const acts = {
  rename: async (server: ServerProcess) =>
    call(server, 'PATCH', String(await idOf('text')), { originalName: 'words' }),
  merge: async (server: ServerProcess) =>
    call(server, 'POST', `${await idOf('group-1')}/merge`, {
      fromIds: [String(await idOf('text'))],
    }),
};
const after = { rename: ['words', 'group-1'], merge: ['group-1'] };

const ours = () =>
  Promise.all(Array.from({ length: bookmarks }, (_, at) => world.tagsOf(bookmarkId(at + 1))));
const theirs = () =>
  Promise.all(
    Array.from(
      { length: bookmarks },
      async (_, at) => (await world.bookmark(bookmarkId(at + 1)))?.['tags'],
    ),
  );

const countOf = async (sql: string): Promise<number> =>
  (await db().raw<{ rowCount: number }>(`select from ${sql}`)).rowCount;
const sleeping = () =>
  countOf(`pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`);
const open = () =>
  countOf(`pg_stat_activity where datname = current_database() and state like 'idle in%'`);

const written = async (): Promise<number> =>
  (await world.raindrop.control.calls()).filter(({ method }) => method === 'PUT').length;

/** The next server writes what waits, and nothing is left that the two sides say otherwise. */
async function expectAllWritten(): Promise<void> {
  // A writing that was cut off ends by itself after a while; nobody waits for that here.
  await db()('agreed_bookmarks').update({ writing_until: null });
  const expected = await ours();
  expect(await world.services.bookmarkWriter.writeAll(AbortSignal.timeout(60_000))).toMatchObject({
    left: 0,
  });
  expect(await theirs()).toEqual(expected);
  expect((await world.sync()).counts).toMatchObject({ changed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
}

describe.each(['rename', 'merge'] as const)('a %s of tags', (act) => {
  test('that is killed before it is kept has never been', async () => {
    const [before, tags] = [await ours(), await db()('tags').orderBy('id')];
    await db().raw(`
      create function slowly() returns trigger language plpgsql as $$
        begin perform pg_sleep(0.3); return null; end $$;
      create trigger slowly after delete on item_tags for each statement execute function slowly()`);
    const server = await start();
    const answer = acts[act](server).catch(() => null);
    // In the middle: some services are changed already.
    let seen = 0;
    while (seen < 3) {
      if ((await sleeping()) > 0) seen += 1;
      await pause(seen === 0 ? 2 : 250);
    }
    await server.end('SIGKILL');
    expect(await answer).toBeNull();
    while ((await open()) + (await sleeping()) > 0) await pause(20);
    await db().raw('drop trigger slowly on item_tags; drop function slowly()');
    expect(await ours()).toEqual(before);
    expect(await db()('tags').orderBy('id')).toEqual(tags);
    expect(await db()('activity').where('action', 'like', 'tag.%')).toEqual([]);
    // The same again, with a server that lives.
    const next = await start();
    expect((await acts[act](next)).status).toBe(200);
    await next.end('SIGTERM');
    expect((await ours())[0]).toEqual(after[act]);
    await expectAllWritten();
  }, 120_000);

  test('that is killed while bookmarks are written is written to the end', async () => {
    await world.raindrop.control.forgetCalls();
    await world.raindrop.control.fail({ kind: 'slow', delayMs: 150, times: 40 });
    const server = await start();
    expect((await acts[act](server)).status).toBe(200);
    while ((await written()) < 3) await pause(10);
    await server.end('SIGKILL');
    // What it had sent already, the service does all the same.
    await pause(1_500);
    const half = await theirs();
    expect((await ours())[0]).toEqual(after[act]);
    expect(half).not.toEqual(await ours());
    // A run between them shows at the desk what is not written yet, and overwrites neither side.
    const changed = await ours();
    await world.sync();
    expect([await ours(), await theirs()]).toEqual([changed, half]);
    await expectAllWritten();
  }, 120_000);
});
