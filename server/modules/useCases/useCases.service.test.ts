// Use cases on a real database: lists, likes, deletion, rights and the use cases of experts.
import type { Knex } from 'knex';
import type { Services } from '../../composition.ts';
import { aMember, anAdmin, anItem, aUseCase, aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { waitForLocks } from '../../testing/waitForLocks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ItemsStore } from '../catalogue/items/items.store.ts';
import { limits } from '../../config/limits.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { findExperts } from './useCases.queries.ts';
import { useCasesLoaders } from './useCases.module.ts';
import { useCaseTranslationsStore, UseCasesStore } from './useCases.store.ts';

let database: TestDatabase;
let services: Services;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  services = createTestServices(database.db, { clock: () => now }).services;
});
afterAll(() => database.drop());
beforeEach(() => {
  now = new Date('2026-10-01T09:00:00Z');
});

const counted = (id: number) =>
  database.db('use_case_likes').where({ use_case_id: id }).count({ count: '*' });
const isUsed = async (userId: number, itemId: number) =>
  (await database.db('item_likes').where({ user_id: userId, item_id: itemId })).length === 1;

describe('lists', () => {
  test('hides use cases of a hidden item from everybody except admins, even the author', async () => {
    const author = await aMember(database.db);
    const item = await anItem(database.db);
    const { id } = await aUseCase(database.db, { itemId: item.id, userId: author.user.id });
    await database.db('items').where({ id: item.id }).update({ admin_visibility: 'hidden' });
    const stranger = await aMember(database.db);
    for (const refused of [
      services.useCases.ofItem(stranger, item.id),
      services.useCases.ownOfItem(author, item.id),
      services.experts.ofItem(stranger, item.id),
      services.useCases.likeInfo(stranger, id),
      services.useCases.toggleLike(stranger, id),
      services.useCases.remove(author, id),
      services.useCaseWriting.update(author, 'ru', id, { descriptionRu: 'Новый текст' }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await services.useCases.own(author)).toEqual([]);
    const admin = await anAdmin(database.db);
    expect(await services.useCases.ofItem(admin, item.id)).toHaveLength(1);
    expect(await services.useCases.toggleLike(admin, id)).toEqual({ isLiked: true, likesCount: 1 });
  });
});

describe('asking an expert', () => {
  const asked = (actorId: number) =>
    database
      .db('events')
      .where({ kind: 'use_case_asked', actor_id: actorId })
      .orderBy('id')
      .pluck('subject_id');

  test('is recorded for their latest use case, once a day per asker, even concurrently', async () => {
    const [author, reader, other] = [
      await aUser(database.db),
      await aMember(database.db),
      await aMember(database.db),
    ];
    const item = await anItem(database.db);
    const written = { itemId: item.id, userId: author.id };
    const at = (day: number) => new Date(`2026-09-0${day}T00:00:00Z`);
    const latest = await aUseCase(database.db, { ...written, createdAt: at(2) });
    await aUseCase(database.db, { ...written, createdAt: at(1), likes: 3 });
    await aUseCase(database.db, { ...written, createdAt: at(3), deletedAt: at(4) });
    await aUseCase(database.db, { userId: author.id, createdAt: at(5) });
    const ask = (viewer = reader) => services.useCases.askExpert(viewer, item.id, author.id);
    await Promise.all(Array.from({ length: 8 }, () => ask()));
    await ask(other);
    expect(await asked(reader.user.id)).toEqual([String(latest.id)]);
    expect(await asked(other.user.id)).toEqual([String(latest.id)]);
    now = new Date('2026-10-01T23:59:59Z');
    await ask();
    expect(await asked(reader.user.id)).toHaveLength(1);
    now = new Date('2026-10-02T00:00:00Z');
    await ask();
    await ask();
    expect(await asked(reader.user.id)).toHaveLength(2);
  });

  test('is refused for an own use case, a hidden or unknown item, and without a use case', async () => {
    const reader = await aMember(database.db);
    const { id, itemId, userId } = await aUseCase(database.db);
    const own = await aUseCase(database.db, { userId: reader.user.id });
    await expect(
      services.useCases.askExpert(reader, own.itemId, reader.user.id),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const absent = { code: 'NOT_FOUND' };
    const ask = () => services.useCases.askExpert(reader, itemId, userId);
    await expect(services.useCases.askExpert(reader, 999_999, userId)).rejects.toMatchObject(
      absent,
    );
    await expect(services.useCases.askExpert(reader, own.itemId, userId)).rejects.toMatchObject(
      absent,
    );
    await database.db('items').where({ id: itemId }).update({ admin_visibility: 'hidden' });
    await expect(ask()).rejects.toMatchObject(absent);
    await database.db('items').where({ id: itemId }).update({ admin_visibility: 'visible' });
    await database.db('use_cases').where({ id }).update({ deleted_at: now });
    await expect(ask()).rejects.toMatchObject(absent);
    await expect(
      services.useCases.askExpert({ kind: 'visitor' }, itemId, userId),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await asked(reader.user.id)).toEqual([]);
  });
});

describe('likes of cases', () => {
  test('counts 20 simultaneous likes exactly, and 10 after 10 removals', async () => {
    const { id } = await aUseCase(database.db);
    const people = await Promise.all(Array.from({ length: 20 }, () => aMember(database.db)));
    const answers = await Promise.all(
      people.map((person) => services.useCases.toggleLike(person, id)),
    );
    expect(answers.every((answer) => answer.isLiked)).toBe(true);
    const likesCount = async () => (await services.useCases.likeInfo(people[0]!, id)).likesCount;
    expect(await likesCount()).toBe(20);
    expect(await counted(id)).toEqual([{ count: 20 }]);
    await Promise.all(
      people.slice(0, 10).map((person) => services.useCases.toggleLike(person, id)),
    );
    expect(await likesCount()).toBe(10);
    expect(await counted(id)).toEqual([{ count: 10 }]);
  });
});

describe('deleting', () => {
  test('deletes an own use case, restorable for an hour with its likes', async () => {
    const person = await aMember(database.db);
    const { id, itemId } = await aUseCase(database.db, { userId: person.user.id, likes: 2 });
    await services.useCases.remove(person, id);
    expect(await services.useCases.own(person)).toEqual([]);
    expect(await database.db('items').where({ id: itemId }).first('use_cases_count')).toEqual({
      use_cases_count: 0,
    });
    await expect(services.useCases.remove(person, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    now = new Date(now.getTime() + limits.useCaseRestorableMs);
    expect(await services.useCases.restore(person, id)).toMatchObject({ id, likesCount: 2 });
    expect(await isUsed(person.user.id, itemId)).toBe(true);
    await services.useCases.remove(person, id);
    now = new Date(now.getTime() + limits.useCaseRestorableMs + 1);
    await expect(services.useCases.restore(person, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('returns the existing one for a repeated undo', async () => {
    const person = await aMember(database.db);
    const input = { descriptionRu: 'Пишу письма' };
    const { id, itemId } = await aUseCase(database.db, { userId: person.user.id, ...input });
    await services.useCases.remove(person, id);
    const twin = await services.useCaseWriting.create(person, itemId, input);
    // The same text of another person or for another item, and another text, are no repetitions.
    const elsewhere = await services.useCaseWriting.create(
      person,
      (await anItem(database.db)).id,
      input,
    );
    expect(elsewhere.id).not.toBe(twin.id);
    await services.useCaseWriting.create(await aMember(database.db), itemId, input);
    await services.useCaseWriting.create(person, itemId, { descriptionRu: 'Совсем другое' });
    expect(await services.useCases.restore(person, id)).toEqual(twin);
    expect(await services.useCases.ownOfItem(person, itemId)).toHaveLength(2);
    await services.useCases.remove(person, twin.id);
    expect(await services.useCases.restore(person, id)).toMatchObject({ id });
    expect(await services.useCases.restore(person, twin.id)).toMatchObject({ id });
    expect(await services.useCases.ownOfItem(person, itemId)).toHaveLength(2);
  });

  test('keeps the like when a use case is restored during its removal', async () => {
    const person = await aMember(database.db);
    const userId = person.user.id;
    const { id, itemId } = await aUseCase(database.db, { userId });
    await services.knowledge.like(person, itemId);
    await services.useCases.remove(person, id);
    let restoring: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (trx) => {
      const inside = new UseCasesStore(trx);
      await inside.lockWriter(userId, itemId);
      expect(await inside.countOwn(userId, itemId)).toBe(0);
      let isRestored = false;
      restoring = services.useCases.restore(person, id).finally(() => {
        isRestored = true;
      });
      await waitForLocks(database.db, 1, () => isRestored);
      await new ItemsStore(trx).unlike(userId, itemId);
    });
    await restoring;
    expect(await services.useCases.own(person)).toHaveLength(1);
    expect(await isUsed(userId, itemId)).toBe(true);
  });

  test('does not deadlock when the author likes the item concurrently', async () => {
    const person = await aMember(database.db);
    const { id: itemId } = await anItem(database.db);
    const input = { descriptionRu: 'Пишу письма', descriptionEn: 'I write letters' };
    const errors: unknown[] = [];
    const note = (error: unknown): void => void errors.push(error);
    database.db.on('query-error', note);
    let both: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (trx) => {
      await trx('items').where({ id: itemId }).forNoKeyUpdate().first('id');
      const writing = services.useCaseWriting.create(person, itemId, input);
      await waitForLocks(database.db, 1);
      both = Promise.all([writing, services.knowledge.like(person, itemId)]);
      await waitForLocks(database.db, 2);
    });
    await both;
    database.db.off('query-error', note);
    expect(errors).toEqual([]);
    expect(await isUsed(person.user.id, itemId)).toBe(true);
  });

  test('runs after a concurrent merge of the item', async () => {
    const person = await aMember(database.db);
    const { id, itemId } = await aUseCase(database.db, { userId: person.user.id });
    let isRemoved = false;
    let removed: Promise<void> | undefined;
    await inTransaction(database.db, async (merging) => {
      await merging('items').where({ id: itemId }).forUpdate().first('id');
      removed ??= services.useCases.remove(person, id).finally(() => {
        isRemoved = true;
      });
      await waitForLocks(database.db, 1, () => isRemoved);
      // Fails when the deletion locks the use case before its item, which could deadlock.
      await merging('use_cases').where({ id }).forUpdate().noWait().first('id');
    });
    await removed;
    expect(await services.useCases.own(person)).toEqual([]);
  });

  test('deletes all own use cases of an item with the like, and nobody else’s', async () => {
    const person = await aMember(database.db);
    const { itemId } = await aUseCase(database.db, { userId: person.user.id });
    await aUseCase(database.db, { userId: person.user.id, itemId });
    const strangers = await aUseCase(database.db, { itemId });
    await services.knowledge.like(person, itemId);
    await expect(services.knowledge.unlike(person, itemId, false)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'ownUseCases',
      facts: { count: 2 },
    });
    expect(await isUsed(person.user.id, itemId)).toBe(true);
    expect(await services.knowledge.unlike(person, itemId, true)).toEqual({
      isLiked: false,
      likesCount: 0,
    });
    expect(await services.useCases.own(person)).toEqual([]);
    expect((await services.useCases.ofItem(person, itemId)).map((one) => one.id)).toEqual([
      strangers.id,
    ]);
  });

  test('never leaves a use case without the like when both happen at once', async () => {
    const person = await aMember(database.db);
    for (let round = 0; round < 3; round += 1) {
      const { itemId } = await aUseCase(database.db, { userId: person.user.id });
      await services.knowledge.like(person, itemId);
      await Promise.all([
        services.knowledge.unlike(person, itemId, true),
        services.useCaseWriting.create(person, itemId, {
          descriptionRu: `Пример применения ${round}`,
        }),
      ]);
      const left = await services.useCases.ownOfItem(person, itemId);
      expect(await isUsed(person.user.id, itemId)).toBe(left.length > 0);
    }
  });
});

describe('use cases of experts', () => {
  let db: Knex;
  beforeAll(() => {
    ({ db } = database);
  });
  const loadersFor = (viewer: Member) => useCasesLoaders(db, viewer);

  test('show readers their own likes', async () => {
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

  test('are translated after a concurrent merge of the item', async () => {
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
      // Fails when the translation locks the use case before its item, which could deadlock.
      await merging('use_cases').where({ id }).forUpdate().noWait().first('id');
      await merging('use_cases').where({ id }).update({ moved_up_at: new Date() });
    });
    expect(await filled).toBe(true);
    expect(await db('use_cases').where({ id }).first()).toMatchObject({ description_en: 'So' });
  });
});
