// nodemailer against a real SMTP server: content, recipients and refusals.
import { createLog } from '../../shared/log.ts';
import type { Mail } from '../../shared/mailer.ts';
import { startFakeMailServer, type FakeMailServer, type Refusal } from '../../../fakes/mail.ts';
import { createMail } from './mail.ts';

let fake: FakeMailServer;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  fake = await startFakeMailServer();
});
afterEach(() => fake.close());

const open = (timeoutMs = 2_000, smtpUrl = fake.url, requireTls = false) =>
  createMail(
    { smtpUrl, requireTls, from: 'Loadout <loadout@example.com>' },
    { clock: () => now, log: createLog({ level: 'silent' }), timeoutMs },
  );

const mail: Mail = {
  to: ['it@example.com', 'security@example.com'],
  replyTo: { name: 'Мария "М" <evil@example.com>', address: 'maria@gdev.inc' },
  subject: 'Запрос доступа',
  text: 'Текст',
  html: '<p>Текст</p>',
  id: 'access-request-7',
};

test('delivers a mail with its reply address and a constant id', async () => {
  const { mailer, probe } = open();
  await mailer.send(mail);
  const [received] = fake.mails;
  expect(received?.recipients).toEqual(mail.to);
  expect(received?.mail.from?.value).toEqual([{ name: 'Loadout', address: 'loadout@example.com' }]);
  expect(received?.mail.replyTo?.value).toEqual([
    expect.objectContaining({ address: 'maria@gdev.inc' }),
  ]);
  expect(received?.mail.messageId).toBe('<access-request-7@example.com>');
  expect(received?.mail.subject).toBe('Запрос доступа');
  expect(await probe.check()).toEqual({ state: 'ok', detail: null });
});

test('creates no header from a line break in subject or name', async () => {
  await open().mailer.send({
    ...mail,
    subject: 'Запрос\r\nBcc: thief@example.com',
    replyTo: { name: 'M\r\nBcc: thief@example.com', address: 'maria@gdev.inc' },
  });
  expect(fake.mails[0]?.recipients).toEqual(mail.to);
  expect(fake.mails[0]?.mail.bcc).toBeUndefined();
});

test.each<[Refusal, string]>([
  ['busy', 'mailAway'],
  ['recipient', 'mailRefused'],
  ['content', 'mailRefused'],
])('reports a refusal with %s as %s', async (how, reason) => {
  fake.setRefusal(how);
  const { mailer, probe } = open();
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason });
  expect(await probe.check()).toMatchObject({ state: 'failing' });
  fake.setRefusal(null);
  await mailer.send(mail);
  expect(await probe.check()).toEqual({ state: 'ok', detail: null });
});

test('returns refused recipients in the spelling of the settings', async () => {
  const { mailer, probe } = open();
  fake.refuseRecipient('IT@пример.example');
  const to = ['IT@Пример.example', 'security@example.com'];
  expect(await mailer.send({ ...mail, to })).toEqual({ refused: ['IT@Пример.example'] });
  expect(fake.mails.map(({ recipients }) => recipients)).toEqual([['security@example.com']]);
  expect(await probe.check()).toEqual({
    state: 'failing',
    detail: 'The mail server refused the mail for 1 of 2 recipients.',
  });
  fake.refuseRecipient(null);
  expect(await mailer.send(mail)).toEqual({ refused: [] });
  expect(await probe.check()).toEqual({ state: 'ok', detail: null });
});

test('gives up a silent mail server in time', async () => {
  fake.setRefusal('silent');
  await expect(open(300).mailer.send(mail)).rejects.toMatchObject({ reason: 'mailAway' });
});

test('pauses for 30 s after 5 failures in a row; refused mails do not count', async () => {
  const { mailer, probe } = open();
  fake.setRefusal('content');
  for (let tries = 0; tries < 6; tries += 1)
    await expect(mailer.send(mail)).rejects.toMatchObject({ reason: 'mailRefused' });
  fake.setRefusal('busy');
  for (let tries = 0; tries < 5; tries += 1)
    await expect(mailer.send(mail)).rejects.toMatchObject({ reason: 'mailAway' });
  fake.setRefusal(null);
  await expect(mailer.send(mail)).rejects.toMatchObject({
    reason: 'mailAway',
    message: expect.stringContaining('left alone'),
  });
  expect(fake.mails).toHaveLength(0);
  expect(await probe.check()).toMatchObject({ state: 'failing' });
  now = new Date(now.getTime() + 30_000);
  await mailer.send(mail);
  expect(fake.mails).toHaveLength(1);
});

test('sends nothing without TLS, unless the address allows it', async () => {
  await expect(open(2_000, fake.url, true).mailer.send(mail)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'mailAway',
    message: 'The mail server does not take mail (no TLS).',
  });
  expect(fake.mails).toHaveLength(0);
  await open(2_000, `${fake.url}?requireTLS=false`, true).mailer.send(mail);
  expect(fake.mails).toHaveLength(1);
});
