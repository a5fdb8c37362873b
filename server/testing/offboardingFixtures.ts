// People who leave the company: with every kind of sign-in, a session at each of two processes, and a token.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database/connection.ts';
import { accountsStore } from '../modules/people/accounts/accounts.store.ts';
import { startFakeGoogle } from '../../fakes/google.ts';
import { startFakeOpenIdProvider } from '../../fakes/openId/openIdProvider.ts';
import { fakePerson } from '../../fakes/openId/people.ts';
import { startFakeTelegram } from '../../fakes/telegram.ts';
import { signInWithGoogle } from './googleBrowser.ts';
import { systemClock, type Clock } from '../shared/clock.ts';
import { startTestApp, type Caller, type TestApp } from './testApp.ts';
import { visitProvider } from './visitProvider.ts';

const webhookSecret = 'leavers-webhook-secret';

/** A person with a Google account and a Telegram account. */
export interface Leaver {
  userId: number;
  email: string;
  /** Google's id of the account. */
  sub: string;
  telegramId: number;
  session: string;
  token: string;
  /** An unused direct-access link from the bot. */
  directAccess: string;
  /** The secret address of their feeds, without origin. */
  feed: string;
}

/** Answer to an attempt to sign in or to use a credential; `isIn`: it returned a session or data for members. */
export interface Outcome {
  isIn: boolean;
  answer: string;
}

type Use = (app: TestApp, person: Leaver) => Promise<Outcome>;

export interface LeaversWorld {
  here: TestApp;
  there: TestApp;
  admin: Caller & { userId: number };
  /** @param allowed tells if the Telegram account is also on the allow-list */
  leaver(given?: { domain?: string; isAdmin?: boolean }): Promise<Leaver>;
  /** Changes the e-mail address of the Google account. */
  renameAtGoogle(person: Leaver, email: string): void;
  /** Every kind of sign-in, at one process. */
  ways: Record<string, Use>;
  /** Every use of an existing session or token, at one process. */
  calls: Record<string, Use>;
  close(): Promise<void>;
}

const entered = (person: Caller, { status, body }: { status: number; body: object }): Outcome => ({
  isIn: person.cookies.has('sid'),
  answer: `${status} ${'reason' in body ? String(body.reason) : ''}`.trim(),
});

