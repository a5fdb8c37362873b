// Access requests decided in Telegram, through the real bot client against a fake Bot API (guarantee R20).
import { startFakeTelegram, type FakeTelegram } from '../../../../fakes/telegram.ts';
import type { SentMessage, TelegramUser } from '../../../../fakes/telegram/chats.ts';
import { limits } from '../../../config/limits.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { startTestApp, type TestApp } from '../../../testing/testApp.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { telegramIdentity } from '../../people/signIn/signInRules.ts';

const webhookSecret = 'webhook-secret-canary';

let telegram: FakeTelegram;
let app: TestApp;
let now: Date;
let lastTelegram = 9_000;
let person: Member;

beforeAll(async () => {
  telegram = await startFakeTelegram();
  app = await startTestApp({
    env: { ...telegram.settings, TELEGRAM_WEBHOOK_SECRET: webhookSecret },
    clock: () => now,
  });
});
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  telegram.chats.setWebhook({
    url: `${app.url}/api/v1/telegram/webhook`,
    secretToken: webhookSecret,
  });
  const { db } = app.database;
  await db('access_requests').delete();
  await db('access_approvers').delete();
  await db.raw('truncate graphile_worker._private_jobs');
  person = await aMember(db, { name: 'Мария', companyKey: 'nexters' });
});
afterEach(() => telegram.fail(null));
afterAll(async () => {
  await app.close();
  await telegram.close();
});

interface Approver {
  member: Member;
  user: TelegramUser;
}

/** An approver of the person's company with a connected Telegram account. */
async function anApprover(name: string): Promise<Approver> {
  const { db } = app.database;
  const user = { id: (lastTelegram += 1), first_name: name, language_code: 'en' };
  const member = await aMember(db, {
    name,
    companyKey: 'nexters',
    telegramId: String(user.id),
    email: `${name.toLowerCase()}${user.id}@nexters.com`,
  });
  await db('identities').insert({
    user_id: member.user.id,
    ...telegramIdentity(String(user.id)),
    created_at: now,
  });
  await db('access_approvers').insert({ company_key: 'nexters', user_id: member.user.id });
  return { member, user };
}
/** Sends what the requesters are told once a decision can no longer be undone. */
const passUndoTime = async () => {
  const { signal } = new AbortController();
  await app.services.notifications.processEvents(signal);
  now = new Date(now.getTime() + limits.accessRequest.undoMs + 1);
  await app.services.notificationDeliveries.send(signal);
};
const deliver = () => runDueJobs(app.database.url, app.services);
async function ask(features = 'Concept art', by = person) {
  const item = await anItem(app.database.db);
  const request = await app.services.accessRequests.request(by, {
    service: item.titleEn!,
    subscriptionType: 'pro',
    features,
    dataClasses: ['source_code'],
  });
  await deliver();
  return request;
}
const chat = ({ user }: Approver) =>
  telegram.chats.all().filter(({ chatId }) => chatId === user.id);
const last = (approver: Approver): SentMessage => chat(approver).at(-1)!;
const button = (message: SentMessage, name: string): string =>
  message.buttons.find(({ text }) => text.endsWith(name))!.data;
const press = async ({ user }: Approver, data: string) => {
  const update = await telegram.chats.press(user, data);
  await deliver();
  return update;
};
const notice = () => telegram.chats.notices.at(-1);
const rowOf = (id: number) => app.database.db('access_requests').where({ id }).first();
const steps = async (id: number): Promise<number> =>
  (await app.database.db('activity').where({ action: 'access.moved', subject_id: String(id) }))
    .length;

test('sends requests made together as one message without buttons, which shows their decisions', async () => {
  const anna = await anApprover('Anna');
  const itemIds = [(await anItem(app.database.db)).id, (await anItem(app.database.db)).id];
  const made = await app.services.accessRequests.requestSeveral(
    person,
    { itemIds, subscriptionType: 'pro', features: 'Sketches' },
    async () => {},
  );
  await deliver();
  expect(chat(anna)).toHaveLength(1);
  const { text, buttons } = last(anna);
  expect(buttons).toEqual([]);
  expect(text.split('\n')).toEqual([
    'Запросы доступа · Access requests: 2',
    'Кто · Who: Мария, Nexters',
    ...made.map(({ service }) => `• ${service}`),
    'Для чего · What for:',
    '│ Sketches',
    '',
    expect.stringMatching(/\/profile\/approvals$/),
  ]);
  await app.services.accessWorkflow.decide(anna.member, made[1]!.id, {
    decision: 'approve',
    expectedVersion: 0,
  });
  await deliver();
  expect(chat(anna)).toHaveLength(1);
  expect(last(anna).text).toContain(`• ${made[1]!.service}: Одобрен · Approved`);
});

