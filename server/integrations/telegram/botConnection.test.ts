// Bot connection through grammY against the fake of the Bot API.
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../shared/log.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../fakes/telegram.ts';
import { createBotConnection, type BotConnection } from './botConnection.ts';

const webhookSecret = 'webhook-secret';

let telegram: FakeTelegram;
let now = new Date('2026-10-01T09:00:00Z');

beforeAll(async () => {
  telegram = await startFakeTelegram();
});

/** Connections to close, so that a failed test leaves no polling bot behind. */
const opened: BotConnection[] = [];
afterEach(async () => {
  telegram.fail(null);
  await Promise.all(opened.splice(0).map((bot) => bot.stop()));
});

afterAll(() => telegram.close());

describe('the line to Telegram', () => {
  const connection = (webhookUrl: string | null, answers: string[] = [], failures = 0) => {
    const handled = (what: string, text: string) => {
      answers.push(what);
      if (answers.length <= failures) throw new Error('Connection terminated unexpectedly');
      return { text, link: null, buttons: [] };
    };
    const bot = createBotConnection({
      botToken: telegram.botToken,
      botName: telegram.botName,
      apiUrl: telegram.url,
      webhookSecret,
      webhookUrl,
      press: async ({ person, data }) => handled(`${person.id} ${data}`, 'pressed'),
      answer: async ({ person }) => handled(person.id, 'polled'),
      reply: async ({ person, text, repliedTo }) =>
        handled(`${person.id} ${text} → ${repliedTo}`, 'replied'),
      clock: () => now,
      log: createLog({ level: 'silent' }),
      retryMs: 100,
    });
    opened.push(bot);
    return bot;
  };

  test('sets the webhook with its secret in production, also after an outage', async () => {
    telegram.chats.setWebhook(null);
    telegram.fail(502);
    const bot = connection('https://loadout.example.com/api/v1/telegram/webhook');
    bot.start();
    await sleep(150);
    expect(telegram.chats.webhook).toBeNull();
    telegram.fail(null);
    for (let tries = 0; tries < 100 && !telegram.chats.webhook; tries += 1) await sleep(50);
    expect(telegram.chats.webhook).toEqual({
      url: 'https://loadout.example.com/api/v1/telegram/webhook',
      secretToken: webhookSecret,
    });
    await bot.stop();
  });

  test('polls in development, also after an outage', async () => {
    telegram.chats.setWebhook(null);
    telegram.fail(401);
    const answers: string[] = [];
    const bot = connection(null, answers);
    bot.start();
    await sleep(150);
    telegram.fail(null);
    const user = { id: 7, first_name: 'Anna' };
    await telegram.chats.write(user, '/start');
    expect(await telegram.chats.message(user.id)).toBe('polled');
    expect(answers).toEqual([String(user.id)]);
    await bot.stop();
  });

  test('polls inline queries, lists its commands, and reports failures', async () => {
    telegram.chats.setWebhook(null);
    const bot = connection(null);
    const article = { id: '1', title: 'Cursor', description: 'yes', text: 'Cursor: yes' };
    const listed = [{ command: 'find', description: 'Find' }];
    bot.useQuestions({
      commands: { ru: listed, en: listed },
      ask: async ({ command, text }) => ({ text: `${command} ${text}`, link: null, buttons: [] }),
      async inline({ text }) {
        if (text === 'broken') throw new Error('Connection terminated unexpectedly');
        return { articles: [article], nextOffset: '', button: null };
      },
    });
    bot.start();
    const user = { id: 13, first_name: 'Anna', language_code: 'en' };
    await telegram.chats.write(user, '/find a voice');
    expect(await telegram.chats.message(user.id)).toBe('find a voice');
    const answer = await telegram.chats.inlineAnswer(
      await telegram.chats.typeInline(user, 'cursor'),
    );
    expect(answer.results).toMatchObject([{ id: '1', title: 'Cursor' }]);
    const broken = await telegram.chats.inlineAnswer(
      await telegram.chats.typeInline(user, 'broken'),
    );
    expect(broken).toMatchObject({
      results: [],
      button: { text: expect.stringMatching(/Try again in a minute/) },
    });
    expect(telegram.chats.commands).toEqual(
      new Map([
        ['', ['find']],
        ['en', ['find']],
      ]),
    );
    await bot.stop();
    telegram.chats.allowedUpdates = [];
  });

  test('handles a polled button press again after a database failure, and answers once', async () => {
    telegram.chats.setWebhook(null);
    const answers: string[] = [];
    const bot = connection(null, answers, 2);
    bot.start();
    const press = await telegram.chats.press({ id: 11, first_name: 'Anna' }, 'link-yes');
    expect(await telegram.chats.message(11)).toBe('pressed');
    expect(answers).toEqual(Array.from({ length: 3 }, () => '11 link-yes'));
    await bot.stop();
    expect(telegram.chats.all().filter((message) => message.chatId === 11)).toHaveLength(1);
    expect(telegram.chats.endedPresses).toEqual([String(press.update_id)]);
  });

  test('asks the person to try again when a polled update keeps failing', async () => {
    telegram.chats.setWebhook(null);
    const answers: string[] = [];
    const bot = connection(null, answers, Infinity);
    bot.start();
    await telegram.chats.write({ id: 9, first_name: 'Anna', language_code: 'en' }, '/start token');
    expect(await telegram.chats.message(9)).toBe(
      'Loadout is unavailable right now. Try again in a minute.',
    );
    expect(answers).toHaveLength(3);
    await bot.stop();
  });

  test('the check reports a wrong token', async () => {
    await expect(connection(null).check()).resolves.toBeUndefined();
    telegram.fail(401);
    await expect(connection(null).check()).rejects.toThrow('401');
  });
});
