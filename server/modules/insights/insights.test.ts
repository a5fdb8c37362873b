// Insights over the API: rights, anonymity of small groups, tables, removed likes, and the figures.
import { dayMs, hourMs } from '../../shared/durations.ts';
import { aMember, anAdmin, anItem, aUseCase, aUser } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import * as mcpDocuments from '../../transports/mcp/generated.ts';
import { disclosure, weekOf } from './insights.ts';
import { tableRows } from './insightsTable.ts';

type Person = Caller & { userId: number };
interface Fields {
  [name: string]: unknown;
}

const now = new Date('2026-10-01T09:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const plots = Object.keys(tableRows);
let app: TestApp;
let admin: Person;
let approver: Person;
let otherApprover: Person;
let member: Person;
let colleagues: number[];

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  const { db } = app.database;
  const join = (name: string, company: string, isAdmin = false) =>
    app.signedIn({ email: `${name}@${company}.example`, name, company, isAdmin });
  admin = await join('admin', 'gdev', true);
  approver = await join('approver', 'nexters');
  otherApprover = await join('other', 'gdev');
  member = await join('member', 'nexters');
  await db('access_approvers').insert([
    { company_key: 'nexters', user_id: approver.userId },
    { company_key: 'gdev', user_id: otherApprover.userId },
  ]);
  colleagues = [];
  for (let count = 0; count < 14; count += 1)
    colleagues.push((await aUser(db, { companyKey: 'nexters' })).id);
  await db('users').update({ created_at: daysAgo(400) });
  await db('removed_likes_start').update({ since: daysAgo(400) });
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['item_likes', 'removed_likes', 'use_cases', 'complaints', 'access_requests'])
    await app.database.db(table).delete();
});

const codeOf = ({ body }: { body: { errors?: { extensions: Fields }[] } }) =>
  body.errors?.[0]?.extensions['reason'] ?? body.errors?.[0]?.extensions['code'] ?? 'allowed';
const table = async (by: Caller, plot: string, scope: string) =>
  String(
    (await by.call<Fields>('GET', `/api/v1/admin/insights/table?plot=${plot}&${scope}`)).body[
      'text'
    ],
  );
const like = (itemId: number, people: readonly number[], days = 10) =>
  app.database
    .db('item_likes')
    .insert(people.map((id) => ({ user_id: id, item_id: itemId, created_at: daysAgo(days) })));

test('shows figures to admins and approvers of the company, over every transport', async () => {
  const graphql = (query: string) => async (by: Caller) => codeOf(await by.graphql(query));
  const rest = (path: string) => async (by: Caller) => {
    const { body } = await by.call<Fields>('GET', `/api/v1/admin/insights${path}`);
    return body['reason'] ?? body['code'] ?? 'allowed';
  };
  const calls = (company: string) => [
    graphql(`{ insights(company: "${company}") { health { services } } }`),
    graphql(`{ insightsTable(plot: adoption, company: "${company}") }`),
    rest(`?company=${company}`),
    rest(`/table?plot=health&company=${company}`),
  ];
  const codes = async (by: Caller, company: string) => {
    const seen = new Set<unknown>();
    for (const call of calls(company)) seen.add(await call(by));
    return [...seen];
  };
  expect(await codes(app.visitor(), 'nexters')).toEqual(['UNAUTHENTICATED']);
  expect(await codes(member, 'nexters')).toEqual(['approversOnly']);
  expect(await codes(otherApprover, 'nexters')).toEqual(['otherCompany']);
  expect(await codes(approver, 'nexters')).toEqual(['allowed']);
  expect(await codes(approver, 'unknown')).toEqual(['otherCompany']);
  expect(await codes(admin, 'nexters')).toEqual(['allowed']);
  expect(await codes(admin, 'unknown')).toEqual(['NOT_FOUND']);
  expect(await graphql('{ insights(days: 31) { isExact } }')(admin)).toBe('INVALID');

  const own = `{ insights { isExact company { key } companies { key } missing { gaps } } }`;
  expect((await approver.graphql(own)).body.data['insights']).toEqual({
    isExact: false,
    company: { key: 'nexters' },
    companies: [{ key: 'nexters' }],
    missing: null,
  });
  expect((await admin.graphql(own)).body.data['insights']).toMatchObject({
    isExact: true,
    company: null,
    missing: { gaps: 0 },
  });
  expect(JSON.stringify(mcpDocuments)).not.toMatch(/insights/i);
});

test('shows no group below five, not even by differences', () => {
  const disclose = disclosure(false);
  const told = (count: number) => disclose({ count, people: count }).count;
  const differences = new Map<string, Set<number>>();
  for (let whole = 0; whole < 60; whole += 1)
    for (let part = 0; part <= whole; part += 1) {
      const pair = `${told(part)} ${told(whole)}`;
      differences.set(pair, (differences.get(pair) ?? new Set()).add(whole - part));
      if (whole < 5) expect(told(whole)).toBeNull();
    }
  // Differences never reveal a group of one to four: each pair of answers fits several values, including zero or five.
  for (const rests of differences.values()) {
    expect(rests.size).toBeGreaterThan(2);
    expect(rests.has(0) || rests.has(5) || Math.min(...rests) > 4).toBe(true);
  }
  expect(disclose({ count: 40, people: 4 })).toEqual({ count: null, isFewerThanFive: true });
  expect(disclosure(true)({ count: 1, people: 1 }).count).toBe(1);
});

