// Delivery of ten thousand events to one webhook.
import { aMember } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { openReceiver } from '../../../testing/webhookReceiver.ts';
import { runWebhookTrial } from '../../../testing/webhookTrial.ts';

const events = 10_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test(`${events} events: none lost, in order, all verified`, async () => {
  const { db } = database;
  const time = { now: new Date('2026-10-01T09:00:00Z') };
  const receiver = await openReceiver();
  const admin = await aMember(db, { isAdmin: true });
  const open = () =>
    createTestServices(db, { clock: () => time.now, env: { WEBHOOKS_ALLOW: receiver.host } })
      .services;
  const went = await runWebhookTrial({ db, admin, receiver, open, time, events, subjects: 200 });
  await receiver.close();
  expect(went).toMatchObject({ lost: 0, disorder: 0, changed: 0, unverified: 0 });
}, 600_000);
