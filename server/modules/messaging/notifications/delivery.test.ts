// Delivery settings and delivery times of notifications.
import type { Knex } from 'knex';
import { aMember } from '../../../testing/builders.ts';
import fc from '../../../testing/fastCheck.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { Channel, DeliveryInput } from './delivery.ts';
import { deliveryTime, endOfQuietHours, type PersonalClock } from './deliveryTimes.ts';

describe('settings', () => {
  type When = 'now' | 'daily' | 'weekly' | null;

  const now = new Date('2026-11-25T10:00:00Z');
  const moments: Record<Exclude<When, null>, string> = {
    now: now.toISOString(),
    daily: '2026-11-26T09:00:00.000Z',
    weekly: '2026-11-30T09:00:00.000Z',
  };
  /** How an answer and something else go out, by the choice. */
  const ways: Record<Channel, Record<string, [answer: When, other: When]>> = {
    telegram: {
      off: [null, null],
      answers: ['now', null],
      now: ['now', 'now'],
      daily: ['daily', 'daily'],
      weekly: ['weekly', 'weekly'],
    },
    mail: { off: [null, null], daily: ['daily', 'daily'], weekly: ['weekly', 'weekly'] },
  };
  const pairs = (Object.keys(ways) as Channel[]).flatMap((channel) =>
    Object.keys(ways[channel]).flatMap((from) =>
      Object.keys(ways[channel]).map((to) => [channel, from, to] as const),
    ),
  );

  let database: TestDatabase;
  let db: Knex;
  let services: Services;
  let person: Member;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ db } = database);
    ({ services } = createTestServices(db, { clock: () => now }));
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await db('notifications').delete();
    person = await aMember(db);
  });

  const waits = async (kind: string, channel: Channel, way: When) => {
    if (way === null) return;
    const [notice] = await db('notifications')
      .insert({
        user_id: person.user.id,
        kind,
        subject_id: kind,
        parts: [kind],
        fold_key: kind,
        at: now,
      })
      .returning('id');
    await db('notification_deliveries').insert({
      notification_id: notice.id,
      user_id: person.user.id,
      channel,
      due_at: moments[way],
    });
  };
  const dueOf = async (kind: string): Promise<string | null> => {
    const row: { due_at: Date } | undefined = await db('notification_deliveries as delivery')
      .join('notifications as told', 'told.id', 'delivery.notification_id')
      .where({ kind })
      .first('due_at');
    return row?.due_at.toISOString() ?? null;
  };
  const choose = (choice: object) =>
    services.deliverySettings.save(person, {
      telegram: 'off',
      mail: 'off',
      language: 'en',
      timeZone: 'UTC',
      ...choice,
    } as DeliveryInput);

  test('a change of the choice reschedules each kind', async () => {
    const due = (before: When, after: When) => (before && after ? moments[after] : null);
    for (const [channel, from, to] of pairs) {
      await db('notifications').delete();
      const [answer, other] = ways[channel][from]!;
      await choose({ [channel]: from });
      await waits('request_moved', channel, answer);
      await waits('case_liked', channel, other);
      await choose({ [channel]: to });
      const [answerNow, otherNow] = ways[channel][to]!;
      const found = [await dueOf('request_moved'), await dueOf('case_liked')];
      expect({ channel, from, to, found }).toEqual({
        channel,
        from,
        to,
        found: [due(answer, answerNow), due(other, otherNow)],
      });
    }
  });

  test('reschedules deliveries that fall into new quiet hours to their end', async () => {
    await waits('request_moved', 'telegram', 'weekly');
    await choose({ telegram: 'answers', quietFrom: '09:00', quietUntil: '11:00' });
    expect(await dueOf('request_moved')).toBe('2026-11-25T11:00:00.000Z');
  });
});

