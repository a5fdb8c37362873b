// Backup of the database from one snapshot.
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Knex } from 'knex';
import { migrationStatus } from '../migrate.ts';
import { endLine, headLine, RowHash, type Head, BackupFileError } from './format.ts';
import { allTables, prepareTransaction, rowLines } from './tableShapes.ts';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
  link,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rm,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hourMs } from '../../shared/durations.ts';
import { errorCode } from '../../shared/errorCode.ts';

/** A file without writes for this long is abandoned. */
const abandonedMs = hourMs;

const reasons: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk does not work',
};

/** System calls of a backup that do not concern the file, whatever their error code. */
const callsOfOthers = new Set(['connect', 'read', 'getaddrinfo']);

/** Explains a failure of the file; returns other errors unchanged. */
function toBackupFileError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (callsOfOthers.has(String((error as NodeJS.ErrnoException).syscall))) return error;
  if (code === 'EEXIST')
    return new BackupFileError(`${path} exists already; --force replaces it`, error);
  const reason = reasons[code];
  return reason ? new BackupFileError(`${path} cannot be written: ${reason}`, error) : error;
}

const unfinishedName = /^loadout-backup\.[0-9a-f]{16}\.part$/;

/** Removes what killed backups left in the folder; does nothing when the folder cannot be read. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const one of await readdir(folder).catch(() => [])) {
    if (!unfinishedName.test(one)) continue;
    const left = await lstat(join(folder, one)).catch(() => null);
    if (left?.isFile() && Date.now() - left.mtimeMs > abandonedMs)
      // In a shared folder it may be another user's.
      await rm(join(folder, one), { force: true }).catch(() => undefined);
  }
}

const isMissing = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
};

/** Resolves the path of the file: a symbolic link is kept and its target written. Only regular files are replaced. */
async function checkTarget(path: string, replace: boolean): Promise<string> {
  if ((await lstat(path).catch(isMissing)) === null) return path;
  const file = await realpath(path).catch(isMissing);
  if (file === null) throw new BackupFileError(`${path} is a link to nothing: name a file`);
  const found = await lstat(file);
  if (found.isDirectory()) throw new BackupFileError(`${path} is a folder: name a file in it`);
  if (!found.isFile()) throw new BackupFileError(`${path} is no regular file: name another`);
  if (!replace) throw new BackupFileError(`${path} exists already; --force replaces it`);
  return file;
}

/** Renames the complete file unless the name is taken. Without hard links it creates an empty file first. */
async function publishFile(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error))) throw error;
    await (await open(path, 'wx', 0o600)).close();
    await rename(unfinished, path).catch(async (failure: unknown) => {
      await rm(path, { force: true });
      throw failure;
    });
    return;
  }
  await rm(unfinished, { force: true });
}

/**
 * Writes a file, readable by its owner only, which appears when it is complete.
 *
 * @param replace allows replacing an existing file
 * @param signal aborts and removes the unfinished file at once
 * @throws BackupFileError when the file cannot be written, the signal's reason, and other errors of `write`
 */
async function writeNewFile(
  path: string,
  { replace, signal }: { replace: boolean; signal: AbortSignal | undefined },
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  // A fixed name, since the backup's own may already have the maximum length.
  const name = `loadout-backup.${randomBytes(8).toString('hex')}.part`;
  let unfinished: string | null = null;
  const remove = () => {
    if (unfinished !== null) rmSync(unfinished, { force: true });
  };
  // Removes at once: an aborted process is often killed before its work has ended.
  signal?.addEventListener('abort', remove);
  try {
    const target = await checkTarget(path, replace);
    await removeAbandoned(dirname(target));
    unfinished = join(dirname(target), name);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      signal?.throwIfAborted();
      await write(file);
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    // From here on the rename decides, and an abort keeps the backup.
    signal?.removeEventListener('abort', remove);
    await (replace ? rename(unfinished, target) : publishFile(unfinished, target));
  } catch (error) {
    remove();
    signal?.throwIfAborted();
    throw toBackupFileError(error, path);
  } finally {
    signal?.removeEventListener('abort', remove);
  }
}

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
