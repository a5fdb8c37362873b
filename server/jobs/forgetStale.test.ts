import { sessionsStore } from '../domain/accounts/sessions.store.ts';
import { signInStore } from '../domain/accounts/signIn.store.ts';
import { createLog } from '../shared/log.ts';
import { hashSecret } from '../shared/secrets.ts';
import { aUser } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { createTestServices } from '../testing/testServices.ts';
import { forgetStale } from './forgetStale.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('what nobody can use any more is deleted, the rest stays', async () => {
  const { db } = database;
  const { id: userId } = await aUser(db);
  const now = new Date();
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const [sessions, signIns] = [
    sessionsStore(db, { telegramIds: [], demoPeople: true }),
    signInStore(db),
  ];
  const secret = (name: string) => hashSecret(name);

  await sessions.insert({
    tokenHash: secret('live'),
    userId,
    userAgent: null,
    now,
    expiresAt: hours(1),
  });
  await sessions.insert({
    tokenHash: secret('expired'),
    userId,
    userAgent: null,
    now: hours(-2),
    expiresAt: hours(-1),
  });
  await sessions.insert({
    tokenHash: secret('idle'),
    userId,
    userAgent: null,
    now: hours(-25),
    expiresAt: hours(100),
  });
  const binding = {
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    provider: 'google',
    redirectTo: null,
    telegramTokenHash: null,
  } as const;
  await signIns.beginAttempt(secret('begun'), binding, hours(0.1));
  await signIns.beginAttempt(secret('given up'), binding, hours(-0.1));
  const token = { purpose: 'direct_access', userId, facts: {} } as const;
  await signIns.insertToken(secret('token'), token, now, hours(0.1));
  await signIns.insertToken(secret('old token'), token, hours(-1), hours(-0.9));
  await signIns.markSeen('telegram_login', 'today', now);
  await signIns.markSeen('telegram_login', 'long ago', hours(-49));

  const daysAgo = (count: number) => hours(-24 * count);
  const act = { action: 'apiToken.acted', subject_type: 'apiToken', subject_id: '1' };
  await db('activity').insert([
    { ...act, at: daysAgo(367), after: '"a year ago"' },
    { ...act, at: daysAgo(365), after: '"this year"' },
    { ...act, action: 'apiToken.created', at: daysAgo(367), after: '"made a year ago"' },
  ]);

  const { services } = createTestServices(db, { clock: () => now });
  await forgetStale.run(null, {
    services,
    log: createLog({ level: 'silent' }),
    signal: new AbortController().signal,
  });

  const hashes = (table: string): Promise<Buffer[]> => db(table).pluck('token_hash');
  expect(await hashes('sessions')).toEqual([secret('live')]);
  expect(await hashes('sign_in_attempts')).toEqual([secret('begun')]);
  expect(await hashes('one_time_tokens')).toEqual([secret('token')]);
  expect(await db('seen_messages').pluck('key')).toEqual(['today']);
  expect(await db('activity').orderBy('id').pluck('after')).toEqual([
    'this year',
    'made a year ago',
  ]);
});
