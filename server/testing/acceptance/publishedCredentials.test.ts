// Credentials in published texts are refused by every transport.
import { startFakeLanguageModel, type FakeLanguageModel } from '../../../fakes/languageModel.ts';
import { connectAgent, tokenOf, type Agent, startWithPerson } from '../agents.ts';
import { aMember, anAdmin, anItem } from '../builders.ts';
import type { Caller, TestApp } from '../testApp.ts';

const ownText =
  'I dub our trailers into German with it, and it saves our team two days for every release.';
// Put together here: the project holds nothing that looks like a key.
const key = `${ownText} ${'ghp_'}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6`;

let model: FakeLanguageModel;
let app: TestApp;
let person: Caller & { userId: number };
let agent: Agent;
beforeAll(async () => {
  model = await startFakeLanguageModel();
  ({ app, person } = await startWithPerson({
    env: {
      LANGUAGE_MODEL_URL: model.url,
      LANGUAGE_MODEL_NAME: 'stand-in',
      LANGUAGE_MODEL_KEY: 'key',
    },
  }));
  agent = await connectAgent(app, (await tokenOf(person, 'write')).token);
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const newItem = async () => String((await anItem(app.database.db)).id);
const casesOf = (itemId: string) => app.database.db('use_cases').where({ item_id: itemId });

test('over GraphQL a key is refused, in a new case and in a changed one', async () => {
  const itemId = await newItem();
  const create = (text: string) =>
    person.graphql<{ createUseCase: { id: string } }>(
      'mutation ($itemId: ID!, $text: String!) { createUseCase(itemId: $itemId, descriptionEn: $text) { id } }',
      { itemId, text },
    );
  const refused = [
    { extensions: { code: 'INVALID', reason: 'holdsKey', facts: { field: 'descriptionEn' } } },
  ];
  expect((await create(key)).body.errors).toMatchObject(refused);
  expect(await casesOf(itemId)).toEqual([]);
  const { id } = (await create(ownText)).body.data.createUseCase;
  const changed = await person.graphql(
    'mutation ($id: ID!, $text: String!) { updateUseCase(id: $id, descriptionEn: $text) { isSignificant } }',
    { id, text: key },
  );
  expect(changed.body.errors).toMatchObject(refused);
  expect(await casesOf(itemId)).toMatchObject([{ description_en: ownText }]);
});

test('no secret is sent to a language model, neither to be checked nor to be translated', async () => {
  const itemId = await newItem();
  const check = (text: string) =>
    person.graphql('mutation ($text: String!) { analyzeUseCase(text: $text) { source } }', {
      text,
    });
  const before = model.questions.length;
  expect((await check(key)).body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  const { body } = await person.graphql(
    'mutation ($itemId: ID!, $text: String!) { createUseCase(itemId: $itemId, descriptionEn: $text) { id } }',
    { itemId, text: key },
  );
  expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  expect(model.questions.slice(before)).toEqual([]);
  // It is there, and asked what holds none.
  expect((await check(ownText)).body.errors).toBeUndefined();
  expect(model.questions.length).toBeGreaterThan(before);
});

test('over REST, in the language of the caller', async () => {
  expect(
    await person.call(
      'POST',
      `/api/v1/use-cases/knowledge/${await newItem()}`,
      { descriptionEn: key },
      { 'Accept-Language': 'ru' },
    ),
  ).toMatchObject({
    status: 400,
    body: {
      reason: 'holdsKey',
      facts: { field: 'descriptionEn' },
      detail: expect.stringMatching(/^Это ключ/) as string,
    },
  });
});

test('an agent gets no key in, whether it skips the check or not', async () => {
  const id = await newItem();
  for (const how of [{}, { as_is: true }])
    expect(await agent.refused('write_use_case', { id, text: key, ...how })).toMatchObject({
      code: 'INVALID',
      reason: 'holdsKey',
    });
  expect(await casesOf(id)).toEqual([]);
});

test('reports, proposals and requests for access bring no key to those who read them', async () => {
  const id = await newItem();
  for (const [name, given] of [
    ['report_service', { id, kind: 'other', comment: key }],
    ['propose_service', { address: `keyed.example.com/?token=${key.split(' ').at(-1)!}` }],
    ['propose_service', { address: 'keyed.example.com', comment: key }],
    ['request_access', { id, subscription: 'pro', purpose: key }],
  ] as const)
    expect(await agent.refused(name, given)).toMatchObject({ code: 'INVALID', reason: 'holdsKey' });
});

describe('what is said to one who waits', () => {
  const refused = { code: 'INVALID', reason: 'holdsKey' };

  test('the word of an approver, whatever it decides', async () => {
    const { accessRequests, accessWorkflow } = app.services;
    const asking = await aMember(app.database.db, { companyKey: 'nexters' });
    const admin = await aMember(app.database.db, { companyKey: 'nexters', isAdmin: true });
    const { titleEn } = await anItem(app.database.db);
    const { id } = await accessRequests.request(asking, {
      service: titleEn!,
      subscriptionType: 'pro',
      features: 'All',
    });
    for (const act of ['ask', 'approve', 'decline'] as const)
      await expect(
        accessWorkflow.decide(admin, id, {
          decision: act,
          expectedVersion: 0,
          message: key,
        }),
      ).rejects.toMatchObject(refused);
  });

  test('the answer to a proposal and to a wish', async () => {
    const { proposals, catalogueGaps } = app.services;
    const admin = await anAdmin(app.database.db);
    const proposing = await aMember(app.database.db);
    const { proposal } = await proposals.propose(proposing, { address: 'answered.example.com' });
    await expect(proposals.decline(admin, proposal!.id, { reason: key })).rejects.toMatchObject(
      refused,
    );
    const [wish] = await catalogueGaps.list(admin, { states: ['open'] });
    await expect(catalogueGaps.decline(admin, wish!.id, { reason: key })).rejects.toMatchObject(
      refused,
    );
    expect(await proposals.own(proposing)).toMatchObject([{ state: 'open' }]);
  });
});

test('admins read no key among the wishes: none is waited for, and none is counted', async () => {
  const { knowledge, searchAlerts } = app.services;
  const searching = await aMember(app.database.db);
  await expect(searchAlerts.subscribe(searching, { search: key })).rejects.toMatchObject({
    reason: 'holdsKey',
  });
  const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
  for (const search of ['qwzx', key].map((text) => text.slice(-90)))
    await knowledge.search(searching, { ...window, search });
  const kept = await app.database.db('zero_result_searches').select('text');
  expect(kept.map(({ text }: { text: string }) => text)).toEqual(['qwzx']);
});

test('the data rules of a service', async () => {
  const { dataRules } = app.services;
  const admin = await aMember(app.database.db, { companyKey: 'nexters', isAdmin: true });
  const { id: itemId } = await anItem(app.database.db);
  const [secret = ''] = key.split(' ').slice(-1);
  const fact = {
    kind: 'region',
    textEn: 'EU',
    sourceUrl: `https://example.com/?token=${secret}`,
    sourceDate: '2026-11-01',
  } as const;
  const verdict = { dataClass: 'source_code', verdict: 'yes_if', conditionEn: secret } as const;
  for (const rule of [{ owner: secret }, { facts: [fact] }, { verdicts: [verdict] }])
    await expect(
      dataRules.set(admin, 'nexters', [{ itemId, tier: 'team', ...rule }]),
    ).rejects.toMatchObject({ reason: 'holdsKey' });
});
