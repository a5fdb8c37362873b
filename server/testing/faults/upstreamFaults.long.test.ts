// R4: every external service fails in every way; the catalogue answers, people are told, and no confirmed write is lost.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeLanguageModel } from '../../../fakes/languageModel.ts';
import { startFakeMailServer, type FakeMailServer } from '../../../fakes/mail.ts';
import { startFakeRaindrop } from '../../../fakes/raindrop.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../fakes/telegram.ts';
import { limits } from '../../config/limits.ts';
import { anItem } from '../builders.ts';
import { refusalReasons } from '../../shared/refusalReasons.ts';
import { faults, startFaultyFront, type Fault, type FaultyFront } from '../faultProxy.ts';
import { runDueJobs } from '../runJobs.ts';
import { startTestApp, type Answer, type Caller, type TestApp } from '../testApp.ts';

// Google comes first: its metadata are cached after the first read, which the health check also does.
const upstreams = ['google', 'bookmarks', 'languageModel', 'mail', 'telegram'] as const;
type Upstream = (typeof upstreams)[number];

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller & { userId: number };
let fronts: Record<Upstream, FaultyFront>;
let mail: FakeMailServer;
let telegram: FakeTelegram;
const closing: (() => Promise<unknown>)[] = [];
/** Offset of the app's clock in ms, set past the pause of every circuit breaker. */
let aheadMs = 0;

