// Lock file of the data directory: one Loadout at a time; locks of dead processes are removed.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { processIdentity } from './postmaster.ts';
import { errorCode } from '../../shared/errorCode.ts';

/** A server holds the directory until it stops; a command only until it is done, so callers wait for it. */
export type OwnerRole = 'server' | 'command';

export interface Owner {
  pid: number;
  /** Time at which it locked the directory, ISO 8601. */
  startedAt: string;
  role: OwnerRole;
  /** Distinguishes it from a later process with the same id. */
  identity: string | null;
}

/** Another Loadout uses the data directory. */
export class DataDirInUseError extends Error {
  readonly owner: Owner;

  constructor(dataDir: string, owner: Owner) {
    const who = owner.role === 'server' ? 'Another Loadout server' : 'A Loadout command';
    super(
      `${who} (process ${owner.pid}, since ${owner.startedAt}) uses the data directory ${dataDir}. ` +
        'Stop it first, or give this one its own: DATA_DIR=… ',
    );
    this.name = 'DataDirInUseError';
    this.owner = owner;
  }
}

const lockFile = (dataDir: string) => join(dataDir, 'owner.json');

function parseOwner(text: string): Owner | null {
  try {
    const { pid, startedAt, role, identity } = JSON.parse(text) as Partial<Owner>;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return null;
    return {
      pid,
      startedAt: startedAt ?? 'an unknown time',
      role: role ?? 'server',
      identity: identity ?? null,
    };
  } catch (error) {
    if (isNativeError(error) && error.name === 'SyntaxError') return null;
    throw error;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function isAlive({ pid, identity }: Owner): boolean {
  const current = processIdentity(pid);
  return current !== null && (identity === null || identity === current);
}

/** The current owner of the directory; null without one, and for a file of a dead process. */
export function currentOwner(dataDir: string): Owner | null {
  const text = readText(lockFile(dataDir));
  const owner = text === null ? null : parseOwner(text);
  return owner !== null && isAlive(owner) ? owner : null;
}

/** Creates the file with its content atomically; false when it exists. */
function createFile(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o644 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a file of a dead owner. Only one of several competitors can rename it; a newer file that was moved by mistake is put
 * back.
 */
function removeStale(path: string, staleText: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readText(aside) !== staleText) linkSync(aside, path);
  rmSync(aside, { force: true });
}

function tryAcquire(dataDir: string, content: string): Owner | null {
  const path = lockFile(dataDir);
  if (createFile(path, content)) return null;
  const text = readText(path);
  if (text === null) return tryAcquire(dataDir, content);
  const owner = parseOwner(text);
  if (owner !== null && isAlive(owner)) return owner;
  removeStale(path, text);
  return tryAcquire(dataDir, content);
}

/** Longest wait for a running command, and for a server that may have just been killed and is still ending. */
const waitMs = { command: 15_000, server: 2_000 };
const pauseMs = 100;

/**
 * Makes this process the owner of the data directory.
 *
 * @returns releases the directory; does nothing when another process has taken it over
 * @throws DataDirInUseError after 2 s when a server owns it, after 15 s when a command does
 */
export async function lockDataDir(dataDir: string, role: OwnerRole): Promise<() => void> {
  const content = `${JSON.stringify({
    pid: process.pid,
    startedAt: new Date().toISOString(),
    role,
    identity: processIdentity(process.pid),
  } satisfies Owner)}\n`;
  const startedAt = Date.now();
  for (;;) {
    const owner = tryAcquire(dataDir, content);
    if (owner === null) break;
    if (Date.now() - startedAt > waitMs[owner.role]) throw new DataDirInUseError(dataDir, owner);
    await sleep(pauseMs);
  }
  return () => {
    if (readText(lockFile(dataDir)) === content) rmSync(lockFile(dataDir), { force: true });
  };
}
