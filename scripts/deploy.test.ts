// The files for servers say the same as the product: paths, ports, settings, names.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings } from '../server/settings.ts';
import { root } from './lockFile.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const known = Object.keys(settings);

const isKnown = (name: string): boolean =>
  known.includes(name) || known.includes(name.replace(/_FILE$/, ''));

const can = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const testIf = (condition: boolean) => (condition ? test : test.skip);

test('the image and the unit start what is there, with settings that are known', () => {
  const image = read('Dockerfile');
  const unit = read('deploy/loadout.service');
  expect(image).toMatch(/^CMD \["node", "--max-semi-space-size=4", "server\/main\.ts"\]$/m);
  expect(unit).toMatch(
    /^ExecStart=\/opt\/loadout\/node_modules\/\.bin\/node --max-semi-space-size=4 server\/main\.ts$/m,
  );
  expect(existsSync(join(root, 'server/main.ts'))).toBe(true);
  const named = [...image.matchAll(/^ENV (.+)$/gm), ...unit.matchAll(/^Environment=(.+)$/gm)]
    .flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')[0]))
    .filter((name) => name !== 'NODE_ENV');
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(known).toContain(name);
});

test('the image takes the Node of package.json, and runs as nobody in particular', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: { node: string };
  };
  const [major] = dependencies.node.split('.');
  expect(read('Dockerfile').match(/^FROM node:\d+/gm)).toEqual([
    `FROM node:${major}`,
    `FROM node:${major}`,
  ]);
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});

test('every setting that the documents show exists', () => {
  for (const file of ['README.md', 'docs/operations.md', 'docs/api.md', 'compose.yaml']) {
    const shown = [...read(file).matchAll(/^(?:([A-Z][A-Z_]+)=| +([A-Z][A-Z_]+): )/gm)].map(
      ([, name, other]) => name ?? other!,
    );
    for (const name of shown.filter((one) => !one.startsWith('POSTGRES_')))
      expect([file, isKnown(name) ? 'known' : name]).toEqual([file, 'known']);
  }
});

test('every command that the documents show exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const program = read('server/cli/program.ts');
  const commands = spawnSync(process.execPath, ['server/cli/main.ts', '--help'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout;
  expect(program).toContain('registerBackup');
  for (const file of ['README.md', 'docs/operations.md', 'docs/api.md', 'docs/promises.md']) {
    for (const [, name] of read(file).matchAll(/npm run (?:--silent |-s )?([\w:]+)/g))
      expect([file, name, Object.keys(scripts).includes(name!)]).toEqual([file, name, true]);
    for (const [, name] of read(file).matchAll(/loadout -- ([a-z][\w-]*)/g))
      expect([file, name, commands.includes(`  ${name} `)]).toEqual([file, name, true]);
  }
});

testIf(can('docker', 'compose', 'version'))('docker takes the compose file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-compose-'));
  copyFileSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'));
  writeFileSync(join(folder, '.env'), 'POSTGRES_PASSWORD=secret\n');
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});

testIf(can('systemd-analyze', '--version'))('systemd takes the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/loadout.service'], {
    cwd: root,
    encoding: 'utf8',
  });
  // On a machine without an installation the program is not there, and nothing else is wrong.
  const complaints = stderr.split('\n').filter((line) => line.includes('loadout.service'));
  expect(complaints.filter((line) => !line.includes('is not executable'))).toEqual([]);
});
