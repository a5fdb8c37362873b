// Pages and files of the built client.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { DomainError } from '../../shared/domainError.ts';
import { createLog } from '../../shared/log.ts';
import { anItem } from '../../testing/builders.ts';
import { startTestApp, cookieOf, type Caller, type TestApp } from '../../testing/testApp.ts';
import { createFirstPageData } from './firstPageData.ts';

const itemsQuery = `query SearchKnowledge($search: String) {
  searchKnowledge(search: $search) { total items { id titleRu titleEn isLiked } } }`;
const notesQuery = '{ knowledgeItem(id: "1") { adminNotes } }';

/** A built client with its own queries, as client/app/firstPage.server.ts leaves them. */
const questions = `
const search = ${JSON.stringify(itemsQuery)};
export function questionsOf({ pathname, search: query }, reader) {
  if (pathname !== '/dashboard') return [];
  const asked = new URLSearchParams(query);
  if (asked.has('fail')) return [{ name: 'Nonsense', query: '{ nonsense }', variables: {} }];
  if (asked.has('throw')) throw new Error('no questions today');
  if (asked.has('notes')) return [{ name: 'Notes', query: ${JSON.stringify(notesQuery)}, variables: {} }];
  if (asked.has('reader')) return [{ name: 'Reader', query: '{ health { status } }', variables: reader }];
  const variables = asked.has('search') ? { search: asked.get('search') } : {};
  return [{ name: 'SearchKnowledge', query: search, variables }];
}`;

interface Boot {
  user: { id: string; telegramLink: object | null } | null;
  language: string;
  firstPage?: { name: string; variables: Record<string, unknown>; data: Record<string, unknown> }[];
}

let app: TestApp;
let built: string;

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'loadout-page-'));
  const client = join(built, 'client');
  mkdirSync(client);
  mkdirSync(join(built, 'firstPage'));
  writeFileSync(
    join(client, 'index.html'),
    '<html lang="ru"><script nonce="__NONCE__"></script><!--boot--></html>',
  );
  writeFileSync(join(built, 'firstPage/package.json'), '{"type":"module"}');
  writeFileSync(join(built, 'firstPage/firstPage.js'), questions);
  app = await startTestApp({ clientDirectory: client, log: createLog({ level: 'silent' }) });
  await anItem(app.database.db, {
    titleRu: '</script><script>alert(1)</script>',
    titleEn: 'Painter',
  });
});

afterAll(async () => {
  await app.close();
  rmSync(built, { recursive: true, force: true });
});

const open = async (path: string, who: Caller, headers: Record<string, string> = {}) => {
  const answer = await who.call<{ text: string }>('GET', path, undefined, headers);
  const html = answer.body.text;
  const json = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return { answer, html, boot: JSON.parse(json) as Boot };
};

test('a visitor’s page contains no data and takes no statement', async () => {
  const { boot } = await open('/dashboard', app.visitor());
  expect(boot.user).toBeNull();
  expect(boot.firstPage).toBeUndefined();
});

describe('paths without a screen', () => {
  const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const statusAndType = async (method: string, path: string, headers = {}) => {
    const body = method === 'POST' ? {} : undefined;
    const { status, headers: sent } = await app.visitor().call(method, path, body, headers);
    return `${status} ${sent.get('content-type')?.split(';')[0]}`;
  };

  test('answer programs 404 as JSON, and browsers the page with status 404', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/openid-configuration',
      '/register',
      '/authorize?response_type=code',
      '/sse',
      '/robots.txt',
      '/wp-login.php',
      '/api/v3/knowledge',
    ])
      for (const [method, headers] of [
        ['GET', {}],
        ['GET', { Accept: 'application/json, text/plain, */*' }],
        ['POST', {}],
      ] as const)
        expect({ path, answer: await statusAndType(method, path, headers) }).toEqual({
          path,
          answer: '404 application/json',
        });
    for (const path of ['/register', '/dashboards', '/admin/nothing', '/services/1/edit'])
      expect(await statusAndType('GET', path, browser)).toBe('404 text/html');
  });

  test('answers a screen only to callers that accept HTML', async () => {
    for (const path of [
      '/',
      '/login?from=%2Fdashboard',
      '/Dashboard/',
      '/services/12',
      '/admin/complaints?status=new',
      '/oauth/google/callback',
    ]) {
      for (const headers of [browser, {}])
        expect({ path, answer: await statusAndType('GET', path, headers) }).toEqual({
          path,
          answer: '200 text/html',
        });
      expect(await statusAndType('GET', path, { Accept: 'application/json' })).toMatch(/^404/);
      expect(await statusAndType('POST', path)).toMatch(/^404 application\/json/);
    }
  });
});

