// What people write for others holds no key, at every door; what looks like a password is published only by their word.
import { connectAgent, tokenOf, type Agent } from './testing/agents.ts';
import { anItem } from './testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from './testing/testApp.ts';

const ownText =
  'I dub our trailers into German with it, and it saves our team two days for every release.';
// Put together here: the project holds nothing that looks like a key.
const key = `${ownText} ${'ghp_'}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6`;
const password = `${ownText} Log in as demo, password: Summer2026`;

let app: TestApp;
let person: Caller & { userId: number };
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  await app.database
    .db('company_domains')
    .insert({ domain: 'nexters.example', company_key: 'nexters' });
  person = await app.signedIn();
  agent = await connectAgent(app, (await tokenOf(person, 'write')).token);
});
afterAll(() => app.close());

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

test('a check sends no secret to a language model', async () => {
  for (const text of [key, password]) {
    const { body } = await person.graphql(
      'mutation ($text: String!) { analyzeUseCase(text: $text) { source } }',
      { text },
    );
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  }
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
  expect(await agent.use('write_use_case', { id, text: password, as_is: true })).toMatchObject({
    status: 'written',
  });
});

test('reports, proposals and requests for access bring no key to those who read them', async () => {
  const id = await newItem();
  for (const [name, given] of [
    ['report_service', { id, kind: 'other', comment: key }],
    ['propose_service', { address: 'keyed.example.com', comment: key }],
    ['request_access', { id, subscription: 'pro', purpose: key }],
  ] as const)
    expect(await agent.refused(name, given)).toMatchObject({ code: 'INVALID', reason: 'holdsKey' });
});
