// Writing use cases on the real database, without a model and with one over HTTP, well-behaved and not.
import { setTimeout as wait } from 'node:timers/promises';
import {
  startLanguageModelStandIn,
  type LanguageModelStandIn,
} from '../../../standins/languageModel.ts';
import { mark } from '../../../standins/languageModel/pseudoTranslation.ts';
import type { Member } from '../accounts/accounts.ts';
import { aMember, anAdmin, anItem, aUseCase } from '../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Services } from '../../services.ts';
import { passedSteps } from './useCaseProgress.ts';
import { getTranslationState } from './useCases.ts';

const russian = 'Мы делаем отчёты за час вместо двух дней';
const english = 'We make reports in an hour instead of two days';

let database: TestDatabase;
let standIn: LanguageModelStandIn;
let now: Date;
let withModel: Services;
let without: Services;
let person: Member;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  standIn = await startLanguageModelStandIn();
  const env = {
    LANGUAGE_MODEL_URL: standIn.url,
    LANGUAGE_MODEL_NAME: 'stand-in',
  };
  withModel = createTestServices(database.db, { env, clock: () => now }).services;
  without = createTestServices(database.db, { clock: () => now }).services;
  person = await aMember(database.db);
  await database.db.raw('truncate graphile_worker._private_jobs');
});
afterEach(() => standIn.close());

const rows = (itemId: number) => database.db('use_cases').where({ item_id: itemId });
const isUsed = async (member: Member, itemId: number) =>
  (await database.db('item_likes').where({ user_id: member.user.id, item_id: itemId })).length ===
  1;

