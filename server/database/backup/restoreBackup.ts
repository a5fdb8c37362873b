// Restore of a backup in one transaction, verified by hashes.
import type { Knex } from 'knex';
import { migrateIn, currentMigrationNames, rebuildAt, migrationNames } from '../migrate.ts';
import {
  BackupFileError,
  isRow,
  readHead,
  readTableBegin,
  readTableEnd,
  RowHash,
  type Head,
  type TableEnd,
} from './format.ts';
import { allTables, prepareTransaction, rowLines, type TableShape } from './tableShapes.ts';
import type { TableCount } from './writeBackup.ts';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../../shared/errorCode.ts';

/** Far longer than any row of Loadout. */
const maxLineLength = 32_000_000;

interface LineReader {
  /** @throws BackupFileError when there is no further line */
  next(): Promise<string>;
  /** @throws BackupFileError when there are further lines */
  end(): Promise<void>;
}

const notWhole = 'The file is not whole.';

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > maxLineLength) throw new BackupFileError('This is no backup of Loadout.');
    yield* parts;
  }
  if (rest + decoder.decode() !== '') throw new BackupFileError(notWhole);
}

function readerOf(lines: AsyncGenerator<string>): LineReader {
  return {
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new BackupFileError(notWhole);
      return value;
    },
    async end() {
      const { done } = await lines.next();
      if (!done) throw new BackupFileError('The file is damaged: it goes on behind its end.');
    },
  };
}

/** Messages for errors of zlib and the decoder about a file that is no gzip, truncated, or changed. */
const damage = new Map([
  ['Z_DATA_ERROR', 'This is no backup of Loadout, or it is damaged.'],
  ['Z_BUF_ERROR', notWhole],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'The file is damaged: it holds what is no text.'],
]);

/**
 * Opens a file and passes its lines to `work`.
 *
 * @throws BackupFileError for a file that is missing, no backup, or incomplete
 */
async function withLines<Result>(
  path: string,
  work: (lines: LineReader) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        result = { value: await work(readerOf(splitLines(chunks))) };
      },
    );
  } catch (error) {
    const code = errorCode(error);
    const said = damage.get(code);
    if (said) throw new BackupFileError(said, error);
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(code))
      throw new BackupFileError(`${path} cannot be read (${code}).`, error);
    throw error;
  }
  return result!.value;
}

/** Writes rows in the format of `rowLines`. */
async function fillTable(
  trx: Knex.Transaction,
  { name, columns }: TableShape,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, place) => `(line->>${place})::${type}`).join(', ');
  await trx.raw(
    `insert into ?? (${columns.map(() => '??').join(', ')}) overriding system value
     select ${values} from json_array_elements(?::json) as line`,
    [name, ...columns.map((column) => column.name), `[${lines.join(',')}]`],
  );
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Empties all tables, does the work without triggers and foreign keys, and restores both, which validates all references. Triggers
 * are not needed: the backup contains their results.
 */
