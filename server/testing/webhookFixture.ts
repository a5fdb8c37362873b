// Webhook endpoints with a real receiver and a clock that the test sets.
import type { Knex } from 'knex';
import type { Member } from '../modules/people/accounts/accounts.ts';
import { outboxOn } from '../modules/outbox/outbox.module.ts';
import type { NewEvent } from '../modules/outbox/events.ts';
import { webhookKinds, type WebhookKind } from '../modules/messaging/webhooks/webhooks.ts';
import { aMember } from './builders.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { createTestServices } from './testServices.ts';
import { openReceiver, type Receiver } from './webhookReceiver.ts';

interface WebhookWorld {
  database: TestDatabase;
  db: Knex;
  admin: Member;
  /** New for each test. */
  receiver: Receiver;
}

/** A signal that never aborts. */
export const { signal } = new AbortController();

/** The `after` value of a message. */
export const saidIn = ({ body }: Receiver['taken'][number]): unknown =>
  (JSON.parse(body) as { data: { after: unknown } }).data.after;

/** Creates it for a file of tests; each test starts without endpoints and events. */
export function aWebhookWorld() {
  const at = {} as WebhookWorld;
  const time = { now: new Date(0) };
  const clock = () => time.now;
  beforeAll(async () => {
    at.database = await createTestDatabase();
    at.db = at.database.db;
    at.admin = await aMember(at.db, { isAdmin: true });
  });
  afterAll(() => at.database.drop());
  beforeEach(async () => {
    time.now = new Date('2026-10-01T09:00:00Z');
    at.receiver = await openReceiver();
    await at.db('webhook_endpoints').delete();
    await at.db('event_queue').delete();
  });
  afterEach(() => at.receiver.close());

  /** Another process, on the same database. */
  const open = (allow = at.receiver.host) =>
    createTestServices(at.db, {
      clock,
      env: { WEBHOOKS_ALLOW: allow, PUBLIC_URL: 'https://lo.example' },
    }).services;
  return {
    at,
    time,
    clock,
    open,
    later: (ms: number) => void (time.now = new Date(time.now.getTime() + ms)),
    add: (kinds: readonly WebhookKind[] = webhookKinds) =>
      open().webhooks.add(at.admin, { url: at.receiver.url, kinds: [...kinds] }),
    happen: (...events: NewEvent[]) => outboxOn(at.db, clock).record(...events),
    liked: (subjectId: number, after: number): NewEvent => ({
      kind: 'use_case_liked',
      subjectId,
      itemId: null,
      actorId: at.admin.user.id,
      after,
    }),
    async round(services = open()): Promise<void> {
      await services.webhookDeliveries.collect(signal);
      await services.webhookDeliveries.send(signal);
    },
  };
}
