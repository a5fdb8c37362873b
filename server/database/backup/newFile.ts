// The file of a backup: under a name of its own until it is whole, and over another one only where that was asked for.
import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../shared/errorCode.ts';
import { BackupFileError } from './format.ts';

/** Nobody writes a file on which nothing was written for so long. */
const abandonedMs = 3_600_000;

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

/** A failure of the file in a sentence for people; any other error comes back unchanged. */
function told(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === 'EEXIST')
    return new BackupFileError(`${path} is there already; --force replaces it`, error);
  const reason = reasons[code];
  return reason ? new BackupFileError(`${path} cannot be written: ${reason}`, error) : error;
}

/** Takes away what backups to the same path have left that were killed. */
async function removeAbandoned(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const one of await readdir(folder)) {
    if (!one.startsWith(`${name}.`) || !/^[0-9a-f]{16}\.part$/.test(one.slice(name.length + 1)))
      continue;
    const left = await stat(join(folder, one)).catch(() => null);
    if (left && Date.now() - left.mtimeMs > abandonedMs)
      await rm(join(folder, one), { force: true });
  }
}

/** Gives the whole file its name, where nobody has it yet. A file system without second names gets an empty one first. */
async function nameOnce(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
    await rm(unfinished);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error))) throw error;
    await (await open(path, 'wx', 0o600)).close();
    await rename(unfinished, path);
  }
}

/**
 * Writes a file, readable by its owner only; it appears when it is whole.
 *
 * @param replace whether it may take the place of one that is there, or has come meanwhile
 * @throws BackupFileError for what cannot be written, and whatever `write` throws besides
 */
export async function writeNewFile(
  path: string,
  { replace }: { replace: boolean },
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    const found = await stat(path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (found?.isDirectory()) throw new BackupFileError(`${path} is a folder: name a file in it`);
    if (found && !replace)
      throw new BackupFileError(`${path} is there already; --force replaces it`);
    await removeAbandoned(path);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await write(file);
    } finally {
      await file.close();
    }
    await (replace ? rename(unfinished, path) : nameOnce(unfinished, path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw told(error, path);
  }
}
