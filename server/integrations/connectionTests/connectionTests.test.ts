// Connection tests against the fakes: working, refused, slow, wrong secret, invalid response.
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startFakeEmbeddings, type FakeEmbeddings } from '../../../fakes/embeddings.ts';
import { startFakeGoogle, type FakeGoogle } from '../../../fakes/google.ts';
import { startFakeLanguageModel, type FakeLanguageModel } from '../../../fakes/languageModel.ts';
import { startFakeMailServer, type FakeMailServer } from '../../../fakes/mail.ts';
import { startFakeOpenIdProvider } from '../../../fakes/openId/openIdProvider.ts';
import { startFakeRaindrop, type FakeRaindrop } from '../../../fakes/raindrop.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../fakes/telegram.ts';
import { createLog } from '../../shared/log.ts';
import { readConfig } from '../../config/config.ts';
import type { Groups } from '../../config/settingGroups.ts';
import { signInProviderDefinitions } from '../signIn/signInProviders.ts';
import { createConnectionTests } from './connectionTests.ts';

let google: FakeGoogle;
let raindrop: FakeRaindrop;
let telegram: FakeTelegram;
let model: FakeLanguageModel;
let embeddings: FakeEmbeddings;
let mail: FakeMailServer;
/** A server that answers `greeting` to everything, or nothing. */
let odd: { port: number; greeting: string | null; close(): void };
let closedPort = 0;

