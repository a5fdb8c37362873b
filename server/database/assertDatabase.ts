// Checks version, encoding and locale of the database.
import type { Knex } from 'knex';

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
