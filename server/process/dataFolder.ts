// Check of the data folder (DATA_DIR) at startup.
import { lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../shared/errorCode.ts';

/** The folder or its nearest existing parent; null when a file or a broken link is in its place. */
function existingFolder(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) return found.isDirectory() ? path : null;
  const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isLink || path === dirname(path) ? null : existingFolder(dirname(path));
}

/** Tests by creating a folder, because permission bits show neither a read-only disk nor the rights of root. */
function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.loadout-')));
    return true;
  } catch (error) {
    // A full disk is not a permission problem; `loadout doctor` reports it.
    return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
  }
}

/** Problem with the folder of the embedded database, or null. */
export function dataFolderReason(path: string): string | null {
  const none = 'is not a folder, or cannot be reached; choose another folder';
  let folder: string | null;
  try {
    folder = existingFolder(path);
  } catch {
    return none;
  }
  if (folder === null) return none;
  if (isWritable(folder)) return null;
  return 'cannot be created or written by this user; change its permissions or choose another folder';
}
