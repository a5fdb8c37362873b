// Killed curation (R25): undone or done, never half, and the next process completes it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { asDomainError } from '../../database/databaseErrors.ts';
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import { createLog } from '../../shared/log.ts';
import { anAdmin, anItem } from '../builders.ts';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../syncFixture.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { startTagWorld, together } from '../tagFixture.ts';
import { testSessions } from '../testSessions.ts';
import { createTestServices } from '../testServices.ts';

const command = join(import.meta.dirname, '../../cli/main.ts');
const log = createLog({ level: 'silent' });

/** Contents of the tables that a curation writes. */
async function contentsOf(db: Knex): Promise<string[]> {
  const tables = ['items', 'item_merges', 'item_likes', 'item_tags', 'complaints', 'use_cases'];
  return Promise.all(
    [...tables, 'users', 'tags'].map(async (table) => {
      const { rows } = await db.raw<{ rows: { sum: string | null }[] }>(
        `select md5(string_agg(one::text, '|' order by one::text)) as sum from ?? as one`,
        [table],
      );
      return `${table} ${rows[0]?.sum ?? ''}`;
    }),
  );
}

/** Delays each statement of one kind, so that a process can be killed in the middle. */
async function slowDown(db: Knex, event: string, table: string): Promise<() => Promise<void>> {
  await db.raw(`
    create function slowly() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.5); return null; end $$;
    create trigger slowly after ${event} on ${table} for each statement execute function slowly()`);
  return async () => {
    await db.raw(`drop trigger slowly on ${table}; drop function slowly()`);
  };
}

const connections = async (db: Knex, condition: string): Promise<number> => {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `select from pg_stat_activity where datname = current_database() and ${condition}`,
  );
  return rowCount;
};
const sleeping = (db: Knex) => connections(db, `wait_event = 'PgSleep'`);

/** Kills a process that has begun to write, and waits until the database has ended its transaction. */
async function killWhileWriting(
  db: Knex,
  { isAlive, kill }: { isAlive(): boolean; kill(): Promise<unknown> },
): Promise<void> {
  while (isAlive() && (await sleeping(db)) === 0) await pause(2);
  expect(isAlive()).toBe(true);
  await kill();
  while ((await sleeping(db)) + (await connections(db, `state like 'idle in%'`)) > 0)
    await pause(20);
}

interface Call {
  method?: 'POST' | 'PATCH';
  path: string;
  body: object;
}

