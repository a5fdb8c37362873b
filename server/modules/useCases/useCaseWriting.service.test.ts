// Analysis and writing of use cases on a real database, without a model and with working and failing models over HTTP.
import { setTimeout as wait } from 'node:timers/promises';
import { startFakeLanguageModel } from '../../../fakes/languageModel.ts';
import { translationMark } from '../../../fakes/languageModel/pseudoTranslation.ts';
import { limits } from '../../config/limits.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { aMember, anAdmin, anItem, aUseCase } from '../../testing/builders.ts';
import { runDueJobs } from '../../testing/runJobs.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { waitForLocks } from '../../testing/waitForLocks.ts';
import { aWritingWorld, russian } from '../../testing/useCaseWritingFixture.ts';
import { getTranslationState, type UseCaseUpdate } from './useCases.ts';

const english = 'We make reports in an hour instead of two days';

const { at, rows } = aWritingWorld();

const isUsed = async (member: Member, itemId: number) =>
  (await at.database.db('item_likes').where({ user_id: member.user.id, item_id: itemId }))
    .length === 1;

describe('writing', () => {
  test('stores a Russian text with its translation, and likes the item', async () => {
    const item = await anItem(at.database.db);
    const saved = await at.withModel.useCaseWriting.create(at.person, item.id, {
      // The language is detected, whatever field the text was sent in.
      descriptionEn: `  ${russian}\n`,
    });
    expect(saved).toMatchObject({
      descriptionRu: russian,
      originalLanguage: 'ru',
      userId: at.person.user.id,
    });
    expect(saved.descriptionEn).toContain(translationMark.en);
    expect(getTranslationState(saved)).toBe('translated');
    expect(await isUsed(at.person, item.id)).toBe(true);
    expect(
      await at.database.db('items').where({ id: item.id }).first('likes_count', 'use_cases_count'),
    ).toEqual({
      likes_count: 1,
      use_cases_count: 1,
    });
  });

  test('leaves the other language open without a model, and a job fills it in later', async () => {
    const item = await anItem(at.database.db);
    const saved = await at.without.useCaseWriting.create(at.person, item.id, {
      descriptionRu: russian,
    });
    expect(saved).toMatchObject({ descriptionRu: russian, descriptionEn: null });
    expect(getTranslationState(saved)).toBe('pending');
    await runDueJobs(at.database.url, at.without);
    expect(await rows(item.id)).toMatchObject([{ description_en: null }]);

    await at.withModel.jobs.enqueue('translateUseCases');
    at.now = new Date(at.now.getTime() + 3_600_000);
    await runDueJobs(at.database.url, at.withModel);
    const [row] = await rows(item.id);
    expect(row.description_en).toContain(translationMark.en);
    expect(row.description_ru).toBe(russian);
    expect(row.updated_at).toEqual(saved.updatedAt);
  });

  test('stores one use case for simultaneous calls with one key for several items', async () => {
    const items = [];
    for (let made = 0; made < 4; made += 1) items.push(await anItem(at.database.db));
    const answers = await Promise.all(
      items.map(({ id }) =>
        at.without.useCaseWriting.create(at.person, id, {
          descriptionRu: `Пишу письма ${id}`,
          idempotencyKey: 'key-of-many',
        }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const stored = await Promise.all(items.map(({ id }) => rows(id)));
    expect(stored.flat()).toHaveLength(1);
    const used = await Promise.all(items.map(({ id }) => isUsed(at.person, id)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  test('stores a double submit with a key once, even concurrently', async () => {
    const item = await anItem(at.database.db);
    const write = (text: string) =>
      at.without.useCaseWriting.create(at.person, item.id, {
        descriptionRu: text,
        idempotencyKey: 'key-1',
      });
    const saved = await Promise.all(Array.from({ length: 5 }, () => write(russian)));
    expect(new Set(saved.map((one) => one.id)).size).toBe(1);
    expect(await write('Тот же ключ, другой текст')).toMatchObject({ descriptionRu: russian });
    expect(await rows(item.id)).toHaveLength(1);
    await at.without.useCases.remove(at.person, saved[0]!.id);
    await expect(write(russian)).rejects.toMatchObject({ code: 'GONE' });
  });

  test('stores an equal text about the item once without a key; keys belong to people', async () => {
    const item = await anItem(at.database.db);
    const other = await aMember(at.database.db);
    const write = (member: Member, key?: string) =>
      at.without.useCaseWriting.create(member, item.id, {
        descriptionRu: russian,
        idempotencyKey: key ?? null,
      });
    const twice = await Promise.all(Array.from({ length: 5 }, () => write(at.person)));
    expect(new Set(twice.map((one) => one.id)).size).toBe(1);
    await write(other, 'shared-key');
    await write(await aMember(at.database.db), 'shared-key');
    expect(await rows(item.id)).toHaveLength(3);
    // An empty key counts as missing: other texts create other use cases.
    for (const descriptionRu of ['Пишу письма', 'Пишу тесты'])
      await at.without.useCaseWriting.create(at.person, item.id, {
        descriptionRu,
        idempotencyKey: '',
      });
    expect(await rows(item.id)).toHaveLength(5);
  });

  test('accepts use cases for a hidden item from admins only, and for a missing one from nobody', async () => {
    const item = await anItem(at.database.db, { adminVisibility: 'hidden' });
    const write = (member: Member, id: number) =>
      at.without.useCaseWriting.create(member, id, { descriptionRu: russian });
    await expect(write(at.person, item.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(write(at.person, 2_000_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await write(await anAdmin(at.database.db), item.id)).toMatchObject({ itemId: item.id });
  });
});

describe('changing', () => {
  const aCase = (given: object = {}) =>
    aUseCase(at.database.db, {
      userId: at.person.user.id,
      descriptionRu: russian,
      descriptionEn: english,
      ...given,
    });

  test('translates a significant change, with the model’s reason, and moves it to the top', async () => {
    const first = await aCase({ createdAt: new Date('2026-09-01T00:00:00Z') });
    const second = await aCase({
      itemId: first.itemId,
      createdAt: new Date('2026-09-02T00:00:00Z'),
    });
    const fresh = 'Команда переводит тексты игры на восемь языков за неделю';
    const update = await at.withModel.useCaseWriting.update(at.person, 'en', first.id, {
      descriptionRu: fresh,
    });
    expect(update).toMatchObject({
      isSignificant: true,
      reason: expect.stringMatching(/% of the words changed/),
    });
    expect(update.useCase).toMatchObject({
      descriptionRu: fresh,
      originalLanguage: 'ru',
      updatedAt: at.now,
    });
    expect(update.useCase.descriptionEn).toContain(translationMark.en);
    const ids = async () =>
      (await at.withModel.useCases.ownOfItem(at.person, first.itemId)).map(({ id }) => id);
    expect(await ids()).toEqual([first.id, second.id]);
    // A small change keeps its position and has no reason.
    const small = await at.withModel.useCaseWriting.update(at.person, 'ru', second.id, {
      descriptionRu: `${russian}!`,
    });
    expect(small).toMatchObject({ isSignificant: false, reason: null });
    expect(await ids()).toEqual([first.id, second.id]);
  });

  test('keeps the other language until a new translation without a model, judged by changed words', async () => {
    for (const [fresh, reason] of [
      [`${russian} работы`, null],
      ['Совсем другой текст о другом', expect.stringContaining('слов') as string],
    ] as const) {
      const { id } = await aCase();
      const outcome = await at.without.useCaseWriting.update(at.person, 'ru', id, {
        descriptionRu: fresh,
      });
      expect(outcome).toMatchObject({
        isSignificant: reason !== null,
        reason,
        useCase: { descriptionEn: english, staleLanguage: 'en' },
      });
      expect(getTranslationState(outcome.useCase)).toBe('pending');
      await at.withModel.jobs.enqueue('translateUseCases');
      await runDueJobs(at.database.url, at.withModel);
      const [after] = await at.withModel.useCases.ownOfItem(at.person, outcome.useCase.itemId);
      expect(after).toMatchObject({ descriptionRu: fresh, staleLanguage: null });
      expect(after?.descriptionEn).toContain(translationMark.en);
    }
  });

  describe('an outdated text', () => {
    const newer = `${russian} работы`;
    const anOutdated = async () => {
      const { id } = await aCase();
      const { useCase } = await at.without.useCaseWriting.update(at.person, 'ru', id, {
        descriptionRu: newer,
      });
      expect(useCase).toMatchObject({ descriptionEn: english, staleLanguage: 'en' });
      return useCase;
    };
    const update = (id: number, input: object) =>
      at.without.useCaseWriting.update(at.person, 'ru', id, input);

    test('becomes current when its author updates it, writes both or confirms both as they are', async () => {
      const fresh = 'Our reports take us an hour of work instead of two days';
      const updates = [
        { descriptionEn: fresh },
        { descriptionRu: 'Карты', descriptionEn: 'Maps' },
        { descriptionRu: newer, descriptionEn: english },
      ];
      for (const given of updates) {
        const { id, itemId } = await anOutdated();
        const { useCase, isSignificant } = await update(id, given);
        expect(useCase).toMatchObject({ descriptionRu: newer, ...given, staleLanguage: null });
        if (given.descriptionRu === 'Карты') continue;
        expect(isSignificant).toBe(false);
        expect(await rows(itemId)).toMatchObject([{ original_language: 'ru' }]);
      }
    });

    test('stays outdated when the newer text is sent again or changes, and when it is deleted and restored', async () => {
      const { id } = await anOutdated();
      expect((await update(id, { descriptionRu: newer })).useCase.staleLanguage).toBe('en');
      const again = await update(id, { descriptionRu: `${newer} команды` });
      const outdated = { descriptionEn: english, staleLanguage: 'en' };
      expect(again.useCase).toMatchObject(outdated);
      await at.without.useCases.remove(at.person, id);
      expect(await at.without.useCases.restore(at.person, id)).toMatchObject(outdated);
    });
  });

  test('discards a translation that arrives after another change', async () => {
    const { id, itemId } = await aCase({ descriptionEn: null });
    const translating = at.withModel.useCaseTranslation.translatePending(
      new AbortController().signal,
    );
    await at.database
      .db('use_cases')
      .where({ id })
      .update({ description_ru: 'Уже другой текст', description_en: null });
    await translating;
    const [row] = await rows(itemId);
    expect(row.description_en === null || row.description_en.includes('Uzhe')).toBe(true);
  });

  test('reports a conflict to the later of two windows, except for equal texts', async () => {
    const seen = new Date('2026-09-01T00:00:00Z');
    const { id, itemId } = await aCase({ createdAt: seen });
    const save = (descriptionRu: string, expectedUpdatedAt: Date) =>
      at.without.useCaseWriting.update(at.person, 'ru', id, { descriptionRu, expectedUpdatedAt });
    const { useCase: first } = await save(`${russian} первого окна`, seen);
    const [stored] = await rows(itemId);
    await expect(save(`${russian} второго окна`, seen)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'changedMeanwhile',
    });
    expect(await rows(itemId)).toEqual([stored]);
    expect((await save(`${russian} первого окна`, seen)).useCase).toEqual(first);
    const again = await save(`${russian} второго окна`, first.updatedAt);
    expect(again.useCase.descriptionRu).toBe(`${russian} второго окна`);
    expect(again.useCase.updatedAt.getTime()).toBeGreaterThan(first.updatedAt.getTime());
  });

  test('accepts the second of two equal saves at once', async () => {
    const { db } = at.database;
    const { id } = await aCase();
    const descriptionRu = 'Совсем другой текст о другом';
    const saving: Promise<UseCaseUpdate>[] = [];
    await db.transaction(async (trx) => {
      await trx('use_cases').where({ id }).forUpdate().first('id');
      for (let call = 0; call < 2; call += 1)
        saving.push(at.without.useCaseWriting.update(at.person, 'ru', id, { descriptionRu }));
      await waitForLocks(db, saving.length);
    });
    const outcomes = await Promise.all(saving);
    expect(outcomes.map(({ isSignificant }) => isSignificant).toSorted()).toEqual([false, true]);
    const saved = { useCase: { descriptionRu } };
    expect(outcomes).toMatchObject([saved, saved]);
  });

  test('keeps two texts in different languages saved at once', async () => {
    const { db } = at.database;
    const both = { descriptionRu: 'Совсем другой текст', descriptionEn: 'Something about maps' };
    const changes = [{ descriptionRu: both.descriptionRu }, { descriptionEn: both.descriptionEn }];
    for (const server of ['withModel', 'without'] as const)
      for (const calls of [changes, changes.toReversed()])
        for (const descriptionEn of [english, null]) {
          const { id, itemId } = await aCase({ descriptionEn });
          const saved: Promise<unknown>[] = [];
          await db.transaction(async (trx) => {
            await trx('use_cases').where({ id }).forUpdate().first('id');
            for (const change of calls) {
              saved.push(at[server].useCaseWriting.update(at.person, 'ru', id, change));
              await waitForLocks(db, saved.length);
            }
          });
          await Promise.all(saved);
          const [row] = await rows(itemId);
          expect({ server, calls, descriptionEn, row }).toMatchObject({
            row: {
              description_ru: both.descriptionRu,
              description_en: both.descriptionEn,
              stale_language: null,
            },
          });
        }
  });
});

test('returns the stored use case for a repeated key after the item was hidden', async () => {
  const { id } = await anItem(at.database.db);
  const input = { descriptionRu: russian, idempotencyKey: 'hidden-later' };
  const first = await at.without.useCaseWriting.create(at.person, id, input);
  await at.database.db('items').where({ id }).update({ removed_at: new Date() });
  expect(await at.without.useCaseWriting.create(at.person, id, input)).toMatchObject({
    id: first.id,
  });
});

describe('over the limit of model questions', () => {
  const limited = (name: 'analyze' | 'analyzePerDay', points: number) =>
    createTestServices(at.database.db, {
      env: { LANGUAGE_MODEL_URL: at.fake.url, LANGUAGE_MODEL_NAME: 'stand-in' },
      clock: () => at.now,
      rates: { ...limits.rates, [name]: { points, windowMs: 60_000 } },
    }).services;

  test('stores a use case as without a model, and translates it later', async () => {
    for (const name of ['analyze', 'analyzePerDay'] as const) {
      const services = limited(name, 1);
      const person = await aMember(at.database.db);
      const [first, second] = [await anItem(at.database.db), await anItem(at.database.db)];
      const given = { descriptionRu: russian };
      expect(
        (await services.useCaseWriting.create(person, first.id, given)).descriptionEn,
      ).toContain(translationMark.en);
      const asked = at.fake.questions.length;
      const saved = await services.useCaseWriting.create(person, second.id, given);
      expect(saved).toMatchObject({ descriptionRu: russian, descriptionEn: null });
      expect(getTranslationState(saved)).toBe('pending');
      expect(at.fake.questions).toHaveLength(asked);
      // Another person has an own limit, and the job has none.
      const other = await aMember(at.database.db);
      expect(
        (await services.useCaseWriting.create(other, second.id, given)).descriptionEn,
      ).toContain(translationMark.en);
      await runDueJobs(at.database.url, services);
      const [row] = await rows(second.id).where({ user_id: person.user.id });
      expect(row).toMatchObject({ description_en: expect.stringContaining(translationMark.en) });
    }
  });
});

describe('analysing', () => {
  test('improves a text with reasons in the caller’s language; without a model by the rules', async () => {
    const text = russian.toLowerCase();
    const answer = await at.withModel.useCaseAnalysis.analyse(at.person, 'en', { text });
    expect(answer).toEqual({
      source: 'model',
      improvedCases: [
        { type: 'improved', reason: expect.stringContaining('clear'), text: `${russian}.` },
      ],
    });
    expect(at.fake.questions[0]?.asked.data).toEqual({ text });
    const analyse = (given: string) =>
      at.without.useCaseAnalysis.analyse(at.person, 'ru', { text: given });
    expect(await analyse('пишу код')).toMatchObject({
      source: 'rules',
      improvedCases: [{ type: 'needs_clarification', text: 'пишу код' }],
    });
    expect((await analyse('я'.repeat(5_000))).improvedCases).toHaveLength(1);
    for (const [refused, code] of [
      ['', 'required'],
      [' \n\t', 'required'],
      ['я'.repeat(5_001), 'too_long'],
    ] as const)
      await expect(analyse(refused)).rejects.toMatchObject({
        code: 'INVALID',
        errors: [{ path: 'text', code }],
      });
  });
});

describe('progress steps', () => {
  test('can be read by their owner on any server while they happen, and by nobody else', async () => {
    const item = await anItem(at.database.db);
    at.fake.setFault('slow');
    const writing = at.withModel.useCaseWriting.create(at.person, item.id, {
      descriptionRu: russian,
      progressId: 'p-1',
    });
    const read = (member: Member) => at.without.useCases.progress(member, 'p-1');
    while ((await read(at.person))?.step !== 'translating') await wait(10);
    expect(await read(at.person)).toEqual({
      step: 'translating',
      position: 2,
      total: 3,
      passed: ['detecting_language'],
    });
    expect(await read(await aMember(at.database.db))).toBeNull();
    await at.fake.close();
    await writing;
    expect(await read(at.person)).toEqual({ step: 'done', position: 3, total: 3, passed: [] });
    at.fake = await startFakeLanguageModel();
  });
});
