// Folder and operating system user of the embedded database; PostgreSQL refuses to run as root.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, parse, relative, isAbsolute } from 'node:path';
import type { Stats } from 'node:fs';
import { makeFolder } from '../../shared/makeFolder.ts';

/** The user of PostgreSQL's processes; null for the current user. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/** The user "nobody", who exists on every system and owns nothing. */
const nobody: PostgresUser = { uid: 65_534, gid: 65_534 };

/** Accessible to all users, for data and programs of a root whose own folders are closed to others. */
export const sharedFolder = '/var/lib/loadout';

/** True when this process runs as root, which PostgreSQL refuses. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function canEnter({ mode, uid, gid }: Stats, user: PostgresUser): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** The first folder on the path, itself included, that the user may not enter; null when all are accessible. */
export function findInaccessibleFolder(path: string, user: PostgresUser): string | null {
  const folders: string[] = [];
  for (let current = path; ; current = dirname(current)) {
    folders.unshift(current);
    if (current === parse(current).root) break;
  }
  for (const folder of folders) {
    if (!existsSync(folder)) return null;
    const stats = statSync(folder);
    if (stats.isDirectory() && !canEnter(stats, user)) return folder;
  }
  return null;
}

/** Creates a folder and its parents; everybody may enter the created ones, whatever the umask. */
export function makeAccessibleFolder(path: string): void {
  makeFolder(path, { made: (folder) => chmodSync(folder, 0o755) });
}

/** The user for a cluster folder: its owner when it exists, else nobody; null when this process is not root. */
export function postgresUser(cluster: string): PostgresUser | null {
  if (!isRoot()) return null;
  if (!existsSync(cluster)) return nobody;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? nobody : { uid, gid };
}

export interface ClusterPlace {
  /** Absolute folder of the cluster. */
  cluster: string;
  /** The closed folder because of which the cluster is outside the data directory, or null. */
  closedBy: string | null;
}

/** The first unused folder name, so that data of a removed data directory are never taken over. */
function freeSharedFolder(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  for (let count = 1; ; count += 1) {
    const folder = join(sharedFolder, count === 1 ? name : `${name}-${count}`);
    if (!existsSync(folder)) return folder;
  }
}

/**
 * Folder of a new cluster: inside the data directory, or under /var/lib/loadout with a name derived from it when PostgreSQL's user
 * could not enter the data directory.
 */
export function placeCluster(dataDir: string): ClusterPlace {
  const inside = join(dataDir, 'postgres');
  const runAs = postgresUser(inside);
  const closedBy = runAs === null ? null : findInaccessibleFolder(dataDir, runAs);
  if (closedBy === null) return { cluster: inside, closedBy };
  return { cluster: join(freeSharedFolder(dataDir), 'postgres'), closedBy };
}

/** True when `path` is in `folder`. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
