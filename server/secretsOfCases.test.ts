// What people write for others holds no key, at every door; what looks like a password is published only by their word.
import { startLanguageModelStandIn, type LanguageModelStandIn } from '../standins/languageModel.ts';
import { connectAgent, tokenOf, type Agent, startWithPerson } from './testing/agents.ts';
import { aMember, anAdmin, anItem } from './testing/builders.ts';
import type { Caller, TestApp } from './testing/testApp.ts';

const ownText =
  'I dub our trailers into German with it, and it saves our team two days for every release.';
// Put together here: the project holds nothing that looks like a key.
const key = `${ownText} ${'ghp_'}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6`;
const password = `${ownText} Log in as demo, password: Summer2026`;

let model: LanguageModelStandIn;
let app: TestApp;
let person: Caller & { userId: number };
let agent: Agent;
beforeAll(async () => {
  model = await startLanguageModelStandIn();
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

test('over GraphQL a key is refused whatever is said, a password until its author says it is none', async () => {
  const itemId = await newItem();
  const create = async (text: string, mayHoldPassword: boolean) => {
    const { body } = await person.graphql<{ createUseCase: { id: string } | null }>(
      'mutation ($itemId: ID!, $text: String!, $may: Boolean!) { createUseCase(itemId: $itemId, descriptionEn: $text, mayHoldPassword: $may) { id } }',
      { itemId, text, may: mayHoldPassword },
    );
    return body;
  };
  for (const may of [false, true])
    expect((await create(key, may)).errors).toMatchObject([
      { extensions: { code: 'INVALID', reason: 'holdsKey', facts: { part: 'ghp_…' } } },
    ]);
  const doubted = await create(password, false);
  expect(doubted.errors).toMatchObject([
    { extensions: { code: 'INVALID', reason: 'holdsPassword', facts: { part: 'password …' } } },
  ]);
  expect(JSON.stringify(doubted)).not.toContain('Summer2026');
  expect(await casesOf(itemId)).toEqual([]);
  const id = (await create(password, true)).data.createUseCase?.id;
  expect(id).toBeDefined();

  const update = (text: string, rest = '') =>
    person.graphql(
      `mutation ($id: ID!, $text: String!) { updateUseCase(id: $id, descriptionEn: $text${rest}) { isSignificant } }`,
      { id, text },
    );
  // The same again is asked about no more.
  expect((await update(password)).body.errors).toBeUndefined();
  expect((await update(`${password}!`)).body.errors).toMatchObject([
    { extensions: { reason: 'holdsPassword' } },
  ]);
  expect((await update(key, ', mayHoldPassword: true')).body.errors).toMatchObject([
    { extensions: { reason: 'holdsKey' } },
  ]);
  expect(await casesOf(itemId)).toMatchObject([{ description_en: password }]);
});

test('no secret is sent to a language model, neither to be checked nor to be translated', async () => {
  const itemId = await newItem();
  const check = (text: string) =>
    person.graphql('mutation ($text: String!) { analyzeUseCase(text: $text) { source } }', {
      text,
    });
  const before = model.questions.length;
  for (const text of [key, password]) {
    expect((await check(text)).body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
    const { body } = await person.graphql(
      'mutation ($itemId: ID!, $text: String!) { createUseCase(itemId: $itemId, descriptionEn: $text) { id } }',
      { itemId, text },
    );
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  }
  expect(model.questions.slice(before)).toEqual([]);
  // It is there, and asked what holds none.
  expect((await check(ownText)).body.errors).toBeUndefined();
  expect(model.questions.length).toBeGreaterThan(before);
});

test('over REST, in the language of the caller', async () => {
  const itemId = await newItem();
  const post = (body: object) =>
    person.call('POST', `/api/v1/use-cases/knowledge/${itemId}`, body, { 'Accept-Language': 'ru' });
  expect(await post({ descriptionEn: password })).toMatchObject({
    status: 400,
    body: {
      reason: 'holdsPassword',
      facts: { part: 'password …' },
      detail: expect.stringMatching(/^Похоже на пароль/) as string,
    },
  });
  expect((await post({ descriptionEn: key, mayHoldPassword: true })).status).toBe(400);
  expect((await post({ descriptionEn: password, mayHoldPassword: true })).status).toBe(200);
});

test('an agent asks its person about a password, and gets no key in', async () => {
  const id = await newItem();
  const asked = await agent.use('write_use_case', { id, text: password });
  expect(asked).toEqual({
    status: 'question',
    question: expect.stringContaining('password …') as string,
  });
  expect(await agent.refused('write_use_case', { id, text: key })).toMatchObject({
    code: 'INVALID',
    reason: 'holdsKey',
  });
  expect(await agent.refused('write_use_case', { id, text: key, as_is: true })).toMatchObject({
    reason: 'holdsKey',
  });
  expect(await casesOf(id)).toEqual([]);
  // To skip the check says nothing of a password.
  expect(await agent.use('write_use_case', { id, text: password, as_is: true })).toEqual(asked);
  expect(await agent.refused('write_use_case', { id, text: key, no_password: true })).toMatchObject(
    {
      reason: 'holdsKey',
    },
  );
  expect(await casesOf(id)).toEqual([]);
  expect(
    await agent.use('write_use_case', { id, text: password, no_password: true }),
  ).toMatchObject({ status: 'written' });
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
    const { access, accessCases } = app.services;
    const asking = await aMember(app.database.db, { companyKey: 'nexters' });
    const admin = await aMember(app.database.db, { companyKey: 'nexters', isAdmin: true });
    const { titleEn } = await anItem(app.database.db);
    const { id } = await access.request(asking, {
      service: titleEn!,
      subscriptionType: 'pro',
      features: 'All',
    });
    for (const act of ['ask', 'approve', 'decline'] as const)
      await expect(
        accessCases.decide(admin, id, { act, expectedVersion: 0, word: key }),
      ).rejects.toMatchObject(refused);
    expect(
      (await accessCases.decide(admin, id, { act: 'ask', expectedVersion: 0, word: password }))
        .request.word,
    ).toBe(password);
  });

  test('the answer to a proposal and to a wish', async () => {
    const { proposals, wishes } = app.services;
    const admin = await anAdmin(app.database.db);
    const proposing = await aMember(app.database.db);
    const { proposal } = await proposals.propose(proposing, { address: 'answered.example.com' });
    await expect(proposals.decline(admin, proposal!.id, { answer: key })).rejects.toMatchObject(
      refused,
    );
    const [wish] = await wishes.list(admin, { states: ['open'] });
    await expect(wishes.decline(admin, wish!.id, { answer: key })).rejects.toMatchObject(refused);
    expect(await proposals.own(proposing)).toMatchObject([{ state: 'open' }]);
  });
});

test('a key cut over two reports is one where the comments are joined', async () => {
  const { complaints } = app.services;
  const reporting = await aMember(app.database.db);
  const { id: itemId } = await anItem(app.database.db);
  const about = { itemId, complaintType: 'other' as const };
  const half = key.length - 20;
  await complaints.report(reporting, '', { ...about, comment: key.slice(0, half) });
  await expect(
    complaints.report(reporting, '', { ...about, comment: key.slice(half) }),
  ).rejects.toMatchObject({ code: 'INVALID', reason: 'holdsKey' });
  expect(await complaints.own(reporting)).toMatchObject([{ comment: key.slice(0, half) }]);
});

test('admins read no key among the wishes: none is waited for, and none is counted', async () => {
  const { knowledge, watches } = app.services;
  const searching = await aMember(app.database.db);
  await expect(watches.watch(searching, { search: key })).rejects.toMatchObject({
    reason: 'holdsKey',
  });
  const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
  for (const search of ['qwzx', key, password].map((text) => text.slice(-90)))
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
