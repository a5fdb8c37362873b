// Cookies (A7), developer sign-in in production (A11), secrets in the log (A12), managed accounts.
import { Writable } from 'node:stream';
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import { fakePerson } from '../../../../fakes/openId/people.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../../fakes/telegram.ts';
import { readConfig } from '../../../config/config.ts';
import { createLog } from '../../../shared/log.ts';
import { signInWithGoogle, whoAmI } from '../../../testing/googleBrowser.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { visitProvider } from '../../../testing/visitProvider.ts';

let google: FakeGoogle;
let telegram: FakeTelegram;

beforeAll(async () => {
  google = await startFakeGoogle();
  telegram = await startFakeTelegram();
});

afterAll(async () => {
  await google.close();
  await telegram.close();
});

describe('A12: every attempt is logged, and no secret is', () => {
  const lines: string[] = [];
  const secrets: string[] = [];
  let app: TestApp;

  beforeAll(async () => {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString('utf8'));
        done();
      },
    });
    app = await startTestApp({
      env: {
        ...google.settings,
        ...telegram.settings,
        TELEGRAM_WEBHOOK_SECRET: 'canary-webhook',
        TELEGRAM_ALLOWED_IDS: '1001',
      },
      log: createLog({ level: 'trace', destination }),
    });
    telegram.chats.setWebhook({
      url: `${app.url}/api/v1/telegram/webhook`,
      secretToken: 'canary-webhook',
    });
  });

  afterAll(() => app.close());

  const events = (): {
    event: string;
    by: string;
    outcome: string;
    reason?: string;
    ip: string;
    userId?: number;
  }[] =>
    lines
      .map((line) => JSON.parse(line) as { part?: string } & ReturnType<typeof events>[number])
      .filter((line) => line.part === 'signIn');

  test('logs every kind of sign-in, successful or not', async () => {
    const signIn = async (
      email: string,
      misbehaviour: Parameters<FakeGoogle['setFault']>[0] = null,
    ) => {
      const person = app.visitor();
      const { body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
        provider: 'google',
        telegramToken: 'canary-telegram-token',
      });
      const returned = await visitProvider(body.url, { email });
      google.setFault(misbehaviour);
      secrets.push(returned.code ?? '', returned.state ?? '', ...person.cookies.values());
      secrets.push(
        ...['nonce', 'code_challenge', 'state'].map(
          (name) => new URL(body.url).searchParams.get(name) ?? '',
        ),
      );
      await person.call('POST', '/api/v1/auth/google/callback', {
        code: returned.code,
        state: returned.state,
      });
      google.setFault(null);
      secrets.push(person.cookies.get('sid') ?? '');
    };
    await signIn('logged@gdev.inc');
    await signIn('logged@gmail.com');
    await signIn('logged@gdev.inc', 'wrongSignature');
    await signIn('logged@gdev.inc', 'serverError');

    const person = app.visitor();
    const login = telegram.login({ id: 1001, first_name: 'Anna' });
    const { body } = await person.call<{ token: string }>('POST', '/auth/telegram/callback', login);
    await person.call('POST', '/api/v1/auth/validate-token', { token: body.token });
    await person.call('POST', '/api/v1/auth/validate-token', { token: body.token });
    await person.call('POST', '/auth/telegram/callback', { ...login, first_name: 'Boss' });
    const invited = await person.call<{ link: string }>('POST', '/api/v1/telegram/generate-invite');
    secrets.push(login['hash'] ?? '', body.token, person.cookies.get('sid') ?? '');
    secrets.push(new URL(invited.body.link).searchParams.get('start') ?? '');

    await telegram.chats.write({ id: 1001, first_name: 'Anna' }, '/start');
    const sent = telegram.chats.all().at(-1)?.text ?? '';
    const token =
      new URL(/https?:\S+/.exec(sent)?.[0] ?? 'about:blank').searchParams.get('token') ?? '';
    await app.visitor().call('POST', '/api/v1/auth/validate-token', { token });
    await app.visitor().call('GET', `/api/v1/auth/nowhere?token=${token}&code=${token}`);
    telegram.fail(500);
    await telegram.chats.write({ id: 1001, first_name: 'Anna' }, '/start');
    telegram.fail(null);
    secrets.push(
      token,
      telegram.botToken,
      google.clientSecret,
      'canary-telegram-token',
      'canary-webhook',
    );

    const seen = events().map(({ event, by, outcome, reason }) =>
      `${event} ${by} ${outcome} ${reason ?? ''}`.trim(),
    );
    expect(seen).toEqual(
      expect.arrayContaining([
        'started google ok',
        'signedIn google ok',
        'signedIn google refused restrictedAccess',
        'signedIn google refused signInFailed',
        'signedIn google refused providerAway',
        'checked telegram ok',
        'checked telegram refused telegramLoginInvalid',
        'signedIn token ok',
        'signedIn token refused tokenInvalid',
      ]),
    );
    expect(events().every((event) => event.ip.includes('127.0.0.1'))).toBe(true);
    expect(
      events().some((event) => event.event === 'signedIn' && typeof event.userId === 'number'),
    ).toBe(true);
  });

  test('keeps secrets out of the log and the database', async () => {
    const log = lines.join('');
    expect(secrets.length).toBeGreaterThan(20);
    const leaked = secrets.filter((secret) => secret !== '' && log.includes(secret));
    expect(leaked).toEqual([]);

    const tables = ['sessions', 'one_time_tokens', 'users', 'identities'];
    const stored: string[] = [];
    for (const table of tables) {
      const { rows } = await app.database.db.raw<{ rows: { stored: string }[] }>(
        'select ??::text as stored from ??',
        [table, table],
      );
      stored.push(...rows.map((row) => row.stored));
    }
    expect(stored.length).toBeGreaterThan(5);
    // Bytes are logged as hexadecimal digits.
    for (const secret of secrets.filter(Boolean))
      for (const form of [secret, Buffer.from(secret).toString('hex')])
        expect(stored.filter((row) => row.includes(form))).toEqual([]);
  });
});