async function withoutConstraints(
  trx: Knex.Transaction,
  tables: readonly TableShape[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => name);
  const each = names.map(() => '??').join(', ');
  const { rows: keys } = await trx.raw<{ rows: ForeignKey[] }>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and connamespace = 'public'::regnamespace order by relname, conname`,
  );
  for (const name of names) await trx.raw('alter table ?? disable trigger user', [name]);
  await trx.raw(`truncate ${each}`, names);
  for (const { table, name } of keys)
    await trx.raw('alter table ?? drop constraint ??', [table, name]);
  await work();
  for (const { table, name, definition } of keys)
    await trx.raw(`alter table ?? add constraint ?? ${definition}`, [table, name]);
  for (const name of names) await trx.raw('alter table ?? enable trigger user', [name]);
}

/** The state of the database forbids a restore. The message is for operators. */
export class RestoreRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RestoreRefusedError';
  }
}

/** A running server caches parts of the catalogue and would continue to write. */
async function refuseWhileRunning(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(`
    select from pg_stat_activity
    where datname = current_database() and application_name in ('loadout', 'loadout jobs') limit 1`);
  if (rows.length > 0)
    throw new RestoreRefusedError('A Loadout is running on this database. Stop it first.');
}

async function refuseFull(trx: Knex.Transaction): Promise<void> {
  for (const name of ['users', 'items']) {
    if (!(await trx.schema.hasTable(name))) continue;
    const [row] = await trx(name).count<{ count: number }[]>({ count: '*' });
    if (row && row.count > 0)
      throw new RestoreRefusedError(
        `The database is not empty: it has ${row.count} ${name}. --yes replaces everything in it.`,
      );
  }
}

/** The file's migrations by their current names. */
function migrationsOf({ migrations, version }: Head): string[] {
  const known = new Set(migrationNames());
  const names = currentMigrationNames(migrations);
  const strange = names.find((name) => !known.has(name));
  if (strange !== undefined)
    throw new BackupFileError(
      `The file was made by a newer Loadout (${version}, with ${strange}): update this one first.`,
    );
  return names;
}

/** Maximum number of rows in one statement. */
const maxBatchRows = 1_000;
const maxBatchCharacters = 2_000_000;

async function restoreRows(
  trx: Knex.Transaction,
  lines: LineReader,
  shape: TableShape,
): Promise<TableEnd> {
  const hash = new RowHash();
  let batch: string[] = [];
  let characters = 0;
  const write = async () => {
    if (batch.length > 0) await fillTable(trx, shape, batch);
    hash.add(batch);
    batch = [];
    characters = 0;
  };
  let line = await lines.next();
  for (; isRow(line); line = await lines.next()) {
    batch.push(line);
    characters += line.length;
    if (batch.length >= maxBatchRows || characters >= maxBatchCharacters) await write();
  }
  await write();
  const declared = readTableEnd(line, shape.name);
  const found = hash.end();
  if (declared.rows !== found.rows || declared.sha256 !== found.sha256)
    throw new BackupFileError(`The file is damaged: the rows of ${shape.name} were changed.`);
  return found;
}

/** Reads the table again and compares it. */
async function assertEqual(
  trx: Knex.Transaction,
  table: TableShape,
  { rows, sha256 }: TableEnd,
): Promise<void> {
  const hash = new RowHash();
  for await (const lines of rowLines(trx, table)) hash.add(lines);
  const found = hash.end();
  if (found.rows !== rows || found.sha256 !== sha256)
    throw new RestoreRefusedError(
      `The table ${table.name} would not equal the backed-up one. Nothing was changed.`,
    );
}

async function restoreTables(
  trx: Knex.Transaction,
  lines: LineReader,
  shapes: readonly TableShape[],
): Promise<TableCount[]> {
  const counts: TableCount[] = [];
  for (;;) {
    const begin = readTableBegin(await lines.next());
    if (begin === 'end') {
      await lines.end();
      return counts;
    }
    const shape = shapes.find(({ name }) => name === begin.table);
    const columns = shape?.columns.map(({ name }) => name).join();
    if (!shape || columns !== begin.columns.join())
      throw new BackupFileError(
        `The file does not fit this Loadout: there is no table ${begin.table} of that shape.`,
      );
    const end = await restoreRows(trx, lines, shape);
    await assertEqual(trx, shape, end);
    counts.push({ table: begin.table, rows: end.rows });
  }
}

async function setSequences(trx: Knex.Transaction, sequences: Head['sequences']): Promise<void> {
  for (const [name, next] of Object.entries(sequences))
    await trx.raw(`alter sequence ?? restart with ${BigInt(next)}`, [name]);
}

/** Work on the transaction before and after the database is overwritten. */
interface RestoreHooks<Review> {
  before(trx: Knex.Transaction, madeAt: Date): Promise<void>;
  after(trx: Knex.Transaction): Promise<Review>;
}

/**
 * Replaces the content of the database by the file's, then applies missing migrations, in one transaction. Sessions are excluded:
 * everybody signs in again, and earlier Telegram logins are invalid. The hooks disable other access until it is confirmed.
 *
 * @param replace allows the loss of existing people and items
 * @throws BackupFileError, UnsupportedDatabaseError, RestoreRefusedError
 */
export function restoreBackup<Review>(
  db: Knex,
  path: string,
  { replace, hooks }: { replace: boolean; hooks: RestoreHooks<Review> },
): Promise<{ counts: TableCount[]; review: Review }> {
  return withLines(path, async (lines) => {
    const head = readHead(await lines.next());
    const names = migrationsOf(head);
    return db.transaction(async (trx) => {
      await refuseWhileRunning(trx);
      if (!replace) await refuseFull(trx);
      await hooks.before(trx, new Date(head.madeAt));
      await rebuildAt(trx, names);
      await prepareTransaction(trx);
      const tables = await allTables(trx);
      let counts: TableCount[] = [];
      await withoutConstraints(trx, tables, async () => {
        counts = await restoreTables(
          trx,
          lines,
          tables.filter(({ isKept }) => isKept),
        );
      });
      await setSequences(trx, head.sequences);
      await migrateIn(trx);
      return { counts, review: await hooks.after(trx) };
    });
  });
}
