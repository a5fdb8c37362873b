// Backup of the database from one snapshot.
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Knex } from 'knex';
import { migrationStatus } from '../migrate.ts';
import { endLine, headLine, RowHash, type Head } from './format.ts';
import { writeNewFile } from './atomicFile.ts';
import { allTables, prepareTransaction, rowLines } from './tableShapes.ts';

/** A table with the number of written or restored rows. */
export interface TableCount {
  table: string;
  rows: number;
}

/** The next value of every sequence that a column uses. */
async function sequencesOf(trx: Knex.Transaction): Promise<Head['sequences']> {
  const { rows } = await trx.raw<{ rows: { name: string; next: string }[] }>(`
    select sequencename as name, coalesce(last_value + 1, start_value)::text as next
    from pg_sequences where schemaname = 'public' and sequencename not like 'knex%' order by 1`);
  return Object.fromEntries(rows.map(({ name, next }) => [name, next]));
}

async function* backupLines(
  trx: Knex.Transaction,
  version: string,
  written: TableCount[],
): AsyncGenerator<string> {
  const { applied } = await migrationStatus(trx);
  yield headLine({
    version,
    madeAt: new Date().toISOString(),
    migrations: applied.map(({ name }) => name),
    sequences: await sequencesOf(trx),
  });
  const tables = (await allTables(trx)).filter(({ isKept }) => isKept);
  for (const table of tables) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) });
    const hash = new RowHash();
    for await (const lines of rowLines(trx, table)) {
      hash.add(lines);
      yield lines.join('\n');
    }
    const end = hash.end();
    yield JSON.stringify(end);
    written.push({ table: table.name, rows: end.rows });
  }
  yield endLine(tables.length);
}

/**
 * Writes a backup of a migrated database, readable by its owner only. The file appears when it is complete.
 *
 * @param version of the product
 * @param replace allows replacing an existing file
 * @param signal aborts without leaving a file
 * @throws BackupFileError when the file cannot be written
 */
export async function writeBackup(
  db: Knex,
  path: string,
  { version, replace, signal }: { version: string; replace: boolean; signal?: AbortSignal },
): Promise<TableCount[]> {
  const written: TableCount[] = [];
  await writeNewFile(path, { replace, signal }, (file) =>
    db.transaction(
      async (trx) => {
        await prepareTransaction(trx);
        await pipeline(
          backupLines(trx, version, written),
          async function* ended(lines: AsyncIterable<string>) {
            for await (const line of lines) yield `${line}\n`;
          },
          createGzip(),
          file.createWriteStream({ flush: true }),
          { signal },
        );
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    ),
  );
  return written;
}
