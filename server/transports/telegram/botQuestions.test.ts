// Questions to the bot over a real connection to the fake of the Bot API (guarantee S22).
import { startFakeTelegram, type FakeTelegram } from '../../../fakes/telegram.ts';
import type { TelegramUser } from '../../../fakes/telegram/chats.ts';
import { limits } from '../../config/limits.ts';
import { openDatabase } from '../../database/connection.ts';
import type { NewItem } from '../../modules/catalogue/items/items.ts';
import { dataClasses } from '../../modules/access/dataRules/dataRules.ts';
import type { Member } from '../../modules/people/accounts/accounts.ts';
import { telegramIdentity } from '../../modules/people/signIn/signInRules.ts';
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

const env = { TELEGRAM_WEBHOOK_SECRET: 'webhook-secret-canary' };

let telegram: FakeTelegram;
let here: TestApp;
let there: TestApp;
let admin: Member;
let lastId = 40_000;

const talkTo = (app: TestApp) =>
  telegram.chats.setWebhook({
    url: `${app.url}/api/v1/telegram/webhook`,
    secretToken: env.TELEGRAM_WEBHOOK_SECRET,
  });

beforeAll(async () => {
  telegram = await startFakeTelegram();
  const options = { env: { ...env, ...telegram.settings }, rates: limits.rates };
  here = await startTestApp(options);
  const { url } = here.database;
  const db = openDatabase(url);
  there = await startTestApp({ ...options, database: { db, url, drop: () => db.destroy() } });
  admin = await anAdmin(here.database.db);
});
beforeEach(() => talkTo(here));
afterEach(() => telegram.fail(null));
afterAll(async () => {
  await there.close();
  await here.close();
  await telegram.close();
});

const somebody = (language_code = 'en'): TelegramUser => ({
  id: (lastId += 1),
  first_name: 'Anna',
  language_code,
});

/** A person with a connected Telegram account. */
async function connected(
  given: { language?: string; isAdmin?: boolean; companyKey?: string } = {},
): Promise<TelegramUser & { userId: number }> {
  const { language = 'en', isAdmin = false, companyKey = 'nexters' } = given;
  const user = somebody(language);
  const { db } = here.database;
  const member = await aMember(db, {
    companyKey,
    isAdmin,
    telegramId: String(user.id),
    email: `person${user.id}@nexters.com`,
  });
  await db('identities').insert({
    user_id: member.user.id,
    ...telegramIdentity(String(user.id)),
    created_at: new Date(),
  });
  return { ...user, userId: member.user.id };
}

const ruled = async (title: string, given: Partial<NewItem> = {}) => {
  const item = await anItem(here.database.db, { titleEn: title, titleRu: title, ...given });
  await here.services.dataRules.set(admin, 'nexters', [
    {
      itemId: item.id,
      tier: 'team',
      verdicts: [
        {
          dataClass: 'source_code',
          verdict: 'yes_if',
          conditionRu: 'без ключей',
          conditionEn: 'without keys',
        },
        { dataClass: 'player_data', verdict: 'no' },
      ],
    },
  ]);
  return item;
};

const inline = async (user: TelegramUser, query: string, offset = '') =>
  telegram.chats.inlineAnswer(await telegram.chats.typeInline(user, query, offset));

const ask = async (user: TelegramUser, text: string): Promise<string> => {
  const before = telegram.chats.all().filter(({ chatId }) => chatId === user.id).length;
  await telegram.chats.write(user, text);
  return telegram.chats.message(user.id, before + 1);
};

const today = (language: 'ru' | 'en') =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ru', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date());

test('answers an inline query with the verdict for the asker’s company, in the page’s words, uncached', async () => {
  const { id } = await ruled('Cursorium');
  const user = await connected();
  const answer = await inline(user, 'Cursorium исxодный код');
  expect(answer).toMatchObject({ cache_time: 0, is_personal: true, next_offset: '', button: null });
  const date = today('en');
  expect(answer.results).toEqual([
    {
      type: 'article',
      id: String(id),
      title: 'Cursorium',
      description: `source code — yes, if: without keys · Decided ${date}`,
      input_message_content: {
        message_text: [
          'Cursorium',
          'What’s allowed at Nexters · Team licence',
          'source code — yes, if: without keys',
          `Decided ${date}`,
          '',
          `${here.url}/services/${id}`,
        ].join('\n'),
        link_preview_options: { is_disabled: true },
      },
    },
  ]);
  const [stranger] = (await inline(await connected({ companyKey: 'gdev' }), 'cursorium')).results;
  expect(stranger?.description).toMatch(/^Not decided · .* hasn’t decided yet\./);

  const incident = await there.services.incidents.start(admin, id, {
    kind: 'breach',
    textEn: 'Keys have leaked',
  });
  const [warned] = (await inline(user, 'cursorium source code')).results;
  expect(warned?.description).toMatch(
    /^Data breach · since .* · source code — under review · Decided/,
  );
  expect(warned?.input_message_content.message_text).not.toMatch(/yes/);
  await there.services.incidents.end(admin, incident.id);
  const [again] = (await inline(user, 'cursorium source code')).results;
  expect(again?.description).toMatch(/^source code — yes, if/);
});

