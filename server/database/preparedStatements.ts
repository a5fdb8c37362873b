// Prepared statements for frequent reads.
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { keepsPreparedStatements } from './connection.ts';

/** A statement with a name of its own; the name must change when the text does. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** A query of knex as a prepared statement: for one whose text is the same each time, or says in its name which it is. */
export function runPreparedQuery<Row extends object>(
  db: Knex,
  name: string,
  query: Knex.QueryBuilder,
): Promise<Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return runPrepared(db, { name, text: sql }, [...bindings]);
}

/** Answers the rows. Values stand for $1, $2 … Works on a pool and inside a transaction. */
export async function runPrepared<Row extends object>(
  db: Knex,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const connection = (await db.client.acquireConnection()) as Client;
  try {
    // Whoever counts or logs the statements of knex sees this one too.
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
