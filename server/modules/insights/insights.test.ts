// Insights over the API: rights, anonymity of small groups, tables, removed likes, and equality of each figure with plain SQL.
import type { Knex } from 'knex';
import { dayMs } from '../../shared/durations.ts';
import { aMember, anAdmin, anItem, aUseCase, aUser } from '../../testing/builders.ts';
import fc from '../../testing/fastCheck.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import * as mcpDocuments from '../../transports/mcp/generated.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { disclosure, weekOf, weeksBetween, type InsightsScope } from './insights.ts';
import type { InsightsReport } from './insights.service.ts';
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

describe('the figures', () => {
  let db: Knex;
  let curator: Member;
  let decider: Member;
  let people: number[];
  let items: number[];

  beforeAll(async () => {
    ({ db } = app.database);
    curator = await anAdmin(db);
    decider = await aMember(db, { companyKey: 'nexters' });
    await db('access_approvers').insert({ company_key: 'nexters', user_id: decider.user.id });
    people = [];
    for (const companyKey of ['nexters', 'gdev', null])
      for (let count = 0; count < (companyKey === 'nexters' ? 8 : 3); count += 1)
        people.push((await aUser(db, { companyKey })).id);
    items = [];
    for (let count = 0; count < 5; count += 1) items.push((await anItem(db)).id);
    await db('items').where({ id: items[4] }).update({ admin_visibility: 'hidden' });
    await db('users').update({ created_at: daysAgo(200) });
    await db('removed_likes_start').update({ since: daysAgo(60) });
  });

  const day = fc.double({ min: 0, max: 120, noNaN: true });
  const person = fc.nat(13);
  const item = fc.nat(4);
  const world = fc.record({
    likes: fc.uniqueArray(fc.record({ person, item, day }), {
      maxLength: 45,
      selector: (one) => `${one.person} ${one.item}`,
    }),
    ended: fc.array(fc.record({ person: fc.option(person), item, day, lasted: day }), {
      maxLength: 25,
    }),
    useCases: fc.array(fc.record({ person, item, day, likedBy: fc.uniqueArray(person) }), {
      maxLength: 10,
    }),
    requests: fc.array(
      fc.record({
        person,
        day,
        status: fc.constantFrom('requested', 'declined', 'expired'),
        waits: day,
      }),
      { maxLength: 25 },
    ),
    complaints: fc.array(fc.record({ person, item, day }), { maxLength: 15 }),
    searches: fc.array(fc.record({ text: fc.constantFrom('a', 'b', 'c'), day: fc.nat(100) })),
    disabled: fc.option(fc.record({ person, day })),
  });
  type Given = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

  async function fill({ likes, ended, useCases, requests, complaints, searches, disabled }: Given) {
    for (const table of ['item_likes', 'use_cases', 'access_requests', 'complaints', 'wishes'])
      await db(table).delete();
    for (const table of ['removed_likes', 'zero_result_searches', 'activity'])
      await db(table).delete();
    await db('users').update({ disabled_at: null });
    if (disabled)
      await db('users')
        .where({ id: people[disabled.person] })
        .update({ disabled_at: daysAgo(disabled.day) });
    const insert = async (table: string, rows: Record<string, unknown>[]) => {
      const made: { id: number }[] =
        rows.length > 0 ? await db(table).insert(rows).returning('*') : [];
      return made.map(({ id }) => id);
    };
    await insert(
      'item_likes',
      likes.map((one) => ({
        user_id: people[one.person],
        item_id: items[one.item],
        created_at: daysAgo(one.day),
      })),
    );
    await insert(
      'removed_likes',
      ended.map((one) => ({
        user_id: one.person === null ? null : people[one.person],
        company_key: 'nexters',
        item_id: items[one.item],
        liked_at: daysAgo(one.day + one.lasted),
        removed_at: daysAgo(one.day),
      })),
    );
    for (const one of useCases) {
      const [id] = await insert('use_cases', [
        {
          item_id: items[one.item],
          user_id: people[one.person],
          description_en: 'x',
          original_language: 'en',
          created_at: daysAgo(one.day),
        },
      ]);
      await insert(
        'use_case_likes',
        one.likedBy.map((liker) => ({
          user_id: people[liker],
          use_case_id: id,
          created_at: daysAgo(one.day / 2),
        })),
      );
    }
    for (const one of requests) {
      const [id] = await insert('access_requests', [
        {
          user_id: people[one.person],
          service: 'Tool',
          subscription_type: 'pro',
          features: 'All',
          status: one.status,
          created_at: daysAgo(one.day),
        },
      ]);
      if (one.status !== 'requested')
        await insert('activity', [
          {
            action: 'access.moved',
            subject_type: 'access',
            subject_id: String(id),
            at: new Date(daysAgo(one.day).getTime() + one.waits * 3_600_000),
            after: JSON.stringify({ status: one.status === 'expired' ? 'approved' : 'declined' }),
          },
        ]);
    }
    for (const one of complaints)
      await db('complaints')
        .insert({
          item_id: items[one.item],
          user_id: people[one.person],
          complaint_type: 'spam',
          created_at: daysAgo(one.day),
        })
        .onConflict()
        .ignore();
    for (const one of searches)
      await db('zero_result_searches')
        .insert({
          day: daysAgo(one.day).toISOString().slice(0, 10),
          language: 'en',
          text: one.text,
        })
        .onConflict(['day', 'language', 'text'])
        .merge({ count: db.raw('zero_result_searches.count + 1') });
    await db('wishes')
      .where({ text: 'a' })
      .update({ state: 'added', settled_at: daysAgo(0) });
  }

  /** The number that a plain statement returns. */
  async function plain(sql: string, values: Record<string, unknown>): Promise<number | null> {
    const { rows } = await db.raw<{ rows: { n: string | null }[] }>(`select (${sql}) as n`, values);
    const n = rows[0]!.n;
    return n === null ? null : Number(n);
  }

  const inCompany = '(:company::text is null or company_key = :company)';
  const ofUsers = `user_id in (select id from users where ${inCompany})`;
  const told = (count: number, people: number, { isExact }: InsightsScope) => {
    if (isExact) return count;
    return count < 5 || people < 5 ? null : Math.floor(count / 5) * 5;
  };

  async function checkUse(report: InsightsReport): Promise<void> {
    const { scope } = report;
    const company = scope.companyKey;
    const begin = scope.since > daysAgo(60) ? scope.since : daysAgo(60);
    const { weeks } = await report.adoption();
    expect(weeks.map(({ weekStart }) => weekStart)).toEqual(
      weeksBetween(begin, now).map(({ weekStart }) => weekStart),
    );
    for (const [place, { end }] of weeksBetween(begin, now).entries()) {
      const active = `select count(*) from users where not is_tool and created_at <= :end
        and (disabled_at is null or disabled_at > :end) and ${inCompany}`;
      const users = `${active} and (
        exists (select from item_likes where user_id = users.id and item_likes.created_at <= :end) or exists (
        select from removed_likes where user_id = users.id and liked_at <= :end and removed_at > :end))`;
      const [accounts, using] = [
        (await plain(active, { end, company }))!,
        (await plain(users, { end, company }))!,
      ];
      expect(weeks[place]!.activeAccounts.count).toBe(told(accounts, accounts, scope));
      expect(weeks[place]!.people.count).toBe(told(using, using, scope));
    }

    const { rising, fading } = await report.risingAndFading();
    const shown = new Map([...rising, ...fading].map((trend) => [trend.itemId, trend]));
    expect(shown.has(items[4]!)).toBe(false);
    for (const itemId of items.slice(0, 4)) {
      const values = { itemId, company, begin, end: now };
      const [began, ended] = [
        `liked_at between :begin and :end`,
        `removed_at between :begin and :end`,
      ];
      const isEnded = `from removed_likes where item_id = :itemId and ${inCompany}`;
      const standing = `from item_likes where item_id = :itemId and created_at between :begin and :end and ${ofUsers}`;
      const count = async (sql: string) => (await plain(sql, values))!;
      const persons = (parts: string[]) =>
        count(`select count(*) from (${parts.join(' union ')}) as persons`);
      const nobody = (condition: string) =>
        `select 0 ${isEnded} and ${condition} and user_id is null union select user_id ${isEnded} and ${condition} and user_id is not null`;
      const added = told(
        (await count(`select count(*) ${standing}`)) +
          (await count(`select count(*) ${isEnded} and ${began}`)),
        await persons([`select user_id ${standing}`, nobody(began)]),
        scope,
      );
      const removed = told(
        await count(`select count(*) ${isEnded} and ${ended}`),
        await persons([nobody(ended)]),
        scope,
      );
      const trend = shown.get(itemId);
      if (trend) expect([trend.added.count, trend.removed.count]).toEqual([added, removed]);
      else expect((added ?? 0) - (removed ?? 0)).toBe(0);
      for (const week of ['added', 'removed'] as const)
        if (trend && scope.isExact)
          expect(trend.weeks.reduce((sum, one) => sum + one[week], 0)).toBe(trend[week].count);
    }
  }

  async function checkRest(report: InsightsReport): Promise<void> {
    const { scope } = report;
    const company = scope.companyKey;
    const { weeks, withoutUseCase } = await report.useCases();
    for (const { weekStart, written, liked } of weeks) {
      const inWeek = `created_at >= :weekStart::timestamp at time zone 'UTC'
        and created_at < (:weekStart::timestamp + interval '7 days') at time zone 'UTC' and ${ofUsers}`;
      for (const [table, seen] of [
        ['use_cases', written],
        ['use_case_likes', liked],
      ] as const) {
        const of = async (what: string) =>
          (await plain(`select count(${what}) from ${table} where ${inWeek}`, {
            weekStart,
            company,
          }))!;
        expect(seen.count).toBe(told(await of('*'), await of('distinct user_id'), scope));
      }
    }
    for (const itemId of items.slice(0, 4)) {
      const users = (await plain(
        `select count(*) from item_likes where item_id = :itemId and ${ofUsers}
           and not exists (select from use_cases where item_id = :itemId)`,
        { itemId, company },
      ))!;
      const found = withoutUseCase.find((one) => one.itemId === itemId);
      expect(found?.users.count ?? null).toBe(users === 0 ? null : told(users, users, scope));
    }

    const { overall, outcomes } = await report.access();
    for (const [outcome, status] of [
      ['waiting', 'requested'],
      ['granted', 'expired'],
      ['declined', 'declined'],
    ]) {
      const of = async (what: string) =>
        (await plain(
          `select count(${what}) from access_requests where status = :status and created_at >= :since and ${ofUsers}`,
          { status, company, since: scope.since },
        ))!;
      const seen = outcomes.find((one) => one.outcome === outcome)!.requests.count;
      expect(seen).toBe(told(await of('*'), await of('distinct user_id'), scope));
    }
    const hours = `from access_requests join activity on subject_id = access_requests.id::text
      where access_requests.created_at >= :since and ${ofUsers}`;
    const wait = `(extract(epoch from at - access_requests.created_at) / 3600)::float8`;
    const values = { company, since: scope.since };
    const median = await plain(
      `select percentile_cont(0.5) within group (order by ${wait}) ${hours}`,
      values,
    );
    const answered = (await plain(`select count(distinct user_id) ${hours}`, values))!;
    const decision = overall.find(({ step }) => step === 'decision');
    if (scope.isExact && median !== null)
      expect(decision?.medianHours).toBe(Math.round(median * 10) / 10);
    else expect(decision?.medianHours ?? null).toBe(answered < 5 ? null : Math.round(median!));

    const { openComplaints } = await report.health();
    const young = (await plain(
      `select count(*) from complaints where created_at > :from and ${ofUsers}`,
      { from: daysAgo(3), company },
    ))!;
    const reporters = (await plain(
      `select count(distinct user_id) from complaints where created_at > :from and ${ofUsers}`,
      { from: daysAgo(3), company },
    ))!;
    expect(openComplaints[0]!.complaints.count).toBe(told(young, reporters, scope));
    const missing = await report.missing();
    if (company !== null) return expect(missing).toBeNull();
    const from = { from: scope.since };
    expect(missing!.weeks.reduce((sum, { open, served }) => sum + open + served, 0)).toBe(
      (await plain(
        'select coalesce(sum(count), 0) from zero_result_searches where day >= :from',
        from,
      ))!,
    );
    expect(missing!.weeks.reduce((sum, { served }) => sum + served, 0)).toBe(
      (await plain(
        `select coalesce(sum(count), 0) from zero_result_searches where day >= :from and text = 'a'`,
        from,
      ))!,
    );
    expect(missing!.gaps).toBe(
      (await plain(
        'select count(distinct text) from zero_result_searches where day >= :from',
        from,
      ))!,
    );
  }

  test('equal plain SQL, for admins and for approvers', async () => {
    const { insights } = app.services;
    await fc.assert(
      fc.asyncProperty(world, fc.constantFrom(30, 90), async (given, days) => {
        await fill(given);
        for (const [viewer, companyKey] of [
          [curator, null],
          [curator, 'nexters'],
          [decider, null],
        ] as const) {
          const report = await insights.report(viewer, { days, companyKey });
          await checkUse(report);
          await checkRest(report);
        }
      }),
      { numRuns: 5 },
    );
  });
});
