// The bot, from a person's message to the answer, through the real client against a stand-in of the Bot API (promise A10).
import { startGoogleStandIn, type GoogleStandIn } from '../../integrations/google.standin.ts';
import { startTelegramStandIn, type TelegramStandIn } from '../../integrations/telegram.standin.ts';
import type { TelegramUser } from '../../integrations/telegramStandIn/chats.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { visitProvider } from '../../testing/visitProvider.ts';

const webhookSecret = 'webhook-secret-canary';
const webhookPath = '/api/v1/telegram/webhook';

let google: GoogleStandIn;
let telegram: TelegramStandIn;
let app: TestApp;
let now = new Date();
let lastId = 2_000;

beforeAll(async () => {
  google = await startGoogleStandIn();
  telegram = await startTelegramStandIn();
  app = await startTestApp({
    env: {
      ...google.settings,
      ...telegram.settings,
      TELEGRAM_WEBHOOK_SECRET: webhookSecret,
      TELEGRAM_ALLOWED_IDS: '1001:nexters',
    },
    clock: () => now,
  });
});

beforeEach(() => {
  now = new Date();
  telegram.chats.setWebhook({ url: app.url + webhookPath, secretToken: webhookSecret });
});

afterEach(() => telegram.fail(null));

afterAll(async () => {
  await app.close();
  await telegram.close();
  await google.close();
});

const somebody = (more: Partial<TelegramUser> = {}): TelegramUser => ({
  id: (lastId += 1),
  first_name: 'Anna',
  username: `anna_${lastId}`,
  language_code: 'en',
  ...more,
});

const invite = async (person: Caller): Promise<string> => {
  const { status, body } = await person.call<{ success: boolean; link: string; error: null }>(
    'POST',
    '/api/v1/telegram/generate-invite',
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, error: null });
  const link = new URL(body.link);
  expect(link.origin + link.pathname).toBe(`https://t.me/${telegram.botName}`);
  const payload = link.searchParams.get('start') ?? '';
  expect(payload).toMatch(/^[\w-]{1,64}$/);
  return payload;
};

interface Me {
  id: string;
  telegramId: string | null;
  telegramUsername: string | null;
}

const me = async (person: Caller): Promise<Me> =>
  (await person.call<{ data: Me }>('GET', '/api/v1/auth/me')).body.data;

const linkIn = (text: string): URL => new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank');

const followDirectAccess = async (text: string) => {
  const link = linkIn(text);
  expect(link.origin + link.pathname).toBe(`${app.url}/auth/direct-access`);
  const browser = app.visitor();
  const answer = await browser.call<{ user: Me }>('POST', '/api/v1/auth/validate-token', {
    token: link.searchParams.get('token'),
  });
  return { browser, ...answer };
};

/** The newest message to a person. */
const said = (user: TelegramUser): string =>
  telegram.chats.all().findLast((message) => message.chatId === user.id)?.text ?? '';

describe('/start with an invitation', () => {
  test('connects the account and answers with a link that signs in, once', async () => {
    const person = await app.signedIn();
    const user = somebody();
    await telegram.chats.write(user, `/start ${await invite(person)}`);
    expect(await me(person)).toMatchObject({
      telegramId: String(user.id),
      telegramUsername: user.username,
    });
    expect(said(user)).toContain('Telegram is connected');
    expect(telegram.chats.all().findLast((message) => message.chatId === user.id)?.hasPreview).toBe(
      false,
    );

    const direct = await followDirectAccess(said(user));
    expect(direct.status).toBe(200);
    expect(direct.body.user.id).toBe(String(person.userId));
    expect((await me(direct.browser)).id).toBe(String(person.userId));
    expect((await followDirectAccess(said(user))).status).toBe(401);
  });

  test.each([
    ['ru', 'Telegram подключён к аккаунту'],
    ['ru-RU', 'Telegram подключён к аккаунту'],
    ['en-GB', 'Telegram is connected to the account'],
    [undefined, 'Telegram подключён к аккаунту'],
  ])('answers a person whose language is %s in theirs', async (language_code, words) => {
    const person = await app.signedIn();
    const { language_code: _code, ...rest } = somebody();
    const user = { ...rest, ...(language_code ? { language_code } : {}) };
    await telegram.chats.write(user, `/start ${await invite(person)}`);
    expect(said(user)).toContain(words);
  });

  test('a token works once, for ten minutes, and only the newest', async () => {
    const person = await app.signedIn();
    const [first, second] = [await invite(person), await invite(person)];
    const [one, two, three, four] = [somebody(), somebody(), somebody(), somebody()];
    await telegram.chats.write(one, `/start ${first}`);
    expect(said(one)).toContain('already used, or it has expired');
    await telegram.chats.write(two, `/start ${second}`);
    expect(said(two)).toContain('is connected');
    await telegram.chats.write(three, `/start ${second}`);
    expect(said(three)).toContain('already used, or it has expired');

    const third = await invite(person);
    now = new Date(Date.now() + 10 * 60_000 + 1_000);
    await telegram.chats.write(four, `/start ${third}`);
    expect(said(four)).toContain('already used, or it has expired');
    expect((await me(person)).telegramId).toBe(String(two.id));
  });

  test('a Telegram that belongs to another account stays there', async () => {
    const [owner, other] = [await app.signedIn(), await app.signedIn()];
    const user = somebody();
    await telegram.chats.write(user, `/start ${await invite(owner)}`);
    await telegram.chats.write(user, `/start ${await invite(other)}`);
    expect(said(user)).toContain('connected to another account');
    expect(linkIn(said(user)).protocol).toBe('about:');
    expect((await me(owner)).telegramId).toBe(String(user.id));
    expect((await me(other)).telegramId).toBeNull();
  });

  test('a new invitation of the owner replaces the former Telegram, which is then a stranger', async () => {
    const person = await app.signedIn();
    const [former, next] = [somebody(), somebody()];
    await telegram.chats.write(former, `/start ${await invite(person)}`);
    await telegram.chats.write(next, `/start ${await invite(person)}`);
    expect((await me(person)).telegramId).toBe(String(next.id));
    await telegram.chats.write(former, '/start');
    expect(said(former)).toContain('not connected yet');
  });

  test('an invitation is for people in a browser: none for visitors, none for a tool’s token', async () => {
    expect((await app.visitor().call('POST', '/api/v1/telegram/generate-invite')).status).toBe(401);
    const admin = await app.signedIn({ isAdmin: true });
    const { body } = await admin.graphql<{ createApiToken: { token: string } }>(
      'mutation { createApiToken(name: "tool", scope: admin, expiresInDays: 1) { token } }',
    );
    const { status } = await app
      .visitor()
      .call('POST', '/api/v1/telegram/generate-invite', undefined, {
        Authorization: `Bearer ${body.data.createApiToken.token}`,
      });
    expect(status).toBe(403);
  });
});