test('keeps an approver’s answers equal while a group is below five, in any plot and period', async () => {
  const { db } = app.database;
  const items: number[] = [];
  for (let count = 0; count < 3; count += 1) items.push((await anItem(db)).id);
  const [broad, narrow, fading] = items as [number, number, number];
  await like(broad, colleagues.slice(0, 12), 60);
  await like(narrow, colleagues.slice(0, 3), 20);
  await db('removed_likes').insert(
    colleagues.slice(0, 3).map((user_id) => ({
      item_id: fading,
      user_id,
      company_key: 'nexters',
      liked_at: daysAgo(50),
      removed_at: daysAgo(15),
    })),
  );
  const useCase = await aUseCase(db, { itemId: broad, createdAt: daysAgo(40) });
  const praise = (user_id: number) => ({
    user_id,
    use_case_id: useCase.id,
    created_at: daysAgo(12),
  });
  await db('use_case_likes').insert(colleagues.slice(0, 3).map(praise));
  const report = (user_id: number) => ({
    user_id,
    item_id: broad,
    complaint_type: 'spam',
    created_at: daysAgo(1),
  });
  await db('complaints').insert(colleagues.slice(0, 3).map(report));
  const request = (user_id: number, status: string) => ({
    user_id,
    item_id: broad,
    service: 'Tool',
    subscription_type: 'pro',
    features: 'All',
    status,
    created_at: daysAgo(9),
  });
  await db('access_requests').insert(colleagues.slice(0, 3).map((id) => request(id, 'withdrawn')));

  const answers = async () => {
    const texts: string[] = [];
    for (const days of [30, 90, 365])
      for (const plot of plots) texts.push(await table(approver, plot, `days=${days}`));
    return texts;
  };
  const before = await answers();
  expect(before.join('\n')).toContain('fewer than 5');
  const fourth = colleagues[3]!;
  await like(narrow, [fourth], 20);
  await db('removed_likes').insert({
    item_id: fading,
    user_id: fourth,
    company_key: 'nexters',
    liked_at: daysAgo(50),
    removed_at: daysAgo(15),
  });
  await db('use_case_likes').insert(praise(fourth));
  await db('complaints').insert(report(fourth));
  await db('access_requests').insert(request(fourth, 'withdrawn'));
  // One more person in a shown group: 13 of 16 accounts.
  await like(broad, [colleagues[12]!], 60);
  expect(await answers()).toEqual(before);

  await like(narrow, [colleagues[4]!], 20);
  const after = await answers();
  expect(after).not.toEqual(before);
  const trends = await table(approver, 'rising_and_fading', 'days=30');
  expect(trends).toContain(`\n${narrow},`);
  expect(trends).not.toContain(`\n${fading},`);
  expect(await table(admin, 'rising_and_fading', 'days=30&company=nexters')).toContain(
    'fading,all,0,4',
  );
});

test('escapes cells against formulas', async () => {
  const { id } = await anItem(app.database.db, { titleEn: '=HYPERLINK("https://evil.example")' });
  await like(id, colleagues.slice(0, 6));
  const answer = await admin.call('GET', '/api/v1/admin/insights/table?plot=use_cases');
  expect(answer.headers.get('content-disposition')).toContain('insights-use_cases.csv');
  expect(answer.body['text']).toContain(`,"'=HYPERLINK(""https://evil.example"")",6`);
});

test('starts with the first record of removed likes', async () => {
  const { db } = app.database;
  const { id } = await anItem(db);
  await like(id, colleagues.slice(0, 6), 40);
  await db('removed_likes_start').update({ since: daysAgo(20) });
  const { body } = await admin.graphql<{ insights: { adoption: { weeks: Fields[] } & Fields } }>(
    '{ insights { adoption { dataBeginsOn weeks { weekStart people { count } } } risingAndFading { rising { weeks { added } } } } }',
  );
  await db('removed_likes_start').update({ since: daysAgo(400) });
  const { adoption, ...rest } = body.data.insights;
  expect(adoption).toMatchObject({ dataBeginsOn: '2026-09-11' });
  expect(adoption.weeks[0]).toEqual({ weekStart: '2026-09-07', people: { count: 6 } });
  expect(rest).toEqual({ risingAndFading: { rising: [] } });
  expect(weekOf(now).toISOString()).toBe('2026-09-28T00:00:00.000Z');
});

