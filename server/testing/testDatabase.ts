// Test database of a test file: a copy of the migrated one, made in some 20 ms.
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
  /** For who needs a connection of their own. */
  url: string;
  /** Closes `db` and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** "source database is being accessed by other users": another worker copies in this moment. */
const objectInUse = '55006';
const tries = 200;

function addressOfRun(): string {
  const address = process.env[addressVariable];
  if (address === undefined) throw new Error('There is no test run: globalSetup did not run.');
  return address;
}

/** What node-postgres can do, too: not keep the process. */
type Client = pg.Client & { ref(): void; unref(): void };

/** A connection that makes and drops databases, and who waits for it. */
interface Maintenance {
  client: Promise<Client>;
  waiting: number;
  /** Ends the connection when nobody has asked for a while. */
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
 * Runs a statement about a database. To open a connection takes the processor about as long as to drop a database, so the
 * next one that comes soon finds it open; it keeps no process from ending.
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
      // Through the log of writes, which PostgreSQL takes by default, a copy takes more than twice the processor time.
      await maintain(`create database "${name}" template "${source}" strategy file_copy`);
      return;
    } catch (error) {
      const isInUse = errorCode(error) === objectInUse;
      if (!isInUse || attempt === tries) throw error;
      await sleep(10 + Math.random() * 40);
    }
  }
}

/** A copy of a database with the demo in it, which each process of the run loads once. */
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
    // Only here: most tests need nothing of it.
    const { loadDemoCatalogue } = await import('../modules/demo/seed/demoSeed.ts');
    await loadDemoCatalogue(db, createLog({ level: 'silent' })).finally(() => db.destroy());
    await maintain(`alter database "${loading}" rename to "${source}"`);
    await copy(name, source);
  }
}

/**
 * Makes a database for tests and opens it.
 *
 * @param source what it is a copy of: all migrations applied, `template0` for an empty one, or all migrations and the demo
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
