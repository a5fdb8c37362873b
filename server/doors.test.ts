// What neither door lets in: foreign origins, odd bodies, abusive documents; and what no answer gives away.
import { anItem } from './testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from './testing/testApp.ts';

type Person = Caller & { userId: number };

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://loadout.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};
const ourOrigin = { Origin: production.PUBLIC_URL };
const json = { 'Content-Type': 'application/json' };

let app: TestApp;
let live: TestApp;
let person: Person;
let itemId: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  live = await startTestApp({ env: production });
  person = await app.signedIn();
  itemId = String((await anItem(app.database.db)).id);
  const admin = await app.signedIn({ isAdmin: true });
  const { body } = await admin.graphql<{ made: { token: string } }>(
    'mutation { made: createApiToken(name: "Tool", scope: write) { token } }',
  );
  token = body.data.made.token;
});
afterAll(async () => {
  await app.close();
  await live.close();
});

const likes = async (): Promise<number> => {
  const [row] = await app.database
    .db('item_likes')
    .where({ item_id: Number(itemId) })
    .count<{ count: string }[]>('*');
  return Number(row!.count);
};

const like = (): string => `mutation { likeKnowledge(id: "${itemId}") { isLiked } }`;
const cookie = (): string =>
  [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Sends exactly these headers and no Origin of its own. */
const send = (path: string, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(app.url + path, { method: 'POST', headers, body });

const graphqlBody = (query: string): string => JSON.stringify({ query });

describe('a write with the cookie', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { Origin: 'https://evil.example' }],
    ['the origin null', { Origin: 'null' }],
    ['no origin', {}],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a same-site fetch', { 'Sec-Fetch-Site': 'same-site' }],
  ];

  test.each(foreign)('from %s is refused at both doors', async (_name, headers) => {
    const before = await likes();
    const given = { ...headers, ...json, Cookie: cookie() };
    const answers = [
      await send('/graphql', graphqlBody(like()), given),
      await send(`/api/v1/knowledge/${itemId}/like`, '{}', given),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ success: false, reason: 'foreignOrigin' });
    }
    expect(await likes()).toBe(before);
  });

  test('from the page itself is taken', async () => {
    const given = { ...json, Cookie: cookie(), Origin: app.url };
    expect((await send('/graphql', graphqlBody(like()), given)).status).toBe(200);
    expect(await likes()).toBe(1);
  });

  test('a bearer token needs no origin, at either door', async () => {
    const given = { ...json, Authorization: `Bearer ${token}` };
    expect((await send('/graphql', graphqlBody(like()), given)).status).toBe(200);
    const rest = await send(`/api/v1/knowledge/${itemId}/like`, '{}', given);
    expect(rest.status).toBe(200);
  });

  test('no answer allows another origin to read it', async () => {
    for (const path of ['/api/v1/health', '/api/v1/auth/me', '/graphql']) {
      const answer = await fetch(app.url + path, { headers: { Origin: 'https://evil.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('the way in', () => {
  test.each(['{ me { id } }', 'mutation { signOut { success } }'])(
    'GET does not run %s',
    async (query) => {
      const answer = await person.call('GET', `/graphql?query=${encodeURIComponent(query)}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).not.toHaveProperty('data');
      expect((await person.call('GET', '/api/v1/auth/me')).status).toBe(200);
    },
  );

  test.each([
    ['text/plain', () => graphqlBody('{ me { id } }')],
    ['application/x-www-form-urlencoded', () => 'query=%7Bme%7Bid%7D%7D'],
    ['multipart/form-data; boundary=x', () => '--x--'],
  ])('a body of %s is refused at /graphql', async (type, body) => {
    const given = { 'Content-Type': type, Cookie: cookie(), Origin: app.url };
    const answer = await send('/graphql', body(), given);
    expect([400, 415]).toContain(answer.status);
    expect(await answer.text()).not.toContain('"data"');
  });

  test('a batch is refused', async () => {
    const batch = JSON.stringify([{ query: '{ me { id } }' }, { query: '{ me { id } }' }]);
    const answer = await person.call('POST', '/graphql', batch);
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('data');
  });

  test.each([
    ['charset', { 'Content-Type': 'application/json; charset=koi8-r' }],
    ['encoding', { ...json, 'Content-Encoding': 'snappy' }],
  ])('an unknown %s is a problem in JSON', async (_name, headers) => {
    const answer = await send('/api/v1/logs', '{}', headers);
    expect(answer.status).toBe(415);
    expect(answer.headers.get('content-type')).toContain('json');
    expect(await answer.json()).toMatchObject({ success: false, status: 415, code: 'INVALID' });
  });

  test('a body of more than 100,000 bytes is a problem in JSON', async () => {
    const answer = await person.call('POST', '/api/v1/logs', { entry: 'x'.repeat(100_001) });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ success: false, status: 413 });
  });

  test('a body that is no JSON is a problem in JSON', async () => {
    const answer = await person.call('POST', '/api/v1/logs', '{"entry":');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'INVALID' });
  });
});

describe('abusive documents', () => {
  const aliases = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;
  /** `levels` selection sets inside one another. */
  const nested = (levels: number): string => {
    const chain = ['searchKnowledge', 'items', 'experts', 'useCases', 'knowledgeItem', 'experts'];
    const names = [...chain, 'useCases', 'author'].slice(0, levels - 1);
    return `{ ${names.map((name, index) => `${name}${index === 0 ? '(perPage: 1)' : name === 'experts' ? '(first: 1)' : ''} {`).join(' ')} __typename ${'}'.repeat(names.length)} }`;
  };
  const tokens = (count: number): string => `{ ${'a '.repeat(count - 2)}}`;
  const bytes = (count: number): string => '{ __typename }'.padEnd(count, ' ');

  test.each([
    ['15 fields at the root', aliases(15)],
    ['8 levels', nested(8)],
    ['1,000 tokens', tokens(1_000)],
    ['10,000 bytes', bytes(10_000)],
  ])('%s are taken', async (name, query) => {
    const { status, body } = await person.graphql(query);
    const messages = (body.errors ?? []).map((error) => error.message).join();
    if (name === '1,000 tokens') expect(messages).not.toMatch(/token/i);
    else expect({ status, messages }).toEqual({ status: 200, messages: '' });
  });

  test.each([
    ['16 fields at the root', aliases(16), /more than 15 fields/],
    ['9 levels', nested(9), /deeper than 8/],
    ['1,001 tokens', tokens(1_001), /token/i],
    ['10,001 bytes', bytes(10_001), /10000 bytes/],
    [
      'a cost past 1,000',
      '{ searchKnowledge(perPage: 100) { items { experts(first: 100) { useCases { id } } } } }',
      /costs \d+; the limit is 1000/,
    ],
    [
      'two operations',
      'query A { __typename } query B { __typename }',
      /One operation at a time|operationName/,
    ],
    ['a fragment in itself', '{ ...F } fragment F on Query { ...F }', /F/],
  ])('%s: refused, shortly and in little time', async (_name, query, reason) => {
    const begun = performance.now();
    const { status, body } = await person.graphql(query);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(status).toBe(400);
    expect(body.errors?.[0]?.message).toMatch(reason);
    expect(body.errors?.[0]?.extensions['code']).toBe('INVALID');
    expect(JSON.stringify(body).length).toBeLessThan(4_096);
  });

  test('a hundred wrong fields are not answered one by one', async () => {
    const wrong = Array.from({ length: 100 }, (_, index) => `wrong${index}`).join(' ');
    const { status, body } = await person.graphql(`{ me { ${wrong} } }`);
    expect(status).toBe(400);
    expect(JSON.stringify(body).length).toBeLessThan(4_096);
  });
});

describe('in production', () => {
  const ask = (query: string) =>
    live
      .visitor()
      .call<{ data?: unknown; errors?: unknown[] }>('POST', '/graphql', { query }, ourOrigin);

  test.each(['{ __schema { types { name } } }', '{ __type(name: "User") { name } }'])(
    'there is no introspection by %s',
    async (query) => {
      const { status, body } = await ask(query);
      expect(status).toBe(400);
      expect(body.data ?? null).toBeNull();
    },
  );

  test.each(['{ healt { status } }', '{ health { statu } }', '{ tags(serch: "1") { id } }'])(
    'a wrong name in %s brings no hint',
    async (query) => {
      const { body } = await ask(query);
      expect(body.errors).toBeDefined();
      expect(JSON.stringify(body)).not.toMatch(/did you mean|"health"|"search"/i);
    },
  );

  test('what developers read is for signed-in people', async () => {
    for (const path of ['/api/docs', '/api/v1/openapi.json', '/schema.graphql']) {
      expect((await live.visitor().call('GET', path)).status).toBe(401);
    }
  });

  test('the answer bears every security header', async () => {
    const { headers } = await live.visitor().call('GET', '/api/v1/health');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values.join(' ')] as const;
      }),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toMatch(/'nonce-[^']+'/);
    expect(policy.get('script-src')).not.toMatch(/unsafe|\*/);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(name)).toBe("'none'");
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
});

describe('what an error gives away', () => {
  const secrets =
    /\bat \S+ \(|node_modules|\.ts:\d|stacktrace|\bselect\b.+\bfrom\b|insert into|violates|relation "|127\.0\.0\.1:\d|postgres(ql)?:/i;

  test.each([
    ['an id that is none', '{ knowledgeItem(id: "x\' or 1=1 --") { id } }'],
    ['a huge id', '{ knowledgeItem(id: "99999999999999999999") { id } }'],
    ['a NUL', String.raw`{ searchKnowledge(search: "a\u0000b") { total } }`],
    ['a syntax error', '{ me { '],
    ['a wrong type', '{ searchKnowledge(page: "one") { total } }'],
  ])('%s: no stack, no SQL, no host', async (_name, query) => {
    const { status, body } = await person.graphql(query);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toMatch(secrets);
  });

  test('an unexpected error is masked at both doors and bears an id', async () => {
    const broken = await startTestApp();
    const caller = await broken.signedIn();
    await broken.database.db.schema.renameTable('use_cases', 'use_cases_gone');
    const answers = [
      await caller.graphql('{ myUseCases { id } }'),
      await caller.call('GET', '/api/v1/use-cases/my'),
    ];
    for (const { status, body } of answers) {
      const text = JSON.stringify(body);
      expect(status).toBe(500);
      expect(text).toMatch(/"errorId":"[0-9a-f-]{36}"/);
      expect(text).not.toMatch(/use_cases/);
      expect(text).not.toMatch(secrets);
    }
    await broken.close();
  });
});
