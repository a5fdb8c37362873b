// The failures of texts on the real database.
import { aUseCase } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { useCaseTriesOn } from './translations.room.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a failure that PostgreSQL gives up for another work is counted all the same, once', async () => {
  const { db } = database;
  // The first that counts is given up, as the one of two that wait for each other.
  await db.raw(`
    create sequence counting;
    create function give_up() returns trigger language plpgsql as $$ begin
      if nextval('counting') = 1 then raise exception using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger give_up before update on use_case_translation_tries
      for each row execute function give_up()`);
  const { id } = await aUseCase(db);
  await useCaseTriesOn(db).failed(id, new Date());
  expect(await db('use_case_translation_tries').select('use_case_id', 'attempts')).toEqual([
    { use_case_id: id, attempts: 1 },
  ]);
});
