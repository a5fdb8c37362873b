// Folder and operating system user of the embedded database; PostgreSQL refuses to run as root.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, parse, relative, isAbsolute } from 'node:path';
import type { Stats } from 'node:fs';
import { makeFolder } from '../../shared/makeFolder.ts';

/** The user that PostgreSQL's processes run as; null: the one that we are. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/** The user that exists on every system and owns nothing. */
const nobody: PostgresUser = { uid: 65_534, gid: 65_534 };

/** Folder that everybody may enter, for data and programs of a root whose own folders are closed to others. */
export const sharedFolder = '/var/lib/loadout';

/** Whether this process is root, whom PostgreSQL refuses. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function canEnter({ mode, uid, gid }: Stats, user: PostgresUser): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** The first folder on the way to `path`, itself included, that the user may not pass; null when the way is open. */
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

/** Makes a folder and its parents; the folders that it makes can be passed by everybody, whatever the umask. */
export function makeAccessibleFolder(path: string): void {
  makeFolder(path, { made: (folder) => chmodSync(folder, 0o755) });
}

/** The user for a cluster folder: its owner when it exists, else nobody; null when we are no root. */
export function postgresUser(cluster: string): PostgresUser | null {
  if (!isRoot()) return null;
  if (!existsSync(cluster)) return nobody;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? nobody : { uid, gid };
}

export interface ClusterPlace {
  /** The folder of the cluster, absolute. */
  cluster: string;
  /** The folder that forced it out of the data directory, or null. */
  closedBy: string | null;
}

/** The first folder of its kind that is free: data of a data directory that was removed are never taken over. */
function freeSharedFolder(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  for (let count = 1; ; count += 1) {
    const folder = join(sharedFolder, count === 1 ? name : `${name}-${count}`);
    if (!existsSync(folder)) return folder;
  }
}

/**
 * Where the new cluster of a data directory belongs: inside it, unless the user that PostgreSQL runs as could not get
 * there. Then it is under /var/lib/loadout, in a folder named after the data directory.
 */
export function placeCluster(dataDir: string): ClusterPlace {
  const inside = join(dataDir, 'postgres');
  const runAs = postgresUser(inside);
  const closedBy = runAs === null ? null : findInaccessibleFolder(dataDir, runAs);
  if (closedBy === null) return { cluster: inside, closedBy };
  return { cluster: join(freeSharedFolder(dataDir), 'postgres'), closedBy };
}

/** Whether `path` lies in `folder`. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
