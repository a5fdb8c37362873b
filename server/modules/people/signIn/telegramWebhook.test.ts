// Webhook of the bot (A10): authentication and replay protection.
import { startTelegramStandIn, type TelegramStandIn } from '../../../../fakes/telegram.ts';
import type { TelegramUser } from '../../../../fakes/telegram/chats.ts';
import { telegramLinking } from '../../../testing/telegramLinking.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';

const webhookSecret = 'webhook-secret-canary';
const webhookPath = '/api/v1/telegram/webhook';

let telegram: TelegramStandIn;
let app: TestApp;
let lastId = 3_000;
let linking: ReturnType<typeof telegramLinking>;

beforeAll(async () => {
  telegram = await startTelegramStandIn();
  app = await startTestApp({
    env: { ...telegram.settings, TELEGRAM_WEBHOOK_SECRET: webhookSecret },
  });
  linking = telegramLinking(app, telegram);
  telegram.chats.setWebhook({ url: app.url + webhookPath, secretToken: webhookSecret });
});

afterEach(() => telegram.fail(null));

afterAll(async () => {
  await app.close();
  await telegram.close();
});

const somebody = (): TelegramUser => ({
  id: (lastId += 1),
  first_name: 'Anna',
  language_code: 'en',
});

const invite = async (person: Caller): Promise<string> => {
  const { body } = await person.call<{ link: string }>('POST', '/api/v1/telegram/generate-invite');
  return new URL(body.link).searchParams.get('start') ?? '';
};

/** The newest message to a person. */
const said = (user: TelegramUser): string =>
  telegram.chats.all().findLast((message) => message.chatId === user.id)?.text ?? '';

describe('A10: the webhook', () => {
  const call = (body: unknown, headers: Record<string, string>) =>
    app.visitor().call('POST', webhookPath, body, headers);
  const secretHeader = { 'X-Telegram-Bot-Api-Secret-Token': webhookSecret };

  test.each([
    ['no secret', {}],
    ['a wrong secret', { 'X-Telegram-Bot-Api-Secret-Token': 'wrong' }],
    ['the secret as a bearer token', { Authorization: `Bearer ${webhookSecret}` }],
  ])('%s: refused, and nobody is connected', async (_what, headers) => {
    const person = await app.signedIn();
    const user = somebody();
    const update = telegram.chats.updateOf(user, `/start ${await invite(person)}`, 'private');
    expect((await call(update, headers)).status).toBe(403);
    expect(await linking.asked(person)).toBeNull();
    expect(said(user)).toBe('');
  });

  test('an update is handled once, however often it comes', async () => {
    const person = await app.signedIn();
    const user = somebody();
    const update = telegram.chats.updateOf(user, `/start ${await invite(person)}`, 'private');
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(update, secretHeader)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(telegram.chats.all().filter((message) => message.chatId === user.id)).toHaveLength(1);
  });

  test.each([[{}], [[]], ['text'], [{ update_id: 'x' }], [{ update_id: -1 }]])(
    '%j is no update',
    async (body) => {
      expect((await call(body, secretHeader)).status).toBe(400);
    },
  );

  test('ignores updates that are not for the bot', async () => {
    const before = telegram.chats.all().length;
    const user = somebody();
    await telegram.chats.write(user, 'Hello, are you there?');
    await telegram.chats.write(user, '/start', 'group');
    expect((await call({ update_id: 1, poll_answer: {} }, secretHeader)).status).toBe(200);
    expect(telegram.chats.all()).toHaveLength(before);
  });

  test('connects although the answer cannot be sent', async () => {
    const person = await app.signedIn();
    const user = somebody();
    const update = telegram.chats.updateOf(user, `/start ${await invite(person)}`, 'private');
    telegram.fail(403);
    expect((await call(update, secretHeader)).status).toBe(200);
    expect(await linking.asked(person)).toMatchObject({ state: 'asked' });
  });

  test.each([
    ['without its secret', () => telegram.settings],
    ['without Telegram', () => ({})],
  ])('%s in the settings it says that it is not set up', async (_what, env) => {
    const bare = await startTestApp({ env: env() });
    const answer = await bare.visitor().call('POST', webhookPath, { update_id: 1 }, secretHeader);
    expect(answer).toMatchObject({ status: 503, body: { reason: 'webhookOff' } });
    await bare.close();
  });
});
