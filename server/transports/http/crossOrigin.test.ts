// C3: only listed pages of other tools may read and write, with a token; the cookie never counts from there.
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const listed = 'https://tools.example.com';
const query = { query: '{ me { id } }' };

let app: TestApp;
let person: Caller;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ env: { CORS_ORIGINS: `${listed},https://desk.example.com` } });
  person = await app.signedIn();
  const admin = await app.signedIn({ isAdmin: true });
  const { body } = await admin.graphql<{ made: { token: string } }>(
    'mutation { made: createApiToken(name: "Tool", scope: write) { token } }',
  );
  token = body.data.made.token;
});
afterAll(() => app.close());

const send = (path: string, init: RequestInit): Promise<Response> => fetch(app.url + path, init);
const cookie = (): string =>
  [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const post = (headers: Record<string, string>): Promise<Response> =>
  send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site', ...headers },
    body: JSON.stringify(query),
  });
const mayRead = (answer: Response): string | null =>
  answer.headers.get('access-control-allow-origin');

test.each(['/graphql', '/api/v1/knowledge/1/like', '/api/v1/auth/me'])(
  'a browser asks for %s before it sends a token, and is told yes, without the cookie',
  async (path) => {
    const answer = await send(path, {
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
  },
);

test('a listed page reads and writes with a token, also when its answer is an error', async () => {
  const answer = await post({ Origin: listed, Authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  expect(mayRead(answer)).toBe(listed);
  expect(answer.headers.get('vary')).toContain('Origin');
  expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  const wrong = await post({ Origin: listed, Authorization: 'Bearer lo_wrong' });
  expect(wrong.status).toBe(401);
  expect(mayRead(wrong)).toBe(listed);
});

test('the cookie does not count from a listed page: neither for reading nor for writing', async () => {
  const read = await send('/api/v1/auth/me', { headers: { Origin: listed, Cookie: cookie() } });
  expect(read.status).toBe(401);
  const write = await post({ Origin: listed, Cookie: cookie() });
  expect(write.status).toBe(403);
  expect(await write.json()).toMatchObject({ reason: 'foreignOrigin' });
  expect((await send('/api/v1/auth/me', { headers: { Cookie: cookie() } })).status).toBe(200);
});

test('whoever is not listed exactly is told nothing', async () => {
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
      await send('/api/v1/auth/me', { headers: { Origin: origin, Cookie: cookie() } }),
      await send('/graphql', {
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

test.each(['/', '/livez', '/metrics', '/locales/en/common.json'])(
  'a listed page may not read %s',
  async (path) => {
    expect(mayRead(await send(path, { headers: { Origin: listed } }))).toBeNull();
  },
);
