// Keys of callers, limits of addresses, and unsubscribing by a link.
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { limits } from '../../config/limits.ts';
import { visitor, type Member } from '../../modules/people/accounts/accounts.ts';
import type { Language } from '../../shared/language.ts';
import { createLog } from '../../shared/log.ts';
import { newSecret } from '../../shared/secrets.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { addressKey, callerKey, plainAddress } from './callerKey.ts';
import { answerErrors } from './errors.ts';
import { createListener } from './listener.ts';
import { giveRequestId } from './session.ts';
import { refuseNoHost } from './urlLimits.ts';

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

  describe('addressKey', () => {
    test.each([
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
    ])('%s is counted as %s', (ip, key) => {
      expect(addressKey(ip)).toBe(key);
    });
  });

  describe('plainAddress', () => {
    test.each([
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['203.0.113.7', '203.0.113.7'],
      ['fe80::1%eth0', 'fe80::1'],
      ['2001:db8::1', '2001:db8::1'],
    ])('%s is written %s', (ip, written) => {
      expect(plainAddress(ip)).toBe(written);
    });
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

describe('addresses and languages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test.each([
    ['uk,ru;q=0.8,en;q=0.5', 'ru'],
    ['RU-ru', 'ru'],
    ['en-GB;q=0.5, ru;q=0.9', 'ru'],
    ['en;q=0, ru', 'ru'],
    ['ru;Q=0.2, en ; q=0.3', 'en'],
    ['zh-Hans-CN,zh;q=0.9,en;q=0.1', 'en'],
    ['lt,en-US;q=0.9,ru;q=0.7', 'en'],
  ])('Accept-Language %s is answered in %s', async (asked, language) => {
    const { headers } = await fetch(`${app.url}/api/v1/nowhere`, {
      headers: { 'Accept-Language': asked },
    });
    expect(headers.get('content-language')).toBe(language);
  });

  const long = (path: string, length: number): string => path + 'x'.repeat(length - path.length);

  test.each([
    '/api/v1/knowledge?search=',
    '/api/v1/proxy/image?url=',
    '/graphql?query=',
    '/mcp?x=',
    '/feeds/x/all.atom?x=',
    '/schema.graphql?x=',
    '/dashboard?q=',
  ])('%s', async (path) => {
    const get = (length: number, language: string) =>
      fetch(app.url + long(path, length), { headers: { 'Accept-Language': language } });
    expect((await get(limits.request.urlBytes, 'en')).status).not.toBe(414);
    for (const [language, said] of [
      ['en', 'The address is too long'],
      ['ru', 'Адрес запроса слишком длинный.'],
    ] as const) {
      const answer = await get(limits.request.urlBytes + 1, language);
      expect(answer.status).toBe(414);
      expect(await answer.text()).toContain(said);
    }
  });

  test.each([
    ['en', 'The request names no host'],
    ['ru', 'В запросе не назван хост.'],
  ])('a request that names no host is refused in the language %s', async (language, said) => {
    const server = createListener({ ...limits.server, headerBytes: limits.request.headerBytes });
    server.on(
      'request',
      express().use(giveRequestId, refuseNoHost, answerErrors(createLog({ level: 'silent' }))),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nAccept-Language: ${language}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    server.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(`"detail":"${said}"`);
  });
});

describe('unsubscribing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

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
