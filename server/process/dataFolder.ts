// Whether the folder of DATA_DIR can be used, before anything is put into it.
import { lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../shared/errorCode.ts';

/** The folder, or the nearest above it that is there; null where something else, or a link to nothing, is in the way. */
function nearestFolder(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) return found.isDirectory() ? path : null;
  const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isLink || path === dirname(path) ? null : nearestFolder(dirname(path));
}

/** Tries it: neither rights nor owner say what root, a read-only disk or the kernel's own folders let one do. */
function takesFolders(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.loadout-')));
    return true;
  } catch (error) {
    // There are rights, and no room: that is told by who looks at the disk.
    return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
  }
}

/** What is wrong with the folder in which the database is to live, or null. */
export function dataFolderReason(path: string): string | null {
  const none = 'is no folder, or lies below what is none or cannot be read';
  let folder: string | null;
  try {
    folder = nearestFolder(path);
  } catch {
    return none;
  }
  if (folder === null) return none;
  if (takesFolders(folder)) return null;
  return 'is no folder that this user may write in, nor can it be made where it should lie';
}
