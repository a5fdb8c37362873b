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

/** Creates a folder: permissions do not show a read-only disk or the rights of root. */
function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.loadout-')));
    return true;
  } catch (error) {
    // A full disk is no problem of permissions; `loadout doctor` reports it.
    return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
  }
}

/** Problem of the folder of the embedded database; null for none. */
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
