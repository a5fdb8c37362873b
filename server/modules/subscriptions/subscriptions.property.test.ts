// Property tests: seats follow the access requests, and each reminder is sent once over two processes.
import type { Knex } from 'knex';
import fc from '../../testing/fastCheck.ts';
import { aMember, anAdmin, anItem, aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { dayMs } from '../../shared/durations.ts';
import { accessStatuses } from '../access/requests/accessRequests.module.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { freeSeats, noticeEndsOn, withoutSeat } from './subscriptions.ts';

const signal = new AbortController().signal;
let database: TestDatabase;
let db: Knex;
let now: Date;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  now = new Date('2026-01-01T00:30:00Z');
  admin = await anAdmin(db);
});
afterAll(() => database.drop());

/** Another process, on the same database. */
const open = () => createTestServices(db, { clock: () => now }).services;
const terms = {
  plan: 'Team',
  seats: 5,
  pricePerSeat: 1_250,
  currency: 'EUR',
  period: 'month' as const,
};

test('counts the seats of each company from its access requests', async () => {
  const companies = ['gdev', 'nexters'] as const;
  const { subscriptions } = open();
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
        const { id: itemId, titleEn: service } = await anItem(db);
        for (const { company, status, isDeleted } of requests)
          await db('access_requests').insert({
            user_id: isDeleted ? null : (await aUser(db, { companyKey: company })).id,
            former_company_key: isDeleted ? company : null,
            item_id: itemId,
            service,
            subscription_type: 'pro',
            features: 'All',
            status,
          });
        for (const companyKey of companies) {
          const found = await subscriptions.add(admin, { itemId, companyKey }, { ...terms, seats });
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
    { numRuns: 15 },
  );
});

const dayOf = (days: number): string =>
  new Date(Date.UTC(2026, 0, 1) + days * dayMs).toISOString().slice(0, 10);

/** One step of a history: a renewal day is set, or some days pass and the job runs in two processes. */
const step = fc.oneof(
  fc.record({
    renewsIn: fc.option(fc.nat(150), { nil: null }),
    noticeDays: fc.constantFrom(0, 14, 30),
  }),
  fc.record({ pass: fc.integer({ min: 1, max: 25 }) }),
);

test('sends each reminder once, over renewals, restarts and two processes', async () => {
  const owner = await aMember(db, { companyKey: 'nexters' });
  const approver = await aMember(db, { companyKey: 'nexters' });
  await db('access_approvers').insert({ company_key: 'nexters', user_id: approver.user.id });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      await db('subscriptions').delete();
      await db('notifications').delete();
      const { id: itemId } = await anItem(db);
      let today = 0;
      const setNow = () => (now = new Date(Date.UTC(2026, 0, 1) + today * dayMs + 30 * 60_000));
      setNow();
      let { version, id } = await open().subscriptions.add(
        admin,
        { itemId, companyKey: 'nexters' },
        { ...terms, ownerEmail: owner.user.email },
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
          open().subscriptions.recordReminders(signal),
          open().subscriptions.recordReminders(signal),
        ]);
        await open().notifications.processEvents(signal);
        for (const { user } of [owner, approver]) {
          const told: { status: string }[] = await db('notifications').where({
            user_id: user.id,
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
          const changed = await open().subscriptions.update(admin, id, {
            expectedVersion: version,
            terms: { ...terms, ownerEmail: owner.user.email, renewsOn, noticeDays },
          });
          ({ version, id } = changed);
        }
        await run();
      }
    }),
    { numRuns: 12 },
  );
});
