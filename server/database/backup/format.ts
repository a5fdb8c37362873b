// Backup file format: gzipped lines of JSON (docs/operations.md).
import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';

const formatVersion = 1;

const headSchema = z.object({
  loadout: z.int(),
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()).min(1),
  /** The next value of each sequence. */
  sequences: z.record(z.string(), z.string().regex(/^\d{1,19}$/)),
});
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const tableEndSchema = z.object({ rows: z.int().min(0), sha256: z.string() });
const endSchema = z.object({ end: z.literal(true), tables: z.int().min(1) });

export type Head = Omit<z.infer<typeof headSchema>, 'loadout'>;
export type TableBegin = z.infer<typeof tableSchema>;
export type TableEnd = z.infer<typeof tableEndSchema>;

/** The file is no backup, incomplete, changed, or from a newer Loadout. The message is for operators. */
export class BackupFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupFileError';
  }
}

export const headLine = (head: Head): string => JSON.stringify({ loadout: formatVersion, ...head });
export const endLine = (tables: number): string => JSON.stringify({ end: true, tables });

export class RowHash {
  private readonly hash: Hash = createHash('sha256');
  rows = 0;

  add(lines: readonly string[]): void {
    for (const line of lines) this.hash.update(line).update('\n');
    this.rows += lines.length;
  }

  end(): TableEnd {
    return { rows: this.rows, sha256: this.hash.digest('hex') };
  }
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  line: string,
  what: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new BackupFileError(
      `The file is damaged: ${what} is expected in it and not there.`,
      error,
    );
  }
}

/** @throws BackupFileError for a file that is no backup, or of a newer format */
export function readHead(line: string): Head {
  let form: unknown;
  try {
    form = (JSON.parse(line) as { loadout?: unknown } | null)?.loadout;
  } catch (error) {
    throw new BackupFileError('This is no backup of Loadout.', error);
  }
  if (typeof form !== 'number') throw new BackupFileError('This is no backup of Loadout.');
  if (form > formatVersion)
    throw new BackupFileError('The file was made by a newer Loadout: update this one first.');
  const { loadout: _, ...head } = read(headSchema, line, 'its head');
  return head;
}

/** Parses the first line of a part of the file. */
export function readTableBegin(line: string): TableBegin | 'end' {
  if (line.startsWith('{"end"')) {
    read(endSchema, line, 'its end');
    return 'end';
  }
  return read(tableSchema, line, 'the beginning of a table');
}

export const readTableEnd = (line: string, table: string): TableEnd =>
  read(tableEndSchema, line, `the end of the table ${table}`);

export const isRow = (line: string): boolean => line.startsWith('[');
