// Requests that every transport refuses: foreign writes (C1), queries by GET (C2), foreign readers.
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

type Person = Caller & { userId: number };

const json = { 'Content-Type': 'application/json' };

let app: TestApp;
let person: Person;
let itemId: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  itemId = String((await anItem(app.database.db)).id);
  const admin = await app.signedIn({ isAdmin: true });
  const { body } = await admin.graphql<{ made: { token: string } }>(
    'mutation { made: createApiToken(name: "Tool", scope: write) { token } }',
  );
  token = body.data.made.token;
});
afterAll(() => app.close());

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

  test('is refused in every content type that a form or a foreign script can send', async () => {
    const before = await likes();
    const types = [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/graphql-response+json',
      'application/graphql',
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      '',
    ];
    const origins: Record<string, string>[] = [
      ...foreign.map(([, headers]) => headers),
      { Origin: `${app.url}.evil.example` },
      { Origin: app.url.replace('http:', 'https:') },
      { Origin: app.url, 'Sec-Fetch-Site': 'cross-site' },
      { Referer: `${app.url}/dashboard` },
      { Origin: 'https://evil.example', 'X-Forwarded-Host': new URL(app.url).host },
      { Origin: 'https://evil.example', 'X-HTTP-Method-Override': 'GET' },
      { Origin: 'https://evil.example', 'Apollo-Require-Preflight': 'true' },
    ];
    for (const type of types) {
      for (const origin of origins) {
        const given = { ...origin, 'Content-Type': type, Cookie: cookie() };
        for (const answer of [
          await send('/graphql', graphqlBody(like()), given),
          await send('/graphql', `query=${encodeURIComponent(like())}`, given),
          await send(`/api/v1/knowledge/${itemId}/like`, '{}', given),
        ]) {
          expect(answer.status).toBe(403);
        }
      }
    }
    const written = (await likes()) - before;
    expect(written).toBe(0);
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
    let allowed = 0;
    const paths = [
      '/',
      '/graphql',
      '/schema.graphql',
      '/locales/en/common.json',
      '/livez',
      '/.well-known/ai-catalog.json',
      '/nowhere',
    ];
    const rest = ['health', 'auth/me', 'knowledge/search', 'openapi.json', 'proxy/image?url=x'];
    const headers = { Origin: 'https://evil.example', Cookie: cookie() };
    for (const path of [...paths, ...rest.map((one) => `/api/v1/${one}`)]) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(app.url + path, {
          method,
          headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
        });
        const given = [...answer.headers.keys()].filter((one) => one.startsWith('access-control-'));
        allowed += given.length;
      }
    }
    expect(allowed).toBe(0);
  });

  test('a token works without the cookie only: the cookie does not help a wrong one', async () => {
    const given = { ...json, Cookie: cookie(), Origin: app.url, Authorization: 'Bearer lo_wrong' };
    const answer = await send('/api/v1/complaints', '{}', given);
    expect(answer.status).toBe(401);
  });
});

describe('the way in', () => {
  test('nothing runs by GET or HEAD', async () => {
    let executed = 0;
    const before = await likes();
    const queries = [
      '{ me { id } }',
      'query Q { me { id } }',
      'mutation { signOut { success } }',
      like(),
    ];
    for (const query of queries) {
      const text = encodeURIComponent(query);
      for (const path of [
        `/graphql?query=${text}`,
        `/graphql/?query=${text}`,
        `/graphql?query=${text}&operationName=Q`,
        `/GraphQL?query=${text}`,
      ]) {
        for (const headers of [{}, { 'Apollo-Require-Preflight': '1' }, json]) {
          const answer = await person.call(
            'GET',
            path,
            undefined,
            headers as Record<string, string>,
          );
          expect([404, 405]).toContain(answer.status);
          if ('data' in answer.body) executed += 1;
          expect((await person.call('HEAD', path)).status).toBe(answer.status);
        }
      }
    }
    executed += (await likes()) - before;
    expect((await person.call('GET', '/api/v1/auth/me')).status).toBe(200);
    expect(executed).toBe(0);
  });

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
