// By when a request is to be decided, and until when access stands, as the mail and the bot say it. Pure.
import type { AccessRequest } from './access.ts';
import { accessMessageText } from './accessBotWords.ts';
import { accessMail } from './accessMail.ts';

const of = (given: Partial<AccessRequest>): AccessRequest => ({
  id: 1,
  userId: 1,
  itemId: null,
  service: 'Unlisted Tool',
  subscriptionType: 'pro',
  features: 'Concept art',
  needsTesting: false,
  dataClasses: [],
  state: 'sent',
  status: 'requested',
  version: 0,
  createdAt: new Date('2026-10-01T09:00:00Z'),
  sentAt: null,
  dueAt: new Date('2026-10-06T09:00:00Z'),
  changedAt: new Date('2026-10-01T09:00:00Z'),
  decidedBy: null,
  word: null,
  answer: null,
  expiresAt: null,
  ...given,
});
const mail = (request: AccessRequest) =>
  accessMail(request, null, { name: 'Мария', email: null, company: null }, 'https://x.example/');
const message = (request: AccessRequest) =>
  accessMessageText(
    { request, requesterName: 'Мария', companyName: null, deciderName: null },
    'https://x.example/',
  );

test.each([
  ['2026-10-07T00:00:00Z', '6 окт. 2026 г., 23:59 UTC', '6 Oct 2026, 23:59 UTC'],
  ['2026-10-07T00:01:00Z', '7 окт. 2026 г., 00:01 UTC', '7 Oct 2026, 00:01 UTC'],
  ['2026-10-07T23:59:59Z', '7 окт. 2026 г., 23:59 UTC', '7 Oct 2026, 23:59 UTC'],
  // Midnight where somebody reads it is none by the clock that is said.
  ['2026-10-06T21:00:00Z', '6 окт. 2026 г., 21:00 UTC', '6 Oct 2026, 21:00 UTC'],
])('a limit at midnight is said as the last minute of the day before: %s', (at, ru, en) => {
  const limit = new Date(at);
  const { text, html } = mail(of({ dueAt: limit }));
  expect(text).toContain(`Срок решения: ${ru}`);
  expect(text).toContain(`Decide by: ${en}`);
  expect(html).toContain(`>${ru}<`);
  expect(message(of({ dueAt: limit }))).toContain(`Срок решения · Decide by: ${ru} · ${en}`);
  expect(message(of({ status: 'granted', expiresAt: limit }))).toContain(
    `Доступ до · Access until: ${ru} · ${en}`,
  );
});
