// Makes what a start needs and git does not hold: generated types, the built client and the built server. Does nothing when nothing changed.
// Options: --codegen-only leaves the client out, --force does it whatever has changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { allExist, contentFingerprint, createListing, quickFingerprint } from './inputs.ts';
import type { Fingerprint } from './inputs.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist/prepared.json');

interface Step {
  name: 'codegen' | 'client' | 'firstPage' | 'graphiql' | 'server';
  /** Said while it runs. */
  title: string;
  inputs: string[];
  isInput: (path: string) => boolean;
  /** What must exist afterwards. */
  outputs: string[];
  /** The program, below node_modules, and its arguments. */
  program: string;
  args: string[];
}

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const isGenerated = (path: string) => path.endsWith('/generated.ts');

/** Limits and how they are worded, and the page's sentences for refusals, which the REST door says too. */
const fromCode = [
  'server/limits.ts',
  'server/graphql/typeDefinitions.ts',
  'client/i18n/locales/ru/dashboard.json',
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
    // One of them that goes or changes is a change of the inputs; to read from codegen.ts which there are takes a tenth of a start.
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

type Stamps = Partial<Record<Step['name'], Fingerprint>>;

function readStamps(): Stamps {
  if (!existsSync(stampFile)) return {};
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8')) as Stamps;
  } catch (error) {
    // A stamp that was cut off when the machine stopped says nothing: everything is done again.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function writeStamps(stamps: Stamps): void {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(`${stampFile}.new`, `${JSON.stringify(stamps, null, 2)}\n`);
  renameSync(`${stampFile}.new`, stampFile);
}

/** Four steps look into the same folders: each is read once, until a step has written. */
let list = createListing(root);

/** What the step depends on now. Its own results count too, so that a changed or half-written one is made again. */
function filesOf({ inputs, isInput, outputs }: Step): string[] {
  return [...new Set([...list(inputs, isInput), ...outputs])];
}

function fingerprintOf(files: string[]): Fingerprint {
  return { quick: quickFingerprint(root, files), content: contentFingerprint(root, files) };
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
    // What it has made is no news; what went wrong is.
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${title} failed; the reason stands above.`);
  console.log(`${title}: done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

/** The stamp for a step whose results are up to date, or null when it has to run. */
function upToDate(step: Step, stamp: Fingerprint | undefined): Fingerprint | null {
  if (stamp === undefined || !allExist(root, step.outputs)) return null;
  const files = filesOf(step);
  const quick = quickFingerprint(root, files);
  if (quick === stamp.quick) return stamp;
  const content = contentFingerprint(root, files);
  return content === stamp.content ? { quick, content } : null;
}

function prepare(wanted: Step[], isForced: boolean): void {
  const stamps = readStamps();
  for (const step of wanted) {
    const current = isForced ? null : upToDate(step, stamps[step.name]);
    if (current !== null && current === stamps[step.name]) continue;
    if (current === null) {
      // A run that is cut off must not look finished.
      if (stamps[step.name]) writeStamps({ ...stamps, [step.name]: undefined });
      runStep(step);
      list = createListing(root);
    }
    stamps[step.name] = current ?? fingerprintOf(filesOf(step));
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
