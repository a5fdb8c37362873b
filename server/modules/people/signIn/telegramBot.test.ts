// Telegram bot (A10, A13) through grammY against the fake of the Bot API.
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../../fakes/telegram.ts';
import type { TelegramUser } from '../../../../fakes/telegram/chats.ts';
import { telegramLinking, type ShownLink } from '../../../testing/telegramLinking.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { visitProvider } from '../../../testing/visitProvider.ts';

const webhookSecret = 'webhook-secret-canary';
const webhookPath = '/api/v1/telegram/webhook';

let google: FakeGoogle;
let telegram: FakeTelegram;
let app: TestApp;
let now = new Date();
let lastId = 2_000;
let linking: ReturnType<typeof telegramLinking>;

beforeAll(async () => {
  google = await startFakeGoogle();
  telegram = await startFakeTelegram();
  app = await startTestApp({
    env: {
      ...google.settings,
      ...telegram.settings,
      TELEGRAM_WEBHOOK_SECRET: webhookSecret,
      TELEGRAM_ALLOWED_IDS: '1001:nexters',
    },
    clock: () => now,
  });
  linking = telegramLinking(app, telegram);
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

/** The account that the link of a message signs in to. */
const previewDirectAccess = async (text: string) => {
  const { body } = await app
    .visitor()
    .graphql<{ signInPreview: { name: string } | null }>(
      'query ($token: String!) { signInPreview(token: $token) { name email telegramUsername } }',
      { token: linkIn(text).searchParams.get('token') },
    );
  return body.data?.signInPreview;
};

/** The newest message to a person. */
const said = (user: TelegramUser): string =>
  telegram.chats.all().findLast((message) => message.chatId === user.id)?.text ?? '';

describe('/start with an invitation', () => {
  test('asks in the bot and on the page, connects after both, and sends a one-time sign-in link', async () => {
    const person = await app.signedIn();
    const user = somebody();
    await telegram.chats.write(user, `/start ${await invite(person)}`);
    expect(said(user)).toContain('Connect this Telegram to the account “Test Person (');
    expect((await me(person)).telegramId).toBeNull();
    expect(await linking.asked(person)).toMatchObject({ state: 'asked', username: user.username });

    expect((await linking.answer(person, true)).link).toMatchObject({ state: 'waiting' });
    expect((await me(person)).telegramId).toBeNull();
    await linking.press(user, true);
    expect(await me(person)).toMatchObject({
      telegramId: String(user.id),
      telegramUsername: user.username,
    });
    expect(await linking.asked(person)).toMatchObject({ state: 'connected' });
    expect(said(user)).toContain('Telegram is connected');
    expect(telegram.chats.all().findLast((message) => message.chatId === user.id)?.hasPreview).toBe(
      false,
    );

    expect(await previewDirectAccess(said(user))).toMatchObject({ name: 'Test Person' });
    const direct = await followDirectAccess(said(user));
    expect(direct.status).toBe(200);
    expect(direct.body.user.id).toBe(String(person.userId));
    expect((await me(direct.browser)).id).toBe(String(person.userId));
    expect((await followDirectAccess(said(user))).status).toBe(401);
    expect(await previewDirectAccess(said(user))).toBeNull();
    await linking.answer(person, true);
    expect(await linking.asked(person)).toBeNull();
  });

  test('accepts the answer in the bot first, and then reports that of the page', async () => {
    const person = await app.signedIn();
    const user = somebody();
    await telegram.chats.write(user, `/start ${await invite(person)}`);
    await linking.press(user, true);
    expect(said(user)).toContain('One step left');
    expect((await me(person)).telegramId).toBeNull();
    expect((await linking.answer(person, true)).link).toMatchObject({ state: 'connected' });
    expect((await me(person)).telegramId).toBe(String(user.id));
    expect(said(user)).toContain('If this wasn’t you');
  });

  test('accepts a token once, for ten minutes, and only the newest', async () => {
    const person = await app.signedIn();
    const [first, second] = [await invite(person), await invite(person)];
    const [one, two, three, four] = [somebody(), somebody(), somebody(), somebody()];
    await telegram.chats.write(one, `/start ${first}`);
    expect(said(one)).toContain('already been used or has expired');
    await telegram.chats.write(two, `/start ${second}`);
    expect(said(two)).toContain('Connect this Telegram');
    await telegram.chats.write(three, `/start ${second}`);
    expect(said(three)).toContain('already been used or has expired');

    const third = await invite(person);
    now = new Date(Date.now() + 10 * 60_000 + 1_000);
    await telegram.chats.write(four, `/start ${third}`);
    expect(said(four)).toContain('already been used or has expired');
    expect(await linking.asked(person)).toBeNull();
  });

  test('keeps a Telegram account of another account', async () => {
    const [owner, other] = [await app.signedIn(), await app.signedIn()];
    const user = somebody();
    await linking.connect(owner, user);
    await telegram.chats.write(user, `/start ${await invite(other)}`);
    expect(said(user)).toContain('connected to another account');
    expect(linkIn(said(user)).protocol).toBe('about:');
    expect((await me(owner)).telegramId).toBe(String(user.id));
    expect((await me(other)).telegramId).toBeNull();
  });

  test('replaces the connected Telegram after a fresh sign-in, and notifies the former one', async () => {
    const person = await app.signedIn();
    const [former, next] = [somebody(), somebody()];
    await linking.connect(person, former);

    now = new Date(Date.now() + 11 * 60_000);
    await telegram.chats.write(next, `/start ${await invite(person)}`);
    await linking.press(next, true);
    expect(await linking.asked(person)).toMatchObject({ replaces: true, needsFreshSignIn: true });
    expect((await linking.answer(person, true)).refusal).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'signInAgain',
    });
    expect((await me(person)).telegramId).toBe(String(former.id));

    const { email } = (await app.database.db('users').where({ id: person.userId }).first()) as {
      email: string;
    };
    await app.database.db('users').where({ id: person.userId }).update({ is_demo: true });
    expect((await person.call('POST', '/api/v1/auth/dev-login', { email })).status).toBe(200);
    expect((await linking.answer(person, true)).link).toMatchObject({ state: 'connected' });
    expect((await me(person)).telegramId).toBe(String(next.id));
    expect(said(former)).toContain('no longer connected to the account');
    await telegram.chats.write(former, '/start');
    expect(said(former)).toContain('isn’t connected yet');
  });
});

