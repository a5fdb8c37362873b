// Folder creation with parents; Node’s `recursive` hangs below /proc.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './errorCode.ts';

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates missing folders of the path; `made` is called with each created one. A folder that another process creates meanwhile is
 * no failure.
 */
export function makeFolder(
  path: string,
  { mode, made }: { mode?: number; made?: (folder: string) => void } = {},
): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path)
    makeFolder(dirname(path), {
      ...(mode === undefined ? {} : { mode }),
      ...(made ? { made } : {}),
    });
  try {
    mkdirSync(path, mode);
    made?.(path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !isFolder(path)) throw error;
  }
}
