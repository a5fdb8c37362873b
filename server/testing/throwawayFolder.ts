// Folder for throw-away databases, in memory when there is enough.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The in-memory file system of Linux. */
const inMemory = '/dev/shm';
/** A test run takes less than half of it. */
const neededBytes = 2 * 1024 ** 3;

function hasRoom(folder: string, needed: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  // Files there use the memory of all processes.
  return bavail * bsize >= needed && process.availableMemory() >= 2 * needed;
}

/** Tells if files can be created and executed there, since PostgreSQL's programs are copied at times. */
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

/** The parent folder of throw-away databases: in memory when it is large enough, otherwise the temporary folder. */
export function throwawayFolder(folder = inMemory, needed = neededBytes): string {
  try {
    return hasRoom(folder, needed) && isUsable(folder) ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** All possible results of `throwawayFolder`: one of them holds what killed runs left. */
export const throwawayFolders = [inMemory, tmpdir()];