/** Starts two processes on one database. @param env of both, over the settings of the fakes */
export async function startLeaversWorld(
  env: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<LeaversWorld> {
  const google = await startFakeGoogle({ people: [] });
  const telegram = await startFakeTelegram();
  const openId = await startFakeOpenIdProvider({
    title: 'Telegram (stand-in)',
    port: 0,
    clientId: telegram.settings.TELEGRAM_BOT_TOKEN.split(':')[0] ?? '',
    clientSecret: 'telegram-client-secret',
    authentication: 'client_secret_basic',
    people: [],
  });
  const client = mkdtempSync(join(tmpdir(), 'loadout-leavers-'));
  writeFileSync(join(client, 'index.html'), '<html lang="ru"><!--boot--></html>');
  const options = {
    clientDirectory: client,
    clock,
    env: {
      ...google.settings,
      ...telegram.settings,
      TELEGRAM_ISSUER: openId.issuer,
      TELEGRAM_CLIENT_SECRET: openId.clientSecret,
      TELEGRAM_WEBHOOK_SECRET: webhookSecret,
      DEVELOPER_SIGN_IN: 'true',
      ...env,
    },
  };
  const here = await startTestApp(options);
  const { url } = here.database;
  const db = openDatabase(url);
  const there = await startTestApp({
    ...options,
    database: { db, url, drop: () => db.destroy() },
  });
  const admin = await here.signedIn({ isAdmin: true });
  let last = 70_000;

  const talk = async (app: TestApp, telegramId: number): Promise<string> => {
    telegram.chats.setWebhook({
      url: `${app.url}/api/v1/telegram/webhook`,
      secretToken: webhookSecret,
    });
    const from = { id: telegramId, first_name: 'Leaver', language_code: 'en' };
    await telegram.chats.write(from, '/start');
    return telegram.chats.all().findLast(({ chatId }) => chatId === telegramId)?.text ?? '';
  };
  const linkedToken = (text: string): string =>
    /direct-access\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  const validate = async (app: TestApp, token: string | undefined): Promise<Outcome> => {
    const browser = app.visitor();
    const path = '/api/v1/auth/validate-token';
    return entered(browser, await browser.call('POST', path, { token: token || 'none' }));
  };
  const withSession = (app: TestApp, { session }: Leaver): Caller => {
    const browser = app.visitor();
    browser.cookies.set('sid', session);
    return browser;
  };
  const statusOf = ({ status }: { status: number }): Outcome => ({
    isIn: status !== 401,
    answer: String(status),
  });
  const inBrowser =
    (ask: (browser: Caller) => Promise<{ status: number }>): Use =>
    async (app, person) =>
      statusOf(await ask(withSession(app, person)));
  const byToken =
    (method: string, path: string, body?: object): Use =>
    async (app, { token }) =>
      statusOf(
        await app.visitor().call(method, path, body, {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json, text/event-stream',
        }),
      );
  const avatar = 'https://pictures.example/leaver.png';

  return {
    here,
    there,
    admin,

    async leaver({ domain = 'nexters.com', isAdmin = false } = {}) {
      const telegramId = (last += 1);
      const email = `leaver${telegramId}@${domain}`;
      const { sub } = google.people.put(fakePerson({ email }));
      openId.people.put(fakePerson({ email, sub: String(telegramId), claims: { id: telegramId } }));
      if (isAdmin) await here.services.admins.grant(email);
      const browser = here.visitor();
      const { body } = await signInWithGoogle(browser, { sub });
      const userId = Number(body.user.id);
      await here.database.db('identities').insert({
        user_id: userId,
        provider: 'telegram',
        issuer: 'https://oauth.telegram.org',
        subject: String(telegramId),
      });
      await here.database
        .db('users')
        .where({ id: userId })
        .update({ telegram_id: telegramId, avatar_url: avatar });
      const [user] = await accountsStore(here.database.db).users([userId]);
      const { token } = await here.services.apiTokens.createFor(
        { ...user!, isAdmin: true },
        { name: 'Tool', scope: 'admin', expiresInDays: 30 },
      );
      const directAccess = linkedToken(await talk(here, telegramId));
      const session = browser.cookies.get('sid') ?? '';
      const { address } = await here.services.feeds.renew({
        kind: 'member',
        user: user!,
        company: null,
        via: 'session',
        signedInAt: null,
        sessionId: null,
        token: null,
      });
      const feed = `${new URL(address).pathname}/new.atom`;
      return { userId, email, sub, telegramId, session, token, directAccess, feed };
    },

    renameAtGoogle({ sub }, email) {
      google.people.put(fakePerson({ email, sub }));
    },

    ways: {
      async Google(app, { sub }) {
        const browser = app.visitor();
        return entered(browser, await signInWithGoogle(browser, { sub }));
      },
      async 'the Telegram widget'(app, { telegramId }) {
        const browser = app.visitor();
        const login = telegram.login(
          {
            id: telegramId,
            first_name: 'Leaver',
            username: `now_${(last += 1)}`,
          },
          clock(),
        );
        const checked = await browser.call<{ token?: string; reason?: string }>(
          'POST',
          '/auth/telegram/callback',
          login,
        );
        return checked.status === 200
          ? validate(app, checked.body.token)
          : entered(browser, checked);
      },
      async 'Telegram OpenID Connect'(app, { telegramId }) {
        const browser = app.visitor();
        const { body } = await browser.call<{ url: string }>('POST', '/api/v1/auth/login', {
          provider: 'telegram',
        });
        const { code, state } = await visitProvider(body.url, { sub: String(telegramId) });
        const answer = await browser.graphql(
          `mutation ($code: String!, $state: String) {
            completeSignIn(provider: "telegram", code: $code, state: $state) { redirectTo } }`,
          { code, state },
        );
        const { code: refusal, reason } = answer.body.errors?.[0]?.extensions ?? {};
        return {
          isIn: browser.cookies.has('sid'),
          answer: `${refusal === 'FORBIDDEN' ? 403 : answer.status} ${String(reason)}`,
        };
      },
      async 'the bot'(app, { telegramId }) {
        const text = await talk(app, telegramId);
        const token = linkedToken(text);
        return token ? validate(app, token) : { isIn: false, answer: text };
      },
      'a direct-access link of before': (app, { directAccess }) => validate(app, directAccess),
    },

    calls: {
      page: async (app, person) => {
        const { body } = await withSession(app, person).call<{ text: string }>('GET', '/dashboard');
        const isIn = !body.text.includes('"user":null');
        return { isIn, answer: isIn ? 'with a user' : 'without a user' };
      },
      REST: inBrowser((browser) => browser.call('GET', '/api/v1/auth/me')),
      GraphQL: inBrowser((browser) => browser.graphql('{ me { id } }')),
      'a mutation': inBrowser((browser) =>
        browser.graphql('mutation { likeKnowledge(id: "1") { isLiked } }'),
      ),
      'the image proxy': inBrowser((browser) =>
        browser.call('GET', `/api/v1/proxy/image?url=${encodeURIComponent(avatar)}`),
      ),
      'the schema file': inBrowser((browser) => browser.call('GET', '/schema.graphql')),
      'the notification stream': inBrowser((browser) =>
        browser.call('GET', '/api/v1/notifications/stream'),
      ),
      'a feed': async (app, { feed }) => {
        const { status } = await fetch(app.url + feed);
        return { isIn: status === 200, answer: String(status) };
      },
      'a Bearer token over REST': byToken('GET', '/api/v1/auth/me'),
      'a Bearer token over GraphQL': byToken('POST', '/graphql', {
        query: '{ apiTokens { id } }',
      }),
      MCP: byToken('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    },

    async close() {
      await there.close();
      await here.close();
      await openId.close();
      await telegram.close();
      await google.close();
      rmSync(client, { recursive: true, force: true });
    },
  };
}
