// Rate limits, over GraphQL and REST: exact at n and n + 1, by caller, shared between processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../config/limits.ts';
import { hourMs } from '../../shared/durations.ts';
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { visitor } from '../../modules/people/accounts/accounts.ts';
import { createRateLimits, type Rates } from './rateLimits.ts';

const minute = 60_000;
const rates: Rates = {
  ...limits.rates,
  signIn: { points: 4, windowMs: minute },
  write: { points: 5, windowMs: minute },
  read: { points: 15, windowMs: minute },
  complaint: { points: 5, windowMs: minute },
  ask: { points: 5, windowMs: minute },
  log: { points: 3, windowMs: minute },
  image: { points: 2, windowMs: minute },
  file: { points: 8, windowMs: minute },
};

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ rates, env: { TRUST_PROXY: '1' } });
});

afterAll(() => app.close());

const from = (ip: string) => ({ 'X-Forwarded-For': ip });

const guess = (person: Caller, ip: string) =>
  person.call('POST', '/api/v1/auth/validate-token', { token: 'a guess' }, from(ip));

describe('sign-in', () => {
  test('is counted by address: answers n, refuses n + 1 with 429, retry time and headers', async () => {
    for (let call = 1; call <= rates.signIn.points; call += 1) {
      const { status, headers } = await guess(app.visitor(), '203.0.113.1');
      expect(status).toBe(401);
      expect(headers.get('ratelimit-policy')).toBe('"signIn";q=4;w=60');
      expect(headers.get('ratelimit')).toMatch(
        new RegExp(`^"signIn";r=${rates.signIn.points - call};t=\\d+$`),
      );
    }
    const { status, body, headers } = await guess(app.visitor(), '203.0.113.1');
    expect(status).toBe(429);
    expect(body).toMatchObject({
      success: false,
      code: 'TOO_MANY',
      reason: 'signIn',
      title: 'Too Many Requests',
    });
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(body['retryAfter']).toBe(wait);
    expect(headers.get('ratelimit')).toBe(`"signIn";r=0;t=${wait}`);
    expect((await guess(app.visitor(), '203.0.113.2')).status).toBe(401);
  });

  test('ignores an address forged before the trusted proxy', async () => {
    for (let call = 1; call <= rates.signIn.points; call += 1)
      await guess(app.visitor(), `10.0.0.${call}, 203.0.113.3`);
    const further = await Promise.all(
      Array.from({ length: 20 }, (_, call) => guess(app.visitor(), `10.9.9.${call}, 203.0.113.3`)),
    );
    const passed = further.filter(({ status }) => status !== 429).length;
    expect(passed).toBe(0);
  });

  test('treats an IPv6 /64 as one caller', async () => {
    for (let call = 1; call <= rates.signIn.points; call += 1)
      await guess(app.visitor(), `2001:db8:5:6::${call}`);
    expect((await guess(app.visitor(), '2001:db8:5:6:ffff::1')).status).toBe(429);
    expect((await guess(app.visitor(), '2001:db8:5:7::1')).status).toBe(401);
  });

  test('shares the limit with GraphQL, where every alias counts', async () => {
    const aliases = Array.from(
      { length: 5 },
      (_, index) => `a${index}: validateToken(token: "guess${index}") { redirectTo }`,
    );
    const { status, headers, body } = await app
      .visitor()
      .call<{ errors: { extensions: Record<string, unknown> }[] }>(
        'POST',
        '/graphql',
        { query: `mutation { ${aliases.join(' ')} }` },
        from('203.0.113.4'),
      );
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(body.errors[0]?.extensions).toMatchObject({
      code: 'TOO_MANY',
      reason: 'signIn',
      retryAfter: expect.any(Number) as number,
    });
    expect((await guess(app.visitor(), '203.0.113.4')).status).toBe(429);
  });
});

