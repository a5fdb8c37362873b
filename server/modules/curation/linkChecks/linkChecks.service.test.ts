import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createComplaintsModule } from '../../feedback/complaints/complaints.module.ts';
import { inconsistencyDetectionOn } from '../../sync/sync.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { createLinkChecker } from '../../../integrations/linkChecker/linkChecker.ts';
import { createLog } from '../../../shared/log.ts';
import { anAdmin, anItem } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { LinkChecksService } from './linkChecks.service.ts';
import type { LinkAnswer, LinkProbe } from './linkChecks.ts';
import { linkChecksStore } from './linkChecks.store.ts';

/** Answer of the site for each path; `drop` closes the connection. */
const answers = new Map<string, number | 'drop'>();
const seen: string[] = [];
/** Number of pauses between two checks. */
let pauses: number;
const site = createServer((request, response) => {
  const path = request.url ?? '';
  seen.push(`${request.method} ${path}`);
  const answer = answers.get(path) ?? 200;
  if (answer === 'drop') request.socket.destroy();
  else response.writeHead(answer, answer === 301 ? { location: '/new' } : {}).end();
});

/** Unresolvable names, which are answered without DNS, since its answer may come after the tests. */
const isSilent = (url: string): boolean => new URL(url).hostname.endsWith('.invalid');
const silence: LinkAnswer = { kind: 'unreachable', status: 'ENOTFOUND' };

/** Called while sites are checked. */
let meanwhile: () => Promise<unknown>;
let database: TestDatabase;
let links: LinkChecksService;
let now: Date;
let origin: string;
let port: number;
const signal = new AbortController().signal;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  port = (site.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
});

const openLinks = (probe: LinkProbe, roundMs?: number): LinkChecksService => {
  const clock = () => now;
  const { db } = database;
  return new LinkChecksService({
    store: linkChecksStore(db),
    inTransaction: (work) =>
      db.transaction((trx) =>
        work({
          store: linkChecksStore(trx),
          findings: inconsistencyDetectionOn(trx, clock),
          events: outboxOn(trx, clock),
        }),
      ),
    probe,
    clock,
    log: createLog({ level: 'silent' }),
    pause: async () => {
      pauses += 1;
      seen.push('pause');
    },
    ...(roundMs === undefined ? {} : { roundMs }),
  });
};

beforeEach(async () => {
  answers.clear();
  meanwhile = async () => {};
  seen.length = 0;
  pauses = 0;
  now = new Date('2026-03-01T10:00:00Z');
  database = await createTestDatabase();
  const probe = createLinkChecker({ allow: [{ host: '127.0.0.1', port }] });
  links = openLinks({
    async check(url, stop) {
      await meanwhile();
      return isSilent(url) ? silence : probe.check(url, stop);
    },
  });
});
afterEach(() => database.drop());

const item = (path: string) => anItem(database.db, { sourceUrl: origin + path });
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 60 * 60 * 1000);
};
const open = () => database.db('inconsistencies').where({ status: 'new' });
const told = () => database.db('events').where('kind', 'like', 'link_%').orderBy('id');
const states = async () => {
  const rows: { state: string }[] = await database
    .db('link_checks')
    .orderBy('item_id')
    .select('state');
  return rows.map((row) => row.state);
};

test('stores the target of a redirect as long as it exists', async () => {
  await item('/old');
  const kept = () => database.db('link_checks').pluck('moved_to');
  answers.set('/old', 301);
  await links.checkDue(signal);
  expect(await kept()).toEqual([`${origin}/new`]);
  answers.set('/old', 200);
  later(24 * 8);
  await links.checkDue(signal);
  expect(await kept()).toEqual([null]);
});

