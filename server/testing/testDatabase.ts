// A database for a test file: a copy of the migrated one, created in about 20 ms.
import { randomBytes } from 'node:crypto';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { openDatabase } from '../database/connection.ts';
import { minuteMs } from '../shared/durations.ts';
import { addressVariable, templateName, withDatabase } from './testRun.ts';
import { createLog } from '../shared/log.ts';
import { errorCode } from '../shared/errorCode.ts';

export interface TestDatabase {
  db: Knex;
  /** For tests that need their own connection. */
  url: string;
  /** Closes `db` and removes the database with all its connections. */
  drop(): Promise<void>;
}

/** SQLSTATE "source database is being accessed by other users": another worker copies it now. */
const objectInUse = '55006';
const tries = 200;

function addressOfRun(): string {
  const address = process.env[addressVariable];
  if (address === undefined) throw new Error('There is no test run: globalSetup did not run.');
  return address;
}

/** Methods of node-postgres that its types lack: they let the process end. */
type Client = pg.Client & { ref(): void; unref(): void };

/** A shared connection that creates and drops databases. */
interface Maintenance {
  client: Promise<Client>;
  waiting: number;
  /** Timer that closes the idle connection. */
  end: NodeJS.Timeout | null;
}

const nothing = () => undefined;
let kept: Maintenance | null = null;
const idleMs = 2_000;

async function connect(): Promise<Client> {
  const client = new pg.Client({
    connectionString: addressOfRun(),
    statement_timeout: minuteMs,
    application_name: 'tests',
  }) as Client;
  client.on('error', () => {
    kept = null;
  });
  await client.connect();
  return client;
}

function endLater(maintenance: Maintenance): void {
  maintenance.end = setTimeout(() => {
    if (kept === maintenance) kept = null;
    void maintenance.client.then((client) => client.end(), nothing);
  }, idleMs).unref();
}

/**
 * Runs a statement about a database. Opening a connection costs about as much processor time as dropping a database, so it is
 * reused for a while; it does not keep the process alive.
 */
async function maintain(statement: string): Promise<void> {
  const maintenance = (kept ??= { client: connect(), waiting: 0, end: null });
  if (maintenance.end) clearTimeout(maintenance.end);
  maintenance.waiting += 1;
  try {
    const client = await maintenance.client;
    client.ref();
    await client.query(statement);
  } catch (error) {
    if (errorCode(error) !== objectInUse) kept = null;
    throw error;
  } finally {
    maintenance.waiting -= 1;
    if (maintenance.waiting === 0) {
      void maintenance.client.then((client) => client.unref(), nothing);
      endLater(maintenance);
    }
  }
}

async function copy(name: string, source: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The default strategy, wal_log, takes more than twice the processor time.
      await maintain(`create database "${name}" template "${source}" strategy file_copy`);
      return;
    } catch (error) {
      const isInUse = errorCode(error) === objectInUse;
      if (!isInUse || attempt === tries) throw error;
      await sleep(10 + Math.random() * 40);
    }
  }
}

/** A copy of a database with the demo, which each process of the run loads once. */
async function copyOfDemo(name: string): Promise<void> {
  const source = `demo_${process.pid}`;
  const missing = '3D000';
  try {
    await copy(name, source);
  } catch (error) {
    if (errorCode(error) !== missing) throw error;
    const loading = `${source}_${randomBytes(4).toString('hex')}`;
    await copy(loading, templateName);
    const db = openDatabase(withDatabase(addressOfRun(), loading));
    // Imported lazily: most tests do not need it.
    const { loadDemoCatalogue } = await import('../modules/demo/seed/demoSeed.ts');
    await loadDemoCatalogue(db, createLog({ level: 'silent' })).finally(() => db.destroy());
    await maintain(`alter database "${loading}" rename to "${source}"`);
    await copy(name, source);
  }
}

/**
 * Creates a database for tests and opens it.
 *
 * @param source its template: all migrations applied, `template0` for an empty one, or all migrations and the demo
 */
export async function createTestDatabase(
  source: 'migrated' | 'empty' | 'demo' = 'migrated',
): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  if (source === 'demo') await copyOfDemo(name);
  else await copy(name, source === 'migrated' ? templateName : 'template0');
  const url = withDatabase(addressOfRun(), name);
  // Longer than in production: test files share the processors.
  const db = openDatabase(url, { acquireMs: 30_000 });
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await maintain(`drop database if exists "${name}" with (force)`);
    },
  };
}
