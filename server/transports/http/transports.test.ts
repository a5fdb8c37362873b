// Requests from other pages: foreign writes (C1), queries by GET (C2), listed pages of other tools (C3).
import { anItem } from '../../testing/builders.ts';
import {
  startTestApp,
  cookieOf,
  tokenOf,
  type Caller,
  type TestApp,
} from '../../testing/testApp.ts';

type Person = Caller & { userId: number };

/** A page of another tool that may read and write with a token. */
const listed = 'https://tools.example.com';
const json = { 'Content-Type': 'application/json' };

let app: TestApp;
let person: Person;
let itemId: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ env: { CORS_ORIGINS: `${listed},https://other.example.com` } });
  person = await app.signedIn();
  itemId = String((await anItem(app.database.db)).id);
  const admin = await app.signedIn({ isAdmin: true });
  ({ token } = await tokenOf(admin, 'write'));
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
const cookie = (): string => cookieOf(person);

/** Sends exactly these headers, without an Origin of fetch. */
const send = (path: string, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(app.url + path, { method: 'POST', headers, body });

const graphqlBody = (query: string): string => JSON.stringify({ query });

describe('a write with the cookie', () => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ];

  test('is refused from another page over GraphQL and REST', async () => {
    for (const headers of foreign) {
      const given = { ...headers, ...json, Cookie: cookie() };
      for (const answer of [
        await send('/graphql', graphqlBody(like()), given),
        await send(`/api/v1/knowledge/${itemId}/like`, '{}', given),
      ])
        expect({ headers, status: answer.status, body: await answer.json() }).toMatchObject({
          headers,
          status: 403,
          body: { success: false, reason: 'foreignOrigin' },
        });
    }
    expect(await likes()).toBe(0);
  });

  test('is refused in every content type of forms and foreign scripts', async () => {
    const before = await likes();
    const types = [
      'application/json',
      'APPLICATION/JSON; charset=utf-8',
      'application/graphql-response+json',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ];
    const origins: Record<string, string>[] = [
      { Origin: 'null' },
      {},
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: `${app.url}.evil.example` },
      { Origin: app.url.replace('http:', 'https:') },
      { Origin: app.url, 'Sec-Fetch-Site': 'cross-site' },
      { Referer: `${app.url}/dashboard` },
      { Origin: 'https://evil.example', 'X-Forwarded-Host': new URL(app.url).host },
      { Origin: 'https://evil.example', 'X-HTTP-Method-Override': 'GET' },
      { Origin: 'https://evil.example', 'Apollo-Require-Preflight': 'true' },
    ];
    for (const [place, type] of types.entries()) {
      for (const origin of place === 0 ? origins : origins.slice(0, 2)) {
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

  test('is accepted from the page itself', async () => {
    const given = { ...json, Cookie: cookie(), Origin: app.url };
    expect((await send('/graphql', graphqlBody(like()), given)).status).toBe(200);
    expect(await likes()).toBe(1);
  });

  test('needs no origin with a bearer token', async () => {
    const given = { ...json, Authorization: `Bearer ${token}` };
    expect((await send('/graphql', graphqlBody(like()), given)).status).toBe(200);
    const rest = await send(`/api/v1/knowledge/${itemId}/like`, '{}', given);
    expect(rest.status).toBe(200);
  });

  test('never allows another origin to read the answer', async () => {
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

  test('ignores the cookie beside a token, even a wrong one', async () => {
    const given = { ...json, Cookie: cookie(), Origin: app.url, Authorization: 'Bearer lo_wrong' };
    const answer = await send('/api/v1/complaints', '{}', given);
    expect(answer.status).toBe(401);
  });
});

describe('queries', () => {
  test('do not run by GET or HEAD', async () => {
    let executed = 0;
    const before = await likes();
    const queries = ['{ me { id } }', 'mutation { signOut { success } }', like()];
    for (const query of queries) {
      const text = encodeURIComponent(query);
      for (const path of [
        `/graphql?query=${text}`,
        `/graphql/?query=${text}&operationName=Q`,
        `/GraphQL?query=${text}`,
      ]) {
        for (const headers of [{ 'Apollo-Require-Preflight': '1' }, json]) {
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

  test('are refused with another content type than JSON', async () => {
    for (const [type, body] of [
      ['text/plain', graphqlBody('{ me { id } }')],
      ['application/x-www-form-urlencoded', 'query=%7Bme%7Bid%7D%7D'],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      const given = { 'Content-Type': type, Cookie: cookie(), Origin: app.url };
      const answer = await send('/graphql', body, given);
      expect([400, 415]).toContain(answer.status);
      expect(await answer.text()).not.toContain('"data"');
    }
  });
});

// C3: only listed pages of other tools may read and write, with a token; the cookie does not count there.
describe('a listed page of another tool', () => {
  const fetchFrom = (path: string, init: RequestInit): Promise<Response> =>
    fetch(app.url + path, init);
  const post = (headers: Record<string, string>): Promise<Response> =>
    fetchFrom('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site', ...headers },
      body: graphqlBody('{ me { id } }'),
    });
  const mayRead = (answer: Response): string | null =>
    answer.headers.get('access-control-allow-origin');

  test('passes the preflight with a token, without the cookie', async () => {
    for (const path of ['/graphql', '/api/v1/knowledge/1/like']) {
      const answer = await fetchFrom(path, {
        method: 'OPTIONS',
        headers: {
          Origin: listed,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      expect(answer.status).toBe(204);
      expect(mayRead(answer)).toBe(listed);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/Authorization/);
    }
  });

  test('reads and writes with a token, including error answers', async () => {
    const answer = await post({ Origin: listed, Authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
    expect(mayRead(answer)).toBe(listed);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const wrong = await post({ Origin: listed, Authorization: 'Bearer lo_wrong' });
    expect(wrong.status).toBe(401);
    expect(mayRead(wrong)).toBe(listed);
  });

  test('cannot use the cookie for reads or writes', async () => {
    const read = await fetchFrom('/api/v1/auth/me', {
      headers: { Origin: listed, Cookie: cookie() },
    });
    expect(read.status).toBe(401);
    const write = await post({ Origin: listed, Cookie: cookie() });
    expect(write.status).toBe(403);
    expect(await write.json()).toMatchObject({ reason: 'foreignOrigin' });
    expect((await fetchFrom('/api/v1/auth/me', { headers: { Cookie: cookie() } })).status).toBe(
      200,
    );
  });

  test('is recognised by its exact origin only', async () => {
    const others = [
      'https://evil.example',
      'https://tools.example.com.evil.example',
      'https://eviltools.example.com',
      'https://a.tools.example.com',
      'http://tools.example.com',
      'https://tools.example.com:8443',
      'null',
    ];
    let allowed = 0;
    for (const origin of others) {
      const answers = [
        await post({ Origin: origin, Authorization: `Bearer ${token}` }),
        await fetchFrom('/api/v1/auth/me', { headers: { Origin: origin, Cookie: cookie() } }),
        await fetchFrom('/graphql', {
          method: 'OPTIONS',
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        }),
      ];
      for (const answer of answers)
        allowed += [...answer.headers.keys()].filter((one) =>
          one.startsWith('access-control-'),
        ).length;
    }
    expect(allowed).toBe(0);
  });

  test('may read nothing but the API', async () => {
    for (const path of ['/', '/livez', '/metrics', '/locales/en/common.json'])
      expect(mayRead(await fetchFrom(path, { headers: { Origin: listed } }))).toBeNull();
  });
});
