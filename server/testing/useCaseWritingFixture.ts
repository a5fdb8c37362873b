// A member who writes use cases, on a server without a language model and on one with it, over HTTP.
import { startFakeLanguageModel, type FakeLanguageModel } from '../../fakes/languageModel.ts';
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { Services } from '../composition.ts';
import { aMember } from './builders.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { createTestServices } from './testServices.ts';

export const russian = 'Мы делаем отчёты за час вместо двух дней';

/** All but the database is new for each test. */
interface WritingWorld {
  database: TestDatabase;
  fake: FakeLanguageModel;
  now: Date;
  withModel: Services;
  without: Services;
  person: Member;
}

/** Creates it for a file of tests, and removes it after the file. */
export function aWritingWorld() {
  const at = {} as WritingWorld;
  beforeAll(async () => {
    at.database = await createTestDatabase();
  });
  afterAll(() => at.database.drop());
  beforeEach(async () => {
    const { db } = at.database;
    at.now = new Date('2026-10-01T09:00:00Z');
    at.fake = await startFakeLanguageModel();
    const env = { LANGUAGE_MODEL_URL: at.fake.url, LANGUAGE_MODEL_NAME: 'stand-in' };
    at.withModel = createTestServices(db, { env, clock: () => at.now }).services;
    at.without = createTestServices(db, { clock: () => at.now }).services;
    at.person = await aMember(db);
    await db.raw('truncate graphile_worker._private_jobs');
  });
  afterEach(() => at.fake.close());
  return {
    at,
    /** The stored use cases of an item. */
    rows: (itemId: number) => at.database.db('use_cases').where({ item_id: itemId }),
  };
}
