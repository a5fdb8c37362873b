// Use case analysis by rules, and by working and failing models over HTTP.
import {
  startLanguageModelStandIn,
  type LanguageModelStandIn,
  type Misbehaviour,
} from '../../../fakes/languageModel.ts';
import type { Services } from '../../composition.ts';
import { aMember, aUseCase } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Member } from '../people/accounts/accounts.ts';

const russian = 'Мы делаем отчёты за час вместо двух дней';

let database: TestDatabase;
let standIn: LanguageModelStandIn;
let withModel: Services;
let without: Services;
let person: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  person = await aMember(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  standIn = await startLanguageModelStandIn();
  const env = {
    LANGUAGE_MODEL_URL: standIn.url,
    LANGUAGE_MODEL_NAME: 'stand-in',
    LANGUAGE_MODEL_KEY: 'key-canary',
  };
  withModel = createTestServices(database.db, { env }).services;
  without = createTestServices(database.db).services;
});
afterEach(() => standIn.close());

describe('analysing', () => {
  test('the model improves a text; reasons are in the caller’s language', async () => {
    const text = russian.toLowerCase();
    const answer = await withModel.useCaseAnalysis.analyse(person, 'en', { text });
    expect(answer).toEqual({
      source: 'model',
      improvedCases: [
        { type: 'improved', reason: expect.stringContaining('clear'), text: `${russian}.` },
      ],
    });
    expect(standIn.questions[0]?.asked.data).toEqual({ text });
  });

  test('without a model the rules answer, and say so', async () => {
    const answer = await without.useCaseAnalysis.analyse(person, 'ru', { text: 'пишу код' });
    expect(answer).toMatchObject({
      source: 'rules',
      improvedCases: [{ type: 'needs_clarification', text: 'пишу код' }],
    });
  });

  test.each(['', '   ', '\n\t'])(
    'a blank text is INVALID before anybody is asked: %j',
    async (text) => {
      await expect(withModel.useCaseAnalysis.analyse(person, 'ru', { text })).rejects.toMatchObject(
        {
          code: 'INVALID',
          errors: [{ path: 'text', code: 'required' }],
        },
      );
      expect(standIn.questions).toHaveLength(0);
    },
  );

  test('5,000 characters are taken, 5,001 are not', async () => {
    const analyse = (text: string) => without.useCaseAnalysis.analyse(person, 'ru', { text });
    expect((await analyse('я'.repeat(5_000))).improvedCases).toHaveLength(1);
    await expect(analyse('я'.repeat(5_001))).rejects.toMatchObject({
      errors: [{ path: 'text', code: 'too_long' }],
    });
  });

  test.each<[Misbehaviour, string]>([
    ['malformed', 'languageModelAnswer'],
    ['offSchema', 'languageModelAnswer'],
    ['obeysText', 'languageModelAnswer'],
    ['error500', 'languageModelAway'],
  ])('a model that is %s is UNAVAILABLE, with the reason %s', async (how, reason) => {
    standIn.misbehave(how);
    await expect(
      withModel.useCaseAnalysis.analyse(person, 'ru', { text: russian }),
    ).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason,
    });
  });

  test('a visitor may not', async () => {
    await expect(
      without.useCaseAnalysis.analyse({ kind: 'visitor' }, 'ru', { text: russian }),
    ).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('the model reads the text alone: no names, no addresses, nobody else’s texts, no key', async () => {
    await aUseCase(database.db, { descriptionRu: 'чужая-канарейка' });
    await withModel.useCaseAnalysis.analyse(person, 'ru', { text: russian });
    const sent = standIn.questions[0]!.body;
    for (const canary of ['канарейка', person.user.name, person.user.email!, 'key-canary']) {
      expect(sent).not.toContain(canary);
    }
  });
});
