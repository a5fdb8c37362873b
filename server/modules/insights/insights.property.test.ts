// Property test: the figures of the insights are those of plain SQL, one statement for each.
import type { Knex } from 'knex';
import fc from '../../testing/fastCheck.ts';
import { aMember, anAdmin, anItem, aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { weeksBetween, type InsightsScope } from './insights.ts';
import type { InsightsReport } from './insights.service.ts';

const now = new Date('2026-10-01T09:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
let database: TestDatabase;
let db: Knex;
let admin: Member;
let approver: Member;
let people: number[];
let items: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  admin = await anAdmin(db);
  approver = await aMember(db, { companyKey: 'nexters' });
  await db('access_approvers').insert({ company_key: 'nexters', user_id: approver.user.id });
  people = [];
  for (const companyKey of ['nexters', 'gdev', null])
    for (let count = 0; count < (companyKey === 'nexters' ? 8 : 3); count += 1)
      people.push((await aUser(db, { companyKey })).id);
  items = [];
  for (let count = 0; count < 5; count += 1) items.push((await anItem(db)).id);
  await db('items').where({ id: items[4] }).update({ admin_visibility: 'hidden' });
  await db('users').update({ created_at: ago(200) });
  await db('removed_likes_start').update({ since: ago(60) });
});
afterAll(() => database.drop());

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
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

async function fill({ likes, ended, useCases, requests, complaints, searches, disabled }: World) {
  for (const table of ['item_likes', 'use_cases', 'access_requests', 'complaints', 'wishes'])
    await db(table).delete();
  for (const table of ['removed_likes', 'zero_result_searches', 'activity'])
    await db(table).delete();
  await db('users').update({ disabled_at: null });
  if (disabled)
    await db('users')
      .where({ id: people[disabled.person] })
      .update({ disabled_at: ago(disabled.day) });
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
      created_at: ago(one.day),
    })),
  );
  await insert(
    'removed_likes',
    ended.map((one) => ({
      user_id: one.person === null ? null : people[one.person],
      company_key: 'nexters',
      item_id: items[one.item],
      liked_at: ago(one.day + one.lasted),
      removed_at: ago(one.day),
    })),
  );
  for (const one of useCases) {
    const [id] = await insert('use_cases', [
      {
        item_id: items[one.item],
        user_id: people[one.person],
        description_en: 'x',
        original_language: 'en',
        created_at: ago(one.day),
      },
    ]);
    await insert(
      'use_case_likes',
      one.likedBy.map((liker) => ({
        user_id: people[liker],
        use_case_id: id,
        created_at: ago(one.day / 2),
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
        created_at: ago(one.day),
      },
    ]);
    if (one.status !== 'requested')
      await insert('activity', [
        {
          action: 'access.moved',
          subject_type: 'access',
          subject_id: String(id),
          at: new Date(ago(one.day).getTime() + one.waits * 3_600_000),
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
        created_at: ago(one.day),
      })
      .onConflict()
      .ignore();
  for (const one of searches)
    await db('zero_result_searches')
      .insert({ day: ago(one.day).toISOString().slice(0, 10), language: 'en', text: one.text })
      .onConflict(['day', 'language', 'text'])
      .merge({ count: db.raw('zero_result_searches.count + 1') });
  await db('wishes')
    .where({ text: 'a' })
    .update({ state: 'added', settled_at: ago(0) });
}

/** The number that one plain statement answers. */
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
  const begin = scope.since > ago(60) ? scope.since : ago(60);
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
    { from: ago(3), company },
  ))!;
  const reporters = (await plain(
    `select count(distinct user_id) from complaints where created_at > :from and ${ofUsers}`,
    { from: ago(3), company },
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

test('every figure is that of plain SQL, for admins and for approvers', async () => {
  const { insights } = createTestServices(db, { clock: () => now }).services;
  await fc.assert(
    fc.asyncProperty(world, fc.constantFrom(30, 90), async (given, days) => {
      await fill(given);
      for (const [viewer, companyKey] of [
        [admin, null],
        [admin, 'nexters'],
        [approver, null],
      ] as const) {
        const report = await insights.report(viewer, { days, companyKey });
        await checkUse(report);
        await checkRest(report);
      }
    }),
    { numRuns: 5 },
  );
});