describe('reads and writes', () => {
  test('counts writes by person at any address, apart from reads', async () => {
    const [one, two] = [await app.signedIn(), await app.signedIn()];
    const item = await anItem(app.database.db);
    const like = (person: Caller, ip: string) =>
      person.call('POST', `/api/v1/knowledge/${item.id}/like`, undefined, from(ip));
    for (let call = 1; call <= rates.write.points; call += 1) {
      expect((await like(one, `198.51.100.${call}`)).status).toBe(200);
    }
    expect((await like(one, '198.51.100.99')).status).toBe(429);
    expect((await like(two, '198.51.100.1')).status).toBe(200);
    const search = await one.call('GET', '/api/v1/knowledge/search');
    expect(search.status).toBe(200);
    expect(search.headers.get('ratelimit-policy')).toBe('"read";q=15;w=60');
  });

  test('counts every root field of a query as a read, including aliases and fragments', async () => {
    const person = await app.signedIn();
    const query = '{ a: me { id } ...Rest } fragment Rest on Query { b: me { id } c: me { id } }';
    for (let call = 1; call <= rates.read.points / 3; call += 1) {
      const { status, headers } = await person.graphql(query);
      expect(status).toBe(200);
      expect(headers.get('ratelimit')).toMatch(
        new RegExp(`^"read";r=${rates.read.points - 3 * call};`),
      );
    }
    const { status, body, headers } = await person.graphql('{ me { id } }');
    expect(status).toBe(429);
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY', reason: 'read' });
    expect(headers.get('ratelimit')).toMatch(/^"read";r=0;t=\d+$/);
  });

  test('limits log entries of all visitors together, apart from members', async () => {
    const shared = await startTestApp({
      rates: { ...rates, visitorLog: { points: 5, windowMs: minute } },
      env: { TRUST_PROXY: '1' },
    });
    const write = (who: Caller, ip: string) => {
      const timestamp = new Date().toISOString();
      const entry = { entry: 'x', level: 'warn', source: 'page', timestamp };
      return who.call('POST', '/api/v1/logs', entry, from(ip));
    };
    const statuses: number[] = [];
    for (let call = 0; call < 8; call += 1)
      statuses.push((await write(shared.visitor(), `203.0.113.${call}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await write(shared.visitor(), '203.0.113.9');
    expect(refused.body['reason']).toBe('log');
    expect((await write(await shared.signedIn(), '203.0.113.9')).status).toBe(200);
    await shared.close();
  });

  test('limits images separately', async () => {
    const person = await app.signedIn();
    const picture = () =>
      person.call('GET', '/api/v1/proxy/image?url=https%3A%2F%2Funknown.example%2Fa.png');
    for (let call = 1; call <= rates.image.points; call += 1)
      expect((await picture()).status).toBe(404);
    expect((await picture()).status).toBe(429);
  });
});

describe('calls that are refused', () => {
  const many = 20;
  /** Statuses of a repeated call. */
  const statuses = async (make: () => Promise<{ status: number }>): Promise<number[]> => {
    const seen: number[] = [];
    for (let call = 0; call < many; call += 1) seen.push((await make()).status);
    return seen;
  };
  /** Expected statuses: this many are answered, the others refused. */
  const flood = (status: number, points: number): number[] => [
    ...Array.from({ length: points }, () => status),
    ...Array.from({ length: many - points }, () => 429),
  ];

  test('are limited themselves, apart from signed-in people', async () => {
    const { read, log } = rates;
    const bearer = { Authorization: 'Bearer x' };
    const elsewhere = { Cookie: 'sid=x', Origin: 'https://evil.example' };
    const floods: [string, unknown, Record<string, string>, number, number][] = [
      ['/api/v1/logs', { level: 'loud' }, {}, 400, log.points],
      ['/api/v1/logs', '{"entry":', {}, 400, log.points],
      ['/api/v1/logs', { entry: 'x'.repeat(200_000) }, {}, 413, log.points],
      ['/graphql', { query: '{ nothing }' }, {}, 400, read.points],
      ['/graphql', '{"query":', {}, 400, read.points],
      ['/graphql/', '{"query":', {}, 400, read.points],
      ['/api/v1/nothing', {}, {}, 404, read.points],
      ['/api/v1/auth/me', {}, {}, 405, read.points],
      ['/api/v1/complaints', {}, {}, 401, read.points],
      ['/api/v1/use-cases/analyze', {}, bearer, 401, read.points],
      ['/api/v1/auth/logout', {}, elsewhere, 403, read.points],
    ];
    const person = await app.signedIn();
    for (const [index, [path, body, headers, status, points]] of floods.entries()) {
      const ip = from(`198.18.0.${index}`);
      const seen = await statuses(() =>
        app.visitor().call('POST', path, body, { ...headers, ...ip }),
      );
      expect({ path, body, seen }).toEqual({ path, body, seen: flood(status, points) });
      const search = await person.call('GET', '/api/v1/knowledge/search', undefined, ip);
      expect(search.status).toBe(200);
    }
  });

  test('count as complaints when they are invalid complaints, apart from searches', async () => {
    const [one, two] = [await app.signedIn(), await app.signedIn()];
    const report = (person: Caller) => () =>
      person.call('POST', '/api/v1/complaints', { complaintType: 'none', comment: 7 });
    expect(await statuses(report(one))).toEqual(flood(400, rates.complaint.points));
    expect((await report(two)()).status).toBe(400);
    expect((await one.call('GET', '/api/v1/knowledge/search')).status).toBe(200);
  });

  test('count access requests, and not the refused ones, over REST and GraphQL', async () => {
    const person = await app.signedIn();
    const { id } = await anItem(app.database.db);
    const request = (service: string) =>
      person.call('POST', '/api/v1/email/request-access', {
        service,
        subscriptionType: 'pro',
        features: 'To try',
      });
    const overGraphql = (...itemIds: number[]) => {
      const calls = itemIds.map(
        (itemId, place) =>
          `a${place}: requestAccess(input: { service: "Tool", knowledgeItemId: "${itemId}", subscriptionType: pro, features: "To try" }) { id }`,
      );
      return person.call('POST', '/graphql', { query: `mutation { ${calls.join(' ')} }` });
    };
    for (let call = 0; call < limits.rates.mail.points; call += 1) {
      expect((await request('No such service')).status).toBe(404);
      expect((await overGraphql(999_999, id)).status).toBe(404);
      await app.database.db('rate_limits').where('key', 'like', 'write:%').delete();
    }
    expect((await overGraphql(id)).status).toBe(200);
  });

  test('limit questions to colleagues per hour over REST and GraphQL, apart from searches', async () => {
    const [one, two] = [await app.signedIn(), await app.signedIn()];
    const overRest = (person: Caller) => () =>
      person.call('POST', '/api/v1/use-cases/knowledge/999999/ask', { expertId: '1' });
    const overGraphql = () =>
      one.call('POST', '/graphql', {
        query: 'mutation { askExpert(itemId: 999999, expertId: 1) { success } }',
      });
    expect(await statuses(overRest(one))).toEqual(flood(404, rates.ask.points));
    expect((await overGraphql()).status).toBe(429);
    expect((await overRest(two)()).status).toBe(404);
    expect((await one.call('GET', '/api/v1/knowledge/search')).status).toBe(200);
  });
});

describe('the counters', () => {
  const caller = (ip: string) => ({ viewer: visitor, ip });

  test('are shared between processes exactly, also for simultaneous calls', async () => {
    const processes = [
      createRateLimits(app.database.db, rates),
      createRateLimits(app.database.db, rates),
    ];
    const calls = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        processes[index % 2]!.take('signIn', caller('203.0.113.200'), 1),
      ),
    );
    const passed = calls.filter((call) => call.status === 'fulfilled').length;
    expect(passed).toBe(rates.signIn.points);
  });

  test('of batched reads are shared too, also for simultaneous calls', async () => {
    const points = limits.rates.read.points;
    // The window is longer than the calls take, even on a slow machine.
    const read = { points, windowMs: hourMs };
    const processes = [0, 1].map(() =>
      createRateLimits(app.database.db, { ...limits.rates, read }),
    );
    const take = (process: number, ip: string) =>
      processes[process]!.take('read', caller(ip), 1).then(
        () => 1,
        () => 0,
      );
    const atOnce = await Promise.all(
      Array.from({ length: 2 * points }, (_, index) => take(index % 2, '203.0.113.210')),
    );
    let oneByOne = 0;
    for (let call = 0; call < 1.2 * points; call += 1)
      oneByOne += await take(call % 3 === 0 ? 0 : 1, '203.0.113.211');
    const most = Math.max(atOnce.filter((one) => one === 1).length, oneByOne);
    const overrun = (100 * (most - points)) / points;
    expect(overrun).toBeLessThan(5);
    expect(oneByOne).toBeGreaterThanOrEqual(points);
  });

  test('restart after the window', async () => {
    const short = createRateLimits(app.database.db, {
      ...rates,
      mail: { points: 1, windowMs: 300 },
    });
    await short.take('mail', caller('203.0.113.201'), 1);
    await expect(short.take('mail', caller('203.0.113.201'), 1)).rejects.toMatchObject({
      code: 'TOO_MANY',
      retryAfter: 1,
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect(short.take('mail', caller('203.0.113.201'), 1)).resolves.toMatchObject({
      RateLimit: expect.stringContaining('r=0') as string,
    });
  });

  test('count an analysis per minute and per day', async () => {
    const tight = createRateLimits(app.database.db, {
      ...rates,
      analyzePerDay: { points: 2, windowMs: 3_600_000 },
    });
    await tight.take('analyze', caller('203.0.113.202'), 1);
    await tight.take('analyze', caller('203.0.113.202'), 1);
    await expect(tight.take('analyze', caller('203.0.113.202'), 1)).rejects.toMatchObject({
      reason: 'analyzePerDay',
    });
  });

  test('count in memory while the database is down', async () => {
    const gone = {
      client: {
        acquireConnection: async () => Promise.reject(new Error('away')),
        releaseConnection: () => undefined,
      },
    };
    const insured = createRateLimits(gone, rates);
    for (let call = 1; call <= rates.signIn.points; call += 1)
      await insured.take('signIn', caller('203.0.113.203'), 1);
    await expect(insured.take('signIn', caller('203.0.113.203'), 1)).rejects.toMatchObject({
      code: 'TOO_MANY',
    });
  });
});

describe('pages of visitors', () => {
  const files = mkdtempSync(join(tmpdir(), 'loadout-files-'));
  let site: TestApp;

  beforeAll(async () => {
    writeFileSync(join(files, 'index.html'), '<html lang="ru"><!--boot--></html>');
    writeFileSync(join(files, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    site = await startTestApp({ rates, env: { TRUST_PROXY: '1' }, clientDirectory: files });
  });
  afterAll(async () => {
    await site.close();
    rmSync(files, { recursive: true });
  });

  const { read, file } = rates;
  const pages = read.points / limits.visitorPageReads;
  test('are counted by address', async () => {
    for (const [index, [path, points]] of (
      [
        ['/login', pages],
        ['/no/such/page', pages],
        ['/wp-login.php', read.points],
        ['/api/docs', read.points],
        ['/unsubscribe/guess', pages],
        ['/feeds/guess/new.atom', read.points],
        ['/api/v1/legal/privacy', read.points],
        ['/api/v1/health', read.points],
        ['/locales/en/common.json', file.points],
        ['/favicon.svg', file.points],
        ['/.well-known/ai-catalog.json', file.points],
      ] as const
    ).entries()) {
      const get = (ip: string) =>
        site.visitor().call('GET', path, undefined, { ...from(ip), Accept: 'text/html' });
      const isRefused: boolean[] = [];
      for (let call = 0; call < points + 2; call += 1)
        isRefused.push((await get(`198.18.1.${index}`)).status === 429);
      const wanted = isRefused.map((_one, call) => call >= points);
      expect({ path, isRefused }).toEqual({ path, isRefused: wanted });
      expect((await get(`198.18.2.${index}`)).status).not.toBe(429);
    }
  });

  test('show a text with the retry time over the limit, apart from signed-in people', async () => {
    const get = (who: Caller) =>
      who.call<{ text: string }>('GET', '/login', undefined, {
        ...from('198.18.3.1'),
        Accept: 'text/html',
        'Accept-Language': 'en',
      });
    for (let call = 0; call < pages; call += 1) await get(site.visitor());
    const { status, headers, body } = await get(site.visitor());
    expect(status).toBe(429);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.text).toContain('Too Many Requests');
    expect((await get(await site.signedIn())).status).toBe(200);
  });

  test('delay refusals of visitors, never of signed-in people', async () => {
    const holding = await startTestApp({
      rates: { ...rates, read: { points: 1, windowMs: minute } },
      holdMs: 10 * minute,
    });
    // The sign-in uses the one read of the visitor's address.
    const member = await holding.signedIn();
    while ((await member.call('GET', '/api/v1/auth/me')).status === 200);
    const gone = new AbortController();
    const held = fetch(`${holding.url}/api/v1/auth/me`, { signal: gone.signal });
    const first = await Promise.race([
      held.then(() => 'the visitor'),
      member.call('GET', '/api/v1/auth/me').then(({ status }) => status),
    ]);
    expect(first).toBe(429);
    gone.abort();
    await expect(held).rejects.toThrow('abort');
    await holding.close();
  });
});