describe('/start without an invitation', () => {
  test('opens the door to a connected account; the newest link only', async () => {
    const person = await app.signedIn();
    const user = somebody();
    await telegram.chats.write(user, `/start ${await invite(person)}`);
    const older = said(user);
    await telegram.chats.write(user, '/start');
    expect(said(user)).toContain('Hello');
    expect((await followDirectAccess(older)).status).toBe(401);
    expect((await followDirectAccess(said(user))).body.user.id).toBe(String(person.userId));
  });

  test('opens an account for somebody on the allow-list', async () => {
    await telegram.chats.write({ id: 1001, first_name: 'Listed' }, '/start');
    const { status, body } = await followDirectAccess(said({ id: 1001, first_name: 'Listed' }));
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ telegramId: '1001', company: { key: 'nexters' } });
  });

  test('sends a stranger to Google; the token that travels with the sign-in connects the two', async () => {
    const user = somebody();
    await telegram.chats.write(user, '/start');
    const link = linkIn(said(user));
    expect(link.origin + link.pathname).toBe(`${app.url}/login`);
    const telegramToken = link.searchParams.get('telegramToken');

    const person = app.visitor();
    const { body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
      provider: 'google',
      telegramToken,
    });
    const { code, state } = await visitProvider(body.url, {
      email: `stranger${user.id}@nexters.com`,
    });
    const signedIn = await person.call<{ user: Me }>('POST', '/api/v1/auth/google/callback', {
      code,
      state,
    });
    expect(signedIn.body.user).toMatchObject({
      telegramId: String(user.id),
      telegramUsername: user.username,
    });

    await telegram.chats.write(user, '/start');
    expect((await followDirectAccess(said(user))).body.user.id).toBe(signedIn.body.user.id);
  });

  test('the token may also come with the callback, as the specification has it', async () => {
    const user = somebody();
    await telegram.chats.write(user, '/start');
    const telegramToken = linkIn(said(user)).searchParams.get('telegramToken');
    const person = app.visitor();
    const { body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
      provider: 'google',
    });
    const { code } = await visitProvider(body.url, { email: `callback${user.id}@nexters.com` });
    const signedIn = await person.call<{ user: Me }>('POST', '/api/v1/auth/google/callback', {
      code,
      telegramToken,
    });
    expect(signedIn.body.user.telegramId).toBe(String(user.id));
  });

  const signInWith = async (email: string, telegramToken: string | null) => {
    const person = app.visitor();
    const { body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
      provider: 'google',
      telegramToken,
    });
    const { code, state } = await visitProvider(body.url, { email });
    return person.call<{ user: Me }>('POST', '/api/v1/auth/google/callback', { code, state });
  };

  const strangersToken = async (user: TelegramUser) => {
    await telegram.chats.write(user, '/start');
    return linkIn(said(user)).searchParams.get('telegramToken');
  };

  test('such a token connects neither an admin nor an account that has a Telegram, and works once', async () => {
    await app.services.admins.grant('admin-target@gdev.inc');
    const user = somebody();
    const admin = await signInWith('admin-target@gdev.inc', await strangersToken(user));
    expect(admin).toMatchObject({ status: 200, body: { user: { telegramId: null } } });

    const first = somebody();
    const token = await strangersToken(first);
    expect((await signInWith('linked@gdev.inc', token)).body.user.telegramId).toBe(
      String(first.id),
    );
    expect((await signInWith('second-user@gdev.inc', token)).body.user.telegramId).toBeNull();
    const another = await signInWith('linked@gdev.inc', await strangersToken(somebody()));
    expect(another.body.user.telegramId).toBe(String(first.id));
  });

  test('the invitation of one account connects nobody who signs in with it', async () => {
    const victim = await app.signedIn();
    const signedIn = await signInWith('thief@gdev.inc', await invite(victim));
    expect(signedIn.body.user.telegramId).toBeNull();
    expect((await me(victim)).telegramId).toBeNull();
  });

  test('the link of a person outside the companies connects nobody', async () => {
    const user = somebody();
    expect((await signInWith('outsider@gmail.com', await strangersToken(user))).status).toBe(403);
    await telegram.chats.write(user, '/start');
    expect(said(user)).toContain('not connected yet');
  });
});
