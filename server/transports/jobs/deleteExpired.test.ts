import { dayMs } from '../../shared/durations.ts';
import { sessionsStore } from '../../modules/people/sessions/sessions.store.ts';
import { SignInStore } from '../../modules/people/signIn/signIn.store.ts';
import { hashSecret } from '../../shared/secrets.ts';
import { limits } from '../../config/limits.ts';
import { anItem, aUseCase, aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { deleteExpired } from './deleteExpired.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function runAt(now: Date): Promise<void> {
  const { services, log } = createTestServices(database.db, { clock: () => now });
  await deleteExpired.run(null, { services, log, signal: new AbortController().signal });
}

test('deletes unusable data, and keeps the rest', async () => {
  const { db } = database;
  const { id: userId } = await aUser(db);
  const now = new Date();
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const [sessions, signIns] = [
    sessionsStore(db, { telegramIds: [], demoPeople: true, reauthenticationMs: 30 * dayMs }),
    new SignInStore(db),
  ];
  for (const [name, since, until] of [
    ['live', 0, 1],
    ['expired', -2, -1],
    ['idle', -25, 100],
  ] as const)
    await sessions.insert({
      tokenHash: hashSecret(name),
      userId,
      userAgent: null,
      now: hours(since),
      expiresAt: hours(until),
    });
  const binding = {
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    provider: 'google',
    redirectTo: null,
    telegramTokenHash: null,
  } as const;
  await signIns.beginAttempt(hashSecret('begun'), binding, hours(0.1));
  await signIns.beginAttempt(hashSecret('given up'), binding, hours(-0.1));
  const token = { purpose: 'direct_access', userId, facts: {} } as const;
  await signIns.insertToken(hashSecret('token'), token, now, hours(0.1));
  await signIns.insertToken(hashSecret('old token'), token, hours(-1), hours(-0.9));
  await signIns.markSeen('telegram_login', 'today', now);
  await signIns.markSeen('telegram_login', 'long ago', hours(-49));

  const daysAgo = (count: number) => hours(-24 * count);
  const act = { action: 'apiToken.acted', subject_type: 'apiToken', subject_id: '1' };
  await db('activity').insert([
    { ...act, at: daysAgo(367), after: '"a year ago"' },
    { ...act, at: daysAgo(365), after: '"this year"' },
    { ...act, action: 'apiToken.created', at: daysAgo(367), after: '"made a year ago"' },
  ]);

  await runAt(now);

  const hashes = (table: string): Promise<Buffer[]> => db(table).pluck('token_hash');
  expect(await hashes('sessions')).toEqual([hashSecret('live')]);
  expect(await hashes('sign_in_attempts')).toEqual([hashSecret('begun')]);
  expect(await hashes('one_time_tokens')).toEqual([hashSecret('token')]);
  expect(await db('seen_messages').pluck('key')).toEqual(['today']);
  expect(await db('activity').orderBy('id').pluck('after')).toEqual([
    'this year',
    'made a year ago',
  ]);
});

test('deletes what the privacy policy names: removed use cases, addresses of closed complaints, complaints closed a year ago', async () => {
  const { db } = database;
  const now = new Date();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [old, young] = [ago(limits.closedKeptMs + 1_000), ago(limits.closedKeptMs - 60_000)];
  const { id: user_id } = await aUser(db);
  const { id: item_id } = await anItem(db);
  const deleted = (deletedAt: Date | null) =>
    aUseCase(db, { itemId: item_id, userId: user_id, likes: 1, deletedAt });
  await deleted(ago(limits.useCaseRestorableMs + 1_000));
  const restorable = await deleted(ago(limits.useCaseRestorableMs - 60_000));
  const there = await deleted(null);

  const report = { user_id, item_id, user_ip: '203.0.113.7', created_at: old };
  const reports = [
    ['new', old, null],
    ['resolved', young, young],
    ['resolved', old, old],
    ['rejected', old, null],
  ] as const;
  await db('complaints').insert(
    reports.map(([status, updated_at, resolved_at], place) => ({
      ...report,
      complaint_type: place === 0 ? 'spam' : 'other',
      status,
      updated_at,
      resolved_at,
    })),
  );
  const request = {
    user_id,
    service: 'A',
    subscription_type: 'pro',
    features: 'F',
    created_at: old,
  };
  const requests = [
    ['requested', old],
    ['needs_answer', old],
    ['approved', old],
    ['granted', old],
    ['declined', young],
    ['declined', old],
    ['expired', old],
    ['revoked', old],
    ['withdrawn', old],
  ] as const;
  await db('access_requests').insert(
    requests.map(([status, changed_at]) => ({ ...request, status, changed_at })),
  );
  const proposal = { user_id, created_at: old };
  await db('proposed_services').insert([
    { ...proposal, address: 'https://a/', normalised_url: 'a', state: 'open' },
    {
      ...proposal,
      address: 'https://b/',
      normalised_url: 'b',
      state: 'declined',
      settled_at: young,
    },
    { ...proposal, address: 'https://c/', normalised_url: 'c', state: 'declined', settled_at: old },
  ]);

  await runAt(now);

  expect(await db('use_cases').where({ item_id }).orderBy('id').pluck('id')).toEqual([
    restorable.id,
    there.id,
  ]);
  expect(await db('items').where({ id: item_id }).first('use_cases_count')).toEqual({
    use_cases_count: 1,
  });
  expect(await db('complaints').orderBy('id').select('status', 'user_ip')).toEqual([
    { status: 'new', user_ip: '203.0.113.7' },
    { status: 'resolved', user_ip: null },
  ]);
  expect(await db('access_requests').orderBy('id').pluck('status')).toEqual([
    'requested',
    'needs_answer',
    'approved',
    'granted',
    'declined',
  ]);
  expect(await db('proposed_services').orderBy('id').pluck('normalised_url')).toEqual(['a', 'b']);
});
