// Search for PostgreSQL binaries: the npm package first, then the system's.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { minimumVersion } from '../assertDatabase.ts';
import type { Log } from '../../shared/log.ts';
import { packageBinaries } from './npmPackage.ts';
import type { PostgresUser } from './location.ts';

/** Programs that have been run successfully. */
export interface Binaries {
  /** The folder of initdb, pg_ctl and postgres. */
  folder: string;
  /** For example `18.4`. */
  version: string;
  /** For example 18. */
  major: number;
  /** `package`: from npm; `system`: installed on the machine. */
  origin: 'package' | 'system';
}

/** No PostgreSQL was found that runs on this machine. */
export class NoBinariesError extends Error {
  constructor(reasons: string[]) {
    super(
      [
        'No PostgreSQL can be started on this machine:',
        ...reasons.map((reason) => `  ${reason}`),
        `Run npm ci without --omit=optional, or install PostgreSQL ${minimumVersion} or newer, ` +
          'or set DATABASE_URL to one that runs.',
      ].join('\n'),
    );
    this.name = 'NoBinariesError';
  }
}

const suffix = process.platform === 'win32' ? '.exe' : '';

/** The full path of one of the programs. */
export function program(folder: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(folder, `${name}${suffix}`);
}

/** The version that `postgres --version` prints, or the reason why it fails. */
function tryBinaries(
  folder: string,
  runAs: PostgresUser | null,
): { version: string } | { reason: string } {
  const path = program(folder, 'postgres');
  if (!existsSync(path)) return { reason: `${path} does not exist` };
  const { stdout, stderr, error } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    cwd: dirname(path),
    env: {},
    windowsHide: true,
    ...runAs,
  });
  const version = /(\d+(?:\.\d+)?)/.exec(stdout ?? '')?.[1];
  if (version !== undefined) return { version };
  return { reason: `${path} does not run: ${error?.message ?? stderr.trim()}` };
}

function systemFolders(searchPath: string): string[] {
  const versions = '/usr/lib/postgresql';
  const packaged = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  const onPath = searchPath.split(delimiter).filter((folder) => folder !== '');
  return [...onPath, ...packaged].filter(
    (folder) => existsSync(program(folder, 'postgres')) && existsSync(program(folder, 'initdb')),
  );
}

interface Wanted {
  runAs: PostgresUser | null;
  log: Log;
  /** The PATH of the environment. */
  searchPath?: string;
  /** The major version of an existing cluster, which no other version can open. */
  major?: number | null;
  /** False skips the npm package; for tests only. */
  usePackage?: boolean;
  /** Folder for copies of the package's programs when they cannot run in place. */
  copyTo: string;
}

/**
 * Finds programs that can be run, in the npm package first.
 *
 * @throws NoBinariesError that names what was tried
 */
export function findBinaries(wanted: Wanted): Binaries {
  const { runAs, searchPath = '', major: wantedMajor = null, usePackage = true } = wanted;
  const own = usePackage ? packageBinaries(wanted) : null;
  const candidates: Pick<Binaries, 'folder' | 'origin'>[] = [
    ...(own === null ? [] : [{ folder: own, origin: 'package' as const }]),
    ...systemFolders(searchPath).map((folder) => ({ folder, origin: 'system' as const })),
  ];
  const reasons: string[] =
    own === null ? [`There is no package for ${process.platform} ${process.arch}.`] : [];
  for (const { folder, origin } of candidates) {
    const found = tryBinaries(folder, runAs);
    if ('reason' in found) {
      reasons.push(found.reason);
      continue;
    }
    const major = Number.parseInt(found.version, 10);
    if (major < minimumVersion)
      reasons.push(`${folder} is version ${found.version}, which is too old.`);
    else if (wantedMajor !== null && major !== wantedMajor) {
      reasons.push(
        `${folder} is version ${found.version}, but the data are of version ${wantedMajor}.`,
      );
    } else return { folder, origin, version: found.version, major };
  }
  throw new NoBinariesError(reasons);
}
