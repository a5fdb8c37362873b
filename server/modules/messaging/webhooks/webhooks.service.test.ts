// Webhooks on a real database with a real receiver: completeness, order, signatures, secrets and visibility.
import { limits } from '../../../config/limits.ts';
import { anItem } from '../../../testing/builders.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import type { Receiver } from '../../../testing/webhookReceiver.ts';
import { runWebhookTrial, verifyWebhook } from '../../../testing/webhookTrial.ts';
import { aWebhookWorld, saidIn, signal } from '../../../testing/webhookFixture.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { sendWebhooks } from '../../../transports/jobs/messagingTasks.ts';

const { at, time, clock, open, later, add, happen, liked, round } = aWebhookWorld();
const states = async (): Promise<string[]> =>
  at.db('webhook_deliveries').orderBy('id').pluck('state');
const verify = (secret: string, message: Receiver['taken'][number]) =>
  verifyWebhook(secret, message, time.now);

test('R23: delivers 120 events in order, verified, despite a failing receiver and a killed sender', async () => {
  const events = 120;
  const went = await runWebhookTrial({ ...at, open, time, events, subjects: 5 });
  const { messages } = went;
  expect(went).toMatchObject({ lost: 0, disorder: 0, changed: 0, unverified: 0 });
  expect(messages).toBeGreaterThan(events);
});

test('names no person, and sends on schedule and at start', async () => {
  const { secret } = await add();
  const item = await anItem(at.db);
  await open().jobs.enqueue('sendWebhooks');
  await runDueJobs(at.database.url, open(), [sendWebhooks]);
  const [message] = at.receiver.taken;
  expect(verify(secret, message!)).toEqual({
    type: 'item_added',
    timestamp: expect.any(String),
    data: {
      subject: { kind: 'item', id: String(item.id) },
      service: { id: item.id, url: `https://lo.example/services/${item.id}` },
      before: null,
      after: { titleRu: item.titleRu, titleEn: item.titleEn, sourceUrl: item.sourceUrl },
      isCut: false,
    },
  });
  expect(message!.headers['content-type']).toBe('application/json');
  await happen(
    liked(3, 1),
    { kind: 'wish_told', subjectId: `1/${at.admin.user.id}`, itemId: null, actorId: null },
    { kind: 'item_hidden', subjectId: item.id, itemId: item.id, actorId: null },
  );
  await round();
  expect(at.receiver.taken.slice(1).map(({ body }) => JSON.parse(body) as object)).toEqual([
    expect.objectContaining({
      type: 'use_case_liked',
      data: {
        subject: { kind: 'use_case', id: '3' },
        service: null,
        before: null,
        after: 1,
        isCut: false,
      },
    }),
  ]);
});

test('Z10: sends nothing about a hidden item, and no merge target with a removal', async () => {
  await add();
  const { knowledge } = open();
  const [hidden, removed, kept] = [await anItem(at.db), await anItem(at.db), await anItem(at.db)];
  await open().webhookDeliveries.collect(signal);
  await knowledge.update(at.admin, hidden.id, { adminVisibility: 'hidden' });
  await knowledge.update(at.admin, kept.id, { adminVisibility: 'hidden' });
  await at
    .db('items')
    .where({ id: removed.id })
    .update({ removed_at: time.now, merged_into: kept.id });
  await at.db('items').where({ id: hidden.id }).update({ removed_at: time.now });
  await round();
  const told = at.receiver.taken.map(({ body }) => body);
  const leaks = told.filter(
    (body) =>
      body.includes(hidden.titleEn!) ||
      body.includes(`services/${hidden.id}"`) ||
      body.includes(`mergedInto":${kept.id}`),
  ).length;
  expect(leaks).toBe(0);
  expect(told.map((body) => JSON.parse(body) as object)).toEqual([
    expect.objectContaining({
      type: 'item_removed',
      data: expect.objectContaining({
        service: expect.objectContaining({ id: removed.id }),
        after: { mergedInto: null },
      }),
    }),
  ]);
  expect((await states()).filter((state) => state === 'withheld')).toHaveLength(4);
});

