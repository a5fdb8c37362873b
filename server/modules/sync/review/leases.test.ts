// One deadline for all calls of a decision, and a claim that lasts until its local half has been written.
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../../config/config.ts';
import { openDatabase } from '../../../database/connection.ts';
import { createRaindrop } from '../../../integrations/raindrop/raindrop.ts';
import { createLog } from '../../../shared/log.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import { syncedItemsOn } from '../../catalogue/items/items.module.ts';
import type { BookmarkProvider } from '../bookmarkProvider.ts';
import { createMergeBases } from '../runs/mergeBases.service.ts';
import { mergeBasesStore } from '../runs/mergeBases.store.ts';
import { syncStore } from '../runs/sync.store.ts';
import { createSyncModule } from '../sync.module.ts';
import type { Intent } from '../undo.ts';
import { inconsistenciesStore } from './inconsistencies.store.ts';
import { createResolutionWrites } from './resolutionWrites.ts';

let world: SyncWorld;
let now: Date;
beforeEach(async () => {
  now = new Date();
  world = await startSyncWorld({ bookmarks: 1 });
  await world.sync();
  await world.raindrop.control.edit({ id: bookmarkId(1), changes: { title: 'Changed' } });
  await world.sync();
});
afterEach(() => world.close());

const log = createLog({ level: 'silent' });

/** The service, with something that happens after each of its writes. */
const serviceWith = (afterWrite: () => Promise<void>): BookmarkProvider => {
  const { raindrop } = readConfig({ APP_ENV: 'test', ...world.env });
  const service = createRaindrop({ ...raindrop!, log });
  return {
    ...service,
    update: async (id, changes, signal) => {
      const written = await service.update(id, changes, signal);
      await afterWrite();
      return written;
    },
  };
};

const keepWith = async (afterWrite: () => Promise<void>) => {
  const service = serviceWith(afterWrite);
  const desk = createSyncModule({
    db: world.database.db,
    service,
    source: service,
    schedule: null,
    recheckItem: async () => {},
    toCsv: () => '',
    clock: () => now,
    log,
  }).inconsistencies;
  const [row] = await world.open();
  return desk.resolve(world.admin, row!.id, null, 'keep_current_update_raindrop');
};
const busyUntil = async (): Promise<Date> =>
  (await world.database.db('inconsistencies').first('busy_until')).busy_until;

test('a claim that has ended while the service was called is not decided upon; the next try finds what has arrived', async () => {
  const decided = keepWith(async () => {
    await world.database.db('inconsistencies').update({ busy_until: new Date(0) });
  });
  await expect(decided).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await world.open()).toHaveLength(1);
  expect(await keepWith(async () => {})).toMatchObject({ status: 'resolved' });
});

test('while the local half waits for a run, the claim has all its time again', async () => {
  const run = openDatabase(world.database.url, { poolMax: 1 });
  const settling = await run.transaction();
  const written = Promise.withResolvers<void>();
  const decided = keepWith(async () => {
    await world.database.db('inconsistencies').update({ busy_until: new Date(Date.now() + 5_000) });
    await syncStore(settling).settleAlone();
    written.resolve();
  });
  await written.promise;
  while ((await busyUntil()).getTime() < Date.now() + 30_000) await wait(10);
  await settling.rollback();
  await run.destroy();
  expect(await decided).toMatchObject({ status: 'resolved' });
});

test('all calls of a decision share one deadline: what has none of it left is not begun', async () => {
  const { db } = world.database;
  const [row] = await inconsistenciesStore(db).byIds([(await world.open())[0]!.id]);
  const intent: Intent = {
    action: 'use_raindrop',
    undo: { bookmark: { title: 'Tool 1' }, trashed: null },
    word: { title: 'Changed' },
  };
  const { claim } = await db('inconsistencies')
    .update({ claimed_by: db.raw('gen_random_uuid()') })
    .returning('claimed_by as claim')
    .then(([first]) => first);
  const clock = () => now;
  const writes = createResolutionWrites({
    store: inconsistenciesStore(db),
    items: syncedItemsOn(db, clock),
    agreements: createMergeBases({ store: mergeBasesStore(db), runs: syncStore(db), clock }),
    service: serviceWith(async () => void (now = new Date(now.getTime() + 46_000))),
    clock,
  });
  const hold = { claim, until: new Date(now.getTime() + 45_000) };
  const held = { ...row!, intent };
  await writes.takeBack(held, hold);
  await world.raindrop.control.forgetCalls();
  await expect(writes.decide(held, hold, 'keep_current_update_raindrop')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'bookmarksUnreachable',
  });
  expect(await world.raindrop.control.calls()).toEqual([]);
});
