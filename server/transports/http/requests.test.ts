// Keys of callers, limits of addresses, and unsubscribing by a link.
import { limits } from '../../config/limits.ts';
import { visitor, type Member } from '../../modules/people/accounts/accounts.ts';
import type { Language } from '../../shared/language.ts';
import { newSecret } from '../../shared/secrets.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { addressKey, callerKey, plainAddress } from './callerKey.ts';
import { trustedProxies } from './trustedProxies.ts';

describe('keys of callers', () => {
  const member = (id: number, via: Member['via']): Member => ({
    kind: 'member',
    via,
    signedInAt: null,
    company: null,
    sessionId: null,
    token: null,
    user: {
      id,
      name: 'Somebody',
      email: null,
      avatarUrl: null,
      isAdmin: false,
      companyKey: null,
      telegramId: null,
      telegramUsername: null,
      isDemo: false,
      isTool: false,
    },
  });

  test('an address is counted by its network, and written plainly', () => {
    for (const [ip, key] of [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
    ] as const)
      expect({ ip, key: addressKey(ip) }).toEqual({ ip, key });
    for (const [ip, written] of [
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['fe80::1%eth0', 'fe80::1'],
      ['2001:db8::1', '2001:db8::1'],
    ] as const)
      expect({ ip, written: plainAddress(ip) }).toEqual({ ip, written });
  });

  describe('callerKey', () => {
    test('a person is counted wherever they are, a visitor by address, a tool apart from its maker', () => {
      expect(callerKey(member(1, 'session'), '203.0.113.7')).toBe(
        callerKey(member(1, 'session'), '203.0.113.8'),
      );
      expect(callerKey(member(1, 'session'), '203.0.113.7')).not.toBe(
        callerKey(member(2, 'session'), '203.0.113.7'),
      );
      expect(callerKey(member(1, 'write'), '203.0.113.7')).not.toBe(
        callerKey(member(1, 'session'), '203.0.113.7'),
      );
      expect(callerKey(visitor, '2001:db8::1')).toBe(callerKey(visitor, '2001:db8::ffff'));
    });
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('addresses and languages', () => {
  test('Accept-Language decides the language of the answer', async () => {
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

  test('an address over the limit is refused wherever it leads', async () => {
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
  /** As a mail program presses (RFC 8058). */
  const oneClick: RequestInit = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };

  test('a look shows the question in the reader’s language and ends nothing; the press of a mail program does', async () => {
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
    // Pressed again, it stays.
    expect((await call(one.secret, oneClick)).status).toBe(200);
  });

  test('a wrong link ends nobody’s mails, and a page elsewhere cannot press in somebody’s browser', async () => {
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

test('a nearest proxy is believed at an address of a private network', () => {
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

test('as many proxies are believed as stand in front', () => {
  expect(trustedProxies(0)('127.0.0.1', 0)).toBe(false);
  expect(trustedProxies(1)('127.0.0.1', 1)).toBe(false);
  expect(trustedProxies(2)('203.0.113.7', 1)).toBe(true);
  expect(trustedProxies(2)('127.0.0.1', 2)).toBe(false);
});
