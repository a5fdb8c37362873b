// Subscriptions and reviews of granted access over the API: rights, conflicts, CSV, what to revoke, seats and reminders.
import type { Knex } from 'knex';
import type { Services } from '../../composition.ts';
import { dayMs } from '../../shared/durations.ts';
import { aMember, anAdmin, anItem, aUser } from '../../testing/builders.ts';
import fc from '../../testing/fastCheck.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { accessStatuses } from '../access/requests/accessRequests.module.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { freeSeats, noticeEndsOn, withoutSeat } from './subscriptions.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

type Person = Caller & { userId: number };
interface Fields {
  [name: string]: unknown;
}

const signal = new AbortController().signal;
let app: TestApp;
let now: Date;
let admin: Person;
let approver: Person;
let second: Person;
let otherApprover: Person;
let member: Person;
let itemId: number;

beforeAll(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  app = await startTestApp({ clock: () => now });
  const { db } = app.database;
  const join = (name: string, company: string, isAdmin = false) =>
    app.signedIn({ email: `${name}@${company}.example`, name, company, isAdmin });
  admin = await join('admin', 'gdev', true);
  approver = await join('approver', 'nexters');
  second = await join('second', 'nexters');
  otherApprover = await join('other', 'gdev');
  member = await join('member', 'nexters');
  await db('access_approvers').insert([
    { company_key: 'nexters', user_id: approver.userId },
    { company_key: 'nexters', user_id: second.userId },
    { company_key: 'gdev', user_id: otherApprover.userId },
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  const { db } = app.database;
  await db('subscriptions').delete();
  await db('access_requests').delete();
  await db('notifications').delete();
  itemId = (await anItem(db, { titleEn: 'Figma' })).id;
});

const terms = { plan: 'Team', seats: 3, pricePerSeat: 98_765, currency: 'EUR', period: 'month' };
const add = (by: Caller, company = 'nexters', input: Fields = terms) =>
  by.graphql<{ made: { id: string; version: number } }>(
    `mutation ($itemId: ID!, $company: ID!, $input: SubscriptionInput!) {
       made: addSubscription(itemId: $itemId, company: $company, input: $input) { id version } }`,
    { itemId, company, input },
  );
const codeOf = ({ body }: { body: { errors?: { extensions: Fields }[] } }) =>
  body.errors?.[0]?.extensions['reason'] ?? body.errors?.[0]?.extensions['code'] ?? 'allowed';

/** Access that was granted some days ago. */
async function grant(userId: number, daysAgo = 0): Promise<number> {
  const rows: { id: number }[] = await app.database
    .db('access_requests')
    .insert({
      user_id: userId,
      item_id: itemId,
      service: 'Figma',
      subscription_type: 'pro',
      features: 'All',
      status: 'granted',
      changed_at: new Date(now.getTime() - daysAgo * dayMs),
    })
    .returning('id');
  return rows[0]!.id;
}
const seatsQuery = `query ($itemId: ID!, $company: ID!) { seats: itemSeats(itemId: $itemId, company: $company) {
  seatsTaken subscription { seats pricePerSeat } holders {
    isIdle revokeReason review { isNeeded reminders } access { requester { id } actions } } } }`;
const startReview = (by: Caller) =>
  by.graphql(
    `mutation ($itemId: ID!) { startAccessReview(itemId: $itemId, company: "nexters") { seatsTaken } }`,
    { itemId },
  );
const answer = (by: Caller, requestId: number, isNeeded: boolean) =>
  by.graphql(
    `mutation ($requestId: ID!, $isNeeded: Boolean!) {
       answerAccessReview(requestId: $requestId, isNeeded: $isNeeded) { isNeeded } }`,
    { requestId, isNeeded },
  );
test('prices and holders are for admins and approvers of the company, at every transport', async () => {
  const request = await grant(member.userId);
  const made = (await add(approver)).body.data.made;
  const calls = [
    (by: Caller) => by.graphql('{ subscriptions(company: "nexters") { totals { monthlyCost } } }'),
    (by: Caller) => by.graphql('{ subscriptionsTable(company: "nexters") }'),
    (by: Caller) => by.graphql(seatsQuery, { itemId, company: 'nexters' }),
    (by: Caller) => startReview(by),
    (by: Caller) => add(by, 'nexters', { ...terms, seats: -1 }),
  ];
  const cells = async (by: Caller) => {
    const codes = [];
    for (const call of calls) codes.push(codeOf(await call(by)));
    return codes;
  };
  const all = (code: string) => calls.map(() => code);
  expect(await cells(app.visitor())).toEqual(all('UNAUTHENTICATED'));
  expect(await cells(member)).toEqual(all('approversOnly'));
  expect(await cells(otherApprover)).toEqual(all('otherCompany'));
  const entered = [...all('allowed').slice(1), 'INVALID'];
  expect(await cells(approver)).toEqual(entered);
  expect(await cells(admin)).toEqual(entered);

  const { body } = await otherApprover.graphql<Fields>(
    '{ subscriptions { subscriptions { id } } }',
  );
  expect(body.data).toEqual({ subscriptions: { subscriptions: [] } });
  const update = { expectedVersion: made.version, ...terms };
  const rest = await otherApprover.call('PUT', `/api/v1/subscriptions/${made.id}`, update);
  expect(rest.body['code']).toBe('NOT_FOUND');
  // Answers to members and tools contain neither the price nor the note.
  for (const path of ['/api/v1/knowledge/search?search=Figma', '/api/v1/notifications'])
    expect(JSON.stringify((await member.call('GET', path)).body)).not.toContain('98765');
  expect(codeOf(await answer(otherApprover, request, true))).toBe('NOT_FOUND');
});

test('tells the second of two approvers that the subscription has changed', async () => {
  const { id, version } = (await add(approver)).body.data.made;
  expect(codeOf(await add(second))).toBe('subscriptionExists');
  const update = (by: Caller, seats: number) =>
    by.graphql(
      `mutation ($id: ID!, $expectedVersion: Int!, $input: SubscriptionInput!) {
         updateSubscription(id: $id, expectedVersion: $expectedVersion, input: $input) { version } }`,
      { id, expectedVersion: version, input: { ...terms, seats } },
    );
  const codes = await Promise.all([update(approver, 7), update(second, 9)]);
  expect(codes.map(codeOf).toSorted()).toEqual(['allowed', 'changedMeanwhile']);
  const removed = await second.graphql(
    `mutation { removeSubscription(id: "${id}", expectedVersion: ${version}) { success } }`,
  );
  expect(codeOf(removed)).toBe('changedMeanwhile');
  const log = await app.database
    .db('activity')
    .where({ subject_type: 'subscription', subject_id: id });
  expect(log.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    'subscription.added',
    'subscription.changed',
  ]);
});