test('answers commands in the person’s language; help and its button list them', async () => {
  const { id } = await ruled('Figmarium', { descriptionRu: 'Озвучить трейлер игры' });
  const [russian, english] = [await connected({ language: 'ru' }), await connected()];
  expect(await ask(russian, '/can figmarium данные игроков')).toMatch(
    new RegExp(
      `^Figmarium\\nЧто можно в Nexters · Командная лицензия\\nданные игроков — нет\\nРешено ${today('ru')}\\n\\n${here.url}/services/${id}$`,
    ),
  );
  expect(await ask(english, '/can figmarium player data')).toMatch(/\nplayer data — no\n/);
  expect(await ask(english, '/can figmarium')).toMatch(
    /public material — not decided\nsource code/,
  );
  expect(await ask(english, '/can source code')).toMatch(
    /^Allowed: source code\n\n• .+ — .+ · Team licence\nsource code — yes, if: without keys\nhttp/,
  );
  expect(await ask(russian, '/find озвучить трейлер')).toContain(`/services/${id}`);
  expect(await ask(english, '/find qzxwvkj')).toBe('Nothing found for “qzxwvkj”');
  const help = await ask(english, '/help');
  for (const command of ['/can', '/find', '/start', `@${telegram.botName} `])
    expect(help).toContain(command);
  expect(await ask(english, '/start help')).toBe(help);
  expect(await ask(english, '/can')).toBe(help);
  expect((await inline(english, '')).button).toEqual({
    text: 'How to ask',
    start_parameter: 'help',
  });
  expect((await inline(english, 'исходный код')).results.length).toBeGreaterThan(0);
  expect((await inline(english, 'z'.repeat(300))).results).toEqual([]);
  expect(await ask(english, `/can ${'щ'.repeat(4_000)}`)).toMatch(/^Nothing found for “щ{200}”$/);
});

test('limits a list to one message, with full conditions or none', async () => {
  const condition = `${'x'.repeat(limits.text.ruleLine - 1)}.`;
  for (let index = 0; index < limits.botQuestion.listed; index += 1) {
    const { id } = await anItem(here.database.db, { titleEn: `Longarium ${index}` });
    await here.services.dataRules.set(admin, 'nexters', [
      {
        itemId: id,
        tier: 'team',
        verdicts: dataClasses.map((dataClass) => ({
          dataClass,
          verdict: 'yes_if',
          conditionEn: condition,
        })),
      },
    ]);
  }
  const question =
    'public material source code unreleased art player data staff data partner material';
  for (const service of ['', 'longarium ']) {
    const answer = await ask(await connected(), `/can ${service}${question}`);
    expect(answer.length).toBeLessThanOrEqual(limits.botQuestion.message);
    const lines = answer.split('\n').filter((line) => line.startsWith('source code — '));
    expect(new Set(lines)).toEqual(
      new Set([`source code — yes, if: ${condition}`, 'source code — With conditions']),
    );
  }
});

test('sends a link to unconnected people, and nothing to people without access', async () => {
  await ruled('Secretarium');
  const { db } = here.database;
  const connect = { text: 'Connect Telegram to Loadout', start_parameter: 'connect' };
  const nothing = { results: [], next_offset: '', button: connect };
  const stranger = somebody();
  expect(await inline(stranger, 'secretarium')).toMatchObject(nothing);
  const closed = 'Access is limited to partner-company employees.';
  expect(await ask(stranger, '/can secretarium')).toBe(closed);
  expect(await ask(stranger, '/start connect')).toBe(closed);

  const user = await connected();
  expect((await inline(user, 'secretarium')).results).toHaveLength(1);
  const account = db('users').where({ id: user.userId });
  await account.clone().update({ created_at: new Date(Date.now() - 31 * 86_400_000) });
  expect(await inline(user, 'secretarium')).toMatchObject(nothing);
  expect(await ask(user, '/find secretarium')).toMatch(/sign in with Google.*\/login$/s);
  await account.clone().update({ created_at: new Date(), disabled_at: new Date() });
  expect(await inline(user, 'secretarium')).toMatchObject(nothing);
  expect(await ask(user, '/can secretarium')).toMatch(/^An administrator has disabled/);
  await account.clone().update({ disabled_at: null });
  await db('identities').where({ user_id: user.userId }).delete();
  expect(await inline(user, 'secretarium')).toMatchObject(nothing);
});

