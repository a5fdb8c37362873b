// Checks of the database's version, encoding and rights, and of a connection pooler in front of it.
import type { Knex } from 'knex';
import { errorMessage } from '../shared/errorCode.ts';
import { limits } from '../config/limits.ts';

/** The oldest supported PostgreSQL. */
export const minimumVersion = 15;

/** Results of the checks, for `doctor` and the log. */
export interface DatabaseFacts {
  /** For example `18.4`. */
  version: string;
  encoding: string;
  /** LC_CTYPE of the database. */
  ctype: string;
  /** True when lower() supports Cyrillic letters. */
  lowersCyrillic: boolean;
  /** similarity('генерация','генерацию'), or null while pg_trgm is not installed. */
  similarity: number | null;
}

/** The database does not meet the requirements; the message names the reason and the remedy. */
export class UnsupportedDatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseUnfitError';
  }
}

/** Inspects the database without changing it. */
export async function inspectDatabase(db: Knex): Promise<DatabaseFacts> {
  const facts = await db.raw<{ rows: (DatabaseFacts & { hasTrigrams: boolean })[] }>(`
    select current_setting('server_version') as version,
           pg_encoding_to_char(encoding) as encoding,
           datctype as ctype,
           lower('ПРИВЕТ') = 'привет' as "lowersCyrillic",
           exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams"
      from pg_database where datname = current_database()`);
  const { hasTrigrams, ...row } = facts.rows[0]!;
  if (!hasTrigrams) return { ...row, similarity: null };
  const trigrams = await db.raw<{ rows: { value: number }[] }>(
    `select similarity('генерация', 'генерацию') as value`,
  );
  return { ...row, similarity: trigrams.rows[0]!.value };
}

const remedy =
  'Create it with the encoding UTF8 and a UTF-8 locale, for example: ' +
  "CREATE DATABASE loadout TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'";

/** Every unmet requirement, as text for operators. */
export function unmetRequirements(facts: DatabaseFacts): string[] {
  const reasons: string[] = [];
  if (Number.parseInt(facts.version, 10) < minimumVersion) {
    reasons.push(
      `PostgreSQL ${facts.version} is too old, version ${minimumVersion} or newer is needed.`,
    );
  }
  if (facts.encoding !== 'UTF8') {
    reasons.push(`The encoding of the database is ${facts.encoding}. ${remedy}`);
  }
  if (!facts.lowersCyrillic) {
    reasons.push(`lower() does not know Cyrillic letters (LC_CTYPE is ${facts.ctype}). ${remedy}`);
  }
  if (facts.similarity !== null && facts.similarity <= 0.5) {
    reasons.push(
      `The search for similar words is blind to Cyrillic letters (LC_CTYPE is ${facts.ctype}). ${remedy}`,
    );
  }
  return reasons;
}

/**
 * Checks version, encoding and locale. Call it before migrating and again after it, when pg_trgm is there.
 *
 * @throws UnsupportedDatabaseError naming every reason
 */
export async function assertDatabase(db: Knex): Promise<DatabaseFacts> {
  const facts = await inspectDatabase(db);
  const reasons = unmetRequirements(facts);
  if (reasons.length > 0) throw new UnsupportedDatabaseError(reasons.join('\n'));
  return facts;
}

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
