// R10: secrets of the settings and of a session appear in no log line, answer, error or file of the project.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startFakeLanguageModel, type FakeLanguageModel } from '../../../fakes/languageModel.ts';
import { ConfigError, readConfig } from '../../config/config.ts';
import { settings, type SettingName } from '../../config/settings.ts';
import { createLog } from '../../shared/log.ts';
import { connectAgent, startWithPerson, type Agent } from '../agents.ts';
import { aMember, anAdmin, anItem } from '../builders.ts';
import { runDueJobs } from '../runJobs.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../testApp.ts';

const root = join(import.meta.dirname, '../../..');

/** Nothing listens there: calls of external services fail, and errors are where secrets are logged by mistake. */
const away = 'http://127.0.0.1:1';
const canaries = {
  GOOGLE_CLIENT_SECRET: 'canary-google',
  TELEGRAM_BOT_TOKEN: '123456:canary-bot',
  TELEGRAM_WEBHOOK_SECRET: 'canary-webhook',
  TELEGRAM_CLIENT_SECRET: 'canary-telegram',
  RAINDROP_TOKEN: 'canary-raindrop',
  LANGUAGE_MODEL_KEY: 'canary-model',
  EMBEDDINGS_KEY: 'canary-embeddings',
  SMTP_URL: 'smtp://user:canary-smtp@127.0.0.1:1',
  METRICS_TOKEN: 'canary-metrics-token',
  SECRETS_KEY: 'cafe'.repeat(16),
};
const env = {
  ...canaries,
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_ISSUER: away,
  TELEGRAM_BOT_NAME: 'loadout_bot',
  TELEGRAM_API_URL: away,
  TELEGRAM_ISSUER: away,
  RAINDROP_URL: away,
  LANGUAGE_MODEL_URL: away,
  LANGUAGE_MODEL_NAME: 'model',
  EMBEDDINGS_URL: away,
  EMBEDDINGS_MODEL: 'model',
  MAIL_FROM: 'loadout@example.com',
  ACCESS_REQUESTS_TO: 'it@example.com',
};

const lines: string[] = [];
const answers: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env,
    log: createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } }),
  });
});
afterAll(() => app.close());

test('covers every secret setting except the database’s', () => {
  const secrets = Object.entries(settings).filter(([, { secret }]) => secret);
  const others = secrets.map(([name]) => name).filter((name) => !name.startsWith('DATABASE_'));
  expect(Object.keys(canaries).sort()).toEqual(others.sort());
});

test('no log line and no answer contains a secret, even when all external services fail', async () => {
  const person = await app.signedIn();
  const admin = await app.signedIn({ isAdmin: true });
  const visitor = app.visitor();
  const { token } = await tokenOf(admin, 'read');
  const bearer = { Authorization: `Bearer ${token}` };
  const text = 'Мы делаем отчёты за час вместо двух дней';
  const say = async (answer: Promise<unknown>) => void answers.push(JSON.stringify(await answer));

  await say(visitor.call('POST', '/api/v1/auth/login', { provider: 'google' }));
  await say(visitor.call('POST', '/api/v1/auth/login', { provider: 'telegram' }));
  await say(visitor.call('POST', '/api/v1/auth/google/callback', { code: 'canary-code' }));
  await say(visitor.call('POST', '/api/v1/auth/validate-token', { token: 'canary-direct' }));
  await say(visitor.call('GET', '/?token=canary-direct&code=canary-code'));
  await say(visitor.call('GET', '/metrics', undefined, { Authorization: 'Bearer canary-wrong' }));
  await say(
    visitor.call('GET', '/metrics', undefined, {
      Authorization: `Bearer ${canaries.METRICS_TOKEN}`,
    }),
  );
  await say(visitor.call('GET', '/api/v1/health'));
  await say(visitor.call('GET', '/api/v1/auth/me', undefined, bearer));
  await say(visitor.call('GET', '/api/v1/auth/me', undefined, { Authorization: 'Bearer canary' }));
  await say(person.call('POST', '/api/v1/use-cases/analyze', { text }));
  await say(person.call('POST', '/api/v1/telegram/generate-invite'));
  await say(
    visitor.call(
      'POST',
      '/api/v1/telegram/webhook',
      { update_id: 1 },
      { 'X-Telegram-Bot-Api-Secret-Token': canaries.TELEGRAM_WEBHOOK_SECRET },
    ),
  );
  await say(visitor.call('POST', '/graphql', '{"query": "{ me { id } '));
  await say(admin.call('GET', '/api/v1/knowledge/sync/status'));
  const run = app.services.sync.run({
    startedBy: 'test',
    signal: new AbortController().signal,
  });
  await say(run);
  await app.services.jobs.enqueue('sendAccessRequests');
  await runDueJobs(app.database.url, app.services);
  await app.services.botConnection?.check().catch((error: unknown) => {
    app.services.log.warn({ err: error }, 'as a careless caller would log it');
  });
  // Objects that careless code logs whole: request headers, an answer of a provider, an error with both in it.
  const careless = {
    headers: { authorization: `Bearer ${token}`, cookie: [...person.cookies.values()].join() },
    tokens: { access_token: 'canary-access', id_token: 'canary-id', refresh_token: 'canary-more' },
    code: 'canary-code',
    clientSecret: canaries.GOOGLE_CLIENT_SECRET,
    bot: { botToken: canaries.TELEGRAM_BOT_TOKEN, webhookSecret: canaries.TELEGRAM_WEBHOOK_SECRET },
    smtp: { password: 'canary-smtp' },
  };
  app.services.log.warn(careless, 'as a careless caller would log it');
  app.services.log.child({ part: 'test' }).error({ request: careless }, 'and one level deeper');
  app.services.log.info({ url: `${app.url}/?token=canary-direct&code=canary-code` }, 'an address');
  app.services.log.info({ url: canaries.SMTP_URL }, 'an address with a password');
  answers.push(JSON.stringify(app.services.clientSettings('localhost')));

  const cookies = [...person.cookies.values(), ...admin.cookies.values()];
  expect(cookies.length).toBeGreaterThan(1);
  const wanted = ['canary', canaries.SECRETS_KEY, token, ...cookies];
  const holds = (line: string) => wanted.some((one) => line.includes(one));
  expect(lines.length).toBeGreaterThan(5);
  expect(answers.length).toBeGreaterThan(15);
  expect(lines.filter(holds)).toEqual([]);
  expect(answers.filter(holds)).toEqual([]);
});