test('a member’s page contains the same answers as POST /graphql', async () => {
  const person = await app.signedIn();
  // Builds the index first, since a page waits for it only for a limited time.
  await app.services.searchIndex.answer(async () => ({ answer: null, isBehind: false }));
  const { boot, answer } = await open('/dashboard?search=painter', person);
  const asked = await person.graphql(itemsQuery, { search: 'painter' });
  expect(boot.firstPage).toEqual([
    { name: 'SearchKnowledge', variables: { search: 'painter' }, data: asked.body.data },
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

describe('a person who cannot be read', () => {
  test('is refused with a page when the session cannot be read; other paths answer a problem', async () => {
    const person = await app.signedIn();
    const { sessions } = app.services;
    const { getViewer } = sessions;
    sessions.getViewer = async () => Promise.reject(new Error('not today'));
    try {
      const headers = { accept: 'text/html', 'accept-language': 'en' };
      const page = await person.call<{ text: string }>('GET', '/dashboard', undefined, headers);
      expect(page.status).toBe(500);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.body.text).toContain('Something went wrong');
      const problem = await person.call('GET', '/api/v1/auth/me', undefined, headers);
      expect(problem).toMatchObject({ status: 500, body: { success: false, code: 'INTERNAL' } });
    } finally {
      sessions.getViewer = getViewer;
    }
  });

  test('is refused with an escaped page when the query fails', async () => {
    const person = await app.signedIn();
    const { accounts } = app.services;
    const { progress } = accounts;
    try {
      accounts.progress = async () => Promise.reject(new Error('not today'));
      expect(await person.call('GET', '/dashboard')).toMatchObject({
        status: 500,
        body: { code: 'INTERNAL', errorId: expect.any(String) as string },
      });
      accounts.progress = () =>
        Promise.reject(new DomainError('UNAVAILABLE', 'Away & <b>back</b> soon'));
      const { body } = await person.call<{ text: string }>('GET', '/dashboard', undefined, {
        accept: 'text/html',
        'accept-language': 'en',
      });
      expect(body.text).toContain('<p>Away &amp; &lt;b&gt;back&lt;/b&gt; soon</p>');
    } finally {
      accounts.progress = progress;
    }
  });

  test('is only one without the required parts', async () => {
    const person = await app.signedIn();
    const { telegramLinks } = app.services;
    const { own } = telegramLinks;
    telegramLinks.own = () => Promise.reject(new Error('not today'));
    try {
      const { answer, boot } = await open('/dashboard', person);
      expect(answer.status).toBe(200);
      expect(boot.user).toMatchObject({ id: String(person.userId), telegramLink: null });
    } finally {
      telegramLinks.own = own;
    }
  });
});

test('no text of the catalogue closes the script element', async () => {
  const { boot, html } = await open('/dashboard', await app.signedIn());
  expect(html).not.toContain('<script>alert');
  expect(JSON.stringify(boot.firstPage)).toContain('</script><script>alert(1)</script>');
});

test('loads each page with the rights and likes of its person', async () => {
  const [one, other] = [await app.signedIn(), await app.signedIn()];
  const { rows } = await app.database.db.raw<{ rows: { id: string }[] }>('select id from items');
  await one.call('POST', `/api/v1/knowledge/${rows[0]?.id}/like`);
  const liked = async (who: Caller) =>
    JSON.stringify((await open('/dashboard', who)).boot.firstPage).includes('"isLiked":true');
  expect([await liked(one), await liked(other)]).toEqual([true, false]);
});

test('contains admin-only fields on admins’ pages only', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  await admin.call('PATCH', '/api/v1/knowledge/1', { adminNotes: 'Secret note' });
  const hasNote = async (who: Caller) =>
    (await open('/dashboard?notes', who)).html.includes('Secret note');
  expect([await hasNote(await app.signedIn()), await hasNote(admin)]).toEqual([false, true]);
});

test('a failed query leaves the page intact, and another screen sends its own', async () => {
  const person = await app.signedIn();
  for (const path of ['/dashboard?fail', '/dashboard?throw', '/profile/knowledge']) {
    const { boot, answer } = await open(path, person);
    expect(answer.status).toBe(200);
    expect(boot.user).not.toBeNull();
    expect(boot.firstPage).toBeUndefined();
  }
});

test('queries depend on language, rights and kind of device', async () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile', cookie: '' };
  const admin = await app.signedIn({ isAdmin: true });
  const cookie = cookieOf(admin);
  const { boot } = await open('/dashboard?reader', app.visitor(), {
    ...phone,
    cookie: `${cookie}; language=en`,
  });
  expect(boot.firstPage?.[0]?.variables).toEqual({ language: 'en', isAdmin: true, isPhone: true });
});

describe('the limits of the data', () => {
  const data = { answer: 'x'.repeat(1000) };
  const answers = [{ name: 'One', variables: {}, data }];
  const bytes = JSON.stringify(answers).length;
  const read = (limits: { bytes: number; ms: number }, delayMs = 0) =>
    createFirstPageData({
      apollo: {
        executeOperation: async () => {
          await new Promise((resolve) => {
            setTimeout(resolve, delayMs);
          });
          const body = { kind: 'single', singleResult: { data } };
          return { body, http: { headers: new Map() } } as never;
        },
      },
      questionsOf: () => [{ name: 'One', query: '{ one }', variables: {} }],
      limits,
      log: createLog({ level: 'silent' }),
    })(
      { viewer: { kind: 'member', user: { isAdmin: false } }, requestId: '1' } as never,
      { originalUrl: '/dashboard', get: () => undefined } as never,
      'ru',
    );

  test('include exactly the allowed number of bytes', async () => {
    expect(await read({ bytes, ms: 5_000 })).toEqual(answers);
    expect(await read({ bytes: bytes - 1, ms: 5_000 })).toBeUndefined();
  });

  test('include no slow answer', async () => {
    expect(await read({ bytes, ms: 10 }, 400)).toBeUndefined();
  });
});

describe('files', () => {
  const script = `console.log(${JSON.stringify('x'.repeat(2000))});`;
  let app: TestApp;
  let built: string;

  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'loadout-static-'));
    for (const folder of ['assets', 'media']) mkdirSync(join(built, folder));
    writeFileSync(join(built, 'index.html'), '<html lang="ru"><!--boot--></html>');
    writeFileSync(join(built, 'build.json'), '{"build":"secret-to-nobody"}');
    writeFileSync(join(built, 'favicon.svg'), '<svg/>');
    writeFileSync(join(built, 'media/splash.webm'), Buffer.alloc(5_000, 7));
    writeFileSync(join(built, 'assets/main-abc.js'), script);
    writeFileSync(join(built, 'assets/main-abc.js.br'), brotliCompressSync(script));
    writeFileSync(join(built, 'assets/main-abc.js.gz'), gzipSync(script));
    app = await startTestApp({ clientDirectory: built });
  });

  afterAll(async () => {
    await app.close();
    rmSync(built, { recursive: true, force: true });
  });

  /** The answer to a path as it is written, without decompression: fetch would change both. */
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const call = request({ port: new URL(app.url).port, method, path, headers }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    return { status: response.statusCode, headers: response.headers, bytes };
  };

  const day = 86_400;

  test('caches a hashed file for ever, in its precompressed form', async () => {
    const brotli = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(brotli.headers['content-type']).toMatch(/^text\/javascript/);
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script);
    const gzip = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.bytes).toString()).toBe(script);
    const plain = await get('/assets/main-abc.js');
    expect([plain.headers['content-encoding'], plain.bytes.toString()]).toEqual([
      undefined,
      script,
    ]);
  });

  test('serves no internal files of the build and no unknown ones', async () => {
    for (const path of ['/index.html', '/build.json', '/assets/main-abc.js.br', '/assets/other.js'])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
  });

  test('caches translations of a named build for seven days, others not at all', async () => {
    const named = await get('/locales/ru/common.json?v=abc');
    expect(named.headers['cache-control']).toBe(
      `public, max-age=${7 * day}, stale-while-revalidate=${7 * day}`,
    );
    expect((await get('/locales/ru/common.json')).headers['cache-control']).toBe('no-cache');
  });

  const spellings = [
    '//api/v1/complaints',
    '/API/V1/complaints',
    '/api//v1/complaints',
    '/api./v1/complaints',
    '/api%00/v1/complaints',
    '/%61pi/v1/complaints',
    '/%2561pi/v1/complaints',
    '/api%2Fv1/complaints',
    '/api\\v1\\complaints',
    '/\\api/v1/complaints',
    '/x/../api/v1/complaints',
    '/%2e%2e/api/v1/complaints',
    '/api;x=1/v1/complaints',
    '/%EF%BD%81pi/v1/complaints',
    '/api',
    '/api/v2/complaints',
  ];

  test('answers 404 in JSON for other spellings of the API, and the page for pages', async () => {
    for (const path of spellings)
      for (const method of ['GET', 'POST']) {
        const { status, headers, bytes } = await get(path, {}, method);
        expect({ path, method, status }).toEqual({ path, method, status: 404 });
        expect(headers['content-type']).toContain('application/json');
        expect(JSON.parse(bytes.toString())).toMatchObject({ success: false, code: 'NOT_FOUND' });
      }
    for (const path of ['/', '/dashboard'])
      expect(await get(path)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      });
  });
});