test('totals are exact by company and currency, and never converted', async () => {
  await add(approver, 'nexters', { ...terms, pricePerSeat: 1_000, period: 'year', seats: 1 });
  itemId = (await anItem(app.database.db)).id;
  await add(approver, 'nexters', { ...terms, pricePerSeat: 1_000, period: 'year', seats: 1 });
  itemId = (await anItem(app.database.db)).id;
  await add(approver, 'nexters', { ...terms, currency: 'JPY', pricePerSeat: 500, seats: 2 });
  const { body } = await approver.graphql<{ all: { totals: Fields[] } }>(
    '{ all: subscriptions { totals { currency monthlyCost seats } } }',
  );
  // Twice 83.3 cents are 167, not 166.
  expect(body.data.all.totals).toEqual([
    { currency: 'EUR', monthlyCost: 167, seats: 2 },
    { currency: 'JPY', monthlyCost: 1_000, seats: 2 },
  ]);
});

describe('the table', () => {
  const send = async (by: Caller, table: string, isDryRun = false) => {
    const { body } = await by.graphql<{ done: Fields & { errors: Fields[] } }>(
      `mutation ($table: String!, $isDryRun: Boolean!) { done: importSubscriptions(table: $table, isDryRun: $isDryRun) {
         added changed errors { line column code } } }`,
      { table, isDryRun },
    );
    return body.data.done;
  };
  const count = async () => (await app.database.db('subscriptions')).length;

  test('an exported table comes in unchanged, and a changed cell changes one subscription', async () => {
    await add(approver, 'nexters', {
      ...terms,
      ownerEmail: 'member@nexters.example',
      note: '=1+1',
    });
    const table = String(
      (await approver.graphql<Fields>('{ subscriptionsTable }')).body.data['subscriptionsTable'],
    );
    expect(await send(approver, table)).toEqual({ added: 0, changed: 0, errors: [] });
    const changed = table.replace('987.65', '1000,5').replace('1000,5', '"1000,5"');
    expect(await send(approver, changed, true)).toMatchObject({ changed: 1 });
    expect(await app.database.db('subscriptions').first('price_per_seat')).toEqual({
      price_per_seat: 98_765,
    });
    expect(await send(approver, changed)).toMatchObject({ changed: 1 });
    expect(await app.database.db('subscriptions').first('price_per_seat', 'note')).toEqual({
      price_per_seat: 100_050,
      note: '=1+1',
    });
    // The version in the export is outdated by now.
    expect(await send(approver, table)).toMatchObject({
      errors: [{ line: 2, column: null, code: 'changedMeanwhile' }],
    });
  });

  test('names line, column and reason of each error and writes nothing', async () => {
    const table = [
      'service_id,company,plan,seats,price_per_seat,currency,period,owner,renews_on',
      `${itemId},nexters,Team,5,12.50,EUR,month,,`,
      `${itemId},nexters,Team,5,12.50,EUR,month,,`,
      `0,nexters,Team,5,12.50,EUR,month,,`,
      `${itemId},gdev,Team,5,12.50,EUR,month,,`,
      `${(await anItem(app.database.db)).id},nexters,,many,12.505,EUR,day,nobody@nexters.example,31.12.2026`,
    ].join('\n');
    for (const isDryRun of [true, false])
      expect((await send(approver, table, isDryRun)).errors).toEqual([
        { line: 3, column: 'service_id', code: 'rowTwice' },
        { line: 4, column: 'service_id', code: 'noService' },
        { line: 5, column: 'company', code: 'companyUnknown' },
        { line: 6, column: 'plan', code: 'required' },
        { line: 6, column: 'seats', code: 'number' },
        { line: 6, column: 'price_per_seat', code: 'price' },
        { line: 6, column: 'period', code: 'invalid_value' },
        { line: 6, column: 'renews_on', code: 'day' },
      ]);
    expect(await count()).toBe(0);
  });
});

