// Prepared statements for frequent reads.
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { keepsPreparedStatements } from './connection.ts';

/** A named statement; the name must change with the text. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs a query of knex as a prepared statement; its text must be constant for its name. */
export function runPreparedQuery<Row extends object>(
  db: Knex,
  name: string,
  query: Knex.QueryBuilder,
): Promise<Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return runPrepared(db, { name, text: sql }, [...bindings]);
}

/** Returns the rows. Values stand for $1, $2 … Works on a pool and inside a transaction. */
export async function runPrepared<Row extends object>(
  db: Knex,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const connection = (await db.client.acquireConnection()) as Client;
  try {
    // Reports the statement to listeners of knex that count or log statements.
    db.client.emit('query', { sql: text, bindings: values, method: 'prepared' });
    const { rows } = await connection.query<Row>({
      ...(keepsPreparedStatements(connection) ? { name } : {}),
      text,
      values,
    });
    return rows;
  } finally {
    await db.client.releaseConnection(connection);
  }
}
