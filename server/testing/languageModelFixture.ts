// Services on a database of their own with a language model over HTTP and a clock that the test sets.
import { startFakeLanguageModel, type FakeLanguageModel } from '../../fakes/languageModel.ts';
import type { Services } from '../composition.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { createTestServices } from './testServices.ts';

export interface ModelWorld {
  database: TestDatabase;
  fake: FakeLanguageModel;
  services: Services;
  /** Time of the services' clock. */
  now: Date;
  close(): Promise<void>;
}

export async function startModelWorld(): Promise<ModelWorld> {
  const database = await createTestDatabase();
  const fake = await startFakeLanguageModel();
  const clock = { now: new Date() };
  const { services } = createTestServices(database.db, {
    clock: () => clock.now,
    env: { LANGUAGE_MODEL_URL: fake.url, LANGUAGE_MODEL_NAME: 'stand-in' },
  });
  return Object.assign(clock, {
    database,
    fake,
    services,
    async close() {
      await fake.close();
      await database.drop();
    },
  });
}
