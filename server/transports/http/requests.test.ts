// Limits by address, unsubscribe links, malformed requests, and time limits of bodies (T14, T17).
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../config/limits.ts';
import type { Language } from '../../shared/language.ts';
import { newSecret } from '../../shared/secrets.ts';
import { startTestApp, tokenOf, type TestApp } from '../../testing/testApp.ts';
import { trustedProxies } from './trustedProxies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('addresses and languages', () => {
  test('answers in the language of Accept-Language', async () => {
    for (const [asked, language] of [
      ['uk,ru;q=0.8,en;q=0.5', 'ru'],
      ['RU-ru', 'ru'],
      ['en-GB;q=0.5, ru;q=0.9', 'ru'],
      ['en;q=0, ru', 'ru'],
      ['ru;Q=0.2, en ; q=0.3', 'en'],
      ['zh-Hans-CN,zh;q=0.9,en;q=0.1', 'en'],
    ] as const) {
      const { headers } = await fetch(`${app.url}/api/v1/nowhere`, {
        headers: { 'Accept-Language': asked },
      });
      expect({ asked, language: headers.get('content-language') }).toEqual({ asked, language });
    }
  });

  const long = (path: string, length: number): string => path + 'x'.repeat(length - path.length);

  test('refuses an address over the length limit on every path', async () => {
    for (const path of [
      '/api/v1/knowledge?search=',
      '/graphql?query=',
      '/mcp?x=',
      '/dashboard?q=',
    ]) {
      const get = (length: number, language: string) =>
        fetch(app.url + long(path, length), { headers: { 'Accept-Language': language } });
      expect((await get(limits.request.urlBytes, 'en')).status).not.toBe(414);
      for (const [language, said] of [
        ['en', 'The address is too long'],
        ['ru', 'Адрес запроса слишком длинный.'],
      ] as const) {
        const answer = await get(limits.request.urlBytes + 1, language);
        expect({ path, status: answer.status }).toEqual({ path, status: 414 });
        expect(await answer.text()).toContain(said);
      }
    }
  });
});

describe('unsubscribing', () => {
  const aSubscriber = async (language: Language) => {
    const person = await app.signedIn();
    const secret = newSecret();
    await app.database.db('notification_settings').insert({
      user_id: person.userId,
      mail: 'weekly',
      language,
      unsubscribe_secret: secret,
    });
    const choice = async (): Promise<string> =>
      (
        await app.database
          .db('notification_settings')
          .where({ user_id: person.userId })
          .first('mail')
      ).mail;
    return { secret, choice };
  };
  const call = (secret: string, init: RequestInit = {}) =>
    fetch(`${app.url}/unsubscribe/${secret}`, init);
  /** Sends what a mail program sends (RFC 8058). */
  const oneClick: RequestInit = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };

  test('shows a question on GET without an effect; the POST of a mail program unsubscribes', async () => {
    const one = await aSubscriber('en');
    const other = await aSubscriber('ru');
    const look = await call(one.secret);
    expect(look.status).toBe(200);
    expect(look.headers.get('referrer-policy')).toBe('no-referrer');
    expect(look.headers.get('cache-control')).toBe('no-store');
    expect(await look.text()).toContain('Stop Loadout’s notification emails?');
    expect(await (await call(other.secret)).text()).toContain('<html lang="ru">');
    expect(await one.choice()).toBe('weekly');
    const press = await call(one.secret, oneClick);
    expect(press.status).toBe(200);
    expect(await press.text()).toContain('you won’t get notification emails any more');
    expect(await one.choice()).toBe('off');
    expect(await other.choice()).toBe('weekly');
    // A second call changes nothing.
    expect((await call(one.secret, oneClick)).status).toBe(200);
  });

  test('refuses a wrong link, and a cross-site POST of a browser', async () => {
    const { secret, choice } = await aSubscriber('en');
    for (const wrong of [newSecret(), 'x', ' ', `${secret}x`, '%00']) {
      const answer = await call(wrong, { ...oneClick });
      expect([400, 404]).toContain(answer.status);
    }
    const foreign = await call(secret, {
      ...oneClick,
      headers: { ...oneClick.headers, Origin: 'https://evil.example', Cookie: 'loadout_session=x' },
    });
    expect(foreign.status).toBe(403);
    expect(await choice()).toBe('weekly');
  });
});

test('trusts the nearest proxy at a private address', () => {
  for (const [address, isBelieved] of [
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['10.1.2.3', true],
    ['172.18.0.1', true],
    ['192.168.1.1', true],
    ['fd00::7', true],
    ['fe80::1%eth0', true],
    ['::ffff:203.0.113.7', false],
    ['2001:db8::7', false],
    ['172.32.0.1', false],
    ['nonsense', false],
  ] as const)
    expect({ address, isBelieved: trustedProxies(1)(address, 0) }).toEqual({ address, isBelieved });
});

test('trusts the configured number of proxies', () => {
  expect(trustedProxies(0)('127.0.0.1', 0)).toBe(false);
  expect(trustedProxies(1)('127.0.0.1', 1)).toBe(false);
  expect(trustedProxies(2)('203.0.113.7', 1)).toBe(true);
  expect(trustedProxies(2)('127.0.0.1', 2)).toBe(false);
});