describe('writing', () => {
  test('a Russian text is saved with its translation, and the item is used', async () => {
    const item = await anItem(database.db);
    const saved = await withModel.useCaseWriting.create(person, item.id, {
      descriptionRu: `  ${russian}\n`,
    });
    expect(saved).toMatchObject({
      descriptionRu: russian,
      originalLanguage: 'ru',
      userId: person.user.id,
    });
    expect(saved.descriptionEn).toContain(mark.en);
    expect(getTranslationState(saved)).toBe('translated');
    expect(await isUsed(person, item.id)).toBe(true);
    expect(
      await database.db('items').where({ id: item.id }).first('likes_count', 'use_cases_count'),
    ).toEqual({
      likes_count: 1,
      use_cases_count: 1,
    });
  });

  test('the language is detected, whatever field the text came in', async () => {
    const item = await anItem(database.db);
    const saved = await withModel.useCaseWriting.create(person, item.id, {
      descriptionRu: english,
    });
    expect(saved).toMatchObject({ descriptionEn: english, originalLanguage: 'en' });
    expect(saved.descriptionRu).toContain(mark.ru);
  });

  test('a text in both languages is saved as given, and the model is not asked', async () => {
    const item = await anItem(database.db);
    const given = { descriptionRu: russian, descriptionEn: english };
    expect(await withModel.useCaseWriting.create(person, item.id, given)).toMatchObject(given);
    expect(standIn.questions).toHaveLength(0);
  });

  test('without a model the other language is left open, and a job fills it in once there is one', async () => {
    const item = await anItem(database.db);
    const saved = await without.useCaseWriting.create(person, item.id, { descriptionRu: russian });
    expect(saved).toMatchObject({ descriptionRu: russian, descriptionEn: null });
    expect(getTranslationState(saved)).toBe('pending');
    await runDueJobs(database.url, without);
    expect(await rows(item.id)).toMatchObject([{ description_en: null }]);

    await withModel.jobs.enqueue('translateUseCases');
    now = new Date(now.getTime() + 3_600_000);
    await runDueJobs(database.url, withModel);
    const [row] = await rows(item.id);
    expect(row.description_en).toContain(mark.en);
    expect(row.description_ru).toBe(russian);
    expect(row.updated_at).toEqual(saved.updatedAt);
  });

  test('a model that fails loses no text: it is saved, pending, and translated by the job later', async () => {
    const item = await anItem(database.db);
    standIn.misbehave('error500');
    const saved = await withModel.useCaseWriting.create(person, item.id, {
      descriptionEn: english,
    });
    expect(getTranslationState(saved)).toBe('pending');
    await runDueJobs(database.url, withModel);
    expect(await storedJobs(database.db)).toMatchObject([
      { task_identifier: 'translateUseCases', attempts: 1 },
    ]);
    standIn.misbehave(null);
    await database.db.raw('update graphile_worker._private_jobs set run_at = now()');
    await runDueJobs(database.url, withModel);
    expect((await rows(item.id))[0].description_ru).toContain(mark.ru);
  });

  test.each([{}, { descriptionRu: '  ' }, { descriptionRu: null, descriptionEn: '' }])(
    'a text must be non-blank after trimming (specification, section 5): %j',
    async (input) => {
      const item = await anItem(database.db);
      await expect(without.useCaseWriting.create(person, item.id, input)).rejects.toMatchObject({
        code: 'INVALID',
      });
      expect(await rows(item.id)).toEqual([]);
      expect(await isUsed(person, item.id)).toBe(false);
    },
  );

  test('a double submit with a key stores one case, also at once', async () => {
    const item = await anItem(database.db);
    const write = (text: string) =>
      without.useCaseWriting.create(person, item.id, {
        descriptionRu: text,
        idempotencyKey: 'key-1',
      });
    const saved = await Promise.all(Array.from({ length: 5 }, () => write(russian)));
    expect(new Set(saved.map((one) => one.id)).size).toBe(1);
    expect(await write('Тот же ключ, другой текст')).toMatchObject({ descriptionRu: russian });
    expect(await rows(item.id)).toHaveLength(1);
    await without.useCases.remove(person, saved[0]!.id);
    await expect(write(russian)).rejects.toMatchObject({ code: 'GONE' });
  });

  test('the same text about the same item without a key is stored once; keys of two people are their own', async () => {
    const item = await anItem(database.db);
    const other = await aMember(database.db);
    const write = (member: Member, key?: string) =>
      without.useCaseWriting.create(member, item.id, {
        descriptionRu: russian,
        idempotencyKey: key ?? null,
      });
    const twice = await Promise.all(Array.from({ length: 5 }, () => write(person)));
    expect(new Set(twice.map((one) => one.id)).size).toBe(1);
    await write(other, 'shared-key');
    await write(await aMember(database.db), 'shared-key');
    expect(await rows(item.id)).toHaveLength(3);
  });

  test('an empty key is none: two texts with it are two cases', async () => {
    const item = await anItem(database.db);
    for (const descriptionRu of [russian, 'Пишу с ним письма партнёрам каждую неделю'])
      await without.useCaseWriting.create(person, item.id, { descriptionRu, idempotencyKey: '' });
    expect(await rows(item.id)).toHaveLength(2);
  });

  test('a hidden item takes cases from admins only; an item that is not there from nobody', async () => {
    const item = await anItem(database.db, { adminVisibility: 'hidden' });
    const write = (member: Member, id: number) =>
      without.useCaseWriting.create(member, id, { descriptionRu: russian });
    await expect(write(person, item.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(write(person, 2_000_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await write(await anAdmin(database.db), item.id)).toMatchObject({ itemId: item.id });
  });

  test('emoji, right-to-left letters and combining signs come back equal', async () => {
    const item = await anItem(database.db);
    const text = 'Пишем 🧙🏽‍♂️ שלום مرحبا é 𝒳 для квестов';
    expect(
      (await without.useCaseWriting.create(person, item.id, { descriptionRu: text })).descriptionRu,
    ).toBe(text);
    const broken = without.useCaseWriting.create(person, item.id, { descriptionRu: 'а\u0000б' });
    await expect(broken).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ code: 'unstorable' }],
    });
  });
});