/** Serves the metadata of an OpenID provider under whatever address it is asked. */
async function startMetadata(): Promise<Server> {
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const effectivePort = (url: string): number => Number(new URL(url).port);
const at = (url: string, { port }: FaultyFront): string =>
  Object.assign(new URL(url), { port: String(port) }).href.replace(/\/$/, '');

beforeAll(async () => {
  const raindrop = await startFakeRaindrop({
    bookmarks: [{ _id: 1, link: 'https://one.example.com', title: 'One' }],
  });
  const model = await startFakeLanguageModel();
  mail = await startFakeMailServer();
  telegram = await startFakeTelegram();
  const google = await startMetadata();
  fronts = {
    bookmarks: await startFaultyFront(effectivePort(raindrop.url)),
    languageModel: await startFaultyFront(effectivePort(model.url)),
    mail: await startFaultyFront(mail.port, 'smtp'),
    telegram: await startFaultyFront(effectivePort(telegram.url)),
    google: await startFaultyFront((google.address() as AddressInfo).port),
  };
  app = await startTestApp({
    clock: () => new Date(Date.now() + aheadMs),
    env: {
      RAINDROP_TOKEN: raindrop.token,
      RAINDROP_URL: at(raindrop.url, fronts.bookmarks),
      LANGUAGE_MODEL_URL: at(model.url, fronts.languageModel),
      LANGUAGE_MODEL_NAME: 'stand-in',
      SMTP_URL: `smtp://127.0.0.1:${fronts.mail.port}`,
      MAIL_FROM: 'loadout@example.com',
      ACCESS_REQUESTS_TO: 'it@example.com',
      ...telegram.settings,
      TELEGRAM_API_URL: at(telegram.url, fronts.telegram),
      TELEGRAM_WEBHOOK_SECRET: 'webhook-secret',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: `http://127.0.0.1:${fronts.google.port}`,
    },
  });
  closing.push(
    () => app.close(),
    ...Object.values(fronts).map((front) => () => front.close()),
    () => raindrop.close(),
    () => model.close(),
    () => mail.close(),
    () => telegram.close(),
    async () => google.close(),
  );
  for (let number = 1; number <= 30; number += 1)
    await anItem(app.database.db, { titleEn: `Voice tool ${number}`, titleRu: `Голос ${number}` });
  person = await app.signedIn();
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(async () => {
  for (const close of closing) await close();
});

const health = async (part: string) => {
  // Past the second for which the answer is cached.
  aheadMs += 2_000;
  const { body } = await admin.call<{ parts: { name: string; state: string; detail: string }[] }>(
    'GET',
    '/api/v1/health',
  );
  return body.parts.find(({ name }) => name === part);
};

/** Runs the due jobs, and `task` in any case, as after a start. */
async function work(task: string): Promise<void> {
  await app.services.jobs.enqueue(task, {}, { key: task });
  await runDueJobs(app.database.url, app.services);
}

/** Expects a refusal with a reason that the page can translate, and a retry time. */
function expectTold({ status, body, headers }: Answer): void {
  expect(status).toBe(503);
  expect(refusalReasons).toContain(body['reason']);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
}

interface Drill {
  /** Uses the failing service and checks that people are told. */
  suffer(fault: Fault): Promise<void>;
  /** Checks that nothing was lost once the service works again. */
  recover(): Promise<void>;
}

const text = 'Мы делаем отчёты за час вместо двух дней';

const drills: Record<Upstream, Drill> = {
  bookmarks: {
    async suffer() {
      const run = await app.services.sync.run({
        startedBy: 'test',
        signal: new AbortController().signal,
      });
      expect(run).toMatchObject({ state: 'failed', counts: { removed: 0 } });
      const status = await admin.call<{ data: { error: string } }>(
        'GET',
        '/api/v1/knowledge/sync/status',
      );
      expect(status.body.data.error).toMatch(/bookmarks service/);
      expect(await health('bookmarks')).toMatchObject({ state: 'failing' });
    },
    async recover() {
      const run = await app.services.sync.run({
        startedBy: 'test',
        signal: new AbortController().signal,
      });
      expect(run).toMatchObject({ state: 'finished', error: null, counts: { seen: 1 } });
    },
  },

  languageModel: {
    async suffer() {
      expectTold(await person.call('POST', '/api/v1/use-cases/analyze', { text }));
      const item = await anItem(app.database.db);
      const { status } = await person.call('POST', `/api/v1/use-cases/knowledge/${item.id}`, {
        descriptionRu: text,
        descriptionEn: null,
      });
      expect(status).toBe(200);
      await runDueJobs(app.database.url, app.services);
    },
    async recover() {
      await work('translateUseCases');
      const open = await app.database.db('use_cases').whereNull('description_en');
      expect(open).toEqual([]);
      expect(await health('languageModel')).toMatchObject({ state: 'ok' });
    },
  },

  mail: {
    async suffer(fault) {
      const item = await anItem(app.database.db);
      const { status } = await person.call('POST', '/api/v1/email/request-access', {
        service: item.titleEn,
        subscriptionType: 'pro',
        features: fault,
        needsTesting: false,
      });
      expect(status).toBe(200);
      await runDueJobs(app.database.url, app.services);
      expect(await health('mail')).toMatchObject({
        state: 'failing',
        detail: expect.stringContaining('Access requests that wait: 1'),
      });
    },
    async recover() {
      const before = mail.mails.length;
      await work('sendAccessRequests');
      expect(mail.mails).toHaveLength(before + 1);
      expect(await app.services.accessRequests.countUnsent()).toMatchObject({
        queued: 0,
        failed: 0,
      });
      expect(await health('mail')).toMatchObject({ state: 'ok' });
    },
  },

  telegram: {
    async suffer() {
      const update = telegram.chats.updateOf(
        { id: 5_000 + aheadMs, first_name: 'Anna', language_code: 'en' },
        '/start',
        'private',
      );
      const { status } = await app.visitor().call('POST', '/api/v1/telegram/webhook', update, {
        'X-Telegram-Bot-Api-Secret-Token': 'webhook-secret',
      });
      expect(status).toBe(200);
      await expect(app.services.botConnection?.check()).rejects.toThrow('Telegram does not answer');
    },
    async recover() {
      await expect(app.services.botConnection?.check()).resolves.toBeUndefined();
    },
  },

  google: {
    async suffer() {
      expectTold(await app.visitor().call('POST', '/api/v1/auth/login', { provider: 'google' }));
    },
    async recover() {
      const { status } = await app
        .visitor()
        .call('POST', '/api/v1/auth/login', { provider: 'google' });
      expect(status).toBe(200);
    },
  },
};

/** Number of searches, and the answers of those that failed. */
const searches = { count: 0, failed: [] as string[] };

async function searchMeanwhile(until: Promise<unknown>): Promise<void> {
  const meanwhile = { lasts: true };
  const end = () => {
    meanwhile.lasts = false;
  };
  until.then(end, end);
  do {
    const { status, body } = await person.call<{ total: number }>(
      'GET',
      `/api/v1/knowledge/search?search=${encodeURIComponent('голос')}`,
    );
    searches.count += 1;
    if (status !== 200 || body.total < 30)
      searches.failed.push(`${status} ${JSON.stringify(body).slice(0, 200)}`);
  } while (meanwhile.lasts);
}

let lost = 0;
let untold = 0;

describe.each(upstreams)('while %s fails', (name) => {
  test.each(faults)(
    'and is %s, the catalogue works, and everything works afterwards',
    async (fault) => {
      const drill = drills[name];
      fronts[name].fail(fault);
      const suffered = drill.suffer(fault);
      await searchMeanwhile(suffered);
      untold += 1;
      await suffered;
      untold -= 1;
      fronts[name].fail(null);
      aheadMs += limits.upstream.breakerOpenMs + 1_000;
      lost += 1;
      // A recovery caches Google's metadata, which would hide later faults.
      if (name !== 'google' || fault === faults.at(-1)) await drill.recover();
      lost -= 1;
    },
  );
});

test('the figures', () => {
  const count = upstreams.length * faults.length;
  const reached = upstreams.filter((name) => fronts[name].connections() > 0).length;
  expect({ failed: searches.failed, untold, lost, reached }).toEqual({
    failed: [],
    untold: 0,
    lost: 0,
    reached: upstreams.length,
  });
  expect(searches.count).toBeGreaterThanOrEqual(count);
});

test('does not call a service while its breaker is open', async () => {
  const { languageModel: front } = fronts;
  front.fail('down');
  const ask = () => person.call('POST', '/api/v1/use-cases/analyze', { text });
  for (let tries = 0; tries < limits.upstream.breakerFailures; tries += 1)
    expect((await ask()).status).toBe(503);
  const before = front.connections();
  expect((await ask()).status).toBe(503);
  expect(front.connections()).toBe(before);
  front.fail(null);
});