async function startOdd(): Promise<typeof odd> {
  const sockets = new Set<Socket>();
  const server: Server = createPlainServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const greet = () => odd.greeting !== null && socket.end(odd.greeting);
    // A web client speaks first, a mail client waits for a greeting.
    const timer = setTimeout(greet, 300);
    socket.on('data', () => {
      clearTimeout(timer);
      greet();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    greeting: null,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

beforeAll(async () => {
  [google, raindrop, telegram, model, embeddings, mail] = await Promise.all([
    startFakeGoogle(),
    startFakeRaindrop(),
    startFakeTelegram(),
    startFakeLanguageModel(),
    startFakeEmbeddings(),
    startFakeMailServer(),
  ]);
  odd = await startOdd();
  const gone = await startOdd();
  closedPort = gone.port;
  gone.close();
});
afterAll(async () => {
  odd.close();
  await Promise.all(
    [google, raindrop, telegram, model, embeddings, mail].map((one) => one.close()),
  );
});
beforeEach(() => {
  odd.greeting = null;
  google.setFault(null);
  telegram.fail(null);
  model.setFault(null);
  embeddings.setFault(null);
  mail.setRefusal(null);
});

const http = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const working = () => ({
  ...readConfig({ APP_ENV: 'test' }),
  google: {
    issuer: google.issuer,
    clientId: google.clientId,
    clientSecret: google.clientSecret,
  },
  raindrop: { url: raindrop.url, token: raindrop.token, collection: 0 },
  telegram: {
    botToken: telegram.botToken,
    botName: telegram.botName,
    apiUrl: telegram.url,
    issuer: 'https://oauth.telegram.org',
    clientSecret: null,
    webhookSecret: null,
    allowedIds: [],
  },
  languageModel: { url: model.url, name: 'test-model', key: null },
  embeddings: { url: embeddings.url, model: 'test-model', key: null, hiddenTexts: false },
  mail: {
    smtpUrl: mail.url,
    requireTls: false,
    from: 'Loadout <loadout@example.com>',
    accessRequestsTo: [],
  },
});
type Working = ReturnType<typeof working>;
type Part = 'signIn' | 'bookmarks' | 'telegram' | 'model' | 'embeddings' | 'mail';

const around = {
  signInProviders: signInProviderDefinitions,
  file: null,
  log: createLog({ level: 'silent' }),
};
const me = 'boss@acme.example';

const attempt = async (part: Part, settings: Groups, timeoutMs = 60_000) => {
  const tries = createConnectionTests(settings, { ...around, timeoutMs });
  const work = part === 'mail' ? () => tries.mail!(me) : tries[part]!;
  return work().catch((error: { fault: string }) => error.fault ?? String(error));
};

test('returns the facts of each service', async () => {
  await raindrop.control.addCollection({ id: 11, title: 'Tools' });
  await raindrop.control.addCollection({ id: 12, title: 'Voices', parent: 11 });
  const seen: Record<string, unknown> = {};
  for (const part of ['signIn', 'bookmarks', 'telegram', 'model', 'embeddings', 'mail'] as const)
    seen[part] = await attempt(part, working());
  expect(seen).toEqual({
    signIn: { found: [google.issuer, `@${telegram.botName}`], count: null },
    bookmarks: { found: ['Tools', 'Voices'], count: 2 },
    telegram: { found: [`@${telegram.botName}`], count: null, hint: null },
    model: { found: [expect.stringMatching(/./)], count: null },
    embeddings: { found: [], count: 256 },
    mail: { found: [me], count: null },
  });
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([[me]]);
  expect(mail.mails[0]?.mail.text).toContain('Loadout can send mail');
  expect(model.questions.at(-1)?.asked.data['text']).toBe('Каталог готов к работе.');
});

const at = (port: number) => `http://127.0.0.1:${port}`;

/** The settings with each part at this port. */
const moved = (port: number): Working => {
  const all = working();
  return {
    ...all,
    google: { ...all.google, issuer: at(port) },
    raindrop: { ...all.raindrop, url: at(port) },
    telegram: { ...all.telegram, apiUrl: at(port) },
    languageModel: { ...all.languageModel, url: `${at(port)}/v1` },
    embeddings: { ...all.embeddings, url: `${at(port)}/v1` },
    mail: { ...all.mail, smtpUrl: `smtp://127.0.0.1:${port}` },
  };
};

const parts: Part[] = ['signIn', 'bookmarks', 'telegram', 'model', 'embeddings', 'mail'];

/** Results of parallel tests of these parts. */
const faultsOf = async (some: readonly Part[], settings: Groups, timeoutMs?: number) =>
  Object.fromEntries(
    await Promise.all(
      some.map(async (part) => [part, await attempt(part, settings, timeoutMs)] as const),
    ),
  );
const all = (fault: string, some: readonly Part[] = parts) =>
  Object.fromEntries(some.map((part) => [part, fault]));

test('distinguishes no listener, no answer in time, and a foreign answer', async () => {
  expect(await faultsOf(parts, moved(closedPort))).toEqual(all('unreachable'));
  expect(await faultsOf(parts, moved(odd.port), 700)).toEqual(all('tooLate'));
  odd.greeting = http('{"hello":"world"}');
  expect(await faultsOf(parts, moved(odd.port))).toEqual(all('nonsense'));
  odd.greeting = http('<html>Welcome</html>');
  const web: Part[] = ['signIn', 'bookmarks', 'telegram'];
  expect(await faultsOf(web, moved(odd.port))).toEqual(all('nonsense', web));
});

test('distinguishes a wrong secret from a failure of the service', async () => {
  const settings = working();
  const { google: g, raindrop: r, telegram: t, mail: m } = settings;
  const wrong = {
    ...settings,
    google: { ...g, clientSecret: 'wrong' },
    raindrop: { ...r, token: 'wrong' },
    telegram: { ...t, botToken: '7000000001:wrong' },
    mail: { ...m, smtpUrl: m.smtpUrl.replace('smtp://', 'smtp://user:wrong@') },
  };
  model.setFault('unauthorized');
  embeddings.setFault('unauthorized');
  expect(await faultsOf(parts, wrong)).toEqual(all('refused'));
});

test('reports a bot without inline mode', async () => {
  telegram.setInline(false);
  expect(await attempt('telegram', working())).toMatchObject({ hint: 'inlineOff' });
  telegram.setInline(true);
});

test('maps the errors of each service', async () => {
  const settings = working();
  const another = { ...settings, telegram: { ...settings.telegram, botName: 'another_bot' } };
  expect(await attempt('telegram', another)).toBe('otherBot');
  const absent = { ...settings, raindrop: { ...settings.raindrop, collection: 99 } };
  expect(await attempt('bookmarks', absent)).toBe('collectionAbsent');
  mail.setRefusal('recipient');
  expect(await attempt('mail', settings)).toBe('recipientRefused');
  mail.setRefusal('busy');
  expect(await attempt('mail', settings)).toBe('unreachable');
  model.setFault('busy');
  expect(await attempt('model', settings)).toBe('busy');
  model.setFault('error500');
  expect(await attempt('model', settings)).toBe('unreachable');
  telegram.fail(429);
  expect(await attempt('telegram', settings)).toBe('busy');
  telegram.fail(502);
  expect(await attempt('telegram', settings)).toBe('unreachable');
});

test('tests every configured sign-in provider', async () => {
  const { google: g, telegram: t, ...rest } = working();
  // At Telegram the client id is the number of the bot, and the secret is sent in the header.
  const openId = await startFakeOpenIdProvider({
    title: 'Telegram (stand-in)',
    port: 0,
    clientId: telegram.botToken.split(':')[0]!,
    clientSecret: 'bot-secret',
    authentication: 'client_secret_basic',
    people: [],
  });
  const byOpenId = { ...t, issuer: openId.issuer, clientSecret: 'bot-secret' };
  try {
    const tried = async (ways: Pick<Groups, 'google' | 'telegram'>) =>
      attempt('signIn', { ...rest, ...ways });
    expect(await tried({ google: g, telegram: null })).toMatchObject({ found: [g.issuer] });
    expect(await tried({ google: null, telegram: t })).toMatchObject({
      found: [`@${telegram.botName}`],
    });
    expect(await tried({ google: null, telegram: byOpenId })).toMatchObject({
      found: [openId.issuer],
    });
    // One of two providers that refuses our secret is a failure.
    const wrong = { ...byOpenId, clientSecret: 'wrong' };
    expect(await tried({ google: g, telegram: wrong })).toBe('refused');
    expect(
      createConnectionTests({ ...rest, google: null, telegram: null }, around).signIn,
    ).toBeNull();
  } finally {
    await openId.close();
  }
});