describe('changing', () => {
  const aCase = (given: object = {}) =>
    aUseCase(database.db, {
      userId: person.user.id,
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
      const update = await withModel.useCaseWriting.update(person, 'ru', id, input);
      expect(update).toMatchObject({ isSignificant: false, reason: null, useCase: { id } });
    }
    expect(await rows(itemId)).toEqual([before]);
    expect(standIn.questions).toHaveLength(0);
  });

  test('a significant change is translated, judged by the model with a reason, and moves to the top', async () => {
    const first = await aCase({ createdAt: new Date('2026-09-01T00:00:00Z') });
    await aUseCase(database.db, {
      userId: person.user.id,
      itemId: first.itemId,
      createdAt: new Date('2026-09-02T00:00:00Z'),
    });
    const fresh = 'Команда переводит тексты игры на восемь языков за неделю';
    const update = await withModel.useCaseWriting.update(person, 'en', first.id, {
      descriptionRu: fresh,
    });
    expect(update).toMatchObject({
      isSignificant: true,
      reason: expect.stringMatching(/% of the words changed/),
    });
    expect(update.useCase).toMatchObject({
      descriptionRu: fresh,
      originalLanguage: 'ru',
      updatedAt: now,
    });
    expect(update.useCase.descriptionEn).toContain(mark.en);
    expect((await withModel.useCases.ownOfItem(person, first.itemId))[0]?.id).toBe(first.id);
  });

  test('a small change stays in its place and has no reason', async () => {
    const first = await aCase({ createdAt: new Date('2026-09-01T00:00:00Z') });
    await aUseCase(database.db, {
      userId: person.user.id,
      itemId: first.itemId,
      createdAt: new Date('2026-09-02T00:00:00Z'),
    });
    const update = await withModel.useCaseWriting.update(person, 'ru', first.id, {
      descriptionRu: `${russian}!`,
    });
    expect(update).toMatchObject({ isSignificant: false, reason: null });
    expect((await withModel.useCases.ownOfItem(person, first.itemId))[1]?.id).toBe(first.id);
  });

  test('without a model the share of changed words decides, with a reason in the caller’s language', async () => {
    const { id } = await aCase();
    const update = await without.useCaseWriting.update(person, 'ru', id, {
      descriptionRu: 'Совсем другой текст о другом',
    });
    expect(update).toMatchObject({ isSignificant: true, reason: expect.stringContaining('слов') });
    expect(update.useCase).toMatchObject({ descriptionEn: null });
    expect(getTranslationState(update.useCase)).toBe('pending');
  });

  test('without a model a small change keeps the other language until it is translated anew', async () => {
    const { id } = await aCase();
    const { useCase } = await without.useCaseWriting.update(person, 'ru', id, {
      descriptionRu: `${russian} работы`,
    });
    expect(useCase).toMatchObject({ descriptionEn: english, staleLanguage: 'en' });
    expect(getTranslationState(useCase)).toBe('pending');
    await withModel.jobs.enqueue('translateUseCases');
    await runDueJobs(database.url, withModel);
    const [after] = await withModel.useCases.ownOfItem(person, useCase.itemId);
    expect(after).toMatchObject({ descriptionRu: `${russian} работы`, staleLanguage: null });
    expect(after?.descriptionEn).toContain(mark.en);
  });

  test('a model that fails keeps the new text: it is saved, pending, and judged by the rules', async () => {
    standIn.misbehave('malformed');
    const { id } = await aCase();
    const update = await withModel.useCaseWriting.update(person, 'en', id, {
      descriptionRu: 'Совсем другой текст о другом',
    });
    expect(update).toMatchObject({
      isSignificant: true,
      reason: '100% of the words have changed.',
    });
    expect(update.useCase).toMatchObject({
      descriptionRu: 'Совсем другой текст о другом',
      descriptionEn: null,
    });
    expect(await storedJobs(database.db)).toMatchObject([{ task_identifier: 'translateUseCases' }]);
  });

  test('a text in the language that was open is the author’s own translation: nothing is lost, nothing judged', async () => {
    const { id } = await aCase({ descriptionEn: null });
    const update = await withModel.useCaseWriting.update(person, 'en', id, {
      descriptionEn: english,
    });
    expect(update).toMatchObject({
      isSignificant: false,
      useCase: { descriptionRu: russian, descriptionEn: english },
    });
    expect(standIn.questions).toHaveLength(0);
  });

  test('a translation that arrives after the author changed the text again is thrown away', async () => {
    const { id, itemId } = await aCase({ descriptionEn: null });
    const translating = withModel.useCaseTranslation.translatePending(new AbortController().signal);
    await database
      .db('use_cases')
      .where({ id })
      .update({ description_ru: 'Уже другой текст', description_en: null });
    await translating;
    const [row] = await rows(itemId);
    expect(row.description_en === null || row.description_en.includes('Uzhe')).toBe(true);
  });

  test('a case of somebody else cannot be changed by anybody, not even an admin', async () => {
    const { id, itemId } = await aCase();
    const [before] = await rows(itemId);
    for (const stranger of [await aMember(database.db), await anAdmin(database.db)]) {
      const change = without.useCaseWriting.update(stranger, 'ru', id, { descriptionRu: 'чужое' });
      await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await rows(itemId)).toEqual([before]);
  });
});

