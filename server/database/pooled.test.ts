// A pooler in transaction mode gives each transaction another session: nothing may rely on session state.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { readConfig } from '../config/config.ts';
import type { BookmarkSource } from '../modules/sync/bookmarkProvider.ts';
import { createSyncModule } from '../modules/sync/sync.module.ts';
import { createLog } from '../shared/log.ts';
import { startRefusingDatabase } from '../testing/refusingDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { UnsupportedDatabaseError, assertPooler } from './assertDatabase.ts';
import { openConfiguredDatabase } from './openConfiguredDatabase.ts';
import { openDatabase } from './connection.ts';
import { runPrepared } from './preparedStatements.ts';

let database: TestDatabase;
const opened: Knex[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
});
afterAll(() => database.drop());

function open(isPooled: boolean, url = database.url): Knex {
  const db = openDatabase(url, { isPooled, poolMax: 1, applicationName: `pooled ${isPooled}` });
  opened.push(db);
  return db;
}

test.each([
  [true, 0],
  [false, 1],
])('pooled %s: a session keeps %i prepared statements', async (isPooled, kept) => {
  const db = open(isPooled);
  await runPrepared(db, { name: 'one', text: 'select $1::integer as value' }, [1]);
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'select count(*) from pg_prepared_statements',
  );
  expect(rows[0]?.count).toBe(kept);
});

test('refuses a pooler without time limits or UTC, with the sample configuration', async () => {
  const direct = open(false);
  const sample = readFileSync(join(import.meta.dirname, '../../deploy/pgbouncer.ini'), 'utf8');
  const [connectQuery = 'none'] = /connect_query='[^']+'/.exec(sample) ?? [];
  const name = new URL(database.url).pathname.slice(1);
  await direct.raw(`alter database ?? set timezone to 'Europe/Moscow'`, [name]);
  await expect(assertPooler(open(true), direct)).rejects.toThrow(connectQuery);
  await direct.raw(`alter database ?? set timezone to 'UTC'`, [name]);
  await direct.raw('alter database ?? set statement_timeout = 5000', [name]);
  await direct.raw('alter database ?? set idle_in_transaction_session_timeout = 10000', [name]);
  await expect(assertPooler(open(true), direct)).resolves.toBeUndefined();
});

test('recognises an undeclared pooler, and names the missing setting', async () => {
  // PgBouncer refuses an unknown startup parameter.
  const said = 'unsupported startup parameter: statement_timeout';
  const pooler = await startRefusingDatabase('08P01', said);
  const url = `postgres://loadout@127.0.0.1:${pooler.port}/loadout`;
  const config = readConfig({ APP_ENV: 'test', DATABASE_URL: url });
  try {
    await expect(openConfiguredDatabase(config, createLog({ level: 'silent' }))).rejects.toThrow(
      new UnsupportedDatabaseError(
        'DATABASE_URL leads through a pooler: DATABASE_DIRECT_URL must name the same database past it.',
      ),
    );
  } finally {
    pooler.close();
  }
});

test('refuses a direct address of another database', async () => {
  const other = await createTestDatabase('empty');
  await expect(assertPooler(open(true), open(false, other.url))).rejects.toThrow(
    'DATABASE_DIRECT_URL leads to another database than DATABASE_URL.',
  );
  await other.drop();
});

test('holds the lock of a synchronisation in a session past the pooler', async () => {
  const { sync } = createSyncModule({
    db: database.db,
    sessions: open(false),
    provider: null,
    source: null,
    schedule: null,
    recheckItem: async () => {},
    toCsv: () => '',
    clock: () => new Date(),
    log: createLog({ level: 'silent' }),
  });
  let holders: string[] = [];
  const source: BookmarkSource = {
    kind: 'raindrop',
    async *pages() {
      const { rows } = await database.db.raw<{ rows: { application_name: string }[] }>(
        `select application_name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and datname = current_database()`,
      );
      holders = rows.map(({ application_name: name }) => name);
      yield { bookmarks: [], unreadable: [], expected: 0 };
    },
  };
  const run = await sync.run({ source, startedBy: 'test', signal: new AbortController().signal });
  expect([run.state, holders]).toEqual(['finished', ['pooled false']]);
});
