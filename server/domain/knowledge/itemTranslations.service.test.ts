// The missing half of items, filled in by a model over HTTP and never over what is there.
import {
  startLanguageModelStandIn,
  type LanguageModelStandIn,
} from '../../integrations/languageModel.standin.ts';
import { mark } from '../../integrations/languageModelStandIn/pseudoTranslation.ts';
import type { Services } from '../../services.ts';
import { anItem } from '../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';

let database: TestDatabase;
let standIn: LanguageModelStandIn;
let services: Services;
beforeEach(async () => {
  database = await createTestDatabase();
  standIn = await startLanguageModelStandIn();
  services = createTestServices(database.db, {
    env: { LANGUAGE_MODEL_URL: standIn.url, LANGUAGE_MODEL_NAME: 'stand-in' },
  }).services;
});
afterEach(async () => {
  await standIn.close();
  await database.drop();
});

const translate = async (): Promise<void> => {
  await services.jobs.enqueue('translateItems');
  await runDueJobs(database.url, services);
};
const row = (id: number) => database.db('items').where({ id }).first();

test('a bookmark in one language gets the other half; nothing else of the item changes', async () => {
  const item = await anItem(database.db, {
    titleEn: 'Code reports',
    titleRu: null,
    descriptionEn: 'We make reports',
    descriptionRu: null,
  });
  const before = await row(item.id);
  await translate();
  const after = await row(item.id);
  expect(after).toMatchObject({
    title_ru: expect.stringContaining(mark.ru),
    description_ru: expect.stringContaining(mark.ru),
  });
  const same = (one: Record<string, unknown>) => ({
    ...one,
    title_ru: 0,
    description_ru: 0,
    machine_texts: 0,
  });
  expect(same(after)).toEqual(same(before));
});

test('title and description may be open in different languages; what is there is never written over', async () => {
  const item = await anItem(database.db, {
    titleRu: 'Отчёты',
    titleEn: null,
    descriptionRu: null,
    descriptionEn: 'We make reports',
  });
  const whole = await anItem(database.db);
  await translate();
  expect(await row(item.id)).toMatchObject({
    title_ru: 'Отчёты',
    title_en: `${mark.en} Reports`,
    description_en: 'We make reports',
    description_ru: expect.stringContaining(mark.ru),
  });
  expect(await row(whole.id)).toMatchObject({
    title_ru: whole.titleRu,
    description_en: whole.descriptionEn,
  });
  expect(standIn.questions).toHaveLength(2);
});

test('an item without any description gets none', async () => {
  const item = await anItem(database.db, {
    titleRu: null,
    titleEn: 'Code',
    descriptionRu: '',
    descriptionEn: '',
  });
  await translate();
  expect(await row(item.id)).toMatchObject({
    description_ru: '',
    description_en: '',
    title_ru: expect.stringContaining('Код'),
  });
});

describe('when an original has changed', () => {
  const half = {
    titleEn: 'Code',
    titleRu: null,
    descriptionEn: 'We make reports',
    descriptionRu: null,
  };
  const write = (id: number, texts: Record<string, string | null>) =>
    database.db('items').where({ id }).update(texts);

  test('the machine’s translation is made anew, once', async () => {
    const item = await anItem(database.db, half);
    await translate();
    await write(item.id, { title_en: 'Text', description_en: 'We test code' });
    const former = await row(item.id);
    await translate();
    const after = await row(item.id);
    expect(after.title_ru).toContain('Текст');
    expect(after.description_ru).not.toBe(former.description_ru);
    expect(after).toMatchObject({ title_en: 'Text', description_en: 'We test code' });
    const asked = standIn.questions.length;
    await translate();
    expect(standIn.questions).toHaveLength(asked);
  });

  test('what a person wrote or mended stays', async () => {
    const mended = await anItem(database.db, half);
    const human = await anItem(database.db, { ...half, titleRu: 'Код', descriptionRu: 'Отчёты' });
    await translate();
    await write(mended.id, { title_ru: 'Исправлено' });
    for (const { id } of [mended, human]) await write(id, { title_en: 'Text' });
    const asked = standIn.questions.length;
    await translate();
    expect((await row(mended.id)).title_ru).toBe('Исправлено');
    expect((await row(human.id)).title_ru).toBe('Код');
    expect(standIn.questions).toHaveLength(asked);
  });

  test('a description that is taken away takes its translation along, and does not come back from it', async () => {
    const item = await anItem(database.db, half);
    await translate();
    await write(item.id, { description_en: null });
    await translate();
    expect(await row(item.id)).toMatchObject({ description_en: null, description_ru: null });
  });

  test('while the model is away the former translation stays', async () => {
    const item = await anItem(database.db, half);
    await translate();
    const former = await row(item.id);
    await write(item.id, { title_en: 'Text' });
    standIn.misbehave('unauthorized');
    await translate();
    expect((await row(item.id)).title_ru).toBe(former.title_ru);
  });
});

test('one item that cannot be translated holds up no other; the job comes back for it', async () => {
  const first = await anItem(database.db, { titleRu: null, titleEn: 'Code' });
  const second = await anItem(database.db, { titleRu: null, titleEn: 'Text' });
  standIn.misbehave('offSchema', 2);
  await translate();
  expect((await row(first.id)).title_ru).toBeNull();
  expect((await row(second.id)).title_ru).toContain('Текст');
  expect(await storedJobs(database.db)).toMatchObject([
    {
      task_identifier: 'translateItems',
      attempts: 1,
      last_error: expect.stringContaining('1 items'),
    },
  ]);
});

test('a model that is away is not asked about every item', async () => {
  for (let index = 0; index < 10; index += 1) await anItem(database.db, { titleRu: null });
  standIn.misbehave('unauthorized');
  await translate();
  expect(standIn.questions).toHaveLength(3);
});

test('without a model every half stays open, and health says what is switched off', async () => {
  const item = await anItem(database.db, { titleRu: null });
  const { services: without } = createTestServices(database.db);
  await without.jobs.enqueue('translateItems');
  await runDueJobs(database.url, without);
  expect((await row(item.id)).title_ru).toBeNull();
  expect(
    (await without.health.check()).parts.find((part) => part.name === 'languageModel'),
  ).toEqual({
    name: 'languageModel',
    state: 'off',
    detail:
      'No language model is configured: texts are checked by rules and wait for their translation.',
  });
});