describe('the steps of the work', () => {
  test('are readable by their owner on any server, as they happen, and by nobody else', async () => {
    const item = await anItem(database.db);
    standIn.misbehave('slow');
    const writing = withModel.useCaseWriting.create(person, item.id, {
      descriptionRu: russian,
      progressId: 'p-1',
    });
    const read = (member: Member) => without.useCases.progress(member, 'p-1');
    while ((await read(person))?.step !== 'translating') await wait(10);
    expect(await read(person)).toEqual({
      step: 'translating',
      position: 2,
      total: 3,
      passed: ['detecting_language'],
    });
    expect(await read(await aMember(database.db))).toBeNull();
    await standIn.close();
    await writing;
    expect(await read(person)).toEqual({ step: 'done', position: 3, total: 3, passed: [] });
    standIn = await startLanguageModelStandIn();
  });

  test('a change names what was too quick to be seen: while a slow model translates, and while it judges', async () => {
    const item = await anItem(database.db);
    const { id } = await without.useCaseWriting.create(person, item.id, { descriptionRu: russian });
    const read = () => without.useCases.progress(person, 'p-7');
    const seen: unknown[] = [];
    standIn.misbehave('slow');
    const update = withModel.useCaseWriting.update(person, 'ru', id, {
      descriptionRu: 'Пишу код для игры вдвое быстрее',
      progressId: 'p-7',
    });
    while ((await read())?.step !== 'translating') await wait(5);
    seen.push((await read())?.passed);
    await standIn.close();
    standIn = await startLanguageModelStandIn();
    await update;
    seen.push(
      passedSteps({ step: 'analysing_changes', position: 5, total: 5 }),
      passedSteps({ step: 'analysing_changes', position: 3, total: 3 }),
    );
    expect(seen).toEqual([
      ['detecting_language', 'updating'],
      ['detecting_language', 'updating', 'translating', 'saving'],
      ['detecting_language', 'updating'],
    ]);
  });

  const stepsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const seen: string[] = [];
    const listen = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (sql.includes('insert into use_case_progress')) seen.push(String(bindings[2]));
    };
    database.db.on('query', listen);
    await work();
    database.db.off('query', listen);
    return seen;
  };

  test('all six are named where they happen', async () => {
    const item = await anItem(database.db);
    const progressId = 'p-2';
    const analysing = await stepsOf(() =>
      withModel.useCaseAnalysis.analyse(person, 'ru', { text: russian, progressId }),
    );
    expect(analysing).toEqual(['analysing_text', 'done']);
    let id = 0;
    const creating = await stepsOf(async () => {
      ({ id } = await withModel.useCaseWriting.create(person, item.id, {
        descriptionRu: russian,
        progressId,
      }));
    });
    expect(creating).toEqual(['detecting_language', 'translating', 'saving', 'done']);
    const updating = await stepsOf(() =>
      withModel.useCaseWriting.update(person, 'ru', id, {
        descriptionRu: 'Пишу код для игры быстрее',
        progressId,
      }),
    );
    expect(updating).toEqual([
      'detecting_language',
      'updating',
      'translating',
      'saving',
      'analysing_changes',
      'done',
    ]);
  });

  test('what is not done is not named: without a model nothing is translated', async () => {
    const item = await anItem(database.db);
    const creating = await stepsOf(() =>
      without.useCaseWriting.create(person, item.id, { descriptionRu: russian, progressId: 'p-3' }),
    );
    expect(creating).toEqual(['detecting_language', 'saving', 'done']);
  });

  test('a failure is told with the number of its step', async () => {
    standIn.misbehave('unauthorized');
    const failing = withModel.useCaseAnalysis.analyse(person, 'ru', {
      text: russian,
      progressId: 'p-4',
    });
    await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await without.useCases.progress(person, 'p-4')).toEqual({
      step: 'failed',
      position: 1,
      total: 1,
      passed: [],
    });
  });

  describe('that cannot be recorded decide nothing', () => {
    /** Every record of steps fails, or only the one of a step. */
    const failAt = (step: string | null) =>
      database.db.raw(`
        create function refuse_step() returns trigger language plpgsql as $$
        begin raise exception 'no record of steps' using errcode = '53100'; end $$;
        create trigger refuse_step before insert or update on use_case_progress for each row
        ${step === null ? '' : `when (new.step = '${step}')`} execute function refuse_step()`);

    afterEach(() => database.db.raw('drop function if exists refuse_step() cascade'));

    test.each([null, 'done', 'saving'])('a case is written and answered (%s)', async (step) => {
      const item = await anItem(database.db);
      await failAt(step);
      const useCase = await withModel.useCaseWriting.create(person, item.id, {
        descriptionRu: russian,
        progressId: 'p-8',
      });
      expect(await rows(item.id)).toMatchObject([{ id: useCase.id, description_ru: russian }]);
    });

    test('a change is judged and moves the case up, whatever failed after it was saved', async () => {
      const { id } = await aUseCase(database.db, {
        userId: person.user.id,
        descriptionRu: russian,
      });
      await failAt('analysing_changes');
      const change = withModel.useCaseWriting.update(person, 'ru', id, {
        descriptionRu: 'Совсем другой пример с другими словами',
        progressId: 'p-9',
      });
      expect(await change).toMatchObject({ isSignificant: true });
    });

    test('a refusal stays the refusal that it is', async () => {
      await failAt(null);
      const change = withModel.useCaseWriting.update(person, 'ru', 2_000_000_000, {
        descriptionRu: russian,
        progressId: 'p-10',
      });
      await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('old records that cannot be forgotten hinder no analysis', async () => {
      await database.db.raw('alter table use_case_progress rename to elsewhere');
      const analysed = without.useCaseAnalysis.analyse(person, 'ru', {
        text: russian,
        progressId: 'p-11',
      });
      const settled = await Promise.allSettled([analysed]);
      await database.db.raw('alter table elsewhere rename to use_case_progress');
      expect(settled).toMatchObject([{ value: { source: 'rules' } }]);
    });
  });

  test('are forgotten after ten minutes', async () => {
    await without.useCaseAnalysis.analyse(person, 'ru', { text: russian, progressId: 'p-5' });
    await database.db.raw(
      `update use_case_progress set updated_at = updated_at - interval '10 minutes'`,
    );
    expect(await without.useCases.progress(person, 'p-5')).toBeNull();
    await without.useCaseAnalysis.analyse(person, 'ru', { text: russian, progressId: 'p-6' });
    expect(await database.db('use_case_progress').count({ count: '*' })).toEqual([{ count: 1 }]);
  });
});

test('a repeat with the same key after the item was hidden answers the case that is there', async () => {
  const { id } = await anItem(database.db);
  const input = { descriptionRu: russian, idempotencyKey: 'hidden-later' };
  const first = await without.useCaseWriting.create(person, id, input);
  await database.db('items').where({ id }).update({ removed_at: new Date() });
  expect(await without.useCaseWriting.create(person, id, input)).toMatchObject({ id: first.id });
});
