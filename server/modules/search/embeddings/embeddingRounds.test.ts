// Embeddings of items: computed when texts change, stored by batch, and renewed when the model changes.
import { startFakeEmbeddings, type FakeEmbeddings } from '../../../../fakes/embeddings.ts';
import type { Services } from '../../../composition.ts';
import { anItem, aUseCase } from '../../../testing/builders.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';

let database: TestDatabase;
let model: FakeEmbeddings;
let now: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  model = await startFakeEmbeddings();
  now = new Date();
});
afterEach(async () => {
  await model.close();
  await database.drop();
});

/** The services of a new process. */
const start = (env: Record<string, string> = {}): Services =>
  createTestServices(database.db, {
    clock: () => now,
    env: { EMBEDDINGS_URL: model.url, EMBEDDINGS_MODEL: 'first', ...env },
  }).services;
const run = async (services: Services): Promise<string[]> => {
  model.requests.length = 0;
  await services.jobs.enqueue('embedItems');
  await runDueJobs(database.url, services);
  return model.requests.flatMap(({ texts }) => texts);
};
const models = (): Promise<Record<string, number>> =>
  database
    .db('item_embeddings')
    .groupBy('model')
    .select('model', database.db.raw('count(*)::integer as count'))
    .then((rows: { model: string; count: number }[]) =>
      Object.fromEntries(rows.map(({ model: name, count }) => [name, count])),
    );
const items = async (count: number) => {
  const made = [];
  for (let number = 0; number < count; number += 1) made.push(await anItem(database.db));
  return made;
};

test('each text is sent once, with its use cases and without names of people; then only what has changed', async () => {
  const [changed] = await items(3);
  await aUseCase(database.db, { itemId: changed!.id, descriptionEn: 'I draw maps' });
  const services = start();
  const texts = await run(services);
  expect(texts).toHaveLength(3);
  expect(texts.join()).toContain('I draw maps');
  expect(await run(services)).toEqual([]);
  await database.db('items').where({ id: changed!.id }).update({ description_en: 'New words' });
  expect(await run(services)).toEqual([expect.stringContaining('New words')]);
  await database.db('items').where({ id: changed!.id }).update({ removed_at: now });
  expect(await run(services)).toEqual([]);
  expect(await models()).toEqual({ first: 2 });
});

test('texts of hidden items are sent only when the settings allow it', async () => {
  await anItem(database.db, { adminVisibility: 'hidden' });
  expect(await run(start())).toEqual([]);
  expect(await run(start({ EMBEDDINGS_HIDDEN_TEXTS: 'true' }))).toHaveLength(1);
});

test('a process that is killed loses at most one batch: the next one goes on', async () => {
  await items(70);
  // As after kill -9: only stored batches remain of the first process.
  let batches = 0;
  const killed = new AbortController();
  const watch = (): void => {
    batches += 1;
    if (batches === 1) killed.abort();
  };
  database.db.on('query', ({ sql }: { sql: string }) => {
    if (sql.startsWith('insert into item_embeddings')) watch();
  });
  await expect(start().embeddingRounds!.embedPending(killed.signal)).rejects.toThrow('aborted');
  expect(await models()).toEqual({ first: 32 });
  expect(await run(start())).toHaveLength(38);
  expect(await models()).toEqual({ first: 70 });
});

test('a model that is away ends the round; it is asked again after a pause, with what is left', async () => {
  await items(2);
  const services = start();
  model.setFault('unauthorized');
  expect(await run(services)).toHaveLength(2);
  model.setFault(null);
  expect(await run(services)).toEqual([]);
  now = new Date(now.getTime() + 60_000);
  expect(await run(services)).toHaveLength(2);
  expect(await models()).toEqual({ first: 2 });
});

test('a busy model is asked again at once', async () => {
  await items(1);
  model.setFault('busy', 1);
  expect(await run(start())).toHaveLength(2);
  expect(await models()).toEqual({ first: 1 });
});

test('a text that the model refuses as too long is sent shortened, and the others as they are', async () => {
  await items(2);
  await anItem(database.db, { descriptionEn: 'long words '.repeat(300) });
  const services = start();
  model.setFault('tooLong');
  await run(services);
  expect(await models()).toEqual({ first: 3 });
  expect(await run(services)).toEqual([]);
});

test('a vector of another dimension is refused and stored nowhere', async () => {
  await items(1);
  await run(start());
  await items(1);
  model.setFault('wrongDimension', 1);
  const services = start();
  await run(services);
  expect(await models()).toEqual({ first: 1 });
  const { parts } = await services.health.check();
  expect(parts.find(({ name }) => name === 'embeddings')).toMatchObject({ state: 'failing' });
});

test('a change of the model renews all vectors; those of the former one stay until then', async () => {
  await items(70);
  await run(start());
  const killed = new AbortController();
  database.db.on('query', ({ sql }: { sql: string }) => {
    if (sql.startsWith('insert into item_embeddings')) killed.abort();
  });
  const changed = start({ EMBEDDINGS_MODEL: 'second' });
  await expect(changed.embeddingRounds!.embedPending(killed.signal)).rejects.toThrow('aborted');
  expect(await models()).toEqual({ first: 70, second: 32 });
  await run(start({ EMBEDDINGS_MODEL: 'second' }));
  expect(await models()).toEqual({ second: 70 });
});
