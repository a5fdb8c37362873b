// Delivery times in odd time zones and across clock changes.
import fc from '../../../testing/fastCheck.ts';
import { endOfQuietHours, deliveryTime, isTimeZone, type PersonalClock } from './deliveryTimes.ts';

const inZone = (timeZone: string, quiet: PersonalClock['quiet'] = null) => ({ timeZone, quiet });
const night = { from: '22:00', until: '08:00' };
const due = (at: string, how: 'now' | 'daily' | 'weekly', clock: PersonalClock) =>
  deliveryTime(new Date(at), how, clock).toISOString();

test.each([
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
  // At nine: today, or tomorrow once it has struck; of a week on Monday.
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
] as const)('%s, %s, %j: %s', (at, how, clock, expected) => {
  expect(due(at, how, clock)).toBe(expected);
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

test('accepts only IANA time zones', () => {
  const known = [
    'Europe/Moscow',
    'UTC',
    'America/Argentina/Buenos_Aires',
    '+03:00',
    'Mars/Base',
    '',
  ];
  expect(known.map(isTimeZone)).toEqual([true, true, true, false, false, false]);
});