test('sends each approver a message with buttons; one press decides and updates all messages', async () => {
  const [anna, boris] = [await anApprover('Anna'), await anApprover('Boris')];
  const { id } = await ask('Concept art\nОдобрен · Approved (Anna)');
  const asked = last(anna);
  expect(asked.text.split('\n')).toEqual([
    expect.stringMatching(/^Запрос доступа · Access request: Tool \d+$/),
    'Кто · Who: Мария, Nexters',
    'Подписка · Subscription: расширенная · pro',
    'Данные · Data: исходный код · source code',
    'Срок решения · Decide by: 6 окт. 2026 г., 09:00 UTC · 6 Oct 2026, 09:00 UTC',
    'Для чего · What for:',
    '│ Concept art',
    '│ Одобрен · Approved (Anna)',
    '',
    'Ждёт решения · Waiting for a decision',
    '',
    `${app.url}/profile/approvals?request=${id}`,
  ]);
  expect(asked.buttons.map(({ text }) => text)).toEqual([
    'Одобрить · Approve',
    'Отклонить · Decline',
    'Спросить · Ask',
  ]);
  expect(chat(boris)).toHaveLength(1);
  await press(anna, button(asked, 'Approve'));
  expect(await rowOf(id)).toMatchObject({ status: 'approved', decided_by: anna.member.user.id });
  expect(notice()).toEqual({ text: 'Approved (Anna)', isAlert: false });
  for (const one of [anna, boris]) {
    expect(chat(one)).toHaveLength(1);
    expect(last(one)).toMatchObject({ buttons: [] });
    expect(last(one).text).toContain('\nОдобрен · Approved (Anna)\n');
  }
  const grant = {
    decision: 'grant',
    expectedVersion: 1,
    expiresAt: new Date('2026-11-01T12:00:00Z'),
  } as const;
  await app.services.accessWorkflow.decide(anna.member, id, grant);
  await deliver();
  expect(last(boris).text).toContain(
    '\nДоступ выдан · Access granted (Anna)\nДоступ до · Access until: 1 нояб. 2026 г., 12:00 UTC · 1 Nov 2026, 12:00 UTC\n',
  );
  expect(last(boris).text).not.toContain('Decide by');
});

test('handles a press once: repeated, resent, late and forwarded presses change nothing', async () => {
  const [anna, boris] = [await anApprover('Anna'), await anApprover('Boris')];
  const { id } = await ask();
  const [hers, his] = [last(anna), last(boris)].map((message) => ({
    approve: button(message, 'Approve'),
    decline: button(message, 'Decline'),
  }));
  const before = telegram.chats.endedPresses.length;
  // A forwarded button of another message, pressed by another approver.
  await press(boris, hers!.approve);
  expect(notice()).toEqual({ text: 'This button is for someone else.', isAlert: true });
  expect(await rowOf(id)).toMatchObject({ status: 'requested', version: 0 });
  const update = await press(anna, hers!.approve);
  await telegram.chats.repeat(update);
  await press(anna, hers!.approve);
  expect(notice()).toEqual({ text: 'Already decided: Approved (Anna)', isAlert: true });
  await press(anna, hers!.decline);
  await press(boris, his!.decline);
  expect(notice()).toEqual({ text: 'Already decided: Approved (Anna)', isAlert: true });
  expect(chat(boris)).toHaveLength(1);
  const stranger = { id: 8_999, first_name: 'Nobody', language_code: 'en' };
  await telegram.chats.press(stranger, hers!.approve);
  expect(notice()?.text).toBe('This button is for someone else.');
  await telegram.chats.press(stranger, 'access approve 2147483648');
  const duplicates = (await steps(id)) - 1;
  expect(duplicates).toBe(0);
  expect(await rowOf(id)).toMatchObject({ status: 'approved', version: 1 });
  // No pressed button waits any more; the repeated update is answered once.
  expect(telegram.chats.endedPresses.length - before).toBe(7);
});

