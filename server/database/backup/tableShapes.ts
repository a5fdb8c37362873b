// Tables and columns of a backup, and the serialization of their rows.
import type { Knex } from 'knex';

interface Column {
  name: string;
  /** In PostgreSQL's spelling: `timestamp with time zone`. */
  type: string;
}

export interface TableShape {
  name: string;
  /** Without generated columns. */
  columns: Column[];
}

/**
 * Tables without a backup: ended sessions and used sign-ins must not come back, nor a database's own history and its messages to
 * servers. Embeddings are computed again.
 */
const excludedTables = [
  'sessions',
  'sign_in_attempts',
  'one_time_tokens',
  'restores',
  'search_changes',
  'item_embeddings',
];

/** All tables of the schema; `isKept` is false for those without a backup, including unlogged ones. */
export async function allTables(db: Knex): Promise<(TableShape & { isKept: boolean })[]> {
  const { rows } = await db.raw<{ rows: (TableShape & { isLogged: boolean })[] }>(`
    select relname as name, relpersistence = 'p' as "isLogged",
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'knex%'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.oid, relname, relpersistence
    order by relname collate "C"`);
  return rows.map(({ name, columns, isLogged }) => ({
    name,
    columns,
    isKept: isLogged && !excludedTables.includes(name),
  }));
}

const fetchSize = 1_000;

/**
 * The rows of a table as lines: a JSON array of texts in PostgreSQL's text format, null for NULL, in an order that depends on the
 * rows only. Reads with a cursor, so only inside a transaction.
 */
export async function* rowLines(
  trx: Knex.Transaction,
  { name, columns }: TableShape,
): AsyncGenerator<string[]> {
  const texts = columns.map(() => '??::text').join(', ');
  await trx.raw(
    `declare backup_rows no scroll cursor for
     select line from (select json_build_array(${texts})::text as line from ??) as kept
     order by line collate "C"`,
    [...columns.map((column) => column.name), name],
  );
  for (;;) {
    const { rows } = await trx.raw<{ rows: { line: string }[] }>(
      `fetch ${fetchSize} from backup_rows`,
    );
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await trx.raw('close backup_rows');
}

/** Fixes the settings that the text format depends on and removes time limits, for the transaction. */
export const prepareTransaction = (trx: Knex.Transaction): Promise<unknown> =>
  trx.raw(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`);
