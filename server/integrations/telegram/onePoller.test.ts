// One of several processes without a webhook polls the bot's updates: the real client against a fake that ends a poll when another
// begins, with locks of a real database.
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { advisoryLock } from '../../database/advisoryLock.ts';
import { createLog } from '../../shared/log.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../fakes/telegram.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createBotConnection } from './botConnection.ts';

let telegram: FakeTelegram;
let database: TestDatabase;
const opened: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  telegram = await startFakeTelegram();
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bot) => bot.stop()));
  await telegram.close();
  await database.drop();
});

const user = { id: 7, first_name: 'Anna' };

/** A process that answers with its own name. */
function aProcess(name: string) {
  const said: string[] = [];
  const destination = new Writable({
    write: (line: Buffer, _encoding, done) => {
      said.push(line.toString());
      done();
    },
  });
  const log = createLog({ level: 'info', destination });
  const answers = async () => ({ text: name, link: null, buttons: [] });
  const bot = createBotConnection({
    botToken: telegram.botToken,
    botName: telegram.botName,
    apiUrl: telegram.url,
    webhookSecret: null,
    webhookUrl: null,
    answer: answers,
    press: answers,
    reply: answers,
    clock: () => new Date(),
    log,
    retryMs: 100,
  });
  opened.push(bot);
  bot.start(advisoryLock({ url: database.url, name: 'updates of Telegram', log, pollMs: 100 }));
  const times = (words: string) => said.filter((line) => line.includes(words)).length;
  return {
    name,
    bot,
    fetches: () => times('The bot fetches its updates'),
    failures: () => times('cannot fetch its updates'),
  };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(20);
};

/** Two processes; tells which of them polls. */
async function twoProcesses() {
  const both = [aProcess('one'), aProcess('two')] as const;
  await until(() => both.some((one) => one.fetches() > 0));
  await sleep(250);
  const [one, two] = both;
  return one.fetches() > 0 ? { first: one, second: two } : { first: two, second: one };
}

test('one of two processes polls, undisturbed by the other', async () => {
  const { first, second } = await twoProcesses();
  await telegram.chats.write(user, '/start');
  expect(await telegram.chats.message(user.id)).toBe(first.name);
  await sleep(250);
  expect([first, second].map((one) => [one.fetches(), one.failures()])).toEqual([
    [1, 0],
    [0, 0],
  ]);
});

test('another process takes over and answers each update once', async () => {
  const { first, second } = await twoProcesses();
  await telegram.chats.write(user, '/start');
  expect(await telegram.chats.message(user.id)).toBe(first.name);
  await first.bot.stop();
  await until(() => second.fetches() > 0);
  await telegram.chats.write({ ...user, id: 8 }, '/start');
  expect(await telegram.chats.message(8)).toBe(second.name);
  expect(telegram.chats.all().map(({ chatId }) => chatId)).toEqual([user.id, 8]);
  expect([first.failures(), second.failures()]).toEqual([0, 0]);
});

test('stops polling while the lock is lost', async () => {
  const { first, second } = await twoProcesses();
  await database.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and application_name = 'loadout turns' and datname = current_database()`,
  );
  await until(() => first.fetches() + second.fetches() > 1);
  await sleep(250);
  const failures = () => first.failures() + second.failures();
  const before = failures();
  await telegram.chats.write(user, '/start');
  expect(await telegram.chats.message(user.id)).toMatch(/^(?:one|two)$/);
  await sleep(250);
  expect(failures()).toBe(before);
  expect(telegram.chats.all()).toHaveLength(1);
});
