// Translation of descriptions by a model over HTTP; existing texts are never changed.
import { translationMark } from '../../../../fakes/languageModel/pseudoTranslation.ts';
import { limits } from '../../../config/limits.ts';
import type { Services } from '../../../composition.ts';
import { anItem } from '../../../testing/builders.ts';
import { startModelWorld, type ModelWorld } from '../../../testing/languageModelFixture.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';

let world: ModelWorld;
let database: ModelWorld['database'];
let fake: ModelWorld['fake'];
let services: Services;
beforeEach(async () => {
  world = await startModelWorld();
  ({ database, fake, services } = world);
});
afterEach(() => world.close());

const translate = async (): Promise<void> => {
  await services.jobs.enqueue('translateItems');
  await runDueJobs(database.url, services);
};
const row = (id: number) => database.db('items').where({ id }).first();

const half = { descriptionEn: 'We make reports', descriptionRu: null };

test('translates the missing description of an item, and changes nothing else', async () => {
  const item = await anItem(database.db, half);
  const before = await row(item.id);
  await translate();
  const after = await row(item.id);
  expect(after.description_ru).toContain(translationMark.ru);
  const same = (one: Record<string, unknown>) => ({ ...one, description_ru: 0, machine_texts: 0 });
  expect(same(after)).toEqual(same(before));
});

test('never translates or sends titles as text, and does not treat them as missing', async () => {
  const english = await anItem(database.db, { ...half, titleEn: 'Code', titleRu: null });
  const russian = await anItem(database.db, { titleRu: 'Отчёты', titleEn: null });
  await translate();
  expect(await row(english.id)).toMatchObject({ title_en: 'Code', title_ru: null });
  expect(await row(russian.id)).toMatchObject({ title_ru: 'Отчёты', title_en: null });
  expect(fake.questions.map(({ asked }) => asked.data)).toEqual([
    { name: 'Code', description: 'We make reports', from: 'en', to: 'ru' },
  ]);
});

test('never overwrites a text, and skips items without a description', async () => {
  const whole = await anItem(database.db);
  const empty = await anItem(database.db, { descriptionRu: '', descriptionEn: '' });
  await translate();
  expect(await row(whole.id)).toMatchObject({
    description_ru: whole.descriptionRu,
    description_en: whole.descriptionEn,
  });
  expect(await row(empty.id)).toMatchObject({ description_ru: '', description_en: '' });
  expect(fake.questions).toEqual([]);
});

describe('after a change of the original', () => {
  const write = (id: number, texts: Record<string, string | null>) =>
    database.db('items').where({ id }).update(texts);

  test('a machine translation is renewed once', async () => {
    const item = await anItem(database.db, half);
    await translate();
    await write(item.id, { description_en: 'We test code' });
    const former = await row(item.id);
    await translate();
    const after = await row(item.id);
    expect(after.description_ru).not.toBe(former.description_ru);
    expect(after).toMatchObject({ description_en: 'We test code' });
    const asked = fake.questions.length;
    await translate();
    expect(fake.questions).toHaveLength(asked);
  });

  test('a text by a person is kept', async () => {
    const mended = await anItem(database.db, half);
    const human = await anItem(database.db, { ...half, descriptionRu: 'Отчёты' });
    await translate();
    await write(mended.id, { description_ru: 'Исправлено' });
    for (const { id } of [mended, human]) await write(id, { description_en: 'Text' });
    const asked = fake.questions.length;
    await translate();
    expect((await row(mended.id)).description_ru).toBe('Исправлено');
    expect((await row(human.id)).description_ru).toBe('Отчёты');
    expect(fake.questions).toHaveLength(asked);
  });

  test('a removed description removes its translation, and is not restored from it', async () => {
    const item = await anItem(database.db, half);
    await translate();
    await write(item.id, { description_en: null });
    await translate();
    expect(await row(item.id)).toMatchObject({ description_en: null, description_ru: null });
  });
});

describe('R15: texts that cannot be translated', () => {
  const stuck = 5;
  const behind = 5;
  const openNow = async () => {
    const rows: { count: number }[] = await database
      .db('items')
      .whereNull('description_ru')
      .count({ count: '*' });
    return Number(rows[0]?.count);
  };

  test('delay no others, are retried with growing pauses, and translated when possible', async () => {
    const ids: number[] = [];
    for (let count = 0; count < stuck + behind; count += 1)
      ids.push((await anItem(database.db, half)).id);
    fake.setFault('offSchema', 2 * stuck);
    await translate();
    const left = await openNow();
    expect(left).toBe(stuck);
    const asked = fake.questions.length;
    await translate();
    expect(fake.questions).toHaveLength(asked);
    const later = (await storedJobs(database.db)).filter(
      (job) => job.key === 'translateItems later',
    );
    expect(later).toMatchObject([{ task_identifier: 'translateItems', attempts: 0 }]);
    expect(later[0]?.run_at.getTime()).toBeGreaterThan(Date.now());

    world.now = new Date(world.now.getTime() + limits.translationRetry.firstMs + 1_000);
    fake.setFault('offSchema', 2);
    await translate();
    const waiting = await database.db('item_translation_tries').select('item_id', 'attempts');
    expect(waiting).toEqual([{ item_id: ids[0], attempts: 2 }]);

    // A changed text waits no longer.
    await database.db('items').where({ id: ids[0] }).update({ description_en: 'Text' });
    await translate();
    expect(await openNow()).toBe(0);
    expect(await database.db('item_translation_tries')).toEqual([]);
  });
});

test.each([
  ['slow', '57014'],
  ['away', '57P01'],
])('are not blamed for a database that is %s: no retry is postponed', async (_how, code) => {
  const { id } = await anItem(database.db, half);
  await database.db.raw(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refuse before update on items for each row execute function refuse()`);
  await translate();
  expect((await row(id))?.description_ru).toBeNull();
  expect(await database.db('item_translation_tries')).toEqual([]);
  expect(await storedJobs(database.db)).toMatchObject([
    {
      task_identifier: 'translateItems',
      attempts: 1,
      last_error: expect.stringContaining('refused'),
    },
  ]);

  await database.db.raw('drop trigger refuse on items');
  await database.db('graphile_worker._private_jobs').update({ run_at: new Date(0) });
  await runDueJobs(database.url, services);
  expect((await row(id))?.description_ru).not.toBeNull();
});
