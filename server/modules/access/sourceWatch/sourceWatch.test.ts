// Source watch: relevant changes of pages; the rules with changed sources are listed for their deciders, who are notified once.
import { anItem, aMember, anAdmin } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/testApp.ts';
import { createLog } from '../../../shared/log.ts';
import { dayMs } from '../../../shared/durations.ts';
import { limits } from '../../../config/limits.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { firstHalf, secondHalf, type PagePair } from './fixtures/pagePairs.ts';
import { readPageSentences } from './pageSentences.ts';
import { substantialChanges } from './sourceWatch.ts';
import { createSourceWatchModule, type SourcePages } from './sourceWatch.module.ts';

type Answer = Awaited<ReturnType<SourcePages['readHtml']>>;

let app: TestApp;
let deciding: Member;
let admin: Member;
let member: Member;
let now = new Date('2026-05-04T08:00:00Z');
let site: Answer;
const asked: string[] = [];
const signal = new AbortController().signal;
const address = 'https://vendor.example/privacy';

const page = (retention: string, rest = ''): Answer => ({
  kind: 'html',
  html: `<nav>Menu</nav><main><h1>Privacy</h1><p>We never sell data. ${retention}</p>${rest}</main>`,
});

/** One of several processes with its own job. */
const process = () =>
  createSourceWatchModule({
    db: app.database.db,
    clock: () => now,
    log: createLog({ level: 'silent' }),
    dataRules: app.services.dataRules,
    pages: {
      readHtml: (asks) => {
        asked.push(asks);
        return Promise.resolve(site);
      },
    },
    readsSources: true,
    pause: () => Promise.resolve(),
    visibleItem: (viewer, id) => app.services.knowledge.item(viewer, id),
  }).sourceWatch;

const read = async (answer: Answer, days = 1) => {
  now = new Date(now.getTime() + days * dayMs);
  site = answer;
  return process().readDue(signal);
};

const fact = (sourceUrl = address) => ({
  kind: 'retention' as const,
  textEn: 'Kept for 30 days',
  sourceUrl,
  sourceDate: '2026-05-01',
});

const rule = async (company = 'nexters', sourceUrl = address): Promise<number> => {
  const { id } = await anItem(app.database.db);
  await app.services.dataRules.set(admin, company, [
    { itemId: id, tier: 'team', facts: [fact(sourceUrl)] },
  ]);
  return id;
};

const list = async (viewer: Member = deciding) =>
  (await app.services.changedSources.page(viewer, { page: 0, perPage: 100 })).sources;

const told = async (viewer: Member) => {
  await app.services.notifications.processEvents(signal);
  const { notifications } = await app.services.notifications.page(viewer, {
    page: 0,
    perPage: 100,
  });
  return notifications.map(({ kind }) => kind).filter((kind) => kind.startsWith('source'));
};

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  const { db } = app.database;
  await db('company_domains').insert({ domain: 'nexters.example', company_key: 'nexters' });
  admin = await anAdmin(db);
  member = await aMember(db, { companyKey: 'nexters' });
  deciding = await aMember(db, { companyKey: 'nexters' });
  await app.services.accessWorkflow.setApprovers(admin, 'nexters', {
    people: [deciding.user.id],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  await db('source_pages').delete();
  await db('data_rules').delete();
  await db('notifications').delete();
  asked.length = 0;
});

test('lists the rules of a changed source and notifies each decider once, across processes', async () => {
  const itemId = await rule();
  await rule('nexters', `${address}#retention`);
  await rule('gdev');
  expect(await read(page('We keep prompts for 30 days.'))).toEqual({ read: 1, changed: 0 });
  now = new Date(now.getTime() + dayMs / 2);
  expect(await process().readDue(signal)).toEqual({ read: 0, changed: 0 });
  now = new Date(now.getTime() + dayMs / 2);
  site = page('We keep prompts for 90 days.', '<footer>© 2027</footer>');
  const rounds = await Promise.all([process().readDue(signal), process().readDue(signal)]);
  expect(rounds.map(({ changed }) => changed).toSorted()).toEqual([0, 1]);
  expect(asked).toEqual([address, address]);

  const [first, ...others] = await list();
  expect(others).toHaveLength(1);
  expect(first).toMatchObject({
    itemId,
    companyKey: 'nexters',
    kind: 'changed',
    removed: ['We keep prompts for 30 days.'],
    added: ['We keep prompts for 90 days.'],
    facts: [{ kind: 'retention' }],
  });
  expect(await list(admin)).toHaveLength(3);
  for (const viewer of [deciding, admin]) {
    expect(await told(viewer)).toEqual(['source_changed']);
    expect(await told(viewer)).toEqual(['source_changed']);
  }
  expect(await told(member)).toEqual([]);
  await expect(list(member)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'approversOnly' });
});