test('asks for the reason of a decline, takes the reply, and notifies the requester', async () => {
  const { db } = app.database;
  await db('users').where({ id: person.user.id }).update({ telegram_id: '8500' });
  const anna = await anApprover('Anna');
  const { id } = await ask();
  const asked = last(anna);
  await press(anna, button(asked, 'Decline'));
  const question = last(anna);
  expect(question).toMatchObject({ wantsReply: true });
  expect(question.text).toContain('Why is it declined? Reply to this message.');
  expect(await rowOf(id)).toMatchObject({ status: 'requested' });
  // Texts that reply to nothing, or to somebody else's question.
  await telegram.chats.write(anna.user, 'Hello?');
  await telegram.chats.write(anna.user, 'No', 'private', asked);
  const boris = await anApprover('Boris');
  await telegram.chats.write(boris.user, 'No', 'private', question);
  expect(last(boris).text).toBe('This button is for someone else.');
  await telegram.chats.write(anna.user, 'я'.repeat(1_001), 'private', question);
  expect(last(anna).text).toBe('Too long: no more than 1000 characters. Reply again.');
  const key = `${'gh'}p_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6`;
  await telegram.chats.write(anna.user, key, 'private', question);
  expect(last(anna).text).toMatch(/^This is a key or a token/);
  expect(await rowOf(id)).toMatchObject({ status: 'requested' });
  const answer = await telegram.chats.write(anna.user, ' Too dear ', 'private', question);
  await telegram.chats.repeat(answer);
  await deliver();
  expect(last(anna).text).toBe('Declined (Anna)');
  expect(await rowOf(id)).toMatchObject({ status: 'declined', word: 'Too dear', version: 1 });
  expect(await steps(id)).toBe(1);
  expect(chat(anna)[0]).toMatchObject({ buttons: [] });
  expect(chat(anna)[0]!.text).toContain('Отклонён · Declined (Anna)\n│ Too dear\n');
  await passUndoTime();
  expect(telegram.chats.all().findLast(({ chatId }) => chatId === 8_500)?.text).toContain(
    'Too dear',
  );
  // The question has been answered.
  await telegram.chats.write(anna.user, 'Once more', 'private', question);
  expect(last(anna).text).toBe('Already decided: Declined (Anna)');
});

test('passes a question on, whichever button was pressed after it, and sends the answered request with new buttons', async () => {
  const anna = await anApprover('Anna');
  const { id } = await ask();
  const first = last(anna);
  const approve = button(first, 'Approve');
  await press(anna, button(first, 'Ask'));
  const question = last(anna);
  await press(anna, button(first, 'Decline'));
  await telegram.chats.write(anna.user, 'For how long?', 'private', question);
  await deliver();
  expect(await rowOf(id)).toMatchObject({ status: 'needs_answer', word: 'For how long?' });
  expect(first.text).toContain('Задан вопрос · Question asked (Anna)\n│ For how long?');
  await app.services.accessWorkflow.answer(person, id, {
    answer: 'A month',
    expectedVersion: 1,
  });
  await deliver();
  const second = last(anna);
  expect(second.text).toContain('Ответ · Answer:\n│ A month');
  expect(first.buttons).toEqual([]);
  await press(anna, approve);
  expect(notice()).toMatchObject({ isAlert: true });
  expect(await rowOf(id)).toMatchObject({ status: 'requested' });
  await press(anna, button(second, 'Approve'));
  expect(await rowOf(id)).toMatchObject({ status: 'approved' });
});

