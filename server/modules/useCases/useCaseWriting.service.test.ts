// Writing of use cases on a real database, without a model and with working and failing models over HTTP.
import { mark } from '../../../fakes/languageModel/pseudoTranslation.ts';
import { limits } from '../../config/limits.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { aMember, anAdmin, anItem, aUseCase } from '../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../testing/runJobs.ts';
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
  test('a Russian text is saved with its translation, and the item is used', async () => {
    const item = await anItem(at.database.db);
    const saved = await at.withModel.useCaseWriting.create(at.person, item.id, {
      descriptionRu: `  ${russian}\n`,
    });
    expect(saved).toMatchObject({
      descriptionRu: russian,
      originalLanguage: 'ru',
      userId: at.person.user.id,
    });
    expect(saved.descriptionEn).toContain(mark.en);
    expect(getTranslationState(saved)).toBe('translated');
    expect(await isUsed(at.person, item.id)).toBe(true);
    expect(
      await at.database.db('items').where({ id: item.id }).first('likes_count', 'use_cases_count'),
    ).toEqual({
      likes_count: 1,
      use_cases_count: 1,
    });
  });

  test('the language is detected, whatever field the text came in', async () => {
    const item = await anItem(at.database.db);
    const saved = await at.withModel.useCaseWriting.create(at.person, item.id, {
      descriptionRu: english,
    });
    expect(saved).toMatchObject({ descriptionEn: english, originalLanguage: 'en' });
    expect(saved.descriptionRu).toContain(mark.ru);
  });

  test('a text in both languages is saved as given, and the model is not asked', async () => {
    const item = await anItem(at.database.db);
    const given = { descriptionRu: russian, descriptionEn: english };
    expect(await at.withModel.useCaseWriting.create(at.person, item.id, given)).toMatchObject(
      given,
    );
    expect(at.standIn.questions).toHaveLength(0);
  });

  test('without a model the other language is left open, and a job fills it in once there is one', async () => {
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
    expect(row.description_en).toContain(mark.en);
    expect(row.description_ru).toBe(russian);
    expect(row.updated_at).toEqual(saved.updatedAt);
  });

  test('a model that fails loses no text: it is saved, pending, and translated by the job later', async () => {
    const item = await anItem(at.database.db);
    at.standIn.misbehave('error500');
    const saved = await at.withModel.useCaseWriting.create(at.person, item.id, {
      descriptionEn: english,
    });
    expect(getTranslationState(saved)).toBe('pending');
    await runDueJobs(at.database.url, at.withModel);
    expect(await storedJobs(at.database.db)).toMatchObject([
      { task_identifier: 'translateUseCases', attempts: 1 },
    ]);
    at.standIn.misbehave(null);
    await at.database.db.raw('update graphile_worker._private_jobs set run_at = now()');
    await runDueJobs(at.database.url, at.withModel);
    expect((await rows(item.id))[0].description_ru).toContain(mark.ru);
  });

  test.each([{}, { descriptionRu: '  ' }, { descriptionRu: null, descriptionEn: '' }])(
    'a text must be non-blank after trimming (specification, section 5): %j',
    async (input) => {
      const item = await anItem(at.database.db);
      await expect(
        at.without.useCaseWriting.create(at.person, item.id, input),
      ).rejects.toMatchObject({
        code: 'INVALID',
      });
      expect(await rows(item.id)).toEqual([]);
      expect(await isUsed(at.person, item.id)).toBe(false);
    },
  );

  test('one key for several services at once stores one case, which all are answered', async () => {
    const items = [];
    for (let made = 0; made < 6; made += 1) items.push(await anItem(at.database.db));
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

  test('a double submit with a key stores one case, also at once', async () => {
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

  test('the same text about the same item without a key is stored once; keys of two people are their own', async () => {
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
  });

  test('an empty key is none: two texts with it are two cases', async () => {
    const item = await anItem(at.database.db);
    for (const descriptionRu of [russian, 'Пишу с ним письма партнёрам каждую неделю'])
      await at.without.useCaseWriting.create(at.person, item.id, {
        descriptionRu,
        idempotencyKey: '',
      });
    expect(await rows(item.id)).toHaveLength(2);
  });

  test('a hidden item takes cases from admins only; an item that is not there from nobody', async () => {
    const item = await anItem(at.database.db, { adminVisibility: 'hidden' });
    const write = (member: Member, id: number) =>
      at.without.useCaseWriting.create(member, id, { descriptionRu: russian });
    await expect(write(at.person, item.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(write(at.person, 2_000_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await write(await anAdmin(at.database.db), item.id)).toMatchObject({ itemId: item.id });
  });

  test('emoji, right-to-left letters and combining signs come back equal', async () => {
    const item = await anItem(at.database.db);
    const text = 'Пишем 🧙🏽‍♂️ שלום مرحبا é 𝒳 для квестов';
    expect(
      (await at.without.useCaseWriting.create(at.person, item.id, { descriptionRu: text }))
        .descriptionRu,
    ).toBe(text);
    const broken = at.without.useCaseWriting.create(at.person, item.id, {
      descriptionRu: 'а\u0000б',
    });
    await expect(broken).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ code: 'unstorable' }],
    });
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

  test('unchanged text changes nothing and asks nobody', async () => {
    const { id, itemId } = await aCase();
    const [before] = await rows(itemId);
    for (const input of [
      { descriptionRu: ` ${russian} ` },
      { descriptionEn: english },
      { descriptionRu: russian, descriptionEn: english },
    ]) {
      const update = await at.withModel.useCaseWriting.update(at.person, 'ru', id, input);
      expect(update).toMatchObject({ isSignificant: false, reason: null, useCase: { id } });
    }
    expect(await rows(itemId)).toEqual([before]);
    expect(at.standIn.questions).toHaveLength(0);
  });

  test('a significant change is translated, judged by the model with a reason, and moves to the top', async () => {
    const first = await aCase({ createdAt: new Date('2026-09-01T00:00:00Z') });
    await aUseCase(at.database.db, {
      userId: at.person.user.id,
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
    expect(update.useCase.descriptionEn).toContain(mark.en);
    expect((await at.withModel.useCases.ownOfItem(at.person, first.itemId))[0]?.id).toBe(first.id);
  });

  test('a small change stays in its place and has no reason', async () => {
    const first = await aCase({ createdAt: new Date('2026-09-01T00:00:00Z') });
    await aUseCase(at.database.db, {
      userId: at.person.user.id,
      itemId: first.itemId,
      createdAt: new Date('2026-09-02T00:00:00Z'),
    });
    const update = await at.withModel.useCaseWriting.update(at.person, 'ru', first.id, {
      descriptionRu: `${russian}!`,
    });
    expect(update).toMatchObject({ isSignificant: false, reason: null });
    expect((await at.withModel.useCases.ownOfItem(at.person, first.itemId))[1]?.id).toBe(first.id);
  });

  test('without a model the share of changed words decides, with a reason in the caller’s language', async () => {
    const { id } = await aCase();
    const update = await at.without.useCaseWriting.update(at.person, 'ru', id, {
      descriptionRu: 'Совсем другой текст о другом',
    });
    expect(update).toMatchObject({ isSignificant: true, reason: expect.stringContaining('слов') });
  });

  test.each([
    ['small', `${russian} работы`, false],
    ['significant', 'Совсем другой текст о другом', true],
  ])(
    'without a model a %s change keeps the other language until it is translated anew',
    async (_name, fresh, isSignificant) => {
      const { id } = await aCase();
      const outcome = await at.without.useCaseWriting.update(at.person, 'ru', id, {
        descriptionRu: fresh,
      });
      expect(outcome).toMatchObject({
        isSignificant,
        useCase: { descriptionEn: english, staleLanguage: 'en' },
      });
      expect(getTranslationState(outcome.useCase)).toBe('pending');
      await at.withModel.jobs.enqueue('translateUseCases');
      await runDueJobs(at.database.url, at.withModel);
      const [after] = await at.withModel.useCases.ownOfItem(at.person, outcome.useCase.itemId);
      expect(after).toMatchObject({ descriptionRu: fresh, staleLanguage: null });
      expect(after?.descriptionEn).toContain(mark.en);
    },
  );

  describe('a text that is older than the other language', () => {
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

    test('becomes current when its author updates it, and the newer text stays current', async () => {
      const { id, itemId } = await anOutdated();
      const fresh = 'Our reports take us an hour of work instead of two days';
      const outcome = await update(id, { descriptionEn: fresh });
      expect(outcome).toMatchObject({
        isSignificant: false,
        useCase: { descriptionRu: newer, descriptionEn: fresh, staleLanguage: null },
      });
      expect(await rows(itemId)).toMatchObject([{ original_language: 'ru' }]);
    });

    test('becomes current when both texts are written', async () => {
      const { id } = await anOutdated();
      const both = { descriptionRu: 'Карты', descriptionEn: 'Maps' };
      expect((await update(id, both)).useCase).toMatchObject({ ...both, staleLanguage: null });
    });

    test('becomes current when its author confirms both texts as they are', async () => {
      const { id } = await anOutdated();
      const both = { descriptionRu: newer, descriptionEn: english };
      expect(await update(id, both)).toMatchObject({
        isSignificant: false,
        useCase: { ...both, staleLanguage: null },
      });
    });

    test('stays outdated when the newer text changes again, or is sent again', async () => {
      const { id } = await anOutdated();
      expect((await update(id, { descriptionRu: newer })).useCase.staleLanguage).toBe('en');
      const again = await update(id, { descriptionRu: `${newer} команды` });
      expect(again.useCase).toMatchObject({ descriptionEn: english, staleLanguage: 'en' });
    });

    test('stays outdated when the use case is deleted and restored', async () => {
      const { id } = await anOutdated();
      await at.without.useCases.remove(at.person, id);
      expect(await at.without.useCases.restore(at.person, id)).toMatchObject({
        descriptionEn: english,
        staleLanguage: 'en',
      });
    });
  });

  test('a model that fails keeps the new text: it is saved, pending, and judged by the rules', async () => {
    at.standIn.misbehave('malformed');
    const { id } = await aCase();
    const update = await at.withModel.useCaseWriting.update(at.person, 'en', id, {
      descriptionRu: 'Совсем другой текст о другом',
    });
    expect(update).toMatchObject({
      isSignificant: true,
      reason: '100% of the words have changed.',
    });
    expect(update.useCase).toMatchObject({
      descriptionRu: 'Совсем другой текст о другом',
      descriptionEn: english,
      staleLanguage: 'en',
    });
    expect(await storedJobs(at.database.db)).toMatchObject([
      { task_identifier: 'translateUseCases' },
    ]);
  });

  test('a text in the language that was open is the author’s own translation: nothing is lost, nothing judged', async () => {
    const { id } = await aCase({ descriptionEn: null });
    const update = await at.withModel.useCaseWriting.update(at.person, 'en', id, {
      descriptionEn: english,
    });
    expect(update).toMatchObject({
      isSignificant: false,
      useCase: { descriptionRu: russian, descriptionEn: english },
    });
    expect(at.standIn.questions).toHaveLength(0);
  });

  test('a translation that arrives after the author changed the text again is thrown away', async () => {
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

  test('of two windows the later save is a conflict and changes nothing; the same again is none', async () => {
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

  test('of two saves of the same version at once one is kept', async () => {
    const seen = new Date('2026-09-01T00:00:00Z');
    const { id, itemId } = await aCase({ createdAt: seen });
    const texts = [`${russian} раз`, `${russian} два`];
    const outcomes = await Promise.allSettled(
      texts.map((descriptionRu) =>
        at.without.useCaseWriting.update(at.person, 'ru', id, {
          descriptionRu,
          expectedUpdatedAt: seen,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const kept = texts[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    expect(await rows(itemId)).toMatchObject([{ description_ru: kept }]);
  });

  test('of two saves of the same text at once the second finds it saved', async () => {
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

  describe.each(['withModel', 'without'] as const)('two texts at once, %s', (server) => {
    const words = 'Совсем другой текст о другом';
    const changes = [
      { descriptionRu: words },
      { descriptionEn: 'Something else entirely, about maps' },
    ];
    test.each([
      ['the Russian one first', english, changes],
      ['the English one first', english, changes.toReversed()],
      ['the Russian one first, where the English one was open', null, changes],
      ['the English one first, where it was open', null, changes.toReversed()],
    ])('each in one language are both kept, %s', async (_name, descriptionEn, calls) => {
      const { db } = at.database;
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
      expect(await rows(itemId)).toMatchObject([
        {
          description_ru: words,
          description_en: 'Something else entirely, about maps',
          stale_language: null,
        },
      ]);
    });
  });

  test('a case of somebody else cannot be changed by anybody, not even an admin', async () => {
    const { id, itemId } = await aCase();
    const [before] = await rows(itemId);
    for (const stranger of [await aMember(at.database.db), await anAdmin(at.database.db)]) {
      const change = at.without.useCaseWriting.update(stranger, 'ru', id, {
        descriptionRu: 'чужое',
      });
      await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await rows(itemId)).toEqual([before]);
  });
});

test('a repeat with the same key after the item was hidden answers the case that is there', async () => {
  const { id } = await anItem(at.database.db);
  const input = { descriptionRu: russian, idempotencyKey: 'hidden-later' };
  const first = await at.without.useCaseWriting.create(at.person, id, input);
  await at.database.db('items').where({ id }).update({ removed_at: new Date() });
  expect(await at.without.useCaseWriting.create(at.person, id, input)).toMatchObject({
    id: first.id,
  });
});

describe('past the limit on questions to the model', () => {
  const limited = (name: 'analyze' | 'analyzePerDay', points: number) =>
    createTestServices(at.database.db, {
      env: { LANGUAGE_MODEL_URL: at.standIn.url, LANGUAGE_MODEL_NAME: 'stand-in' },
      clock: () => at.now,
      rates: { ...limits.rates, [name]: { points, windowMs: 60_000 } },
    }).services;

  test.each(['analyze', 'analyzePerDay'] as const)(
    'a case is saved as when the model is away, and translated later (%s)',
    async (name) => {
      const services = limited(name, 1);
      const [first, second] = [await anItem(at.database.db), await anItem(at.database.db)];
      const given = { descriptionRu: russian };
      expect(
        (await services.useCaseWriting.create(at.person, first.id, given)).descriptionEn,
      ).toContain(mark.en);
      const asked = at.standIn.questions.length;
      const saved = await services.useCaseWriting.create(at.person, second.id, given);
      expect(saved).toMatchObject({ descriptionRu: russian, descriptionEn: null });
      expect(getTranslationState(saved)).toBe('pending');
      expect(at.standIn.questions).toHaveLength(asked);
      // Somebody else is counted by themselves, and the job by nobody.
      const other = await aMember(at.database.db);
      expect(
        (await services.useCaseWriting.create(other, second.id, given)).descriptionEn,
      ).toContain(mark.en);
      await runDueJobs(at.database.url, services);
      const [row] = await rows(second.id).where({ user_id: at.person.user.id });
      expect(row).toMatchObject({ description_en: expect.stringContaining(mark.en) });
    },
  );

  test('a change is kept, judged by rules, and translated later; each question counts', async () => {
    const services = limited('analyze', 2);
    const { id, itemId } = await aUseCase(at.database.db, { userId: at.person.user.id });
    const change = (descriptionRu: string) =>
      services.useCaseWriting.update(at.person, 'ru', id, { descriptionRu });
    await change(russian);
    expect(at.standIn.questions).toHaveLength(2);
    const update = await change('Совсем другой текст о том, как мы рисуем персонажей для игры');
    expect(at.standIn.questions).toHaveLength(2);
    expect(update).toMatchObject({ isSignificant: true, reason: expect.any(String) });
    expect(getTranslationState(update.useCase)).not.toBe('translated');
    // The job comes a minute after the change.
    at.now = new Date(at.now.getTime() + 120_000);
    await at.database.db('graphile_worker._private_jobs').update({ run_at: new Date(0) });
    await runDueJobs(at.database.url, services);
    const [row] = await rows(itemId);
    expect(row).toMatchObject({ description_en: expect.stringContaining(mark.en) });
  });

  test('a text in both languages asks nothing, and counts nothing', async () => {
    const services = limited('analyze', 1);
    const [first, second] = [await anItem(at.database.db), await anItem(at.database.db)];
    const both = { descriptionRu: russian, descriptionEn: english };
    await services.useCaseWriting.create(at.person, first.id, both);
    const { descriptionEn } = await services.useCaseWriting.create(at.person, second.id, {
      descriptionRu: russian,
    });
    expect(descriptionEn).toContain(mark.en);
  });
});
