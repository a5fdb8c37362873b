// Analysis of a text with and without a model, and progress of writing; failed recording never affects the result.
import { setTimeout as wait } from 'node:timers/promises';
import { startFakeLanguageModel, type Fault } from '../../../fakes/languageModel.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { aMember, anItem, aUseCase } from '../../testing/builders.ts';
import { aWritingWorld, russian } from '../../testing/useCaseWritingFixture.ts';

const { at, rows } = aWritingWorld();

describe('analysing', () => {
  test('the model improves a text, with reasons in the caller’s language; without one the rules answer', async () => {
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

  test('a model that fails is UNAVAILABLE, with the reason', async () => {
    const faults = {
      malformed: 'languageModelAnswer',
      offSchema: 'languageModelAnswer',
      obeysText: 'languageModelAnswer',
      error500: 'languageModelAway',
    };
    for (const [fault, reason] of Object.entries(faults)) {
      at.fake.setFault(fault as Fault);
      const outcome = await at.withModel.useCaseAnalysis
        .analyse(at.person, 'ru', { text: russian })
        .catch((error: { code: string; reason: string }) => error);
      expect({ fault, outcome }).toMatchObject({
        fault,
        outcome: { code: 'UNAVAILABLE', reason },
      });
    }
  });
});

describe('the steps of the work', () => {
  test('are readable by their owner on any server, as they happen, and by nobody else', async () => {
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

  const stepsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const seen: string[] = [];
    const listen = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (sql.includes('insert into use_case_progress')) seen.push(String(bindings[2]));
    };
    at.database.db.on('query', listen);
    await work();
    at.database.db.off('query', listen);
    return seen;
  };

  test('all six are named where they happen', async () => {
    const item = await anItem(at.database.db);
    const progressId = 'p-2';
    const analysing = await stepsOf(() =>
      at.withModel.useCaseAnalysis.analyse(at.person, 'ru', { text: russian, progressId }),
    );
    expect(analysing).toEqual(['analysing_text', 'done']);
    let id = 0;
    const creating = await stepsOf(async () => {
      ({ id } = await at.withModel.useCaseWriting.create(at.person, item.id, {
        descriptionRu: russian,
        progressId,
      }));
    });
    expect(creating).toEqual(['detecting_language', 'translating', 'saving', 'done']);
    const updating = await stepsOf(() =>
      at.withModel.useCaseWriting.update(at.person, 'ru', id, {
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
    // What is not done is not named: without a model nothing is translated.
    const other = await anItem(at.database.db);
    const alone = await stepsOf(() =>
      at.without.useCaseWriting.create(at.person, other.id, { descriptionRu: russian, progressId }),
    );
    expect(alone).toEqual(['detecting_language', 'saving', 'done']);
  });

  test('a failure is told with the number of its step', async () => {
    at.fake.setFault('unauthorized');
    const failing = at.withModel.useCaseAnalysis.analyse(at.person, 'ru', {
      text: russian,
      progressId: 'p-4',
    });
    await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await at.without.useCases.progress(at.person, 'p-4')).toEqual({
      step: 'failed',
      position: 1,
      total: 1,
      passed: [],
    });
  });

  describe('that cannot be recorded decide nothing', () => {
    /** Every record of steps fails, or only the one of a step. */
    const failAt = (step: string | null) =>
      at.database.db.raw(`
        create function refuse_step() returns trigger language plpgsql as $$
        begin raise exception 'no record of steps' using errcode = '53100'; end $$;
        create trigger refuse_step before insert or update on use_case_progress for each row
        ${step === null ? '' : `when (new.step = '${step}')`} execute function refuse_step()`);

    afterEach(() => at.database.db.raw('drop function if exists refuse_step() cascade'));

    test('a case is written and answered', async () => {
      for (const step of [null, 'done', 'saving']) {
        const item = await anItem(at.database.db);
        await failAt(step);
        const useCase = await at.withModel.useCaseWriting.create(at.person, item.id, {
          descriptionRu: russian,
          progressId: 'p-8',
        });
        expect(await rows(item.id)).toMatchObject([{ id: useCase.id, description_ru: russian }]);
        await at.database.db.raw('drop function refuse_step() cascade');
      }
    });

    test('a change is judged and moves the case up, whatever failed after it was saved', async () => {
      const { id } = await aUseCase(at.database.db, {
        userId: at.person.user.id,
        descriptionRu: russian,
      });
      await failAt('analysing_changes');
      const change = at.withModel.useCaseWriting.update(at.person, 'ru', id, {
        descriptionRu: 'Совсем другой пример с другими словами',
        progressId: 'p-9',
      });
      expect(await change).toMatchObject({ isSignificant: true });
    });

    test('a refusal stays the refusal that it is', async () => {
      await failAt(null);
      const change = at.withModel.useCaseWriting.update(at.person, 'ru', 2_000_000_000, {
        descriptionRu: russian,
        progressId: 'p-10',
      });
      await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('old records that cannot be forgotten hinder no analysis', async () => {
      await at.database.db.raw('alter table use_case_progress rename to elsewhere');
      const analysed = at.without.useCaseAnalysis.analyse(at.person, 'ru', {
        text: russian,
        progressId: 'p-11',
      });
      const settled = await Promise.allSettled([analysed]);
      await at.database.db.raw('alter table elsewhere rename to use_case_progress');
      expect(settled).toMatchObject([{ value: { source: 'rules' } }]);
    });
  });

  test('are forgotten after ten minutes', async () => {
    await at.without.useCaseAnalysis.analyse(at.person, 'ru', { text: russian, progressId: 'p-5' });
    await at.database.db.raw(
      `update use_case_progress set updated_at = updated_at - interval '10 minutes'`,
    );
    expect(await at.without.useCases.progress(at.person, 'p-5')).toBeNull();
    await at.without.useCaseAnalysis.analyse(at.person, 'ru', { text: russian, progressId: 'p-6' });
    expect(await at.database.db('use_case_progress').count({ count: '*' })).toEqual([{ count: 1 }]);
  });
});