test('lets one of two simultaneous presses decide and shows the other who did', async () => {
  const [anna, boris] = [await anApprover('Anna'), await anApprover('Boris')];
  let duplicates = 0;
  for (let round = 0; round < 2; round += 1) {
    const { id } = await ask();
    const seen = telegram.chats.notices.length;
    // News of an earlier round may arrive after the question.
    const asked = (one: Approver) => chat(one).findLast(({ buttons }) => buttons.length > 0)!;
    await Promise.all(
      [anna, boris].map((one) => telegram.chats.press(one.user, button(asked(one), 'Approve'))),
    );
    const said = telegram.chats.notices.slice(seen);
    expect(said.filter(({ isAlert }) => isAlert)).toHaveLength(1);
    expect(said.find(({ isAlert }) => isAlert)?.text).toMatch(/^Already decided: Approved \(/);
    if ((await steps(id)) !== 1) duplicates += 1;
  }
  expect(duplicates).toBe(0);
});

test('updates the messages of a request that a merge withdraws, and asks again after its undo', async () => {
  const { db } = app.database;
  const anna = await anApprover('Anna');
  const admin = await anAdmin(db);
  const [kept, other] = [await anItem(db), await anItem(db)];
  for (const { id: itemId, titleEn } of [kept, other])
    await app.services.accessRequests.request(person, {
      service: titleEn!,
      itemId,
      subscriptionType: 'pro',
      features: 'Concept art',
      dataClasses: ['source_code'],
    });
  await deliver();
  const open = () => chat(anna).map(({ buttons }) => buttons.length > 0);
  expect(open()).toEqual([true, true]);
  const { mergeId } = await app.services.merges.merge(admin, [kept.id, other.id], {
    take: [],
    tags: 'kept',
    bookmark: 'keep',
  });
  await deliver();
  expect(open()).toEqual([true, false]);
  expect(last(anna).text).toContain('Withdrawn');
  await app.services.merges.undo(admin, mergeId);
  await deliver();
  expect(last(anna).text).toContain('Waiting for a decision');
  expect(open()).toEqual([true, false, true]);
});

test('former approvers (removed, disabled or with another Telegram) decide nothing and see the request no more', async () => {
  const { db } = app.database;
  const [stays, left, disabled, moved] = [
    await anApprover('Anna'),
    await anApprover('Left'),
    await anApprover('Disabled'),
    await anApprover('Moved'),
  ];
  const { id } = await ask();
  const former = [left, disabled, moved];
  expect(former.map((one) => chat(one).length)).toEqual([1, 1, 1]);
  const buttons = former.map((one) => button(last(one), 'Approve'));
  await db('access_approvers').where({ user_id: left.member.user.id }).delete();
  await db('users').where({ id: disabled.member.user.id }).update({ disabled_at: now });
  await db('users').where({ id: moved.member.user.id }).update({ telegram_id: '8600' });
  await db('identities')
    .where({ user_id: moved.member.user.id })
    .update({ user_id: stays.member.user.id });
  for (const [place, one] of former.entries()) {
    await telegram.chats.press(one.user, buttons[place]!);
    expect(notice()).toEqual({ text: 'You no longer decide on this request.', isAlert: true });
  }
  expect(await rowOf(id)).toMatchObject({ status: 'requested' });
  await app.services.accessWorkflow.decide(stays.member, id, {
    decision: 'decline',
    message: 'Secret reason',
    expectedVersion: 0,
  });
  await deliver();
  expect(last(stays).text).toContain('│ Secret reason');
  for (const one of former) {
    expect(chat(one)).toHaveLength(1);
    expect(last(one)).toMatchObject({
      text: 'Вы больше не решаете по этому запросу.\nYou no longer decide on this request.',
      buttons: [],
    });
  }
});

test('expires buttons after 14 days, leaves their messages as they are and deletes old ones', async () => {
  const anna = await anApprover('Anna');
  const { id } = await ask();
  const approve = button(last(anna), 'Approve');
  now = new Date(now.getTime() + limits.accessRequest.buttonsMs);
  await press(anna, approve);
  expect(notice()).toEqual({
    text: 'This button has expired. Decide on the request’s page.',
    isAlert: true,
  });
  expect(await rowOf(id)).toMatchObject({ status: 'requested' });
  const { text } = last(anna);
  await app.services.accessWorkflow.decide(await anAdmin(app.database.db), id, {
    decision: 'decline',
    expectedVersion: 0,
    message: 'No',
  });
  await deliver();
  expect(chat(anna).map((message) => message.text)).toEqual([text]);
  await app.services.accessBotMessages.deleteExpired();
  expect(await app.database.db('access_messages').where({ request_id: id })).toEqual([]);
});

test('asks the admins of the company when it has no approvers or they have left, never the requester', async () => {
  const { db } = app.database;
  const boss = await anApprover('Boss');
  const other = await anApprover('Other');
  const gone = await anApprover('Gone');
  await db('access_approvers').whereNot({ user_id: gone.member.user.id }).delete();
  await db('users').where({ id: gone.member.user.id }).update({ email: 'gone@elsewhere.example' });
  await db('users').where({ id: boss.member.user.id }).update({ is_admin: true });
  await db('users')
    .where({ id: other.member.user.id })
    .update({ is_admin: true, company_key: 'royalark' });
  const first = await ask();
  expect([boss, other, gone].map((one) => chat(one).length)).toEqual([1, 0, 0]);
  await ask('For myself', boss.member);
  expect([boss, other].map((one) => chat(one).length)).toEqual([1, 0]);
  telegram.fail(502);
  const { id } = await ask();
  await app.services.accessWorkflow.withdraw(person, id, 0);
  telegram.fail(null);
  await db.raw('update graphile_worker._private_jobs set run_at = now()');
  now = new Date(now.getTime() + 60_000);
  await deliver();
  expect(chat(boss)).toHaveLength(1);
  // An admin still sees the request after approvers are appointed.
  const anna = await anApprover('Anna');
  await app.services.accessWorkflow.decide(anna.member, first.id, {
    decision: 'approve',
    expectedVersion: 0,
  });
  await deliver();
  expect(chat(boss)[0]!.text).toContain('Одобрен · Approved (Anna)');
});

test('an approver undoes a decision within a minute, and the requester gets no message about it', async () => {
  const { db } = app.database;
  const [asker, other] = [await aMember(db, { telegramId: '8101' }), await anAdmin(db)];
  const admin = await app.signedIn({
    email: 'decider@gdev.example',
    isAdmin: true,
    company: 'gdev',
  });
  await db('companies').where({ key: 'gdev' }).update({ decides_for_all: true });
  const { id } = await ask('Concept art', asker);
  const send = async (mutation: string) => {
    const { body } = await admin.graphql<{ result: { request: object; actions: string[] } }>(
      `mutation { result: ${mutation} { request { status version decisionMessage } actions } }`,
    );
    return body.errors?.[0]?.extensions['reason'] ?? body.data.result;
  };
  const undo = (version: number) =>
    send(`undoAccessDecision(id: "${id}", expectedVersion: ${version})`);
  const told = () => telegram.chats.all().filter(({ chatId }) => String(chatId) === '8101');

  await send(
    `decideAccessRequest(id: "${id}", decision: ask, expectedVersion: 0, message: "Why?")`,
  );
  await send(
    `decideAccessRequest(id: "${id}", decision: decline, expectedVersion: 1, message: "Too expensive")`,
  );
  await app.services.notifications.processEvents(new AbortController().signal);
  await expect(app.services.accessWorkflow.undo(other, id, 2)).rejects.toMatchObject({
    reason: 'requestChanged',
  });
  expect(await undo(2)).toEqual({
    request: { status: 'needs_answer', version: 3, decisionMessage: 'Why?' },
    actions: ['approve', 'decline'],
  });
  // One undo for one decision.
  expect(await undo(3)).toBe('requestChanged');
  await passUndoTime();
  expect(told().map(({ text }) => text.split('\n')[1])).toEqual([
    expect.stringContaining('question about your access request'),
  ]);
  expect(await steps(id)).toBe(3);

  await send(`decideAccessRequest(id: "${id}", decision: approve, expectedVersion: 3)`);
  await passUndoTime();
  expect(await undo(4)).toBe('requestChanged');
  expect(told().at(-1)?.text).toContain('approved');

  await send(`decideAccessRequest(id: "${id}", decision: grant, expectedVersion: 4)`);
  // As the deletion of the account leaves it.
  await db('access_requests').where({ id }).update({ user_id: null });
  expect(await undo(5)).toBe('requestChanged');
});

test('a review is answered by its holder’s press only, after a renewed sign-in where one is due', async () => {
  const { db } = app.database;
  const [anna, boris] = [await anApprover('Anna'), await anApprover('Boris')];
  const { id: itemId } = await anItem(db, { titleEn: 'Figma' });
  const [{ id }] = (await db('access_requests')
    .insert({
      user_id: anna.member.user.id,
      item_id: itemId,
      service: 'Figma',
      subscription_type: 'pro',
      features: 'All',
      status: 'granted',
    })
    .returning('id')) as [{ id: number }];
  await app.services.accessReviews.start(boris.member, itemId, 'nexters');
  await passUndoTime();
  const [needed, over] = ['Still need it', 'No longer'].map((name) => button(last(anna), name));
  const isNeeded = async () =>
    (await db('access_reviews').where({ request_id: id }).first('is_needed')).is_needed;

  await press(boris, over!);
  expect(notice()).toEqual({
    text: 'You are not asked about this access any more.',
    isAlert: true,
  });
  const confirmedAt = (at: Date) =>
    db('users').where({ id: anna.member.user.id }).update({ created_at: at });
  await confirmedAt(new Date('2025-10-01T09:00:00Z'));
  await press(anna, over!);
  expect(notice()).toEqual({
    text: expect.stringMatching(/^Google hasn’t confirmed your account for too long/) as string,
    isAlert: true,
  });
  expect(await isNeeded()).toBeNull();

  await confirmedAt(now);
  for (let presses = 0; presses < 2; presses += 1) {
    await press(anna, needed!);
    expect(notice()).toEqual({ text: 'Noted: you still need it', isAlert: false });
  }
  expect(await isNeeded()).toBe(true);
  const answers = await db('activity').where({
    action: 'accessReview.answered',
    subject_id: String(id),
  });
  expect(answers).toHaveLength(1);
});
