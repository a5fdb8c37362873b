// Bounded line reader for backup files.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../../shared/errorCode.ts';
import { BackupFileError } from './format.ts';

/** Far longer than any row of Loadout. */
const maxLineLength = 32_000_000;

export interface LineReader {
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
export async function withLines<Result>(
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
