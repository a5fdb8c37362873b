// A trial of webhooks: many events for a receiver that fails, answers nonsense, redirects and is killed, and a sender that stops
// halfway.
import type { Knex } from 'knex';
import { Webhook as Verifier } from 'standardwebhooks';
import type { Member } from '../modules/people/accounts/accounts.ts';
import { outboxOn } from '../modules/outbox/outbox.module.ts';
import type { Services } from '../composition.ts';
import type { Receiver } from './webhookReceiver.ts';

/** Verifies a message as the receiver does, at the moment of its arrival. */
export function verifyWebhook(
  secret: string,
  { body, headers }: Receiver['taken'][number],
  now: Date,
): unknown {
  const { now: realNow } = Date;
  Date.now = () => now.getTime();
  try {
    return new Verifier(secret).verify(body, headers);
  } finally {
    Date.now = realNow;
  }
}

interface Trial {
  db: Knex;
  admin: Member;
  receiver: Receiver;
  /** Opens another process on the same database. */
  open: () => Services;
  /** Clock of all processes, which the trial advances. */
  time: { now: Date };
  events: number;
  subjects: number;
}

/** Each of these behaviours occurs now and then. */
const faults = ['500', 'redirect', 'nonsense', 'cut'] as const;

/** Sends all events in spite of the faults, and counts what went wrong. */
export async function runWebhookTrial({
  db,
  admin,
  receiver,
  open,
  time,
  events,
  subjects,
}: Trial) {
  const signal = new AbortController().signal;
  const [one, other] = [open(), open()];
  const { secret } = await one.webhooks.add(admin, {
    url: receiver.url,
    kinds: ['use_case_liked'],
  });
  let unverified = 0;
  receiver.onMessage = (message) => {
    try {
      verifyWebhook(secret, message, time.now);
    } catch {
      unverified += 1;
    }
  };
  const inTurn: Receiver['behave'] = (place) =>
    place % 4 === 3 ? faults[(place >> 2) % faults.length]! : 'fine';
  receiver.behave = inTurn;
  const happened = Array.from({ length: events }, (_, number) => ({
    kind: 'use_case_liked' as const,
    subjectId: (number % subjects) + 1,
    itemId: null,
    actorId: admin.user.id,
    after: Math.floor(number / subjects) + 1,
  }));
  // In batches of the size of one statement.
  const outlet = outboxOn(db, () => time.now);
  for (let from = 0; from < events; from += 1_000)
    await outlet.record(...happened.slice(from, from + 1_000));

  const round = async (services = one, ends = signal) => {
    await services.webhookDeliveries.collect(ends);
    await services.webhookDeliveries.send(ends);
  };
  const nextTry = async (): Promise<Date | null> => {
    const { rows } = await db.raw<{ rows: { at: Date | null }[] }>(
      `select min(next_try_at) as at from (select distinct on (subject) next_try_at from webhook_deliveries
         where state = 'waiting' order by subject, id) as heads`,
    );
    return rows[0]?.at ?? null;
  };
  const between: Record<number, () => Promise<void>> = {
    2: receiver.kill,
    4: receiver.revive,
    6: async () => {
      // The sender stops in the middle of a batch: messages that were sent but not recorded are sent again.
      const dying = new AbortController();
      receiver.behave = (place) => (place % 5 === 0 ? 'slow' : 'fine');
      receiver.onSlow = () => dying.abort();
      await round(open(), dying.signal).catch(() => null);
      receiver.behave = inTurn;
    },
  };
  await round();
  for (let rounds = 1, at = await nextTry(); at; at = await nextTry(), rounds += 1) {
    time.now = new Date(Math.max(time.now.getTime(), at.getTime()));
    await between[rounds]?.();
    await Promise.all([round(one), round(other)]);
  }

  const bodies = new Map<string, string>();
  const changed = receiver.taken.filter(({ headers, body }) => {
    const id = headers['webhook-id']!;
    const former = bodies.get(id) ?? body;
    bodies.set(id, body);
    return former !== body;
  }).length;
  const had = new Set<string>();
  const places = new Map<string, number>();
  let disorder = 0;
  for (const { headers, body } of receiver.taken.filter(({ isTaken }) => isTaken)) {
    const id = headers['webhook-id']!;
    if (had.has(id)) continue;
    had.add(id);
    const { data } = JSON.parse(body) as { data: { subject: { id: string }; after: number } };
    const expected = (places.get(data.subject.id) ?? 0) + 1;
    if (data.after !== expected) disorder += 1;
    places.set(data.subject.id, data.after);
  }
  const delivered = await db('webhook_deliveries').where({ state: 'delivered' }).pluck('id');
  return {
    lost: events - Math.min(had.size, delivered.length),
    disorder,
    changed,
    unverified,
    messages: receiver.taken.length,
  };
}