test('no message about wrong settings contains a value', () => {
  const wrong = Object.fromEntries(
    Object.keys(settings).map((name) => [name, `canary ${name} \u0000`]),
  ) as Record<SettingName, string>;
  let message = '';
  try {
    readConfig(wrong);
  } catch (error) {
    message = error instanceof ConfigError ? error.message : String(error);
  }
  expect(message).toContain('problems');
  expect(message).not.toContain('canary');
});

/** Formats of the secrets that are most often committed by mistake. */
const forms = [
  /-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  /\bsk-[A-Za-z0-9_-]{32,}/,
  /\bGOCSPX-[A-Za-z0-9_-]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/,
  /\blo_[A-Za-z0-9_-]{40,}/,
];

const folders = 'client,codegen,deploy,docs,e2e,migrations,schema,scripts,server';

/** The files of the project, without a developer's own `.env`. */
const projectFiles = (): string[] =>
  globSync([`{${folders}}/**/*.*`, 'bench/*.*', '*.*', '.env.example', 'Dockerfile'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter(
      (entry) => entry.isFile() && !/\.(?:png|webp|avif|jpg|woff2|mp4|webm)$/.test(entry.name),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

test('no file of the project or the built client looks like a secret', () => {
  const built = globSync('dist/client/**/*.{js,html,css}', { cwd: root });
  const files = [...projectFiles(), ...built];
  expect(files.length).toBeGreaterThan(500);
  const hits = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return forms.some((form) => form.test(text));
  });
  expect(hits).toEqual([]);
});

describe('credentials in published texts are refused', () => {
  const ownText =
    'I dub our trailers into German with it, and it saves our team two days for every release.';
  // Concatenated so that no file of the project contains a key format.
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

  test('over GraphQL in new and changed use cases', async () => {
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

  test('before a language model is asked to check or translate', async () => {
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
    // The model is configured and is asked about a text without credentials.
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

  test('over MCP with and without the check', async () => {
    const id = await newItem();
    for (const how of [{}, { as_is: true }])
      expect(await agent.refused('write_use_case', { id, text: key, ...how })).toMatchObject({
        code: 'INVALID',
        reason: 'holdsKey',
      });
    expect(await casesOf(id)).toEqual([]);
  });

  test('in complaints, proposals and access requests', async () => {
    const id = await newItem();
    for (const [name, given] of [
      ['report_service', { id, kind: 'other', comment: key }],
      ['propose_service', { address: `keyed.example.com/?token=${key.split(' ').at(-1)!}` }],
      ['propose_service', { address: 'keyed.example.com', comment: key }],
      ['request_access', { id, subscription: 'pro', purpose: key }],
    ] as const)
      expect(await agent.refused(name, given)).toMatchObject({
        code: 'INVALID',
        reason: 'holdsKey',
      });
  });

  describe('in messages to requesters', () => {
    const refused = { code: 'INVALID', reason: 'holdsKey' };

    test('of an approver, in any decision', async () => {
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

    test('of an admin to a proposal or a catalogue gap', async () => {
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

  test('never become a catalogue gap or an alert', async () => {
    const { knowledge, searchAlerts } = app.services;
    const searching = await aMember(app.database.db);
    await expect(searchAlerts.subscribe(searching, { search: key })).rejects.toMatchObject({
      reason: 'holdsKey',
    });
    const window = {
      page: 0,
      perPage: 12,
      sortBy: 'likes',
      verified: false,
      exact: false,
    } as const;
    for (const search of ['qwzx', key].map((text) => text.slice(-90)))
      await knowledge.search(searching, { ...window, search });
    const kept = await app.database.db('zero_result_searches').select('text');
    expect(kept.map(({ text }: { text: string }) => text)).toEqual(['qwzx']);
  });

  test('in data rules', async () => {
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
});