test('a confirmation or an edit removes the mark, and its undo restores it', async () => {
  const itemId = await rule();
  await read(page('30 days.'));
  await read(page('90 days.'));
  const approver = await app.signedIn({ company: 'nexters' });
  await app.services.accessWorkflow.setApprovers(admin, 'nexters', {
    people: [approver.userId, deciding.user.id],
  });
  const [{ changeId }] = (await list()) as [Awaited<ReturnType<typeof list>>[number]];
  const body = { itemId: String(itemId), company: 'nexters', tier: 'team' };
  const path = `/api/v1/rules/sources/${changeId}/confirm`;
  const count = async () =>
    (await approver.call<{ total: number }>('GET', '/api/v1/rules/sources')).body.total;
  for (let repeated = 0; repeated < 2; repeated += 1) {
    expect((await approver.call('POST', path, body)).body).toMatchObject({
      data: { isConfirmed: true },
    });
    expect(await count()).toBe(0);
  }
  expect((await approver.call('POST', `${path}/undo`, body)).status).toBe(200);
  expect(await count()).toBe(1);
  const acts: string[] = await app.database
    .db('activity')
    .where({ item_id: itemId, actor_id: approver.userId })
    .orderBy('id')
    .pluck('action');
  expect(acts).toEqual(['source.confirmed', 'source.reopened']);

  now = new Date(now.getTime() + 1_000);
  const edit = await app.services.dataRules.set(deciding, 'nexters', [
    { itemId, tier: 'team', facts: [{ ...fact(), textEn: 'Kept for 90 days' }] },
  ]);
  expect(await list()).toEqual([]);
  expect((await approver.call('POST', path, body)).status).toBe(404);
  await app.services.dataRules.undo(deciding, Number(edit.changeId));
  expect(await list()).toHaveLength(1);
});

test('reports a page that is missing for three days once, with its own text', async () => {
  await rule();
  await read(page('30 days.'));
  for (let day = 0; day < 5; day += 1) await read({ kind: 'gone' });
  expect((await list()).map(({ kind }) => kind)).toEqual(['gone']);
  expect(await told(deciding)).toEqual(['source_gone']);
  await read(page('30 days.'));
  expect(await list()).toHaveLength(1);
});

test('ignores challenges, failures and refusals, and pauses for a refusing site', async () => {
  await rule();
  const text = page('We keep prompts for 30 days.', '<p>And a lot of other text.</p>'.repeat(5));
  await read(text);
  await read({ kind: 'html', html: '<p>Just a moment</p>' });
  await read({ kind: 'failed' });
  await read(text);
  await read({ kind: 'refused' });
  expect(await read(page('90 days.'), 2)).toEqual({ read: 0, changed: 0 });
  expect(await list()).toEqual([]);
  expect(await read(page('90 days.'), 30)).toEqual({ read: 1, changed: 0 });
  await read(page('90 days.'));
  // A shortened text counts as changed on the third day.
  expect(await read(page('90 days.'))).toEqual({ read: 1, changed: 1 });
});

test('shows at most ten changed sentences, and the number of the others', async () => {
  await rule();
  const lines = (days: number, count: number) =>
    page(Array.from({ length: count }, (_, index) => `Log ${index} lasts ${days} days.`).join(' '));
  await read(lines(30, 8));
  await read(lines(90, 40));
  const [change] = await list();
  expect([change!.removed.length, change!.added.length, change!.more]).toEqual([5, 5, 38]);
});