test('Z10: sends no event from a hidden time after the item is shown again', async () => {
  await add();
  const { knowledge } = open();
  const see = (id: number, adminVisibility: 'hidden' | 'visible') =>
    knowledge.update(at.admin, id, { adminVisibility });
  const name = (id: number, title: string) =>
    at.db('items').where({ id }).update({ title_en: title, updated_at: time.now });
  const { id } = await anItem(at.db);
  await name(id, 'Open before');
  await see(id, 'hidden');
  await name(id, 'Canary of a hidden time');
  await name(id, 'Open again');
  await see(id, 'visible');
  await name(id, 'Open since');
  await round();
  const bodies = at.receiver.taken.map(
    ({ body }) => JSON.parse(body) as { type: string; data: object },
  );
  expect(bodies.map(({ type }) => type)).toEqual([
    'item_added',
    'item_changed',
    'item_shown',
    'item_changed',
  ]);
  const leaks = bodies.filter((body) => JSON.stringify(body).includes('Canary')).length;
  expect(leaks).toBe(0);
  expect(bodies.at(-1)).toMatchObject({
    data: { before: { titleEn: 'Open again' }, after: { titleEn: 'Open since' } },
  });
});

test('signs with both secrets for a day after a rotation', async () => {
  const { webhook, secret } = await add();
  const { webhooks } = open();
  const rotated = await webhooks.rotate(at.admin, webhook.id);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const [row] = await at.db('webhook_endpoints').select('secret', 'former_secret');
  expect(JSON.stringify(row)).not.toMatch(/whsec_/);
  for (const one of [secret, rotated.secret])
    expect(JSON.stringify(row)).not.toContain(one.slice(6, 20));
  expect(rotated.secret).not.toBe(secret);
  const last = () => at.receiver.taken.at(-1)!;
  later(limits.webhook.formerSecretMs - 1);
  await happen(liked(1, 1));
  await round();
  for (const one of [secret, rotated.secret]) expect(verify(one, last())).toBeTruthy();
  later(1);
  await happen(liked(1, 2));
  await round();
  expect(verify(rotated.secret, last())).toBeTruthy();
  expect(() => verify(secret, last())).toThrow('No matching signature');
  later(1);
  await webhooks.deleteFormerSecrets();
  expect(await at.db('webhook_endpoints').pluck('former_secret')).toEqual([null]);
  const records = JSON.stringify(await at.db('activity').where({ subject_type: 'webhook' }));
  expect(records).toContain('webhook.rotated');
  expect(records).not.toContain('whsec_');
});

test('sends only to public addresses or allowed hosts, also after the setting changed', async () => {
  const { webhooks } = open();
  for (const url of [
    'http://example.com/',
    'https://example.com:8443/',
    'ftp://example.com/',
    at.receiver.url.replace('127.0.0.1', 'localhost'),
    'https://localhost/',
    'https://[::ffff:10.0.0.1]/',
    'https://168.63.129.16/',
    'https://ci.corp.internal/hook',
  ])
    await expect(webhooks.add(at.admin, { url, kinds: ['item_added'] })).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(/https:\/\/.*use port 443.*no password.*internet/),
    });
  for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1]/', 'https://local.example/'])
    await webhooks.remove(
      at.admin,
      (await webhooks.add(at.admin, { url, kinds: ['item_added'] })).webhook.id,
    );
  await add(['use_case_liked']);
  // Stored before such addresses were refused.
  for (const url of ['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/']) {
    const { webhook } = await add(['use_case_published']);
    await at.db('webhook_endpoints').where({ id: webhook.id }).update({ url });
    // Its other fields can be changed, with the same address, as a form sends it.
    const kinds = ['use_case_liked'] as const;
    expect(await webhooks.change(at.admin, webhook.id, { url, kinds: [...kinds] })).toMatchObject({
      url,
      kinds,
    });
    await expect(
      webhooks.change(at.admin, webhook.id, { url: 'https://10.0.0.1/' }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  }
  await happen(liked(1, 1));
  await round(open('tools.internal:80'));
  expect(at.receiver.taken).toEqual([]);
  expect(await at.db('webhook_deliveries').pluck('failure')).toEqual(Array(3).fill('notPublic'));
});