describe('malformed requests', () => {
  const listener = {
    headerBytes: 8_192,
    headersMs: 300,
    requestMs: 500,
    uploadIdleMs: 800,
    uploadBytesPerSecond: 1_000,
    keepAliveMs: 100,
    lookMs: 50,
    stillMs: 5_000,
  };

  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ listener });
  });
  afterAll(() => app.close());

  const start = (method: string) => `${method} /graphql HTTP/1.1\r\nHost: x\r\n`;
  const chunked = `${start('POST')}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

  const refused: { what: string; words: string; status: number }[] = [
    { what: 'what is no request', words: 'nonsense\r\n\r\n', status: 400 },
    { what: 'a method that nobody knows', words: start('BREW').concat('\r\n'), status: 400 },
    { what: 'a broken header', words: 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n', status: 400 },
    {
      what: 'two lengths of a body',
      words: `${start('POST')}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      status: 400,
    },
    { what: 'a broken body', words: `${chunked}zz\r\n`, status: 400 },
    {
      what: 'no host',
      words: 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n',
      status: 400,
    },
    { what: 'headers that do not end', words: start('GET'), status: 408 },
    { what: 'a body that does not end', words: `${chunked}1\r\n{\r\n`, status: 408 },
    {
      what: 'chunks with too much beside them',
      words: `${chunked}1;${'x'.repeat(20_000)}\r\n`,
      status: 413,
    },
    {
      what: 'too many headers',
      words: `${start('GET')}X-Long: ${'x'.repeat(listener.headerBytes)}\r\n\r\n`,
      status: 431,
    },
  ];

  /** All output of the server until it closes the connection. */
  async function answerTo(words: string): Promise<string> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(words);
    return text(socket);
  }

  /** The first deviation of an answer from a problem with this status; null for none. */
  function faultOf(answer: string, status: number): string | null {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    if (!head.startsWith(`HTTP/1.1 ${status} `)) return head.split('\r\n')[0] ?? '';
    const header = (name: string) => new RegExp(`^${name}: (.+?)\\r?$`, 'im').exec(head)?.[1];
    if (!header('Content-Type')?.includes('json')) return `a bare ${status}`;
    const problem = JSON.parse(body) as Record<string, unknown>;
    const isWhole =
      problem['success'] === false &&
      problem['status'] === status &&
      String(problem['type']).startsWith('urn:loadout:problem:') &&
      problem['requestId'] === header('X-Request-Id') &&
      ['title', 'detail', 'code', 'error'].every((name) => problem[name] !== undefined);
    return isWhole ? null : body;
  }

  test('are refused with a problem, also without a host', async () => {
    const found = await Promise.all(
      refused.map(async ({ what, words, status }) => {
        const fault = faultOf(await answerTo(words), status);
        return fault === null ? [] : [`${what}: ${fault}`];
      }),
    );
    const faults = found.flat();
    expect(faults).toEqual([]);
  });

  describe('time limits of bodies', () => {
    const patient = {
      headerBytes: 16_384,
      headersMs: 500,
      requestMs: 500,
      uploadIdleMs: 1_000,
      uploadBytesPerSecond: 100,
      keepAliveMs: 100,
      lookMs: 50,
      stillMs: 60_000,
    };

    let app: TestApp;
    let authorization: string;
    beforeAll(async () => {
      app = await startTestApp({ listener: patient });
      const admin = await app.signedIn({ isAdmin: true });
      const { token } = await tokenOf(admin, 'admin');
      authorization = `Authorization: Bearer ${token}\r\nContent-Type: text/csv\r\n`;
    });
    afterAll(() => app.close());

    /** The answer to a file that is sent in pieces with pauses. */
    async function sendSlowly(headers: string, pieces: string[], pauseMs: number): Promise<string> {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const answer = text(socket);
      const length = pieces.join('').length;
      socket.write(
        `POST /api/v1/knowledge/import/preview HTTP/1.1\r\nHost: ${hostname}\r\n${headers}Connection: close\r\nContent-Length: ${length}\r\n\r\n`,
      );
      for (const piece of pieces) {
        if (socket.destroyed) break;
        socket.write(piece);
        await pause(pauseMs);
      }
      return answer;
    }

    const rows = Array.from(
      { length: 6 },
      (_, n) => `https://t${n}.example.com/,${'x'.repeat(200)}\n`,
    );
    const file = ['url,title\n', ...rows];

    test('let an admin’s upload exceed the limit of other bodies', async () => {
      expect(await sendSlowly(authorization, file, 150)).toMatch(/^HTTP\/1\.1 200 /);
    });

    test('end a stalled upload, and a slow body of a stranger', async () => {
      const drops = [...'url,title\nhttps://a.example.com/,Aaaaaaaaaaaaaaa'];
      const answers = await Promise.all([
        sendSlowly(authorization, file, 2_000),
        sendSlowly(authorization, drops, 50),
        sendSlowly('Content-Type: application/json\r\n', file, 150),
      ]);
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    });
  });
});