test('names hidden items to nobody, not even to an admin', async () => {
  const { id } = await ruled('Hiddenarium');
  const boss = await connected({ isAdmin: true });
  expect((await inline(boss, 'hiddenarium')).results).toHaveLength(1);
  await here.services.knowledge.update(admin, id, { adminVisibility: 'hidden' });
  expect((await inline(boss, 'hiddenarium')).results.map((one) => one.id)).not.toContain(
    String(id),
  );
  for (const question of ['/find hiddenarium', '/can hiddenarium', '/can source code'])
    expect(await ask(boss, question)).not.toContain(`/services/${id}`);
});

test('pages without gaps and repetitions', async () => {
  const user = await connected();
  const made = [];
  for (let index = 0; index < limits.botQuestion.inlinePage + 3; index += 1)
    made.push(String((await anItem(here.database.db, { titleEn: `Pagearium ${index}` })).id));
  const first = await inline(user, 'pagearium');
  const second = await inline(user, 'pagearium', first.next_offset);
  expect([first.next_offset, second.next_offset]).toEqual(['1', '']);
  expect([...first.results, ...second.results].map(({ id }) => id).toSorted()).toEqual(
    made.toSorted(),
  );
  expect((await inline(user, 'pagearium', "'; drop")).results).toHaveLength(first.results.length);
});

test('removes markup, line breaks and excess length from titles', async () => {
  const [title, user] = [
    'Markarium <b>*x*</b> [a](http://a.example)\n\nsource code — yes',
    await connected(),
  ];
  await ruled(`${title} ${'long '.repeat(150)}`);
  const [article] = (await inline(user, 'markarium source code')).results;
  expect(article?.title.length).toBeLessThanOrEqual(limits.botQuestion.title);
  const { message_text, ...rest } = article!.input_message_content;
  expect(rest).toEqual({ link_preview_options: { is_disabled: true } });
  const [head, heading] = message_text.split('\n');
  expect(head).toContain('<b>*x*</b> [a](http://a.example) source code — yes');
  expect(heading).toMatch(/^What’s allowed/);
});

test('refuses over 50 questions a minute, and answers others', async () => {
  const [user, other] = [await connected(), await connected()];
  const { points } = limits.rates.botQuestion;
  for (let count = 0; count < points; count += 1) await inline(user, 'c');
  const answer = await inline(user, 'cursorium');
  expect(answer.results).toEqual([]);
  expect(answer.button?.text).toBe('Too many questions. Try again in a minute');
  expect(await ask(user, '/find cursorium')).toBe('Too many questions. Try again in a minute.');
  // The refusal is sent once: Telegram blocks a bot that sends too many messages to a chat.
  await telegram.chats.write(user, '/find cursorium');
  expect(telegram.chats.all().filter(({ chatId }) => chatId === user.id)).toHaveLength(1);
  expect((await inline(other, 'cursorium')).results.length).toBeGreaterThan(0);
});

test('answers an update once when two processes receive it', async () => {
  const user = await connected();
  await telegram.chats.write(user, '/help');
  const updates = [
    telegram.chats.updateOf(user, '/find cursorium', 'private'),
    await telegram.chats.typeInline(user, 'cursorium'),
  ];
  for (const update of updates) {
    const statuses = await Promise.all(
      [here, there, here, there].map(
        async (app) =>
          (
            await app.visitor().call('POST', '/api/v1/telegram/webhook', update, {
              'X-Telegram-Bot-Api-Secret-Token': env.TELEGRAM_WEBHOOK_SECRET,
            })
          ).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
  }
  expect(telegram.chats.all().filter(({ chatId }) => chatId === user.id)).toHaveLength(2);
  expect(telegram.chats.inlineAnswersTo(updates[1]!)).toHaveLength(1);
});

test('answers the next question after a blocked or refused message', async () => {
  const user = await connected();
  telegram.fail(403, 'Forbidden: bot was blocked by the user');
  await telegram.chats.write(user, '/find cursorium');
  await telegram.chats.typeInline(user, 'cursorium');
  telegram.fail(null);
  expect(telegram.chats.all().some(({ chatId }) => chatId === user.id)).toBe(false);
  expect((await inline(user, 'cursorium')).results.length).toBeGreaterThan(0);
  expect(await ask(user, '/find cursorium')).toContain('Cursorium');
});