test('raises an inconsistency after two failures on different days, and closes it on success', async () => {
  const broken = await item('/gone');
  await item('/fine');
  await item('/robots');
  answers.set('/gone', 404);
  answers.set('/robots', 403);
  expect(await links.checkDue(signal)).toEqual({ checked: 3, broken: 0, isCut: false });
  expect(await states()).toEqual(['failing', 'ok', 'blocked']);
  expect(await open()).toEqual([]);

  later(24);
  expect(await links.checkDue(signal)).toEqual({ checked: 1, broken: 1, isCut: false });
  expect(await open()).toMatchObject([
    { item_id: broken.id, type: 'link_broken', old_value: `${origin}/gone`, new_value: '404' },
  ]);
  expect(await told()).toMatchObject([
    { kind: 'link_lost', item_id: broken.id, after: { url: `${origin}/gone`, status: '404' } },
  ]);

  later(24);
  answers.set('/gone', 410);
  await links.checkDue(signal);
  expect(await open()).toMatchObject([{ new_value: '410' }]);

  later(24);
  answers.delete('/gone');
  await links.checkDue(signal);
  expect(await open()).toEqual([]);
  expect(await states()).toEqual(['ok', 'ok', 'blocked']);
  expect((await told()).map((one: { kind: string }) => one.kind)).toEqual([
    'link_lost',
    'link_back',
  ]);
  const record = await database.db('activity').orderBy('id');
  expect(record.map((one: { action: string }) => one.action)).toEqual([
    'inconsistency.raised',
    'inconsistency.refreshed',
    'inconsistency.closed',
  ]);
});

test('ignores inconclusive checks', async () => {
  await item('/gone');
  await item('/guarded');
  answers.set('/gone', 404);
  answers.set('/guarded', 503);
  await links.checkDue(signal);
  later(24);
  answers.set('/gone', 520);
  await links.checkDue(signal);
  expect(await states()).toEqual(['failing', 'blocked']);
  later(24);
  answers.set('/gone', 404);
  await links.checkDue(signal);
  expect(await open()).toHaveLength(1);
  later(24 * 8);
  answers.set('/gone', 'drop');
  await links.checkDue(signal);
  expect(await states()).toEqual(['broken', 'blocked']);
  expect(await open()).toMatchObject([{ old_value: `${origin}/gone`, new_value: '404' }]);
});

test('waits as long as a host asks', async () => {
  const looks: string[] = [];
  const asking = openLinks({
    async check(url) {
      looks.push(url);
      return { kind: 'blocked', status: '429', retryAfterMs: 2 * 3_600_000 };
    },
  });
  for (const path of ['/1', '/2']) await item(path);
  await asking.checkDue(signal);
  later(1);
  await asking.checkDue(signal);
  expect(looks).toEqual([`${origin}/1`]);
  later(2);
  await asking.checkDue(signal);
  expect(looks).toEqual([`${origin}/1`, `${origin}/2`]);
});

test('does not raise an ignored link again', async () => {
  await item('/gone');
  answers.set('/gone', 404);
  await links.checkDue(signal);
  later(24);
  await links.checkDue(signal);
  await database.db('inconsistencies').update({ status: 'ignored' });
  later(24);
  answers.set('/gone', 500);
  await links.checkDue(signal);
  expect(await open()).toEqual([]);
});

test('checks working links weekly, and new addresses at once', async () => {
  const one = await item('/one');
  await item('/two');
  expect(await links.checkDue(signal)).toMatchObject({ checked: 2 });
  expect(await links.checkDue(signal)).toMatchObject({ checked: 0 });
  await database
    .db('items')
    .where({ id: one.id })
    .update({ source_url: `${origin}/three` });
  expect(await links.checkDue(signal)).toMatchObject({ checked: 1 });
  later(7 * 24 + 1);
  expect(await links.checkDue(signal)).toMatchObject({ checked: 2 });
});

describe('a run with more than one batch', () => {
  const looks: string[] = [];
  const open: string[] = [];
  let mostOfHost: number;
  let answer: LinkAnswer;
  let lookMs: number;
  const probe: LinkProbe = {
    async check(url) {
      looks.push(url);
      const { host } = new URL(url);
      open.push(host);
      mostOfHost = Math.max(mostOfHost, open.filter((one) => one === host).length);
      await setImmediate();
      open.splice(open.indexOf(host), 1);
      now = new Date(now.getTime() + lookMs);
      return answer;
    },
  };
  beforeEach(async () => {
    looks.length = 0;
    mostOfHost = 0;
    lookMs = 0;
    answer = { kind: 'ok', status: '200' };
    await database.db.raw(
      `insert into items (title_en, source_url, normalised_url, media_type, media_source, created_at, updated_at)
       select 'Tool ' || at, 'https://host' || at % 50 || '.example.com/' || at, 'host' || at % 50 || '.example.com/' || at, 'link', 'x', now(), now()
       from generate_series(1, 250) as at`,
    );
  });

  test('checks all due links once, and each host sequentially', async () => {
    expect(await openLinks(probe).checkDue(signal)).toEqual({
      checked: 250,
      broken: 0,
      isCut: false,
    });
    expect(new Set(looks).size).toBe(250);
    expect(looks).toHaveLength(250);
    expect(mostOfHost).toBe(1);
    // Each of two batches checks every host twice and ends with a pause.
    expect(pauses).toBe(2 * (50 + 1));
  });

  test('ends at its time limit, and the next one continues', async () => {
    lookMs = 20;
    const round = await openLinks(probe, 400).checkDue(signal);
    expect(round.isCut).toBe(true);
    expect(round.checked).toBeGreaterThan(0);
    expect(round.checked).toBeLessThan(100);
    expect(await openLinks(probe).checkDue(signal)).toMatchObject({
      checked: 250 - round.checked,
    });
    expect(looks).toHaveLength(250);
  });

  test('ends when no host answers, which is our own fault', async () => {
    answer = silence;
    expect(await openLinks(probe).checkDue(signal)).toEqual({ checked: 0, broken: 0, isCut: true });
    expect(looks).toHaveLength(100);
  });
});

