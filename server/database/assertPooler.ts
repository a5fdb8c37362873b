// Checks that a connection pooler leads to the same database, with time limits and UTC.
import type { Knex } from 'knex';
import { errorMessage } from '../shared/errorCode.ts';
import { limits } from '../config/limits.ts';
import { UnsupportedDatabaseError } from './assertDatabase.ts';

const { statementMs, idleInTransactionMs } = limits.database;

/** Replaces PgBouncer's refusal of time limits at connection start by instructions; returns other errors unchanged. */
export const asPoolerRefusal = (error: unknown): unknown =>
  /unsupported startup parameter/i.test(errorMessage(error))
    ? new UnsupportedDatabaseError(
        'DATABASE_URL leads through a pooler: DATABASE_DIRECT_URL must name the same database past it.',
      )
    : error;

interface Session {
  database: string;
  zone: string;
  statement: number;
  idle: number;
}

async function readSession(db: Knex): Promise<Session> {
  const { rows } = await db.raw<{ rows: Session[] }>(`
    select (select system_identifier from pg_control_system()) || '/' || current_database() as database,
      current_setting('TimeZone') as zone,
      (select setting::integer from pg_settings where name = 'statement_timeout') as statement,
      (select setting::integer from pg_settings where name = 'idle_in_transaction_session_timeout') as idle`);
  return rows[0]!;
}

/**
 * @param pooled connection through the pooler
 * @param direct connection past it
 * @throws UnsupportedDatabaseError naming every reason
 */
export async function assertPooler(pooled: Knex, direct: Knex): Promise<void> {
  const [seen, own] = [await readSession(pooled), await readSession(direct)];
  const reasons: string[] = [];
  if (seen.database !== own.database)
    reasons.push('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.');
  const lacks = [
    ...(seen.zone === 'UTC' ? [] : ['set timezone to UTC']),
    ...(seen.statement > 0 ? [] : [`set statement_timeout = ${statementMs}`]),
    ...(seen.idle > 0 ? [] : [`set idle_in_transaction_session_timeout = ${idleInTransactionMs}`]),
  ];
  if (lacks.length > 0) {
    reasons.push(
      `The sessions of the pooler behind DATABASE_URL must begin with connect_query='${lacks.join('; ')}' (deploy/pgbouncer.ini).`,
    );
  }
  if (reasons.length > 0) throw new UnsupportedDatabaseError(reasons.join('\n'));
}