describe('times', () => {
  const inZone = (timeZone: string, quiet: PersonalClock['quiet'] = null) => ({ timeZone, quiet });
  const night = { from: '22:00', until: '08:00' };
  const due = (at: string, how: 'now' | 'daily' | 'weekly', clock: PersonalClock) =>
    deliveryTime(new Date(at), how, clock).toISOString();

  test('each delivery time is that of the person’s clock', () => {
    const rows = [
      ['2026-11-23T05:30:00Z', 'now', inZone('Europe/Moscow'), '2026-11-23T05:30:00.000Z'],
      // 23:30 and 07:59 in Moscow wait until eight, 08:00 does not.
      ['2026-11-23T20:30:00Z', 'now', inZone('Europe/Moscow', night), '2026-11-24T05:00:00.000Z'],
      ['2026-11-23T04:59:59Z', 'now', inZone('Europe/Moscow', night), '2026-11-23T05:00:00.000Z'],
      ['2026-11-23T05:00:00Z', 'now', inZone('Europe/Moscow', night), '2026-11-23T05:00:00.000Z'],
      [
        '2026-11-23T12:00:00Z',
        'now',
        inZone('UTC', { from: '12:00', until: '13:15' }),
        '2026-11-23T13:15:00.000Z',
      ],
      // At nine: today, or tomorrow after nine; of a week on Monday.
      ['2026-11-23T05:59:00Z', 'daily', inZone('Europe/Moscow'), '2026-11-23T06:00:00.000Z'],
      ['2026-11-23T06:00:00Z', 'daily', inZone('Europe/Moscow'), '2026-11-24T06:00:00.000Z'],
      ['2026-11-23T06:00:00Z', 'weekly', inZone('Europe/Moscow'), '2026-11-30T06:00:00.000Z'],
      ['2026-11-29T23:00:00Z', 'weekly', inZone('Asia/Kathmandu'), '2026-11-30T03:15:00.000Z'],
      // A digest whose hour is quiet comes behind it.
      [
        '2026-11-23T01:00:00Z',
        'daily',
        inZone('UTC', { from: '23:00', until: '10:30' }),
        '2026-11-23T10:30:00.000Z',
      ],
      // New York put its clocks forward on March 8, and back on November 1.
      ['2026-03-07T15:00:00Z', 'daily', inZone('America/New_York'), '2026-03-08T13:00:00.000Z'],
      ['2026-10-31T14:00:00Z', 'daily', inZone('America/New_York'), '2026-11-01T14:00:00.000Z'],
      // Half past two does not come on March 8: half past three does. It comes twice on November 1, half past one.
      [
        '2026-03-08T06:00:00Z',
        'now',
        inZone('America/New_York', { from: '00:00', until: '02:30' }),
        '2026-03-08T07:30:00.000Z',
      ],
      [
        '2026-11-01T04:30:00Z',
        'now',
        inZone('America/New_York', { from: '00:00', until: '01:30' }),
        '2026-11-01T05:30:00.000Z',
      ],
      [
        '2026-11-01T06:10:00Z',
        'now',
        inZone('America/New_York', { from: '00:00', until: '01:30' }),
        '2026-11-01T06:30:00.000Z',
      ],
      // A zone that is no more counts as UTC.
      ['2026-11-23T08:00:00Z', 'daily', inZone('Atlantis/Poseidonis'), '2026-11-23T09:00:00.000Z'],
    ] as const;
    for (const [at, how, clock, expected] of rows)
      expect({ at, how, clock, due: due(at, how, clock) }).toEqual({
        at,
        how,
        clock,
        due: expected,
      });
  });

  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ];
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

  test('ends a delay outside quiet hours, within 25 hours, in one step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.tuple(time, time).filter(([from, until]) => from !== until),
        (timeZone, at, [from, until]) => {
          const clock = inZone(timeZone, { from, until });
          const end = endOfQuietHours(at, clock);
          expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
          expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
          expect(endOfQuietHours(end, clock)).toEqual(end);
          const between = new Date((at.getTime() + end.getTime()) / 2);
          if (end > at && timeZone === 'UTC') expect(endOfQuietHours(between, clock)).toEqual(end);
          for (const how of ['daily', 'weekly'] as const) {
            const digest = deliveryTime(at, how, clock);
            expect(digest > at).toBe(true);
            expect(endOfQuietHours(digest, clock)).toEqual(digest);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
