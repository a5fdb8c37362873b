// In production: no introspection and no hints (G2), pages for developers behind the sign-in, headers and cookies (C4, A7).
import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { buildSchema } from '../graphql/schema.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://loadout.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};
const ourOrigin = { Origin: production.PUBLIC_URL };
const schema = buildSchema();

let live: TestApp;

beforeAll(async () => {
  live = await startTestApp({ env: production });
});
afterAll(() => live.close());

/** Somebody with a session; in production the developer sign-in does not exist. */
async function livePerson() {
  const [row] = await live.database
    .db('users')
    .insert({ name: 'Anna', email: 'anna@nexters.example', company_key: 'nexters' })
    .returning<{ id: number }[]>('id');
  const { token } = await live.services.sessions.open(row!.id);
  const person = live.visitor();
  person.cookies.set('__Host-sid', token);
  return person;
}

const ask = (query: string) =>
  live
    .visitor()
    .call<{ data?: unknown; errors?: unknown[] }>('POST', '/graphql', { query }, ourOrigin);

test('there is no introspection', async () => {
  for (const query of ['{ __schema { types { name } } }', '{ __type(name: "User") { name } }']) {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.data ?? null).toBeNull();
  }
});

const wrong = [
  '{ healt { status } }',
  '{ health { statu } }',
  '{ tags(serch: "1") { id } }',
  '{ clientSettings }',
  '{ knowledgeItem { titleEn } }',
  '{ searchKnowledge(sortBy: like) { total } }',
  '{ health { ...F } } fragment F on Helth { status }',
  'query ($id: Int!) { knowledgeItem(id: $id) { id } }',
  'mutation { reportItem(input: {item: "1"}) { id } }',
  'mutation { checkTelegramLogin(login: 5) { token } }',
  'mutation ($i: ReportInput!) { reportItem(input: $i) { id } }',
];
const names = [
  ...Object.keys(schema.getTypeMap()),
  ...Object.values(schema.getTypeMap()).flatMap((type) =>
    isEnumType(type)
      ? type.getValues().map(({ name }) => name)
      : isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap((field) => [
            field.name,
            ...('args' in field ? field.args.map((one: { name: string }) => one.name) : []),
          ])
        : [],
  ),
].filter((name) => !['code', 'message', 'errors', 'reason', 'name', 'type'].includes(name));

/** Names of the schema in a message that are not the caller's own words. */
const hintsIn = (message: string, query: string): string[] => {
  const own = new Set(query.match(/\w+/g));
  const quoted = [...message.matchAll(/"([^"]*)"/g)].flatMap(([, one]) => one!.match(/\w+/g) ?? []);
  const hints = quoted.filter((word) => names.includes(word) && !own.has(word));
  return /did you mean/i.test(message) ? [...hints, 'Did you mean'] : hints;
};

test('no wrong name brings a hint, to a visitor or to a person', async () => {
  const who = [live.visitor(), await livePerson()];
  const hints: string[] = [];
  for (const caller of who) {
    for (const query of wrong) {
      const { status, body } = await caller.call<{ errors?: { message: string }[] }>(
        'POST',
        '/graphql',
        { query },
        ourOrigin,
      );
      expect(status).toBe(400);
      expect(body.errors?.length).toBeGreaterThan(0);
      hints.push(...(body.errors ?? []).flatMap(({ message }) => hintsIn(message, query)));
    }
  }
  expect(hints).toEqual([]);
});

test('the error still says what is wrong and where', async () => {
  const { body } = await ask('{ health { statu } }');
  expect(body.errors).toEqual([
    {
      message: 'Cannot query field "statu" on type "…".',
      locations: [{ line: 1, column: 12 }],
      extensions: { code: 'INVALID', reason: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ]);
});

test('what developers read is for signed-in people', async () => {
  for (const path of [
    '/api/docs',
    '/api/docs/swagger-ui.css',
    '/api/v1/openapi.json',
    '/schema.graphql',
  ]) {
    expect((await live.visitor().call('GET', path)).status).toBe(401);
  }
});

test('every answer bears every security header', async () => {
  const person = await livePerson();
  const paths = [
    '/api/v1/health',
    '/api/v1/auth/me',
    '/graphql',
    '/nowhere',
    '/livez',
    '/.well-known/ai-catalog.json',
    '/locales/en/common.json',
    '/api/docs',
    '/schema.graphql',
  ];
  let violations = 0;
  for (const path of paths) {
    const { headers } = await person.call('GET', path);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values.join(' ')] as const;
      }),
    );
    const scripts = policy.get('script-src') ?? '*';
    const held = [
      policy.get('default-src') === "'none'",
      /'nonce-[^']+'/.test(scripts),
      !/unsafe|\*|data:|blob:|http:/.test(scripts),
      policy.get('object-src') === "'none'",
      policy.get('base-uri') === "'none'",
      policy.get('frame-ancestors') === "'none'",
      policy.get('form-action') === "'self'",
      headers.get('x-content-type-options') === 'nosniff',
      headers.get('strict-transport-security')?.startsWith('max-age=31536000'),
      headers.get('referrer-policy') === 'strict-origin-when-cross-origin',
      headers.get('x-powered-by') === null,
      /(^|, )camera=\(\)(, |$)/.test(headers.get('permissions-policy') ?? ''),
    ];
    violations += held.filter((one) => one !== true).length;
  }
  expect(violations).toBe(0);
});

test('no nonce comes twice', async () => {
  const nonces = new Set<string | undefined>();
  for (let count = 0; count < 5; count += 1) {
    const { headers } = await live.visitor().call('GET', '/api/v1/health');
    nonces.add(/'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]);
  }
  expect(nonces.size).toBe(5);
});

test('an address with a secret is sent nowhere', async () => {
  for (const path of ['/auth/direct-access?token=canary', '/oauth/google/callback?code=canary']) {
    const { headers } = await live.visitor().call('GET', path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('a cookie is bound to the host, to https and to the server', async () => {
  const { headers } = await live.visitor().call('POST', '/api/v1/auth/logout', {}, ourOrigin);
  const [line = ''] = headers.getSetCookie();
  expect(line).toMatch(/^__Host-sid=/);
  expect(line).toMatch(/HttpOnly/);
  expect(line).toMatch(/Secure/);
  expect(line).toMatch(/SameSite=Lax/);
  expect(line).toMatch(/Path=\//);
  expect(line).not.toMatch(/Domain/i);
});
