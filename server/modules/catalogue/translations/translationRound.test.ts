// Retries of failed translations on the real queue: a job is scheduled only for texts that are still pending.
import { limits } from '../../../config/limits.ts';
import type { Services } from '../../../composition.ts';
import { anItem, aUseCase } from '../../../testing/builders.ts';
import { startModelWorld, type ModelWorld } from '../../../testing/languageModelFixture.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';
import { createTestServices } from '../../../testing/testServices.ts';

let world: ModelWorld;
let database: ModelWorld['database'];
let fake: ModelWorld['fake'];
let services: Services;
beforeEach(async () => {
  world = await startModelWorld();
  ({ database, fake, services } = world);
});
afterEach(() => world.close());

const { firstMs } = limits.translationRetry;
const later = (ms: number): void => {
  world.now = new Date(world.now.getTime() + ms);
};

/** For each kind of text: the job, a pending text, and possible changes of it. */
const kinds = {
  translateItems: {
    table: 'items',
    make: () => anItem(database.db, { descriptionEn: 'We make reports', descriptionRu: null }),
    gone: { removed_at: new Date() },
    byHand: { description_ru: 'Рукой', description_en: 'By hand' },
    changed: { description_en: 'We make maps' },
    ofItems: true,
  },
  translateUseCases: {
    table: 'use_cases',
    make: () => aUseCase(database.db, { descriptionEn: null }),
    gone: { deleted_at: new Date() },
    byHand: { description_ru: 'Рукой', description_en: 'By hand' },
    changed: { description_ru: 'Делаем карты' },
    ofItems: false,
  },
} as const;

describe.each(['translateItems', 'translateUseCases'] as const)('%s', (task) => {
  const kind = kinds[task];
  const laterOne = async () =>
    (await storedJobs(database.db)).find((job) => job.key === `${task} later`);
  /** Runs the job once; returns the time of its next run. */
  const runOnce = async (tx: Services): Promise<Date | null> => {
    await database.db('graphile_worker._private_jobs').delete();
    await tx.jobs.enqueue(task);
    await runDueJobs(database.url, tx);
    return (await laterOne())?.run_at ?? null;
  };
  const aFailedOne = async (): Promise<number> => {
    const { id } = await kind.make();
    fake.setFault('offSchema', 2);
    expect(await runOnce(services)).toEqual(new Date(world.now.getTime() + firstMs));
    return id;
  };

  test('does not wait for a failed text that was removed or written by hand', async () => {
    for (const how of ['gone', 'byHand'] as const) {
      const id = await aFailedOne();
      await database.db(kind.table).where({ id }).update(kind[how]);
      expect({ how, next: await runOnce(services) }).toEqual({ how, next: null });
      later(2 * firstMs);
      expect({ how, next: await runOnce(services) }).toEqual({ how, next: null });
    }
  });

  test('treats a changed text like one that never failed', async () => {
    const id = await aFailedOne();
    const failAgain = async (): Promise<number> => {
      fake.setFault('offSchema', 2);
      return (await runOnce(services))!.getTime() - world.now.getTime();
    };
    later(firstMs);
    expect(await failAgain()).toBeGreaterThan(firstMs);
    await database.db(kind.table).where({ id }).update(kind.changed);
    expect(await failAgain()).toBe(firstMs);
    // Without a model nothing is scheduled.
    later(2 * firstMs);
    const without = createTestServices(database.db, { clock: () => world.now }).services;
    expect(await runOnce(without)).toBeNull();
  });

  test('limits the texts of a round, and starts the next', async () => {
    const { id } = await kind.make();
    const many = limits.translationsPerRound;
    // Copies of the pending one, each with its own address or author.
    await database.db.raw(
      kind.ofItems
        ? `insert into items (title_en, description_en, source_url, normalised_url, media_type, media_source, created_at, updated_at)
           select 'Tool ' || at, description_en, 'https://t' || at || '.example.com/', 't' || at || '.example.com', 'link', 'x', now(), now()
           from items, generate_series(1, :many::integer) as at where id = :id`
        : `insert into use_cases (item_id, user_id, original_language, description_ru)
           select item_id, user_id, original_language, description_ru || ' ' || at from use_cases, generate_series(1, :many::integer) as at
           where id = :id`,
      { id, many },
    );
    expect(await runOnce(services)).toBeNull();
    expect(
      await database.db(kind.table).whereNull('description_en').orWhereNull('description_ru'),
    ).toEqual([]);
    expect(fake.questions).toHaveLength(many + 1);
  });
});
