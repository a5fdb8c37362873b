// Leases during a review, and translations that it renews.
import { setTimeout as wait } from 'node:timers/promises';
import { startFakeLanguageModel, type FakeLanguageModel } from '../../../../fakes/languageModel.ts';
import { readConfig } from '../../../config/config.ts';
import { openDatabase } from '../../../database/connection.ts';
import { createRaindrop } from '../../../integrations/raindrop/raindrop.ts';
import { createLog } from '../../../shared/log.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import type { BookmarkProvider } from '../bookmarkProvider.ts';
import type { InconsistencyType } from '../inconsistencies.ts';
import { SyncStore } from '../runs/sync.store.ts';
import { createSyncModule } from '../sync.module.ts';

describe('leases', () => {
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

  /** The provider with a hook after each of its writes. */
  const serviceWith = (afterWrite: () => Promise<void>): BookmarkProvider => {
    const { raindrop } = readConfig({ APP_ENV: 'test', ...world.env });
    const provider = createRaindrop({ ...raindrop!, log });
    return {
      ...provider,
      update: async (id, changes, signal) => {
        const written = await provider.update(id, changes, signal);
        await afterWrite();
        return written;
      },
    };
  };

  const keepWith = async (afterWrite: () => Promise<void>) => {
    const provider = serviceWith(afterWrite);
    const reviews = createSyncModule({
      db: world.database.db,
      provider,
      source: provider,
      schedule: null,
      recheckItem: async () => {},
      toCsv: () => '',
      clock: () => now,
      log,
    }).inconsistencies;
    const [row] = await world.open();
    return reviews.resolve(world.admin, row!.id, null, 'keep_current_update_raindrop');
  };
  const busyUntil = async (): Promise<Date> =>
    (await world.database.db('inconsistencies').first('busy_until')).busy_until;

  test('a lease that expired during the call resolves nothing; the next try finds the arrived write', async () => {
    const decided = keepWith(async () => {
      await world.database.db('inconsistencies').update({ busy_until: new Date(0) });
    });
    await expect(decided).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await world.open()).toHaveLength(1);
    expect(await keepWith(async () => {})).toMatchObject({ status: 'resolved' });
  });

  test('a lease is renewed while the local half waits for a run', async () => {
    const run = openDatabase(world.database.url, { poolMax: 1 });
    const settling = await run.transaction();
    const written = Promise.withResolvers<void>();
    const decided = keepWith(async () => {
      await world.database
        .db('inconsistencies')
        .update({ busy_until: new Date(Date.now() + 5_000) });
      await new SyncStore(settling).lockForRun();
      written.resolve();
    });
    await written.promise;
    while ((await busyUntil()).getTime() < Date.now() + 30_000) await wait(10);
    await settling.rollback();
    await run.destroy();
    expect(await decided).toMatchObject({ status: 'resolved' });
  });
});

describe('renewed translations', () => {
  const id = bookmarkId(1);
  let model: FakeLanguageModel;
  let world: SyncWorld;

  beforeEach(async () => {
    model = await startFakeLanguageModel();
    world = await startSyncWorld({
      bookmarks: 1,
      env: { LANGUAGE_MODEL_URL: model.url, LANGUAGE_MODEL_NAME: 'stand-in' },
    });
    await world.sync();
    await runDueJobs(world.database.url, world.services);
  });
  afterEach(async () => {
    await world.close();
    await model.close();
  });

  const useTheirs = async (changes: Record<string, unknown>, type: InconsistencyType) => {
    await world.raindrop.control.edit({ id, changes });
    await world.sync();
    const [row] = await world.open(type);
    await world.services.inconsistencies.resolve(world.admin, row!.id, type, 'use_raindrop');
    await runDueJobs(world.database.url, world.services);
    return row!.id;
  };

  test('an accepted description is translated again, and its undo restores the former translation', async () => {
    const { description_ru: former } = await world.item(id);
    expect(former).toEqual(expect.any(String));
    const decision = await useTheirs({ excerpt: 'We test code' }, 'description_changed');
    const { description_ru: renewed } = await world.item(id);
    expect(renewed).toEqual(expect.any(String));
    expect(renewed).not.toBe(former);

    await world.services.inconsistencies.undo(world.admin, decision);
    await runDueJobs(world.database.url, world.services);
    expect(await world.item(id)).toMatchObject({ description_ru: former });
    expect((await world.sync()).counts).toMatchObject({ changed: 0 });
  });

  test('a translation of a person is kept', async () => {
    await world.database
      .db('items')
      .where({ bookmark_id: id })
      .update({ title_ru: 'Инструмент', description_ru: 'Что он делает' });
    await useTheirs({ title: 'Code reports' }, 'title_changed');
    await useTheirs({ excerpt: 'We test code' }, 'description_changed');
    expect(await world.item(id)).toMatchObject({
      title_en: 'Code reports',
      title_ru: 'Инструмент',
      description_ru: 'Что он делает',
    });
  });
});
