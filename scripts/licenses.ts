// The licenses of what is shipped, as docs/licenses.md lists them; `npm run licenses` writes it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages, readLockFile, root, type LockedPackage } from './lockFile.ts';

export const licensesFile = join(root, 'docs/licenses.md');

/** Licenses that ask for no more than to be named. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts.
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/**
 * Packages under a weaker copyleft, each with why it may be shipped: libvips is a library of its own, which npm installs
 * unchanged and which anybody may exchange.
 */
const allowedByName = /^@img\/sharp-(?:libvips-|win32-|wasm32$)/;
const allowedForThem = new Set([...permissive, 'LGPL-3.0-or-later']);

/** Whether a package may be part of what is shipped. */
export function isAllowed({ name, license }: Pick<LockedPackage, 'name' | 'license'>): boolean {
  const allowed = allowedByName.test(name) ? allowedForThem : permissive;
  const parts = (license ?? '').replace(/[()]/g, '').split(/ (?:AND|OR) /);
  return parts.every((part) => allowed.has(part));
}

const byName = (one: LockedPackage, other: LockedPackage): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** The document, from the lock file. */
export function licensesText(packages: readonly LockedPackage[]): string {
  const shipped = packages.filter(({ isProduction }) => isProduction).toSorted(byName);
  const byLicense = Map.groupBy(shipped, ({ license }) => license ?? 'unknown');
  const sections = [...byLicense]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, those]) => {
      const names = [...new Set(those.map(({ name, version }) => `${name} ${version}`))];
      return `## ${license}\n\n${names.map((name) => `- ${name}`).join('\n')}\n`;
    });
  return [
    '# Licenses of what Loadout is shipped with\n',
    'Made by `npm run licenses` from package-lock.json: every package of other authors that runs with Loadout, on whatever',
    'platform. Those that only develop or test it are not among them. `npm test` refuses a license that is not known to allow',
    'this; the LGPL is allowed for libvips alone, which is a library of its own that anybody may exchange.\n',
    ...sections,
  ].join('\n');
}

if (import.meta.main) {
  const packages = lockedPackages(readLockFile());
  writeFileSync(licensesFile, licensesText(packages));
  const refused = packages.filter((one) => one.isProduction && !isAllowed(one));
  for (const { name, license } of refused) console.error(`${name}: ${license ?? 'no license'}`);
  process.exitCode = refused.length === 0 ? 0 : 1;
}
