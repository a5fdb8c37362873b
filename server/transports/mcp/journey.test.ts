// A conversation of an agent for a person, in Russian, with nothing but tools/list.
import { Ajv } from 'ajv';
import { startFakeLanguageModel, type FakeLanguageModel } from '../../../fakes/languageModel.ts';
import { connectAgent, tokenOf } from '../../testing/agents.ts';
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

let model: FakeLanguageModel;
let app: TestApp;

beforeAll(async () => {
  model = await startFakeLanguageModel();
  app = await startTestApp({
    env: {
      LANGUAGE_MODEL_URL: model.url,
      LANGUAGE_MODEL_NAME: 'stand-in',
      LANGUAGE_MODEL_KEY: 'key',
    },
  });
  await app.database
    .db('company_domains')
    .insert({ domain: 'nexters.example', company_key: 'nexters' });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

/** An agent that finds a tool by what its description says, and calls it as its schemas say. */
async function scriptedAgent(token: string) {
  const agent = await connectAgent(app, token);
  const { tools } = await agent.client.listTools();
  const ajv = new Ajv({ strict: false });
  return async <Answer>(words: RegExp, given: Record<string, unknown>): Promise<Answer> => {
    const [tool, ...others] = tools.filter(({ description = '' }) => words.test(description));
    expect(others.map(({ name }) => name)).toEqual([]);
    expect([ajv.validate(tool!.inputSchema, given), ajv.errorsText()]).toEqual([true, 'No errors']);
    const answer = await agent.use<Answer>(tool!.name, given);
    expect(ajv.validate(tool!.outputSchema!, answer)).toBe(true);
    return answer;
  };
}

interface Found {
  services: { id: string; title: string }[];
  unsure: boolean;
}

test('finds a tool for a task, asks what may go in, marks it, writes a case with a question between, asks for access', async () => {
  const { db } = app.database;
  const reviewer = await anItem(db, {
    titleRu: 'Ревизор кода',
    titleEn: null,
    descriptionRu: 'Проверяет исходный код и находит в нём ошибки.',
    descriptionEn: null,
  });
  const dubber = await anItem(db, {
    titleRu: 'Озвучка роликов',
    titleEn: null,
    descriptionRu: 'Озвучивает трейлеры и рекламные ролики на других языках.',
    descriptionEn: null,
  });
  const admin = await app.signedIn({ isAdmin: true, email: 'boss@nexters.example' });
  await admin.call('PUT', '/api/v1/rules', {
    company: 'nexters',
    rules: [
      {
        itemId: String(reviewer.id),
        verdicts: [{ dataClass: 'source_code', verdict: 'yes' }],
      },
    ],
  });
  const person = await app.signedIn({ name: 'Анна', email: 'anna@nexters.example' });
  const made = await tokenOf(person, 'write');
  const agent = await scriptedAgent(made.token);

  const found = await agent<Found>(/^Finds/, {
    query: 'проверить код на ошибки',
    language: 'ru',
  });
  expect(found).toMatchObject({ unsure: false, services: [{ title: reviewer.titleRu }] });
  const { id } = found.services[0]!;

  expect(await agent(/my company’s data rules/, { id, language: 'ru' })).toMatchObject({
    description: 'Проверяет исходный код и находит в нём ошибки.',
    rules: { verdicts: { source_code: 'yes', player_data: 'undecided' } },
  });

  expect(await agent(/the person uses a service/, { id })).toEqual({ users: 1 });

  const said = { id, text: 'Проверяю код', language: 'ru' };
  expect(await agent(/how they use a service/, said)).toEqual({
    status: 'question',
    question: 'Что именно вы сделали и что это дало?',
  });
  const answer = 'Перед каждым выпуском он просматривает изменения и нашёл десять ошибок за месяц.';
  const written = await agent<{ status: string; case_id: string }>(/how they use a service/, {
    ...said,
    answer,
  });
  expect(written).toMatchObject({ status: 'written' });
  expect(model.questions.map(({ asked }) => asked.data['text'])).toEqual(
    expect.arrayContaining(['Проверяю код', `Проверяю код. ${answer}`]),
  );

  const other = await agent<Found>(/^Finds/, { query: 'озвучить трейлер', language: 'ru' });
  expect(other.services[0]).toMatchObject({ title: dubber.titleRu });
  const requested = await agent<{ request_id: string }>(/grant access/, {
    id: other.services[0]!.id,
    subscription: 'pro',
    purpose: 'Озвучивать трейлеры',
  });

  // What is recorded of it is the person's, as if done in the page.
  const { body } = await person.graphql<{
    knowledgeItem: object;
    myAccessRequests: object[];
    myApiTokens: object[];
  }>(
    `{ knowledgeItem(id: "${id}") { isLiked useCasesCount }
         myAccessRequests { id } myApiTokens { id lastUsedAt } }`,
  );
  expect(body.data).toMatchObject({
    knowledgeItem: { isLiked: true, useCasesCount: 1 },
    myAccessRequests: [{ id: requested.request_id }],
    myApiTokens: [{ id: made.id, lastUsedAt: expect.any(String) as string }],
  });
  const events = await db('events').where({ actor_id: person.userId }).orderBy('id');
  expect(
    events.map((one: { kind: string; subject_id: string }) => [one.kind, one.subject_id]),
  ).toEqual([
    ['use_case_published', written.case_id],
    ['access_request_moved', requested.request_id],
  ]);
  // And as done through the token.
  const acted = (did: string, on: string | null) => ({
    action: 'apiToken.acted',
    subjectId: made.id,
    after: JSON.stringify({ id: on, did, name: 'Agent' }),
    actor: { name: 'Анна' },
  });
  const record = await admin.graphql(
    `{ auditLog(actorId: "${person.userId}") { entries { action subjectId after actor { name } } } }`,
  );
  expect(record.body.data).toEqual({
    auditLog: {
      entries: [
        acted('requestAccess', other.services[0]!.id),
        acted('createUseCase', id),
        acted('analyzeUseCase', null),
        acted('analyzeUseCase', null),
        acted('likeKnowledge', id),
        expect.objectContaining({ action: 'apiToken.created', subjectId: made.id }),
      ],
    },
  });
  // Whoever decides on it sees who asks.
  const { body: waiting } = await admin.graphql(
    '{ accessRequestsToDecide { request { id } requester { name } } }',
  );
  expect(waiting.data).toEqual({
    accessRequestsToDecide: [
      { request: { id: requested.request_id }, requester: { name: 'Анна' } },
    ],
  });
});
