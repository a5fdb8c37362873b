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

test('sends each text once, with use cases and without names; then only changed ones', async () => {
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

test('sends texts of hidden items only when the settings allow it', async () => {
  await anItem(database.db, { adminVisibility: 'hidden' });
  expect(await run(start())).toEqual([]);
  expect(await run(start({ EMBEDDINGS_HIDDEN_TEXTS: 'true' }))).toHaveLength(1);
});

test('loses at most one batch when a process is killed', async () => {
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

test('ends the round when the model is down, and continues after a pause', async () => {
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

test('renews all vectors for a new model, and keeps the former ones until then', async () => {
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
