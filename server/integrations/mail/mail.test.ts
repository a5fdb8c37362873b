// nodemailer against a real SMTP server: what arrives, to whom, and what a mail server may refuse.
import { createLog } from '../../shared/log.ts';
import type { Mail } from '../../shared/mailer.ts';
import { startMailStandIn, type MailStandIn, type Refusal } from '../../../fakes/mail.ts';
import { createMail } from './mail.ts';

let standIn: MailStandIn;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  standIn = await startMailStandIn();
});
afterEach(() => standIn.close());

const open = (timeoutMs = 2_000, smtpUrl = standIn.url, requireTls = false) =>
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

test('a mail arrives at the recipients, answers go to the person, and its id is the same every time', async () => {
  const { mailer, probe } = open();
  await mailer.send(mail);
  const [received] = standIn.mails;
  expect(received?.recipients).toEqual(mail.to);
  expect(received?.mail.from?.value).toEqual([{ name: 'Loadout', address: 'loadout@example.com' }]);
  expect(received?.mail.replyTo?.value).toEqual([
    expect.objectContaining({ address: 'maria@gdev.inc' }),
  ]);
  expect(received?.mail.messageId).toBe('<access-request-7@example.com>');
  expect(received?.mail.subject).toBe('Запрос доступа');
  expect(await probe.check()).toEqual({ state: 'ok', detail: null });
});

test('a line break in the subject or in a name begins no header', async () => {
  await open().mailer.send({
    ...mail,
    subject: 'Запрос\r\nBcc: thief@example.com',
    replyTo: { name: 'M\r\nBcc: thief@example.com', address: 'maria@gdev.inc' },
  });
  expect(standIn.mails[0]?.recipients).toEqual(mail.to);
  expect(standIn.mails[0]?.mail.bcc).toBeUndefined();
});

test.each<[Refusal, string]>([
  ['busy', 'mailAway'],
  ['recipient', 'mailRefused'],
  ['content', 'mailRefused'],
])('a mail server that refuses with %s is told as %s', async (how, reason) => {
  standIn.refuse(how);
  const { mailer, probe } = open();
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason });
  expect(await probe.check()).toMatchObject({ state: 'failing' });
  standIn.refuse(null);
  await mailer.send(mail);
  expect(await probe.check()).toEqual({ state: 'ok', detail: null });
});

test('recipients who are refused while others are taken are named as the settings write them', async () => {
  const { mailer, probe } = open();
  standIn.refuseRecipient('IT@пример.example');
  const to = ['IT@Пример.example', 'security@example.com'];
  expect(await mailer.send({ ...mail, to })).toEqual({ refused: ['IT@Пример.example'] });
  expect(standIn.mails.map(({ recipients }) => recipients)).toEqual([['security@example.com']]);
  expect(await probe.check()).toEqual({
    state: 'failing',
    detail: 'The mail server refused the mail for 1 of 2 recipients.',
  });
  standIn.refuseRecipient(null);
  expect(await mailer.send(mail)).toEqual({ refused: [] });
  expect(await probe.check()).toEqual({ state: 'ok', detail: null });
});

test('a mail server that says nothing is given up in time', async () => {
  standIn.refuse('silent');
  await expect(open(300).mailer.send(mail)).rejects.toMatchObject({ reason: 'mailAway' });
});

test('a mail server that is not there is told as away', async () => {
  const { url } = standIn;
  await standIn.close();
  await expect(open(2_000, url).mailer.send(mail)).rejects.toMatchObject({ reason: 'mailAway' });
  standIn = await startMailStandIn();
});

test('after 5 failures in a row the mail server is left alone for 30 s; refused mails do not count', async () => {
  const { mailer, probe } = open();
  standIn.refuse('content');
  for (let tries = 0; tries < 6; tries += 1)
    await expect(mailer.send(mail)).rejects.toMatchObject({ reason: 'mailRefused' });
  standIn.refuse('busy');
  for (let tries = 0; tries < 5; tries += 1)
    await expect(mailer.send(mail)).rejects.toMatchObject({ reason: 'mailAway' });
  standIn.refuse(null);
  await expect(mailer.send(mail)).rejects.toMatchObject({
    reason: 'mailAway',
    message: expect.stringContaining('left alone'),
  });
  expect(standIn.mails).toHaveLength(0);
  expect(await probe.check()).toMatchObject({ state: 'failing' });
  now = new Date(now.getTime() + 30_000);
  await mailer.send(mail);
  expect(standIn.mails).toHaveLength(1);
});

test('a mail server that offers no TLS gets nothing, unless its address says so', async () => {
  await expect(open(2_000, standIn.url, true).mailer.send(mail)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'mailAway',
    message: 'The mail server does not take mail (no TLS).',
  });
  expect(standIn.mails).toHaveLength(0);
  await open(2_000, `${standIn.url}?requireTLS=false`, true).mailer.send(mail);
  expect(standIn.mails).toHaveLength(1);
});
