// Use cases of experts: visibility and likes of the viewer.
import type { Knex } from 'knex';
import { aMember, aUseCase, aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { waitForLocks } from '../../testing/waitForLocks.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { findExperts } from './experts.queries.ts';
import { useCasesLoaders } from './useCases.loaders.ts';
import { useCaseTranslationsStore } from './useCaseTranslations.store.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const loadersFor = (viewer: Member) => useCasesLoaders({ db, viewer });

test('each reader sees their own likes', async () => {
  const { id, itemId, userId } = await aUseCase(db);
  const other = await aUseCase(db, { itemId, userId });
  const [one, two] = [await aMember(db), await aMember(db)];
  await db('use_case_likes').insert({ user_id: one.user.id, use_case_id: id });
  await db('use_case_likes').insert({ user_id: two.user.id, use_case_id: other.id });
  const [expert] = await findExperts(db, [itemId], 3);
  const likedBy = async (viewer: Member) => {
    const cases = await loadersFor(viewer).useCasesOfExpert.load(expert!);
    return cases.filter(({ isLiked }) => isLiked).map((useCase) => useCase.id);
  };
  expect([await likedBy(one), await likedBy(two)]).toEqual([[id], [other.id]]);
  expect([await likedBy(two), await likedBy(one)]).toEqual([[other.id], [id]]);
  const { isUseCaseLiked } = loadersFor(two);
  expect(await isUseCaseLiked.loadMany([id, other.id])).toEqual([false, true]);
});

test('a deleted case is not among those of its author; the most liked come first, twenty at most', async () => {
  const { id: itemId } = (await db('items').first('id'))!;
  const { id: userId } = await aUser(db);
  await aUseCase(db, { itemId, userId, likes: 3, deletedAt: new Date() });
  const plain = await aUseCase(db, { itemId, userId, createdAt: new Date('2026-01-02') });
  const liked = await aUseCase(db, { itemId, userId, likes: 2, createdAt: new Date('2026-01-01') });
  const idsOf = async () => {
    const expert = (await findExperts(db, [itemId], 50)).find((one) => one.userId === userId);
    const cases = await loadersFor(await aMember(db)).useCasesOfExpert.load(expert!);
    return cases.map(({ id }) => id);
  };
  expect(await idsOf()).toEqual([liked.id, plain.id]);
  for (let n = 0; n < 20; n += 1) await aUseCase(db, { itemId, userId });
  const all = await idsOf();
  expect(all).toHaveLength(20);
  expect(all[0]).toBe(liked.id);
});

test('the same expert asked for twice at once has each case once, read by one statement', async () => {
  const { id, itemId } = await aUseCase(db);
  const [one] = await findExperts(db, [itemId], 3);
  const [other] = await findExperts(db, [itemId], 3);
  const viewer = await aMember(db);
  const statements: string[] = [];
  const listen = ({ sql }: { sql: string }) => statements.push(sql);
  db.on('query', listen);
  const lists = await loadersFor(viewer).useCasesOfExpert.loadMany([one!, other!]);
  db.off('query', listen);
  expect(lists).toMatchObject([[{ id }], [{ id }]]);
  expect(statements.filter((sql) => sql.includes('description_ru'))).toHaveLength(1);
});

test('a translation that meets a merge of its service is stored behind it', async () => {
  const { id, itemId } = await aUseCase(db, { descriptionRu: 'Так', descriptionEn: null });
  let isFilled = false;
  let filled: Promise<boolean> | undefined;
  await db.transaction(async (merging) => {
    await merging('items').where({ id: itemId }).forUpdate().first('id');
    filled = useCaseTranslationsStore(db)
      .fill(id, 'ru', 'Так', 'So')
      .finally(() => {
        isFilled = true;
      });
    await waitForLocks(db, 1, () => isFilled);
    // Red when the translation has locked the use case before its service: each would wait for the other.
    await merging('use_cases').where({ id }).forUpdate().noWait().first('id');
    await merging('use_cases').where({ id }).update({ moved_up_at: new Date() });
  });
  expect(await filled).toBe(true);
  expect(await db('use_cases').where({ id }).first()).toMatchObject({ description_en: 'So' });
});