describe('a review', () => {
  const services = () => app.services;
  let approving: Member;
  let people: Member[];
  beforeEach(async () => {
    const { db } = app.database;
    const join = () => aMember(db, { companyKey: 'nexters' });
    approving = await join();
    await db('access_approvers').insert({ company_key: 'nexters', user_id: approving.user.id });
    people = [await join(), await join(), await join()];
  });
  const remind = async (days: number) => {
    now = new Date(now.getTime() + days * dayMs);
    await Promise.all([
      services().accessReviews.remind(signal),
      services().accessReviews.remind(signal),
    ]);
    await services().notifications.processEvents(signal);
  };
  const start = (by = approving) => services().accessReviews.start(by, itemId, 'nexters');
  const asked = async (viewer: Member) => {
    const page = await services().notifications.page(viewer, { page: 0, perPage: 20 });
    return page.notifications.map(({ kind, status }) => `${kind} ${status}`);
  };
  const toRevoke = async (viewer: Member) =>
    (await services().accessReviews.toRevoke(viewer))
      .map(({ revokeReason, held }) => `${held.request.id} ${revokeReason}`)
      .toSorted();

  test('asks each holder once, reminds twice, and lists who needs it no longer or is silent', async () => {
    const [silent, leaving] = people as [Member, Member];
    const quiet = await grant(silent.user.id);
    const left = await grant(leaving.user.id);
    const kept = await grant(approving.user.id);
    await Promise.all([start(), start()]);
    await remind(0);
    expect(await asked(silent)).toEqual(['access_needed asked']);
    await services().accessReviews.answer(leaving, left, false);
    await services().accessReviews.answer(approving, kept, true);
    expect(await asked(leaving)).toEqual([]);
    for (const days of [4, 1, 5]) await remind(days);
    expect(await toRevoke(approving)).toEqual([`${left} not_needed`]);
    for (const days of [5, 5]) await remind(days);
    expect(await asked(silent)).toEqual([
      'access_needed reminded',
      'access_needed reminded',
      'access_needed asked',
    ]);
    expect(await toRevoke(approving)).toEqual(
      [`${quiet} no_answer`, `${left} not_needed`].toSorted(),
    );
    // A late answer counts, and revoked access is no longer listed.
    await services().accessReviews.answer(silent, quiet, true);
    await services().accessWorkflow.decide(approving, left, {
      decision: 'revoke',
      expectedVersion: 0,
      message: 'Not needed',
    });
    expect(await toRevoke(approving)).toEqual([]);
    await expect(services().accessReviews.answer(leaving, left, true)).rejects.toThrow(
      'You are not asked',
    );
  });

  test('lists the access of disabled and deleted accounts, and holders without use', async () => {
    const [gone, off, idle] = people as [Member, Member, Member];
    const ofGone = await grant(gone.user.id);
    const ofOff = await grant(off.user.id, 90);
    const ofIdle = await grant(idle.user.id, 61);
    await grant(approving.user.id, 61);
    await services().knowledge.like(approving, itemId);
    await services().personDeletion.remove(gone.user.id);
    await app.database.db('users').where({ id: off.user.id }).update({ disabled_at: now });
    expect(await toRevoke(approving)).toEqual(
      [`${ofGone} account_deleted`, `${ofOff} account_disabled`].toSorted(),
    );
    const { seatsTaken, holders } = await start();
    expect(seatsTaken).toBe(4);
    const idleIds = holders.filter(({ isIdle }) => isIdle).map(({ held }) => held.request.id);
    expect(idleIds.toSorted()).toEqual([ofOff, ofIdle].toSorted());
    await remind(0);
    expect(await asked(idle)).toEqual(['access_needed asked']);
    const scope = { email: 'gdev.approver@gdev.inc' };
    const others = await aMember(app.database.db, scope);
    await app.database
      .db('access_approvers')
      .insert({ company_key: 'gdev', user_id: others.user.id });
    expect(await toRevoke(others)).toEqual([]);
  });
});