test('neither reads, announces nor lists a hidden item', async () => {
  const itemId = await rule();
  await read(page('30 days.'));
  await app.services.knowledge.update(admin, itemId, { adminVisibility: 'hidden' });
  expect(await read(page('90 days.'))).toEqual({ read: 0, changed: 0 });
  await app.services.knowledge.update(admin, itemId, { adminVisibility: 'visible' });
  await read(page('90 days.'));
  await app.services.knowledge.update(admin, itemId, { adminVisibility: 'hidden' });
  expect(await told(deciding)).toEqual([]);
  expect([await list(), await list(admin)]).toEqual([[], []]);
  // Changes are postponed while the item is hidden.
  await read(page('90 days.'), 30);
  await app.services.knowledge.update(admin, itemId, { adminVisibility: 'visible' });
  expect(await list()).toHaveLength(1);
});

test('a merge keeps pending changes, and a confirmation applies to its own rule only', async () => {
  const [kept, merged] = [await rule(), await rule('gdev')];
  await app.services.dataRules.set(admin, 'nexters', [
    { itemId: merged, tier: 'team', facts: [fact()], owner: 'Legal' },
  ]);
  await read(page('30 days.'));
  await read(page('90 days.'));
  for (const one of (await list(admin)).filter(({ itemId }) => itemId === merged))
    await app.services.changedSources.confirm(admin, one);
  now = new Date(now.getTime() + 1_000);
  const { mergeId } = await app.services.merges.merge(admin, [kept, merged], {
    take: [],
    tags: 'kept',
    bookmark: 'keep',
  });
  expect(await list(admin)).toMatchObject([{ itemId: kept, companyKey: 'nexters' }]);
  await app.services.merges.undo(admin, mergeId);
  expect(await list(admin)).toMatchObject([{ itemId: kept, companyKey: 'nexters' }]);
});

test('notifies deciders regardless of other companies’ items with the page', async () => {
  // Copies of one rule, since deciding this many one by one would be slow.
  const itemId = await rule('gdev');
  const { db } = app.database;
  await db.raw(
    `with others as (
       insert into items (title_en, source_url, normalised_url, media_type, media_source, admin_visibility, sync_status)
       select 'Other ' || n, 'https://other.example/' || n, 'other.example/' || n, 'link', 'other.example', 'visible', 'local'
       from generate_series(1, 100) as n returning id)
     insert into data_rules (item_id, company_key, tier, version, verdicts, facts)
     select others.id, company_key, tier, version, verdicts, facts from others, data_rules where item_id = ?`,
    [itemId],
  );
  await rule();
  await read(page('30 days.'));
  await read(page('90 days.'));
  expect(await told(deciding)).toEqual(['source_changed']);
});

describe('relevance of changes', () => {
  const sentences = (html: string) => readPageSentences(html, limits.sourceWatch.textBytes)!;
  const isFound = ({ before, after }: PagePair): boolean =>
    substantialChanges(sentences(before), sentences(after)) !== null;

  test('detects at least 18 of 20 relevant changes, and at most 2 of 20 others', () => {
    const pairs = [...firstHalf, ...secondHalf];
    const [changed, same] = [
      pairs.filter((one) => one.isChanged),
      pairs.filter((one) => !one.isChanged),
    ];
    expect([changed.length, same.length]).toEqual([20, 20]);
    const missed = changed.filter((one) => !isFound(one)).map(({ name }) => name);
    const false_ = same.filter(isFound).map(({ name }) => name);
    expect({ missed: missed.slice(2), false: false_.slice(2) }).toEqual({ missed: [], false: [] });
  });

  test('lists changed sentences, and a table row as one', () => {
    const page = (rows: string) =>
      sentences(`<nav><a href="/">Home</a></nav><p>Kept.</p><table>${rows}</table>`);
    expect(
      substantialChanges(
        page('<tr><td>Retention<td>30 days<tr><td>Region<td>EU'),
        page('<tr><td>Retention</td><td>90 days</td></tr><tr><td>Region</td><td>EU</td></tr>'),
      ),
    ).toEqual({ removed: ['Retention · 30 days'], added: ['Retention · 90 days'] });
  });

  test('reads unclosed markup, and refuses a page with too much text', () => {
    expect(
      sentences('<div class=nav><div>menu</div></div><p class=meta>5 views<p>First<div>Second'),
    ).toEqual(['First', 'Second']);
    expect(readPageSentences(`<p>${'Word. '.repeat(100)}`, 500)).toBeNull();
  });
});