const send = ({ url }: ServerProcess, cookie: string, { method = 'POST', path, body }: Call) =>
  fetch(`${url}/api/v1/knowledge/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie: cookie, Origin: url },
    body: JSON.stringify(body),
  });

describe('on a catalogue without a bookmarks provider', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function killCommand(...parameters: string[]): Promise<void> {
    const child = spawn(process.execPath, [command, ...parameters], {
      env: { ...process.env, DATABASE_URL: database.url, APP_ENV: 'test', LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    await killWhileWriting(database.db, {
      isAlive: () => child.exitCode === null,
      kill: async () => {
        const ended = once(child, 'close');
        child.kill('SIGKILL');
        expect(await ended).toEqual([null, 'SIGKILL']);
      },
    });
  }

  test('a killed removal of the demo removes nothing and can be repeated', async () => {
    const { db } = database;
    await loadDemoCatalogue(db, log);
    const before = await contentsOf(db);
    const speedUp = await slowDown(db, 'delete', 'use_cases');
    await killCommand('demo', 'remove');
    expect(await contentsOf(db)).toEqual(before);
    await speedUp();
    const { services } = createTestServices(db);
    const admin = await anAdmin(db);
    expect((await services.demo.remove(admin)).items).toBeGreaterThan(100);
    expect(await services.demo.state(admin)).toMatchObject({ isLoaded: false, items: 0 });
  });

  test('a killed import adds nothing, is shown as interrupted at once, and can be repeated', async () => {
    const { db } = database;
    const folder = await mkdtemp(join(tmpdir(), 'loadout-import-'));
    const file = join(folder, 'own.csv');
    await writeFile(file, 'url,title\nhttps://a.example.com/,One\nhttps://b.example.com/,Two\n');
    const before = await contentsOf(db);
    const speedUp = await slowDown(db, 'insert', 'items');
    await killCommand('import', file);
    expect(await contentsOf(db)).toEqual(before);
    await speedUp();
    const { services } = createTestServices(db);
    expect(await services.sync.status(await anAdmin(db))).toMatchObject({
      state: 'failed',
      errorReason: 'interrupted',
    });
    const signal = AbortSignal.timeout(60_000);
    expect(
      await services.sync.run({ startedBy: 'test', source: services.bookmarkFile(file), signal }),
    ).toMatchObject({ state: 'finished', counts: { new: 2 } });
    await rm(folder, { recursive: true });
  });

  test('a killed merge changes nothing and can be repeated', async () => {
    const { db } = database;
    const [kept, merged] = [await anItem(db), await anItem(db)];
    const { user } = await anAdmin(db);
    await db('item_likes').insert({ user_id: user.id, item_id: merged.id });
    const cookie = `sid=${(await testSessions(db).open(user.id)).token}`;
    const merge = (server: ServerProcess) =>
      send(server, cookie, {
        path: `${kept.id}/merge`,
        body: { mergedId: String(merged.id), take: [], tags: 'kept', bookmark: 'keep' },
      });
    const server = await startServer({ DATABASE_URL: database.url });
    const before = await contentsOf(db);
    const speedUp = await slowDown(db, 'insert', 'item_merges');
    const answer = merge(server).catch(() => null);
    await killWhileWriting(db, { isAlive: server.isAlive, kill: () => server.end('SIGKILL') });
    expect(await answer).toBeNull();
    expect(await contentsOf(db)).toEqual(before);
    await speedUp();
    const next = await startServer({ DATABASE_URL: database.url });
    expect((await merge(next)).ok).toBe(true);
    expect(await db('item_likes').pluck('item_id')).toEqual([kept.id]);
    await next.end('SIGTERM');
  });
});

describe.each(['rename', 'merge'] as const)('a %s of tags', (act) => {
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

  const idOf = async (name: string) =>
    Number((await world.database.db('tags').where({ original_name: name }).first('id')).id);
  const change = async (server: ServerProcess) =>
    send(
      server,
      cookie,
      act === 'rename'
        ? {
            method: 'PATCH',
            path: `tags/${await idOf('text')}`,
            body: { originalName: 'words' },
          }
        : {
            path: `tags/${await idOf('group-1')}/merge`,
            body: { fromIds: [String(await idOf('text'))] },
          },
    );
  const changed = act === 'rename' ? ['words', 'group-1'] : ['group-1'];

  const ids = Array.from({ length: bookmarks }, (_, at) => bookmarkId(at + 1));
  const ours = () => Promise.all(ids.map((id) => world.tagsOf(id)));
  const theirs = () => Promise.all(ids.map(async (id) => (await world.bookmark(id))?.['tags']));

  /** The next process writes the pending changes; afterwards catalogue and bookmarks agree. */
  async function expectCompleted(): Promise<void> {
    // Expires the write lease of the killed process, which the test would have to wait for.
    await world.database.db('agreed_bookmarks').update({ writing_until: null });
    const expected = await ours();
    const { bookmarkWriter } = world.services;
    expect(await bookmarkWriter.writeAll(AbortSignal.timeout(60_000))).toMatchObject({
      remaining: 0,
    });
    expect(await theirs()).toEqual(expected);
    expect((await world.sync()).counts).toMatchObject({ changed: 0, new: 0 });
    expect(await world.open()).toEqual([]);
  }

  test('killed before its commit changes nothing and can be repeated', async () => {
    const { db } = world.database;
    const before = await contentsOf(db);
    const speedUp = await slowDown(db, 'delete', 'item_tags');
    const server = await startServer(world.env);
    const answer = change(server).catch(() => null);
    await killWhileWriting(db, { isAlive: server.isAlive, kill: () => server.end('SIGKILL') });
    expect(await answer).toBeNull();
    await speedUp();
    expect(await contentsOf(db)).toEqual(before);
    expect(await db('activity').where('action', 'like', 'tag.%')).toEqual([]);
    const next = await startServer(world.env);
    expect((await change(next)).status).toBe(200);
    await next.end('SIGTERM');
    expect((await ours())[0]).toEqual(changed);
    await expectCompleted();
  });

  test('killed during writes of bookmarks is completed by the next process', async () => {
    const { control } = world.raindrop;
    const written = async () =>
      (await control.calls()).filter(({ method }) => method === 'PUT').length;
    await control.forgetCalls();
    await control.fail({ kind: 'slow', delayMs: 150, times: 40 });
    const server = await startServer(world.env);
    expect((await change(server)).status).toBe(200);
    while ((await written()) < 3) await pause(10);
    await server.end('SIGKILL');
    // Raindrop still processes the requests that were sent.
    await pause(1_500);
    const [catalogue, half] = [await ours(), await theirs()];
    expect(catalogue[0]).toEqual(changed);
    expect(half).not.toEqual(catalogue);
    // A synchronisation in between overwrites neither side.
    await world.sync();
    expect([await ours(), await theirs()]).toEqual([catalogue, half]);
    await expectCompleted();
  });
});

test('concurrent renames, merges, undos and edits succeed or are refused, and both sides agree', async () => {
  const world = await startTagWorld();
  const names = ['text', 'group-0', 'group-1', 'group-2', 'new'];
  const { tagging, edits } = world.services;
  const changes: number[] = [];
  let seed = 7;
  const pick = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const keep = async (act: Promise<{ changeId: number | null }>) => {
    const { changeId } = await act;
    if (changeId !== null) changes.push(changeId);
  };
  for (let round = 0; round < 8; round += 1) {
    const ids = (await world.database.db('tags').pluck('id')).map(Number);
    const id = () => ids[pick(ids.length)]!;
    const item = await world.itemId(1 + pick(9));
    const acts = [
      keep(tagging.rename(world.admin, id(), { originalName: names[pick(names.length)]! })),
      keep(tagging.merge(world.bob, [id(), id()], id())),
      keep(tagging.rename(world.bob, id(), { originalName: names[pick(names.length)]! })),
      edits.edit(world.bob, item, { tags: [names[pick(names.length)]!, 'text'] }),
      tagging.undo(world.admin, changes[pick(changes.length || 1)] ?? 0),
    ];
    // An action that lost three conflicts is refused and has to be repeated.
    const told = acts.map((act) =>
      act.catch((error: unknown) => {
        throw asDomainError(error);
      }),
    );
    const { codes } = await together(...told);
    expect(['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE']).toEqual(expect.arrayContaining(codes));
    for (let n = 1; n <= 9; n += 1) expect((await world.ours(n)).length).toBeGreaterThan(0);
  }
  await world.expectPeace();
  await world.close();
});
