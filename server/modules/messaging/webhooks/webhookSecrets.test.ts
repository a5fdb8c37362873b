// Signing secrets of webhooks: encrypted, with a missing, wrong or replaced key.
import { createTestServices } from '../../../testing/testServices.ts';
import { verifyWebhook } from '../../../testing/webhookTrial.ts';
import { aWebhookWorld, signal } from '../../../testing/webhookFixture.ts';

const { at, time, clock, add, happen, liked, round } = aWebhookWorld();
const [keyA, keyB] = ['a'.repeat(64), 'b'.repeat(64)];

/** A process that is started with these keys; none: without the setting, on a database of its own. */
const openWith = (keys: string | null) =>
  createTestServices(at.db, {
    clock,
    env: {
      WEBHOOKS_ALLOW: at.receiver.host,
      PUBLIC_URL: 'https://lo.example',
      DATABASE_URL: at.database.url,
      SECRETS_KEY: keys ?? '',
    },
  }).services;
const addWith = (keys: string) =>
  openWith(keys).webhooks.add(at.admin, { url: at.receiver.url, kinds: ['use_case_liked'] });
const rows = () => at.db('webhook_endpoints').select('secret', 'former_secret');
const state = async (keys: string | null) =>
  (await openWith(keys).health.check()).parts.find(({ name }) => name === 'webhooks');

test('stores the secret encrypted, and signs with it', async () => {
  const { secret } = await add(['use_case_liked']);
  const [row] = await rows();
  expect(JSON.stringify(row)).not.toContain('whsec_');
  expect(JSON.stringify(row)).not.toContain(secret.slice(6, 20));
  at.receiver.behave = () => 'fine';
  await happen(liked(1, 1));
  await round();
  expect(verifyWebhook(secret, at.receiver.taken[0]!, time.now)).toMatchObject({
    type: 'use_case_liked',
  });
});

test('sends and loses nothing without a key, refuses new webhooks, and names the setting in health', async () => {
  const { secret } = await addWith(keyA);
  at.receiver.behave = () => 'fine';
  await happen(liked(1, 1));
  await round(openWith(null));
  expect(at.receiver.taken).toEqual([]);
  expect(await at.db('webhook_deliveries').select('state', 'tries')).toEqual([
    { state: 'waiting', tries: 0 },
  ]);
  expect(await state(null)).toMatchObject({
    state: 'failing',
    detail: expect.stringContaining('SECRETS_KEY'),
  });
  const refused = openWith(null).webhooks.add(at.admin, {
    url: at.receiver.url,
    kinds: ['use_case_liked'],
  });
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', reason: 'noSecretsKey' });
  await round(openWith(keyA));
  expect(verifyWebhook(secret, at.receiver.taken[0]!, time.now)).toMatchObject({
    type: 'use_case_liked',
  });
});

test('sends nothing with a wrong key until a new secret is made', async () => {
  const { webhook } = await addWith(keyA);
  at.receiver.behave = () => 'fine';
  await happen(liked(1, 1));
  await round(openWith(keyB));
  expect(at.receiver.taken).toEqual([]);
  expect(await state(keyB)).toMatchObject({ state: 'failing', detail: expect.stringMatching(/1/) });
  const { secret } = await openWith(keyB).webhooks.rotate(at.admin, webhook.id);
  expect(await rows()).toMatchObject([{ former_secret: null }]);
  await round(openWith(keyB));
  expect(verifyWebhook(secret, at.receiver.taken[0]!, time.now)).toBeDefined();
  expect(await state(keyB)).toMatchObject({ state: 'ok' });
});

test('opens secrets with a former key, and re-encrypts them at start', async () => {
  const { secret } = await addWith(keyA);
  const both = `${keyB},${keyA}`;
  expect(await openWith(both).webhooks.sealSecrets()).toBe(1);
  expect(await openWith(both).webhooks.sealSecrets()).toBe(0);
  at.receiver.behave = () => 'fine';
  await happen(liked(1, 1));
  await round(openWith(keyB));
  expect(verifyWebhook(secret, at.receiver.taken[0]!, time.now)).toBeDefined();
});

test('encrypts plain secrets at start, and leaves them without a key', async () => {
  await addWith(keyA);
  const clear = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await at.db('webhook_endpoints').update({ secret: clear, former_secret: clear });
  expect(await openWith(null).webhooks.sealSecrets()).toBe(0);
  expect(await openWith(keyA).webhooks.sealSecrets()).toBe(1);
  expect(JSON.stringify(await rows())).not.toContain('whsec_');
  at.receiver.behave = () => 'fine';
  await happen(liked(1, 1));
  await openWith(keyA).webhookDeliveries.collect(signal);
  await openWith(keyA).webhookDeliveries.send(signal);
  expect(verifyWebhook(clear, at.receiver.taken[0]!, time.now)).toBeDefined();
});