test('blames no link when no host answers any more', async () => {
  const { db } = database;
  await item('/fine');
  await links.checkDue(signal);
  // As on a server without a network.
  for (let n = 1; n <= 4; n += 1) await anItem(db, { sourceUrl: `http://host${n}.invalid/` });
  answers.set('/fine', 'drop');
  await links.checkDue(signal);
  later(24);
  await links.checkDue(signal);
  expect(await states()).toEqual(['ok']);
  expect(await open()).toEqual([]);
  // The network is back: hosts without an answer count as broken again.
  answers.delete('/fine');
  for (let n = 5; n <= 6; n += 1) await item(`/fine${n}`);
  await links.checkDue(signal);
  later(24);
  await links.checkDue(signal);
  expect(await open()).toHaveLength(4);
});

test('lets an admin check a broken link again', async () => {
  const { db } = database;
  const broken = await item('/gone');
  answers.set('/gone', 404);
  await links.checkDue(signal);
  later(24);
  await links.checkDue(signal);
  const [row] = await open();
  const { services } = createTestServices(db, { env: { IMAGE_PROXY_ALLOW: `127.0.0.1:${port}` } });
  const admin = await anAdmin(db);
  expect(await services.inconsistencies.recheckLink(admin, row.id)).toMatchObject({
    itemId: broken.id,
    status: 'new',
    newValue: '404',
  });
  answers.delete('/gone');
  expect(await services.inconsistencies.recheckLink(admin, row.id)).toMatchObject({
    status: 'resolved',
    resolution: null,
  });
});

test('checks a reported link at once, then hourly; a success closes its complaints, and its target is proposed', async () => {
  const { db } = database;
  const { services } = createTestServices(db);
  const admin = await anAdmin(db);
  const { id } = await item('/reported');
  const asked: Date[] = [];
  const { complaints } = createComplaintsModule({
    db,
    clock: () => now,
    catalogue: services.knowledge,
    edits: services.edits,
    merges: services.merges,
    pages: { read: () => Promise.reject(new Error('Nobody asks')) },
    translator: null,
    markMachineOn: () => () => Promise.resolve(),
    requestLinkCheck: async (itemId) => void asked.push(await links.nextReportedCheckAt(itemId)),
  });
  const report = (complaintType: 'broken_link' | 'spam') =>
    complaints.report(admin, '', { itemId: id, complaintType, comment: null });
  await report('spam');
  expect(asked).toEqual([]);
  await report('broken_link');
  expect(asked).toEqual([now]);
  answers.set('/reported', 404);
  expect(await links.checkReportedLink(id, signal)).toMatchObject({
    state: 'failing',
    status: '404',
  });
  const looks = seen.length;
  later(0.5);
  // A repeated complaint and a repeated job cause no check within the hour.
  await report('broken_link');
  expect(asked.at(-1)).toEqual(new Date(now.getTime() + 30 * 60_000));
  expect(await links.checkReportedLink(id, signal)).toBeNull();
  expect(seen).toHaveLength(looks);
  await services.complaintReview.closeEnded();
  later(0.5);
  answers.set('/reported', 301);
  expect(await links.checkReportedLink(id, signal)).toMatchObject({ state: 'ok' });
  const found = await services.complaintReview.one(admin, { itemId: id, type: 'broken_link' });
  expect(found?.fix).toMatchObject({ action: 'replace_address', address: `${origin}/new` });
  await services.complaintReview.closeEnded();
  expect(
    (await complaints.list(admin, { status: 'resolved' })).map(({ itemId }) => itemId),
  ).toEqual([id]);
});
