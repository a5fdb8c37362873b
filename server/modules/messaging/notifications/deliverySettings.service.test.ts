// Rescheduling of waiting deliveries on a real database, from every choice to every other.
import type { Knex } from 'knex';
import { aMember } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { Channel, DeliveryInput } from './delivery.ts';

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
let person: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db('notifications').delete();
  person = await aMember(db);
});

const open = () => createTestServices(db, { clock: () => now }).services;
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
  open().deliverySettings.save(person, {
    telegram: 'off',
    mail: 'off',
    language: 'en',
    timeZone: 'UTC',
    ...choice,
  } as DeliveryInput);

test.each(pairs)('%s, from %s to %s: reschedules each kind', async (channel, from, to) => {
  const [answer, other] = ways[channel][from]!;
  await choose({ [channel]: from });
  await waits('request_moved', channel, answer);
  await waits('case_liked', channel, other);
  await choose({ [channel]: to });
  const [answerNow, otherNow] = ways[channel][to]!;
  const due = (before: When, after: When) => (before && after ? moments[after] : null);
  expect([await dueOf('request_moved'), await dueOf('case_liked')]).toEqual([
    due(answer, answerNow),
    due(other, otherNow),
  ]);
});

test('reschedules deliveries that fall into new quiet hours to their end', async () => {
  await waits('request_moved', 'telegram', 'weekly');
  await choose({ telegram: 'answers', quietFrom: '09:00', quietUntil: '11:00' });
  expect(await dueOf('request_moved')).toBe('2026-11-25T11:00:00.000Z');
});
