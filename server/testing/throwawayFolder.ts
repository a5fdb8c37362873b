// Folder for throw-away databases, in memory where there is room.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system in memory that Linux has. */
const inMemory = '/dev/shm';
/** A test run takes less than half of it. */
const neededBytes = 2 * 1024 ** 3;

function hasRoom(folder: string, needed: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  // What lies there takes from the memory of all processes.
  return bavail * bsize >= needed && process.availableMemory() >= 2 * needed;
}

/** Whether files may be made there and, PostgreSQL's programs being copied at times, be run. */
function isUsable(folder: string): boolean {
  const trial = mkdtempSync(join(folder, 'loadout-trial-'));
  try {
    const program = join(trial, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } finally {
    rmSync(trial, { recursive: true });
  }
}

/** The folder to make folders for throw-away databases in; where memory does not do, that of temporary files. */
export function throwawayFolder(folder = inMemory, needed = neededBytes): string {
  try {
    return hasRoom(folder, needed) && isUsable(folder) ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Every folder that `throwawayFolder` may answer: what killed runs left lies in one of them. */
export const throwawayFolders = [inMemory, tmpdir()];