describe('A7: cookies', () => {
  test('have the prefix __Host-, Secure, HttpOnly, SameSite=Lax, the root path and no domain over https', async () => {
    const app = await startTestApp({
      env: { ...google.settings, PUBLIC_URL: 'https://loadout.example.com' },
    });
    const person = app.visitor();
    const headers = { Origin: 'https://loadout.example.com' };
    const begun = await person.call<{ url: string }>(
      'POST',
      '/api/v1/auth/login',
      { provider: 'google' },
      headers,
    );
    const dev = await app.visitor().call('POST', '/api/v1/auth/dev-login', {}, headers);
    expect(dev.status).toBe(404);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-signin-[\w-]{22}=[\w-]{43};/);
    const given = cookie.split('; ').slice(1).sort();
    const isBound = cookie.startsWith('__Host-') && !/domain=/i.test(cookie);
    expect(isBound).toBe(true);
    expect(given).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
    await app.close();
  });
});

describe('A11: no developer sign-in in production', () => {
  const production = {
    APP_ENV: 'production',
    PUBLIC_URL: 'https://loadout.example.com',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  };

  test('refuses to start when it is enabled', () => {
    expect(() => readConfig({ ...production, DEVELOPER_SIGN_IN: 'true' })).toThrow(
      /DEVELOPER_SIGN_IN/,
    );
  });

  test('has neither path nor mutation nor accounts', async () => {
    const app = await startTestApp({ env: production });
    await app.database
      .db('users')
      .insert({ name: 'Demo', email: 'demo@gdev.example', is_demo: true, is_admin: true });
    const headers = { Origin: 'https://loadout.example.com' };
    const person = app.visitor();
    const graphql = (query: string) =>
      person.call<{ data: unknown }>('POST', '/graphql', { query }, headers);
    const login = (path: string, body: object) => person.call('POST', path, body, headers);
    const answers = [
      await login('/api/v1/auth/dev-login', {}),
      await login('/api/v1/auth/dev-login', { email: 'demo@gdev.example' }),
      await login('/api/v1/auth/Dev-Login', {}),
      await login('/api/v1/auth/dev-login/', {}),
      await login('//api/v1/auth/dev-login', {}),
      await graphql('mutation { signInAsDeveloper { user { id } } }'),
      await graphql('mutation { signInAsDeveloper(email: "demo@gdev.example") { user { id } } }'),
    ];
    const sessions = await app.database.db('sessions').select();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(sessions).toEqual([]);
    expect((await graphql('{ demoAccounts { email } }')).body.data).toEqual({ demoAccounts: [] });
    expect(person.cookies.size).toBe(0);
    await app.close();
  });
});