describe('seats and reminders', () => {
  const plan = { ...terms, seats: 5, pricePerSeat: 1_250, period: 'month' as const };
  let db: Knex;
  let curator: Member;
  let subscriptions: Services['subscriptions'];
  let elsewhere: Services;
  beforeAll(async () => {
    ({ db } = app.database);
    curator = await anAdmin(db);
    ({ subscriptions } = app.services);
    elsewhere = createTestServices(db, { clock: () => now }).services;
  });

  test('counts the seats of each company from its access requests', async () => {
    const companies = ['gdev', 'nexters'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(6),
        fc.array(
          fc.record({
            company: fc.constantFrom(...companies),
            status: fc.constantFrom(...accessStatuses),
            isDeleted: fc.boolean(),
          }),
          { maxLength: 12 },
        ),
        async (seats, requests) => {
          const { id, titleEn: service } = await anItem(db);
          for (const { company, status, isDeleted } of requests)
            await db('access_requests').insert({
              user_id: isDeleted ? null : (await aUser(db, { companyKey: company })).id,
              former_company_key: isDeleted ? company : null,
              item_id: id,
              service,
              subscription_type: 'pro',
              features: 'All',
              status,
            });
          for (const companyKey of companies) {
            const found = await subscriptions.add(
              curator,
              { itemId: id, companyKey },
              { ...plan, seats },
            );
            const own = requests.filter(({ company }) => company === companyKey);
            const count = (...statuses: string[]) =>
              own.filter(({ status }) => statuses.includes(status)).length;
            const [taken, waiting] = [count('granted'), count('requested', 'approved')];
            expect(found).toMatchObject({ seatsTaken: taken, requestsWaiting: waiting });
            // Nobody waits while a seat is free, and no seat is counted twice.
            const [free, without] = [freeSeats(seats, found), withoutSeat(seats, found)];
            expect(without === 0 || free < waiting).toBe(true);
            expect(taken + free).toBe(Math.max(seats, taken));
            expect(without).toBe(Math.max(0, waiting - Math.max(0, seats - taken)));
          }
        },
      ),
      { numRuns: 4 },
    );
  });

  const dayOf = (days: number): string =>
    new Date(Date.UTC(2026, 0, 1) + days * dayMs).toISOString().slice(0, 10);

  /** Sets a renewal day, or advances the time and runs the job in two processes. */
  const step = fc.oneof(
    fc.record({
      renewsIn: fc.option(fc.nat(150), { nil: null }),
      noticeDays: fc.constantFrom(0, 14, 30),
    }),
    fc.record({ pass: fc.integer({ min: 1, max: 25 }) }),
  );

  test('sends each reminder once, over renewals, restarts and two processes', async () => {
    const owner = await aMember(db, { companyKey: 'nexters' });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        await db('subscriptions').delete();
        await db('notifications').delete();
        const service = await anItem(db);
        let today = 0;
        const setNow = () => (now = new Date(Date.UTC(2026, 0, 1) + today * dayMs + 30 * 60_000));
        setNow();
        let { version, id } = await subscriptions.add(
          curator,
          { itemId: service.id, companyKey: 'nexters' },
          { ...plan, ownerEmail: owner.user.email },
        );
        let renewsOn: string | null = null;
        let noticeDays = 0;
        const expected = new Set<string>();
        const run = async () => {
          const ends = noticeEndsOn(renewsOn, noticeDays);
          const left = ends === null ? -1 : (Date.parse(ends) - Date.parse(dayOf(today))) / dayMs;
          const due = [7, 30, 60].find((days) => left <= days);
          if (left >= 0 && due) expected.add(`${ends} ${due}`);
          await Promise.all([
            subscriptions.recordReminders(signal),
            elsewhere.subscriptions.recordReminders(signal),
          ]);
          await app.services.notifications.processEvents(signal);
          for (const userId of [owner.user.id, approver.userId]) {
            const told: { status: string }[] = await db('notifications').where({
              user_id: userId,
              kind: 'notice_due',
            });
            expect(told.map(({ status }) => Number(status)).toSorted()).toEqual(
              [...expected].map((one) => Number(one.split(' ')[1])).toSorted(),
            );
          }
        };
        for (const one of steps) {
          if ('pass' in one) {
            today += one.pass;
            setNow();
          } else {
            renewsOn = one.renewsIn === null ? null : dayOf(today + one.renewsIn);
            noticeDays = one.noticeDays;
            const changed = await subscriptions.update(curator, id, {
              expectedVersion: version,
              terms: { ...plan, ownerEmail: owner.user.email, renewsOn, noticeDays },
            });
            ({ version, id } = changed);
          }
          await run();
        }
      }),
      { numRuns: 4 },
    );
  });
});
