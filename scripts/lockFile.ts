// Reads what the lock file says about every package, whatever platform this is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  /** `node_modules/a/node_modules/b`: where it is put. */
  place: string;
  name: string;
  version: string;
  integrity: string | null;
  /** An address of its own, in place of the registry's; null for almost all. */
  resolved: string | null;
  /** An SPDX expression. */
  license: string | null;
  /** Whether running Loadout needs it, on this platform or another. */
  isProduction: boolean;
  hasInstallScript: boolean;
  /** Names of the packages that it cannot do without, or that some platform needs. */
  needs: string[];
}

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: true;
  hasInstallScript?: true;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  lockfileVersion: number;
  packages: Record<string, Entry>;
}

export const root = join(import.meta.dirname, '..');

export const readLockFile = (): LockFile =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;

const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '');

/** All packages, in the order of the lock file. */
export function lockedPackages({ packages }: LockFile): LockedPackage[] {
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => ({
      place,
      name: nameOf(place),
      version: entry.version ?? '',
      integrity: entry.integrity ?? null,
      resolved: entry.resolved ?? null,
      license: entry.license ?? null,
      isProduction: entry.dev !== true,
      hasInstallScript: entry.hasInstallScript === true,
      needs: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    }));
}

/** Whether a package at `place` finds `name`, beside it or further up, as Node looks for it. */
export function finds(places: ReadonlySet<string>, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    if (places.has(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)) return true;
    if (folder === '') return false;
  }
}