describe('companies with managed accounts only, and disabled people', () => {
  let google: FakeGoogle;
  let app: TestApp;
  let admin: Caller;

  beforeAll(async () => {
    google = await startFakeGoogle();
    app = await startTestApp({ env: google.settings });
    admin = await app.signedIn({ isAdmin: true });
  });
  afterAll(async () => {
    await app.close();
    await google.close();
  });

  let last = 0;
  /** A new Google account with this address, managed by the Workspace or private. */
  async function arrive(email: string, isManaged: boolean) {
    last += 1;
    const domain = email.split('@')[1] ?? '';
    const { sub } = google.people.put(
      fakePerson({ email, sub: `77000${last}`, hostedDomain: isManaged ? domain : null }),
    );
    const person = app.visitor();
    const { status, body } = await signInWithGoogle(person, { sub });
    return { status, body, person, sub };
  }

  const managed = async (key: string): Promise<boolean | null | undefined> => {
    const { body } = await admin.graphql<{
      companies: { key: string; managedAccountsOnly: boolean | null }[];
    }>('{ companies { key managedAccountsOnly } }');
    return body.data.companies.find((one) => one.key === key)?.managedAccountsOnly;
  };
  const decide = (key: string, value: boolean) =>
    admin.graphql<{ updateCompany: { hasChanged: boolean } }>(
      `mutation ($key: ID!, $value: Boolean) {
      updateCompany(key: $key, managedAccountsOnly: $value) { hasChanged } }`,
      { key, value },
    );
  const disable = (id: string) =>
    admin.graphql('mutation ($id: ID!) { disableAccount(id: $id, reason: "Left") { status } }', {
      id,
    });

  test('the first managed account excludes private accounts, present ones too, with an audit log entry', async () => {
    const before = await arrive('early@nexters.com', false);
    expect(before.status).toBe(200);
    expect(await managed('nexters')).toBeNull();
    expect((await arrive('boss@nexters.com', true)).status).toBe(200);
    expect(await managed('nexters')).toBe(true);
    const records = await app.database
      .db('activity')
      .where({ action: 'company.changed', subject_id: 'nexters' });
    expect(records).toMatchObject([
      {
        is_automatic: true,
        actor_id: null,
        before: { managedAccountsOnly: null },
        after: { managedAccountsOnly: true },
      },
    ]);
    expect((await whoAmI(before.person)).status).toBe(401);
    const late = await arrive('late+x@nexters.com', false);
    expect([late.status, late.body]).toEqual([
      403,
      expect.objectContaining({ reason: 'managedAccountRequired' }),
    ]);
    // Repeated, since nothing may be recorded twice.
    expect((await arrive('second@nexters.com', true)).status).toBe(200);
    expect(
      await app.database.db('activity').where({ action: 'company.changed', subject_id: 'nexters' }),
    ).toHaveLength(1);
  });

  test('lets an admin admit private accounts permanently', async () => {
    expect((await decide('gdev', false)).body.data.updateCompany.hasChanged).toBe(true);
    expect((await arrive('managed@gdev.inc', true)).status).toBe(200);
    expect(await managed('gdev')).toBe(false);
    expect((await arrive('private@gdev.inc', false)).status).toBe(200);
    await decide('gdev', true);
    expect((await arrive('private2@gdev.inc', false)).status).toBe(403);
    expect((await arrive('managed2@gdev.inc', true)).status).toBe(200);
  });

  test('does not admit an address of a company with managed accounts by the hd of another', async () => {
    await decide('royalark', true);
    last += 1;
    const { sub } = google.people.put(
      fakePerson({ email: 'guest@royalark.com', sub: `77000${last}`, hostedDomain: 'gdev.inc' }),
    );
    const { body } = await signInWithGoogle(app.visitor(), { sub });
    expect(body.user.company?.key).toBe('gdev');
  });

  describe('a disabled person', () => {
    test('does not return with another spelling of the address', async () => {
      for (const [former, next, reason] of [
        ['ann@lighthour.games', 'ann+2@lighthour.games', 'accountDisabled'],
        ['bob+a@lighthour.games', 'BOB@lighthour.games', 'accountDisabled'],
        ['cat+a@lighthour.games', 'Cat+B+c@lighthour.games', 'accountDisabled'],
        ['dan@lighthour.games', 'dan@lighthour.games', 'accountDisabled'],
        // An unusual address proves nothing.
        ['gil@lighthour.games', '"gil+a"@lighthour.games', 'restrictedAccess'],
        ['ida@lighthour.games', 'ida(x)@lighthour.games', 'restrictedAccess'],
        ['jon@lighthour.games', 'j\u200Bon@lighthour.games', 'restrictedAccess'],
        ['kim@lighthour.games', 'ｋim@lighthour.games', 'restrictedAccess'],
      ] as const) {
        const first = await arrive(former, false);
        expect(first.status).toBe(200);
        await disable(first.body.user.id);
        const again = await arrive(next, false);
        expect({ next, status: again.status, reason: again.body.reason }).toEqual({
          next,
          status: 403,
          reason,
        });
        expect(again.person.cookies.has('sid')).toBe(false);
        // The attempt leaves no data, and the known address still belongs to them.
        const known = await app.database
          .db('users')
          .whereRaw('lower(email) = lower(?)', [former])
          .select('id');
        expect(known.map(({ id }) => String(id))).toEqual([first.body.user.id]);
      }
    });

    test('does not return with another address at Google', async () => {
      const first = await arrive('eve@lighthour.games', false);
      await disable(first.body.user.id);
      google.people.put(fakePerson({ email: 'eve@gmail.com', sub: first.sub, hostedDomain: null }));
      expect((await signInWithGoogle(app.visitor(), { sub: first.sub })).status).toBe(403);
      expect((await arrive('eve@lighthour.games', false)).body.reason).toBe('accountDisabled');
    });

    test('cannot use an existing second account', async () => {
      const second = await arrive('fay+spare@lighthour.games', false);
      const first = await arrive('fay@lighthour.games', false);
      expect((await whoAmI(second.person)).status).toBe(200);
      await disable(first.body.user.id);
      expect((await whoAmI(second.person)).status).toBe(401);
    });

    test('does not block other people', async () => {
      expect((await arrive('annabel@lighthour.games', false)).status).toBe(200);
      expect((await arrive('ann@gdev.inc', true)).status).toBe(200);
    });
  });
});