test('sends an endpoint only events from the time when it was on', async () => {
  await happen(liked(1, 1));
  const { webhook } = await add(['use_case_liked']);
  const { webhooks } = open();
  await happen(liked(1, 2));
  await webhooks.change(at.admin, webhook.id, { isOn: false });
  await happen(liked(1, 3));
  await webhooks.change(at.admin, webhook.id, { isOn: true });
  await happen(liked(1, 4));
  await round();
  expect(at.receiver.taken.map(saidIn)).toEqual([2, 4]);
});

test('keeps waiting deliveries of a switched-off endpoint, and limits the number of webhooks', async () => {
  const { webhook } = await add(['use_case_liked']);
  const { webhooks } = open();
  await happen(liked(1, 1));
  await open().webhookDeliveries.collect(signal);
  await webhooks.change(at.admin, webhook.id, { isOn: false });
  await happen(liked(1, 2));
  await round();
  expect(at.receiver.taken).toEqual([]);
  const on = await webhooks.change(at.admin, webhook.id, { isOn: true, kinds: ['report_moved'] });
  expect(on).toMatchObject({ isOn: true, kinds: ['report_moved'], url: at.receiver.url });
  await happen(liked(1, 3));
  await round();
  expect(at.receiver.taken.map(saidIn)).toEqual([1]);
  for (let count = 1; count < limits.lists.webhooks; count += 1) await add();
  await expect(add()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'tooManyWebhooks' });
  await webhooks.remove(at.admin, webhook.id);
  await add();
});

test('leaves long texts out and says so', async () => {
  await add();
  const long = 'ы'.repeat(limits.webhook.payloadBytes / 2);
  await happen({ ...liked(1, 1), after: long });
  await round();
  const { body } = at.receiver.taken[0]!;
  expect(Buffer.byteLength(body)).toBeLessThan(limits.webhook.payloadBytes);
  expect(JSON.parse(body)).toMatchObject({ data: { before: null, after: null, isCut: true } });
});

describe('signing secrets with a missing, wrong or replaced key', () => {
  const [keyA, keyB] = ['a'.repeat(64), 'b'.repeat(64)];

  /** A process with these keys; null starts it without the setting on a database of its own. */
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

  test('sends and loses nothing without a key, refuses new webhooks, and names the setting in health', async () => {
    const { secret } = await addWith(keyA);
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
    expect(verify(secret, at.receiver.taken[0]!)).toMatchObject({
      type: 'use_case_liked',
    });
  });

  test('sends nothing with a wrong key until a new secret is made', async () => {
    const { webhook } = await addWith(keyA);
    await happen(liked(1, 1));
    await round(openWith(keyB));
    expect(at.receiver.taken).toEqual([]);
    expect(await state(keyB)).toMatchObject({
      state: 'failing',
      detail: expect.stringMatching(/1/),
    });
    const { secret } = await openWith(keyB).webhooks.rotate(at.admin, webhook.id);
    expect(await rows()).toMatchObject([{ former_secret: null }]);
    await round(openWith(keyB));
    expect(verify(secret, at.receiver.taken[0]!)).toBeDefined();
    expect(await state(keyB)).toMatchObject({ state: 'ok' });
  });

  test('opens secrets with a former key, and re-encrypts them at start', async () => {
    const { secret } = await addWith(keyA);
    const both = `${keyB},${keyA}`;
    expect(await openWith(both).webhooks.sealSecrets()).toBe(1);
    expect(await openWith(both).webhooks.sealSecrets()).toBe(0);
    await happen(liked(1, 1));
    await round(openWith(keyB));
    expect(verify(secret, at.receiver.taken[0]!)).toBeDefined();
  });

  test('encrypts plain secrets at start, and leaves them without a key', async () => {
    await addWith(keyA);
    const clear = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await at.db('webhook_endpoints').update({ secret: clear, former_secret: clear });
    expect(await openWith(null).webhooks.sealSecrets()).toBe(0);
    expect(await openWith(keyA).webhooks.sealSecrets()).toBe(1);
    expect(JSON.stringify(await rows())).not.toContain('whsec_');
    await happen(liked(1, 1));
    await openWith(keyA).webhookDeliveries.collect(signal);
    await openWith(keyA).webhookDeliveries.send(signal);
    expect(verify(clear, at.receiver.taken[0]!)).toBeDefined();
  });
});
