// A catalogue connected to a fake Raindrop over HTTP, for tests of the synchronisation.
import { setTimeout as pause } from 'node:timers/promises';
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { Inconsistency, InconsistencyType } from '../modules/sync/inconsistencies.ts';
import type { SyncStatus } from '../modules/sync/syncStatus.ts';
import { startFakeRaindrop, type FakeRaindrop } from '../../fakes/raindrop.ts';
import type { ReceivedCall } from '../../fakes/raindrop/control.ts';
import type { Services } from '../composition.ts';
import type { Clock } from '../shared/clock.ts';
import { anAdmin } from './builders.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { createTestServices } from './testServices.ts';

export interface SyncWorld {
  database: TestDatabase;
  raindrop: FakeRaindrop;
  services: Services;
  admin: Member;
  /** One run, to its end. */
  sync(options?: { allowRemovals?: boolean }): Promise<SyncStatus>;
  /** The open inconsistencies, as an admin sees them. */
  open(type?: InconsistencyType): Promise<Inconsistency[]>;
  /** The row of an item, by the id of its bookmark. */
  item(bookmarkId: number): Promise<Record<string, unknown>>;
  /** Original names of the tags of an item. */
  tagsOf(bookmarkId: number): Promise<string[]>;
  /** The bookmark as Raindrop stores it. */
  bookmark(id: number): Promise<Record<string, unknown> | undefined>;
  /**
   * Does work while a call to Raindrop waits for its answer.
   * @param call calls Raindrop
   * @param work runs meanwhile
   */
  whileItWaits<Result>(
    held: { method?: 'GET' | 'PUT'; path?: string },
    call: () => Promise<Result>,
    work: () => Promise<void>,
  ): Promise<Result>;
  /** The environment of a process that uses the same catalogue and Raindrop. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** The id of the bookmark `n` that `startSyncWorld` creates, from 1. */
export const bookmarkId = (n: number): number => 7_000 + n;

export const bookmarkLink = (n: number): string => `https://tool${n}.example.com/`;

/** A plain English bookmark. */
export const aBookmark = (n: number) => ({
  _id: bookmarkId(n),
  link: bookmarkLink(n),
  title: `Tool ${n}`,
  excerpt: `What tool ${n} does`,
  note: '',
  type: 'link',
  cover: `https://tool${n}.example.com/cover.png`,
  tags: ['text', `group-${n % 3}`],
  domain: `tool${n}.example.com`,
  created: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
});

interface Options {
  /** Initial number of bookmarks. */
  bookmarks?: number;
  clock?: Clock;
  env?: Record<string, string>;
}

export async function startSyncWorld({
  bookmarks = 10,
  clock,
  env = {},
}: Options = {}): Promise<SyncWorld> {
  const database = await createTestDatabase();
  const raindrop = await startFakeRaindrop({
    bookmarks: Array.from({ length: bookmarks }, (_, at) => aBookmark(at + 1)),
  });
  // The real limit would delay a test with many calls by minutes.
  await raindrop.control.rate({ limit: 100_000 });
  const settings = {
    DATABASE_URL: database.url,
    RAINDROP_URL: raindrop.url,
    RAINDROP_TOKEN: raindrop.token,
    ...env,
  };
  const { services } = createTestServices(database.db, {
    env: settings,
    ...(clock ? { clock } : {}),
  });
  const admin = await anAdmin(database.db);
  const itemOf = async (id: number) => {
    const row: Record<string, unknown> | undefined = await database
      .db('items')
      .where({ bookmark_id: id })
      .first();
    if (!row) throw new Error(`No item has the bookmark ${id}`);
    return row;
  };
  return {
    database,
    raindrop,
    services,
    admin,
    env: settings,
    sync: ({ allowRemovals = false } = {}) =>
      services.sync.run({ startedBy: 'test', allowRemovals, signal: new AbortController().signal }),
    open: (type) =>
      services.inconsistencies.list(admin, { status: 'new', ...(type ? { type } : {}) }),
    item: itemOf,
    tagsOf: async (id) => {
      const item = await itemOf(id);
      const rows: { original_name: string }[] = await database
        .db('item_tags')
        .join('tags', 'tags.id', 'item_tags.tag_id')
        .where('item_tags.item_id', Number(item['id']))
        .orderBy('item_tags.position')
        .select('tags.original_name');
      return rows.map((row) => row.original_name);
    },
    bookmark: async (id) => {
      const found = (await raindrop.control.bookmarks()).find((one) => one._id === id);
      return found && { ...found };
    },
    async whileItWaits(held, call, work) {
      const { control } = raindrop;
      await control.forgetCalls();
      await control.fail({ kind: 'slow', ...held });
      const called = call();
      called.catch(() => null);
      const isHeld = (one: ReceivedCall) =>
        one.status === 0 &&
        (held.method ?? one.method) === one.method &&
        one.path.includes(held.path ?? '');
      while (!(await control.calls()).some(isHeld)) await pause(5);
      await work().finally(() => control.clearFaults());
      return called;
    },
    async close() {
      await services.sync.close();
      await database.drop();
      await raindrop.close();
    },
  };
}
