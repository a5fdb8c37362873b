// Builds generated types, the client and the server when their sources have changed.
// Options: --codegen-only skips the builds, --force ignores the change check.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '../server/shared/language.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist/prepared.json');

interface Step {
  name: 'codegen' | 'client' | 'firstPage' | 'graphiql' | 'server';
  /** Printed while it runs. */
  title: string;
  inputs: string[];
  isInput: (path: string) => boolean;
  /** Files that must exist afterwards. */
  outputs: string[];
  /** The program, below node_modules, and its arguments. */
  program: string;
  args: string[];
}

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const isGenerated = (path: string) => path.endsWith('/generated.ts');

/** Sources of generated files: limits with their texts, and texts of the client that REST and the Telegram bot use too. */
const fromCode = [
  'server/config/limits.ts',
  'server/transports/graphql/typeDefinitions.ts',
  ...languages.flatMap((language) =>
    ['dashboard', 'service'].map((name) => `client/i18n/locales/${language}/${name}.json`),
  ),
];

const steps: Step[] = [
  {
    name: 'codegen',
    title: 'Generating the types of the schema',
    inputs: ['schema', 'codegen.ts', 'codegen', 'client', 'server', 'package-lock.json'],
    isInput: (path) =>
      !/^(?:client|server)\//.test(path) ||
      path.endsWith('.graphql') ||
      fromCode.includes(path) ||
      isGenerated(path),
    // Not listed: reading them from codegen.ts takes a tenth of a start, and a change of them changes the inputs.
    outputs: [],
    program: '@graphql-codegen/cli/esm/bin.js',
    args: ['--config', 'codegen.ts', '--silent'],
  },
  {
    name: 'client',
    title: 'Building the client',
    inputs: ['client', 'package-lock.json'],
    isInput: (path) => !isTest(path) && !path.startsWith('client/graphiql/'),
    outputs: ['dist/client/index.html'],
    program: 'vite/bin/vite.js',
    args: ['build', '--config', 'client/vite.config.ts', '--logLevel', 'warn'],
  },
  {
    name: 'firstPage',
    title: 'Building the questions of the first page',
    inputs: ['client', 'package-lock.json'],
    isInput: (path) => !isTest(path) && !path.startsWith('client/graphiql/'),
    outputs: ['dist/firstPage/firstPage.js'],
    program: 'vite/bin/vite.js',
    args: ['build', '--config', 'client/vite.firstPage.config.ts', '--logLevel', 'warn'],
  },
  {
    name: 'graphiql',
    title: 'Building the GraphiQL page',
    inputs: ['client/graphiql', 'client/vite.graphiql.config.ts', 'package-lock.json'],
    isInput: (path) => !isTest(path),
    outputs: ['dist/graphiql/index.html'],
    program: 'vite/bin/vite.js',
    args: ['build', '--config', 'client/vite.graphiql.config.ts', '--logLevel', 'error'],
  },
  {
    name: 'server',
    title: 'Building the server',
    inputs: ['server', 'package-lock.json'],
    isInput: (path) => !isTest(path) && (path.endsWith('.ts') || path === 'package-lock.json'),
    outputs: ['dist/server/main.js', 'dist/server/node_modules/packages.js'],
    program: 'rolldown/bin/cli.mjs',
    args: ['--config', 'server/rolldown.config.ts'],
  },
];

/** Fingerprint of the files of each step when it last succeeded. */
type Stamps = Partial<Record<Step['name'], string>>;

function readStamps(): Stamps {
  if (!existsSync(stampFile)) return {};
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8')) as Stamps;
  } catch (error) {
    // A truncated stamp file, after a crash of the machine, means that all steps run again.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function writeStamps(stamps: Stamps): void {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(`${stampFile}.new`, `${JSON.stringify(stamps, null, 2)}\n`);
  renameSync(`${stampFile}.new`, stampFile);
}

function filesBelow(path: string): string[] {
  const whole = join(root, path);
  const stats = statSync(whole, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/**
 * Fingerprint of the step's files by paths, sizes and times. It includes outputs, so that a changed or half-written one is rebuilt.
 */
function fingerprintOf({ inputs, isInput, outputs }: Step): string {
  const files = [...inputs.flatMap(filesBelow).filter(isInput).toSorted(), ...outputs];
  const lines = files.map((file) => {
    const stats = statSync(join(root, file), { throwIfNoEntry: false });
    return stats ? `${file} ${stats.size} ${stats.mtimeMs}` : `${file} gone`;
  });
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function runStep({ title, program, args }: Step): void {
  const path = join(root, 'node_modules', program);
  if (!existsSync(path)) {
    throw new Error(
      `${title}: ${program} is not installed. Run npm ci without --omit=dev once, to build.`,
    );
  }
  const startedAt = performance.now();
  console.log(`${title} …`);
  const { status, error } = spawnSync(process.execPath, [path, ...args], {
    cwd: root,
    // Prints errors only.
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${title} failed; the reason stands above.`);
  console.log(`${title}: done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

const isUpToDate = (step: Step, stamp: string | undefined): boolean =>
  step.outputs.every((path) => existsSync(join(root, path))) && fingerprintOf(step) === stamp;

function prepare(wanted: Step[], isForced: boolean): void {
  const stamps = readStamps();
  for (const step of wanted) {
    if (!isForced && isUpToDate(step, stamps[step.name])) continue;
    // An interrupted step must not look finished.
    if (stamps[step.name]) writeStamps({ ...stamps, [step.name]: undefined });
    runStep(step);
    stamps[step.name] = fingerprintOf(step);
    writeStamps(stamps);
  }
}

const { values } = parseArgs({
  options: {
    'codegen-only': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  },
});
const wanted = steps.filter(({ name }) => name === 'codegen' || !values['codegen-only']);
try {
  prepare(wanted, values.force);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
