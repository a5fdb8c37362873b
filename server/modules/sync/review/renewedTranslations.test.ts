// A text that is taken from the bookmark makes the machine's translation of the former one anew.
import {
  startLanguageModelStandIn,
  type LanguageModelStandIn,
} from '../../../../fakes/languageModel.ts';
import { mark } from '../../../../fakes/languageModel/pseudoTranslation.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import type { InconsistencyType } from '../inconsistencies.ts';

const id = bookmarkId(1);
let model: LanguageModelStandIn;
let world: SyncWorld;

beforeEach(async () => {
  model = await startLanguageModelStandIn();
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

test.each([['description_changed', { excerpt: 'We test code' }, 'description_ru']] as const)(
  '%s',
  async (type, changes, column) => {
    const former = (await world.item(id))[column];
    expect(former).toEqual(expect.any(String));
    const decision = await useTheirs(changes, type);
    const renewed = (await world.item(id))[column];
    expect(renewed).toEqual(expect.any(String));
    expect(renewed).not.toBe(former);

    await world.services.inconsistencies.undo(world.admin, decision);
    await runDueJobs(world.database.url, world.services);
    expect((await world.item(id))[column]).toBe(former);
    expect((await world.sync()).counts).toMatchObject({ changed: 0 });
  },
);

test('a translation that a person wrote stays', async () => {
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

test('texts that change their language leave nothing of the former ones behind', async () => {
  const former = await world.item(id);
  expect(former).toMatchObject({ title_en: 'Tool 1', title_ru: null });
  const decision = await useTheirs({ title: 'Инструмент' }, 'title_changed');
  await useTheirs({ excerpt: 'Мы делаем отчёты' }, 'description_changed');
  const after = await world.item(id);
  expect(after).toMatchObject({
    title_ru: 'Инструмент',
    title_en: null,
    description_ru: 'Мы делаем отчёты',
    description_en: expect.stringContaining(mark.en),
  });
  await world.services.inconsistencies.undo(world.admin, decision);
  expect(await world.item(id)).toMatchObject({ title_en: 'Tool 1', title_ru: null });
});

test('a description that the bookmark no longer has takes its translation along', async () => {
  await useTheirs({ excerpt: '' }, 'description_changed');
  expect(await world.item(id)).toMatchObject({ description_en: null, description_ru: null });
});
