// A database of its own for a test file: a copy of the migrated one, made in some 30 ms.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openDatabase } from '../database/connection.ts';
import { addressVariable, templateName, withDatabase } from './testRun.ts';
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

async function withMaintenance<Result>(work: (db: Knex) => Promise<Result>): Promise<Result> {
  const db = openDatabase(addressOfRun(), { poolMax: 1, statementTimeoutMs: 60_000 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function copy(name: string, source: string): Promise<void> {
  await withMaintenance(async (db) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await db.raw('create database ?? template ??', [name, source]);
        return;
      } catch (error) {
        const isInUse = errorCode(error) === objectInUse;
        if (!isInUse || attempt === tries) throw error;
        await sleep(10 + Math.random() * 40);
      }
    }
  });
}

/**
 * Makes a database for tests and opens it.
 *
 * @param source what it is a copy of: all migrations applied, or `template0` for an empty one
 */
export async function createTestDatabase(
  source: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await copy(name, source === 'migrated' ? templateName : 'template0');
  const url = withDatabase(addressOfRun(), name);
  const db = openDatabase(url);
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await withMaintenance((main) => main.raw('drop database if exists ?? with (force)', [name]));
    },
  };
}
