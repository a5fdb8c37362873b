// The link of a digest over the wire: a look ends nothing, a press does, for the one whose link it is, whoever presses.
import { newSecret } from '../../shared/secrets.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import type { Language } from '../../shared/language.ts';

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
    (await app.database.db('notification_settings').where({ user_id: person.userId }).first('mail'))
      .mail;
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
  expect(await press.text()).toContain('there will be no more');
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