describe('recorded removals of likes', () => {
  const removed = () =>
    app.database.db('removed_likes').orderBy('id').select('item_id', 'user_id', 'company_key');

  test('contain those by people, not by merges, undos and deletions', async () => {
    const { db } = app.database;
    const { services } = app;
    const curator = await anAdmin(db);
    const person = await aMember(db, { companyKey: 'nexters' });
    const [kept, merged, other] = [await anItem(db), await anItem(db), await anItem(db)];
    for (const { id } of [kept, merged, other]) await services.knowledge.like(person, id);
    await like(merged.id, [colleagues[0]!]);
    await services.merges.merge(curator, [kept.id, merged.id], {
      take: [],
      tags: 'both',
      bookmark: 'keep',
    });
    const [mergeId] = await db('item_merges').where({ merged_id: merged.id }).pluck('id');
    await services.merges.undo(curator, mergeId);
    expect(await db('item_likes').where({ item_id: merged.id })).toHaveLength(2);
    await db('items').where({ id: other.id }).delete();
    expect(await removed()).toEqual([]);

    await services.knowledge.unlike(person, kept.id, false);
    await services.knowledge.unlike(person, kept.id, false);
    expect(await removed()).toEqual([
      { item_id: kept.id, user_id: person.user.id, company_key: 'nexters' },
    ]);
  });

  test('keep the company of a deleted person, but not the person', async () => {
    const { db } = app.database;
    const person = await aMember(db, { companyKey: 'nexters' });
    const { id } = await anItem(db);
    await app.services.knowledge.like(person, id);
    await app.services.personDeletion.remove(person.user.id);
    expect(await removed()).toEqual([{ item_id: id, user_id: null, company_key: 'nexters' }]);
  });
});

test('counts what people did, by week, item and outcome', async () => {
  const { db } = app.database;
  const curator = await anAdmin(db);
  const [used, faded] = [await anItem(db), await anItem(db)];
  const hidden = await anItem(db, { adminVisibility: 'hidden' });
  for (const { id } of [used, hidden]) await like(id, colleagues.slice(0, 6), 3);
  await db('removed_likes').insert(
    colleagues.slice(6, 8).map((user_id) => ({
      item_id: faded.id,
      user_id,
      company_key: 'nexters',
      liked_at: daysAgo(50),
      removed_at: daysAgo(10),
    })),
  );
  const request = { service: 'Tool', subscription_type: 'pro', features: 'All' };
  for (const [place, hours] of [2, 4].entries()) {
    const [{ id }] = await db('access_requests')
      .insert({
        ...request,
        user_id: colleagues[place],
        status: 'declined',
        created_at: daysAgo(5),
      })
      .returning('id');
    await db('activity').insert({
      action: 'access.moved',
      subject_type: 'access',
      subject_id: String(id),
      at: new Date(daysAgo(5).getTime() + hours * hourMs),
      after: JSON.stringify({ status: 'declined' }),
    });
  }
  await db('access_requests').insert({
    ...request,
    user_id: colleagues[2],
    status: 'requested',
    created_at: daysAgo(1),
  });
  await db('complaints').insert(
    [1, 20].map((days, place) => ({
      user_id: colleagues[place],
      item_id: used.id,
      complaint_type: 'spam',
      created_at: daysAgo(days),
    })),
  );
  await aUseCase(db, { itemId: faded.id, userId: colleagues[0]!, createdAt: daysAgo(2) });
  await db('zero_result_searches').insert(
    ['a', 'b'].map((text) => ({ day: '2026-09-29', language: 'en', text, count: 2 })),
  );
  await db('wishes').where({ text: 'a' }).update({ state: 'added', settled_at: now });

  const report = await app.services.insights.report(curator, { days: 30, companyKey: 'nexters' });
  expect(
    (await report.adoption()).weeks.map((week) => [week.weekStart, week.people.count]),
  ).toEqual([
    ['2026-08-31', 2],
    ['2026-09-07', 2],
    ['2026-09-14', 2],
    ['2026-09-21', 0],
    ['2026-09-28', 6],
  ]);
  expect(await report.risingAndFading()).toMatchObject({
    rising: [{ itemId: used.id, added: { count: 6 }, removed: { count: 0 } }],
    fading: [{ itemId: faded.id, added: { count: 0 }, removed: { count: 2 } }],
  });
  const useCases = await report.useCases();
  expect(useCases.weeks.at(-1)).toMatchObject({ written: { count: 1 }, liked: { count: 0 } });
  expect(useCases.withoutUseCase).toMatchObject([{ itemId: used.id, users: { count: 6 } }]);
  const access = await report.access();
  expect(access.overall.find(({ step }) => step === 'decision')).toMatchObject({ medianHours: 3 });
  expect(
    Object.fromEntries(access.outcomes.map(({ outcome, requests }) => [outcome, requests.count])),
  ).toMatchObject({ waiting: 1, declined: 2, granted: 0 });
  expect((await report.health()).openComplaints[0]).toMatchObject({ complaints: { count: 1 } });
  expect(await report.missing()).toBeNull();
  const ofAll = await app.services.insights.report(curator, { days: 30, companyKey: null });
  const missing = await ofAll.missing();
  expect(missing?.weeks.at(-1)).toEqual({ weekStart: '2026-09-28', open: 2, served: 2 });
  expect(missing?.gaps).toBe(2);
});