describe('/start without an invitation', () => {
  test('sends a connected account a sign-in link, of which only the newest works', async () => {
    const person = await app.signedIn();
    const user = somebody();
    await linking.connect(person, user);
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

  const signInWith = async (email: string, telegramToken: string | null, inCallback = false) => {
    const person = app.visitor();
    const { body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
      provider: 'google',
      ...(inCallback ? {} : { telegramToken }),
    });
    const { code, state } = await visitProvider(body.url, { email });
    const answer = await person.call<{ user: Me & { telegramLink: ShownLink | null } }>(
      'POST',
      '/api/v1/auth/google/callback',
      { code, state, ...(inCallback ? { telegramToken } : {}) },
    );
    return { person, ...answer };
  };

  const strangersToken = async (user: TelegramUser) => {
    await telegram.chats.write(user, '/start');
    return linkIn(said(user)).searchParams.get('telegramToken');
  };

  test.each([
    ['that travels with the sign-in', false],
    ['that comes with the callback, as the specification has it,', true],
  ])('sends a stranger to Google; the token %s then asks both sides', async (_how, inCallback) => {
    const user = somebody();
    const token = await strangersToken(user);
    expect(linkIn(said(user)).origin + linkIn(said(user)).pathname).toBe(`${app.url}/login`);
    const email = `stranger${user.id}@nexters.com`;
    const { person, body } = await signInWith(email, token, inCallback);
    expect(body.user).toMatchObject({
      telegramId: null,
      telegramLink: { state: 'asked', username: user.username },
    });
    const before = telegram.chats.all().length;
    expect((await linking.answer(person, true)).link).toMatchObject({ state: 'waiting' });
    expect(telegram.chats.all()).toHaveLength(before + 1);
    expect(said(user)).toContain(email);
    await linking.press(user, true);
    expect(await me(person)).toMatchObject({ telegramId: String(user.id) });

    await telegram.chats.write(user, '/start');
    expect((await followDirectAccess(said(user))).body.user.id).toBe(body.user.id);
  });

  test('does not ask admins and connected people with that token, which works once', async () => {
    await app.services.admins.grant('admin-target@gdev.inc');
    const admin = await signInWith('admin-target@gdev.inc', await strangersToken(somebody()));
    expect(admin).toMatchObject({ status: 200, body: { user: { telegramLink: null } } });

    const first = somebody();
    const token = await strangersToken(first);
    const linked = await signInWith('linked@gdev.inc', token);
    await linking.answer(linked.person, true);
    await linking.press(first, true);
    await linking.answer(linked.person, true);
    expect((await signInWith('second-user@gdev.inc', token)).body.user.telegramLink).toBeNull();
    const another = await signInWith('linked@gdev.inc', await strangersToken(somebody()));
    expect(another.body.user).toMatchObject({ telegramId: String(first.id), telegramLink: null });
  });

  test('does not ask others who sign in with an account’s invitation', async () => {
    const victim = await app.signedIn();
    const signedIn = await signInWith('thief@gdev.inc', await invite(victim));
    expect(signedIn.body.user).toMatchObject({ telegramId: null, telegramLink: null });
    expect((await me(victim)).telegramId).toBeNull();
  });

  test('connects nobody by the link of an outsider', async () => {
    const user = somebody();
    expect((await signInWith('outsider@gmail.com', await strangersToken(user))).status).toBe(403);
    await telegram.chats.write(user, '/start');
    expect(said(user)).toContain('isn’t connected yet');
  });

  describe('A13: Telegram and an account are connected only when both sides confirm', () => {
    const nobodyIsConnected = async (person: Caller) => {
      expect((await me(person)).telegramId).toBeNull();
    };

    test('not by a stranger’s link with a guessed button', async () => {
      const thief = somebody();
      const { person, body } = await signInWith('victim2@gdev.inc', await strangersToken(thief));
      await telegram.chats.press(thief, `linkYes ${body.user.telegramLink?.id}`);
      expect(said(thief)).toContain('One step left');
      await nobodyIsConnected(person);
    });

    test('nor when the person on the page refuses', async () => {
      const thief = somebody();
      const { person, body } = await signInWith('victim3@gdev.inc', await strangersToken(thief));
      await linking.answer(person, false);
      await telegram.chats.press(thief, `linkYes ${body.user.telegramLink?.id}`);
      await nobodyIsConnected(person);
    });

    test('nor by a passed-on invitation', async () => {
      const thief = await app.signedIn();
      const victim = somebody();
      await telegram.chats.write(victim, `/start ${await invite(thief)}`);
      await linking.answer(thief, true);
      await nobodyIsConnected(thief);
      await linking.press(victim, false);
      expect(await linking.asked(thief)).toMatchObject({ state: 'declined' });
      await nobodyIsConnected(thief);
    });

    test('nor by a button of another Telegram account or an answer of another account', async () => {
      const [owner, other] = [await app.signedIn(), await app.signedIn()];
      const [user, stranger] = [somebody(), somebody()];
      await telegram.chats.write(user, `/start ${await invite(owner)}`);
      const id = (await linking.asked(owner))?.id ?? '';
      await linking.answer(owner, true);
      await telegram.chats.press(stranger, `linkYes ${id}`);
      expect(said(stranger)).toContain('already been used or has expired');
      expect((await linking.answer(other, true, id)).refusal).toMatchObject({ code: 'NOT_FOUND' });
      await nobodyIsConnected(owner);
    });

    test('nor by a yes after ten minutes', async () => {
      const person = await app.signedIn();
      const user = somebody();
      await telegram.chats.write(user, `/start ${await invite(person)}`);
      await linking.press(user, true);
      const id = (await linking.asked(person))?.id ?? '';
      now = new Date(Date.now() + 10 * 60_000 + 1_000);
      expect((await linking.answer(person, true, id)).refusal).toMatchObject({ code: 'NOT_FOUND' });
      await nobodyIsConnected(person);
    });
  });
});

describe('A10: the webhook', () => {
  const call = (body: unknown, headers: Record<string, string>) =>
    app.visitor().call('POST', webhookPath, body, headers);
  const secretHeader = { 'X-Telegram-Bot-Api-Secret-Token': webhookSecret };

  test('refuses a call without its secret, and connects nobody', async () => {
    const person = await app.signedIn();
    const user = somebody();
    const update = telegram.chats.updateOf(user, `/start ${await invite(person)}`, 'private');
    for (const headers of [
      {},
      { 'X-Telegram-Bot-Api-Secret-Token': 'wrong' },
      { Authorization: `Bearer ${webhookSecret}` },
    ] as Record<string, string>[])
      expect((await call(update, headers)).status).toBe(403);
    expect(await linking.asked(person)).toBeNull();
    expect(said(user)).toBe('');
  });

  test('handles a repeated update once', async () => {
    const person = await app.signedIn();
    const user = somebody();
    const update = telegram.chats.updateOf(user, `/start ${await invite(person)}`, 'private');
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(update, secretHeader)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(telegram.chats.all().filter((message) => message.chatId === user.id)).toHaveLength(1);
  });

  test('refuses invalid updates, and ignores those for others', async () => {
    for (const body of [{}, [], 'text', { update_id: 'x' }, { update_id: -1 }])
      expect((await call(body, secretHeader)).status).toBe(400);
    const before = telegram.chats.all().length;
    const user = somebody();
    await telegram.chats.write(user, 'Hello, are you there?');
    await telegram.chats.write(user, '/start', 'group');
    expect((await call({ update_id: 1, poll_answer: {} }, secretHeader)).status).toBe(200);
    expect(telegram.chats.all()).toHaveLength(before);
  });
});
