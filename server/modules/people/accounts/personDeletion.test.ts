// Deletion of a person: own data is deleted, decided requests stay without the name.
import { isSuperseded, jobQueue } from '../../../database/jobQueue.ts';
import { aMember, anAdmin, anItem, aUseCase, aUser } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { waitForLocks } from '../../../testing/waitForLocks.ts';
import type { Member } from './accounts.ts';
import { runCli } from '../../../testing/runCli.ts';

let database: TestDatabase;
let admin: Member;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await anAdmin(database.db);
});
afterAll(() => database.drop());

const open = () => createTestServices(database.db).services;
const day = 86_400_000;

const run = (...args: string[]) => runCli(args, { DATABASE_URL: database.url });

/** The whole content of the database, as text. */
async function everything(): Promise<string> {
  const { db } = database;
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const all = await db.raw<{ rows: { text: string }[] }>(
      `select one::text as text from ${name} as one`,
    );
    texts.push(...all.rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

let secret = 0;
const hash = () => Buffer.from(`secret ${(secret += 1)}`);

/** A person with a row in every table that can have one. */
async function somebody(name: string, telegramId: string) {
  const { db } = database;
  const email = `${name.toLowerCase()}@gdev.inc`;
  const traces = [name, email, `${name}_picture`, `${name}_telegram`, `198.51.100.${telegramId}`];
  const member = await aMember(db, {
    name,
    email,
    avatarUrl: `https://pictures.example/${name}_picture.png`,
    telegramId,
    telegramUsername: `${name}_telegram`,
  });
  const { id } = member.user;
  const [item, other] = [await anItem(db), await anItem(db)];
  const reader = await aUser(db);
  const at = new Date();
  const own = { user_id: id };
  await db('identities').insert([
    { ...own, provider: 'google', issuer: 'https://accounts.google.com', subject: email },
    { ...own, provider: 'telegram', issuer: 'telegram', subject: telegramId },
  ]);
  await db('sessions').insert({ ...own, token_hash: hash(), expires_at: new Date(+at + day) });
  await db('one_time_tokens').insert({
    ...own,
    token_hash: hash(),
    purpose: 'direct_access',
    expires_at: new Date(+at + day),
  });
  await db('telegram_links').insert({
    ...own,
    // Replaces the previous one.
    telegram_id: `${telegramId}000`,
    telegram_name: name,
    language: 'en',
    created_at: at,
    expires_at: new Date(+at + day),
  });
  for (const chatId of [telegramId, `${telegramId}000`])
    await jobQueue(db).enqueue('sendTelegramMessage', {
      chatId,
      text: `${name} (${email})`,
      buttons: [],
    });
  const token = { name: 'A token', prefix: 'lo_', scope: 'read', expires_at: new Date(+at + day) };
  const [tool] = await db('users')
    .insert({ name: 'Tool', company_key: 'gdev', is_tool: true })
    .returning<{ id: number }[]>('id');
  await db('api_tokens').insert([
    { ...token, token_hash: hash(), created_by: id },
    { ...token, token_hash: hash(), created_by: tool!.id, made_by: id },
  ]);
  await db('admin_invitations').insert({ email });
  await db('feed_addresses').insert({ ...own, secret_hash: hash(), created_at: at });
  await db('notification_settings').insert(own);
  await db('access_approvers').insert({ ...own, company_key: 'nexters' });
  await db('item_likes').insert([
    { ...own, item_id: item.id },
    { user_id: reader.id, item_id: item.id },
  ]);
  const written = await aUseCase(db, { itemId: item.id, userId: id, likes: 2 });
  await aUseCase(db, { itemId: other.id, userId: id, deletedAt: at });
  const liked = await aUseCase(db, { itemId: item.id, userId: reader.id, likes: 1 });
  await db('use_case_likes').insert({ ...own, use_case_id: liked.id });
  const told = { kind: 'case_asked', item_id: item.id, at };
  await db('notifications').insert([
    { ...told, ...own, subject_id: '1', title: reader.name, parts: ['1'], fold_key: 'own' },
    {
      ...told,
      user_id: reader.id,
      subject_id: '2',
      title: name,
      parts: [String(id)],
      fold_key: `one ${id}`,
    },
    {
      ...told,
      user_id: reader.id,
      subject_id: '3',
      title: name,
      parts: [String(admin.user.id), String(id)],
      fold_key: `both ${id}`,
    },
  ]);
  const request = { ...own, service: 'A', subscription_type: 'pro', features: 'F', changed_at: at };
  await db('access_requests').insert([
    { ...request, item_id: item.id, status: 'requested' },
    { ...request, item_id: other.id, status: 'granted' },
    { ...request, item_id: other.id, status: 'declined', idempotency_key: 'k' },
    { ...request, item_id: null, status: 'needs_answer' },
    { ...request, item_id: null, status: 'approved' },
  ]);
  const report = { ...own, item_id: item.id, user_ip: `198.51.100.${telegramId}` };
  await db('complaints').insert([
    { ...report, complaint_type: 'spam', status: 'new' },
    { ...report, complaint_type: 'other', status: 'in_progress' },
    { ...report, complaint_type: 'spam', status: 'resolved', resolved_at: at },
    { ...report, complaint_type: 'spam', status: 'rejected' },
  ]);
  const proposal = { ...own, created_at: at };
  const url = (page: string) => ({
    address: `https://${name}.example/${page}`.toLowerCase(),
    normalised_url: `${name}.example/${page}`.toLowerCase(),
  });
  await db('proposed_services').insert([
    { ...proposal, ...url('alone') },
    { ...proposal, ...url('both') },
    { ...proposal, ...url('both'), user_id: reader.id },
    { ...proposal, ...url('declined'), state: 'declined', settled_at: at },
  ]);
  await db('activity').insert({
    action: 'item.notes',
    subject_type: 'item',
    subject_id: String(item.id),
    actor_id: id,
    is_by_person: true,
    after: '"x"',
  });
  return { id, email, item, other, liked, written, traces, url };
}

test('deletes own data at once, and makes decided requests anonymous', async () => {
  const { db } = database;
  const { id, email, item, other, liked, traces, url } = await somebody('Unmistakable', '77');
  const before = await everything();
  for (const trace of traces) expect(before).toContain(trace);
  const { services } = createTestServices(db);
  await db('search_changes').delete();
  const experts = async () =>
    (await services.experts.ofItem(admin, item.id)).map(({ userId }) => userId);
  expect(await experts()).toContain(id);

  expect(await services.personDeletion.remove(id)).toBe(true);

  const after = (await everything()).replaceAll(/unmistakable\.example/g, '');
  for (const trace of traces) expect(after.includes(trace) ? trace : null).toBeNull();
  expect(await db('users').where({ id })).toEqual([]);
  expect(
    await db('access_requests')
      .orderBy('id')
      .select('status', 'user_id', 'idempotency_key', 'former_company_key'),
  ).toEqual([
    { status: 'granted', user_id: null, idempotency_key: null, former_company_key: 'gdev' },
    { status: 'declined', user_id: null, idempotency_key: null, former_company_key: 'gdev' },
  ]);
  expect(await db('complaints').orderBy('id').select('status', 'user_id', 'user_ip')).toEqual([
    { status: 'resolved', user_id: null, user_ip: null },
    { status: 'rejected', user_id: null, user_ip: null },
  ]);
  expect(
    await db('proposed_services').whereNull('user_id').select('normalised_url', 'state'),
  ).toEqual([{ normalised_url: url('declined').normalised_url, state: 'declined' }]);
  expect(await db('wishes').where({ kind: 'proposal', state: 'open' }).pluck('text')).toEqual([
    url('both').normalised_url,
  ]);
  // Names another person who asked and stays.
  expect(await db('notifications').orderBy('id').select('title', 'parts')).toEqual([
    { title: admin.user.name, parts: [String(admin.user.id)] },
  ]);
  // Counts and search are updated.
  expect(
    await db('items')
      .whereIn('id', [item.id, other.id])
      .orderBy('id')
      .select('likes_count', 'use_cases_count'),
  ).toEqual([
    { likes_count: 1, use_cases_count: 1 },
    { likes_count: 0, use_cases_count: 0 },
  ]);
  expect(await db('use_cases').where({ id: liked.id }).first('likes_count')).toEqual({
    likes_count: 1,
  });
  expect(await experts()).not.toContain(id);
  const changed = await db('search_changes').where('item_id', item.id);
  expect(changed.length).toBeGreaterThan(0);
  // A service token is revoked and stays on the list.
  expect(await db('api_tokens').select('made_by', db.raw('revoked_at is null as works'))).toEqual([
    { made_by: null, works: false },
  ]);
  expect(
    await db('activity')
      .orderBy('id')
      .select('action', 'actor_id', 'is_by_person', 'subject_id', 'after'),
  ).toEqual([
    {
      action: 'item.notes',
      actor_id: null,
      is_by_person: true,
      subject_id: String(item.id),
      after: 'x',
    },
    {
      action: 'person.deleted',
      actor_id: null,
      is_by_person: false,
      subject_id: String(id),
      after: null,
    },
  ]);
  // A repeated deletion does nothing, and the person can return as a new one.
  expect(await services.personDeletion.remove(id)).toBe(false);
  expect(await db('activity').where({ action: 'person.deleted' })).toHaveLength(1);
  const again = await aUser(db, { email, telegramId: '77' });
  expect(await services.people.onCommandLine.idOf(email)).toBe(again.id);
});

test('leaves no name in notifications that are made concurrently', async () => {
  const { db } = database;
  const services = open();
  const asker = await aMember(db, { name: 'Nameless' });
  const [first, second] = [await aMember(db), await aMember(db)];
  const ask = async (by: Member, expert: Member) => {
    const { itemId } = await aUseCase(db, { userId: expert.user.id });
    await services.useCases.askExpert(by, itemId, expert.user.id);
  };
  for (const expert of [first, second]) await ask(asker, expert);
  await ask(first, asker);
  // The first was notified, the second blocks the job, and the deleted person is last.
  const held = await db.transaction();
  await held('users').where({ id: second.user.id }).forUpdate().first('id');
  const made = services.notifications.processEvents(new AbortController().signal);
  await waitForLocks(db, 1);
  let isOver = false;
  const removed = services.personDeletion.remove(asker.user.id).finally(() => (isOver = true));
  await waitForLocks(db, 2, () => isOver);
  await held.commit();
  const outcomes = await Promise.allSettled([made, removed]);
  const told = [first.user.id, second.user.id];
  expect(await db('notifications').whereIn('user_id', told)).toEqual([]);
  expect(await everything()).not.toContain('Nameless');
  expect(outcomes).toMatchObject([{ value: 3 }, { value: true }]);
});

test('shows access of a deleted person to deciders, who can only revoke it', async () => {
  const { db } = database;
  const services = open();
  const { id } = await somebody('Departed', '78');
  await services.personDeletion.remove(id);
  const [granted] = (await services.accessWorkflow.list(admin, ['granted'])).filter(
    ({ request, companyKey }) => request.userId === null && companyKey === 'gdev',
  );
  expect(granted?.actions).toEqual(['revoke']);
  const requestId = granted!.request.id;
  await expect(
    services.accessWorkflow.decide(admin, requestId, {
      decision: 'renew',
      expectedVersion: 0,
    }),
  ).rejects.toMatchObject({ reason: 'requestChanged' });
  const { request } = await services.accessWorkflow.decide(admin, requestId, {
    decision: 'revoke',
    expectedVersion: 0,
    message: 'Left',
  });
  expect(request.status).toBe('revoked');
  await services.notifications.processEvents(new AbortController().signal);
  expect(
    await db('notifications').where({ subject_id: String(requestId), kind: 'request_moved' }),
  ).toEqual([]);
});

test('keeps no queued mail of a deleted person, and no data of demo people', async () => {
  const { db } = database;
  const services = open();
  const gone = await somebody('Mailless', '81');
  await db('access_requests').where({ user_id: gone.id }).update({ state: 'queued' });
  const before = (await services.accessRequests.countUnsent()).queued;
  await services.personDeletion.remove(gone.id);
  // One of five was declined and needs no mail.
  expect((await services.accessRequests.countUnsent()).queued).toBe(before - 4);

  const { id } = await somebody('Sample', '82');
  await db('users').where({ id }).update({ is_demo: true });
  const [requests, reports] = await Promise.all(
    ['access_requests', 'complaints'].map((table) => db(table).whereNull('user_id').pluck('id')),
  );
  await services.personDeletion.remove(id);
  expect(await db('access_requests').whereNull('user_id').pluck('id')).toEqual(requests);
  expect(await db('complaints').whereNull('user_id').pluck('id')).toEqual(reports);
});

test('keeps the last admin, also of two who are deleted concurrently', async () => {
  const { db } = database;
  const services = open();
  await expect(services.personDeletion.remove(admin.user.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'lastAdmin',
  });
  const second = await anAdmin(db);
  const outcomes = await Promise.allSettled(
    [admin, second].map(({ user }) => services.personDeletion.remove(user.id)),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [left] = await db('users').where({ is_admin: true });
  admin = await aMember(db, { isAdmin: true });
  await services.personDeletion.remove((left as { id: number }).id);
});

test('keeps the last active admin; a demo admin succeeds no real one', async () => {
  const { db } = database;
  const services = open();
  const onlyDemo = await aMember(db, { isAdmin: true, isDemo: true });
  const isLast = { code: 'CONFLICT', reason: 'lastAdmin' };
  await expect(services.personDeletion.remove(admin.user.id)).rejects.toMatchObject(isLast);
  await db('users').where({ id: admin.user.id }).update({ is_admin: false });
  await expect(services.personDeletion.remove(onlyDemo.user.id)).rejects.toMatchObject(isLast);
  const other = await aMember(db, { isAdmin: true, isDemo: true });
  expect(await services.personDeletion.remove(other.user.id)).toBe(true);
  await db('users').where({ id: admin.user.id }).update({ is_admin: true });
  expect(await services.personDeletion.remove(onlyDemo.user.id)).toBe(true);
});

test('deletes queued messages to a former Telegram', async () => {
  const { db } = database;
  const services = open();
  const user = await aUser(db, { name: 'Moved', email: 'moved@gdev.inc', telegramId: '85' });
  const member = { ...admin, user, signedInAt: new Date() };
  const [link] = await db('telegram_links')
    .insert({
      user_id: user.id,
      telegram_id: '86',
      telegram_name: 'Moved too',
      language: 'en',
      bot_agreed_at: new Date(),
      created_at: new Date(),
      expires_at: new Date(Date.now() + day),
    })
    .returning<{ id: number }[]>('id');
  expect(await services.telegramLinks.answer(member, link!.id, true)).toMatchObject({
    state: 'connected',
  });
  const waiting = async () =>
    JSON.stringify(await db('graphile_worker._private_jobs').select('payload'));
  expect(await waiting()).toContain('Moved (moved@gdev.inc)');
  await services.personDeletion.remove(user.id);
  expect(await waiting()).not.toContain('Moved');
});

test('empties a message that is being sent, without another attempt', async () => {
  const { db } = database;
  const { id } = await somebody('Underway', '83');
  const jobs = () => db('graphile_worker._private_jobs');
  await jobs()
    .whereRaw(`payload ->> 'chatId' = '83'`)
    .update({ locked_at: new Date(), locked_by: 'worker', attempts: 1 });
  await open().personDeletion.remove(id);
  expect(await jobs().where({ locked_by: 'worker' }).select('payload', 'key', 'attempts')).toEqual([
    { payload: {}, key: null, attempts: 1 },
  ]);
  expect(await jobs().whereNotNull('locked_by').whereRaw(isSuperseded).pluck('attempts')).toEqual([
    1,
  ]);
  expect(await everything()).not.toContain('Underway');
});

test('no table with a reference to a person blocks the deletion', async () => {
  const { rows } = await database.db.raw<{ rows: { name: string }[] }>(
    `select conname as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass and confdeltype not in ('c', 'n')`,
  );
  expect(rows).toEqual([]);
});

describe('on the command line', () => {
  test('person delete requires --yes without a terminal, and warns that it is permanent', async () => {
    const user = await aUser(database.db, { email: 'goes@gdev.inc' });
    const refused = await run('person', 'delete', 'goes@gdev.inc');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.errors).toContain('--yes');
    expect(await database.db('users').where({ id: user.id })).toHaveLength(1);
    expect(await run('person', 'delete', 'Goes@gdev.inc', '--yes')).toMatchObject({ code: 0 });
    expect(await database.db('users').where({ id: user.id })).toEqual([]);
    expect((await run('person', 'delete', 'goes@gdev.inc', '--yes')).errors).toContain(
      'There is no such account',
    );
    expect((await run('person', 'delete', admin.user.email!, '--yes')).errors).toContain(
      'last admin',
    );
  });

  test('person disconnect-telegram removes the account and sessions, and refuses to remove the only sign-in', async () => {
    const { db } = database;
    const { id, email } = await somebody('Linked', '79');
    expect(await run('person', 'disconnect-telegram', email)).toMatchObject({ code: 0 });
    expect(await db('users').where({ id }).first('telegram_id', 'telegram_username')).toEqual({
      telegram_id: null,
      telegram_username: null,
    });
    expect(await db('identities').where({ user_id: id }).pluck('provider')).toEqual(['google']);
    for (const table of ['sessions', 'telegram_links', 'one_time_tokens'])
      expect(await db(table).where({ user_id: id })).toEqual([]);
    // The bot sends no further messages.
    const jobs = await db('graphile_worker._private_jobs').select('payload');
    expect(JSON.stringify(jobs)).not.toContain('Linked');
    expect((await run('person', 'disconnect-telegram', email)).output).toContain('had no Telegram');
    expect(
      await db('activity').where({ action: 'person.telegramDisconnected', subject_id: String(id) }),
    ).toHaveLength(1);

    // Demo people show a Telegram name without an account: removing it removes no sign-in.
    const shown = await aUser(db, { email: 'shown@gdev.inc', telegramUsername: 'loadout_demo_x' });
    expect((await run('person', 'disconnect-telegram', 'shown@gdev.inc')).output).toContain(
      'is disconnected',
    );
    expect(await db('users').where({ id: shown.id }).first('telegram_username')).toEqual({
      telegram_username: null,
    });

    const only = await aUser(db, { email: null, telegramId: '80' });
    await db('identities').insert({
      user_id: only.id,
      provider: 'telegram',
      issuer: 'telegram',
      subject: '80',
    });
    expect((await run('person', 'disconnect-telegram', String(only.id))).errors).toContain(
      'Delete the account',
    );
    expect(
      (await db('users').where({ id: only.id }).first<{ telegram_id: number }>('telegram_id'))
        ?.telegram_id,
    ).toBe(80);
  });
});
