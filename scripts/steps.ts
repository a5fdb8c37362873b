// The steps that `npm run check`, `npm test` and `npm run test:long` are made of, and how a step is run.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findChromium, howToGetChromium } from './chromium.ts';
import type { TestKind } from './testKinds.ts';

const root = join(import.meta.dirname, '..');
/** Where steps leave their reports. */
export const reports = join(root, 'dist/reports');

export interface Step {
  name: string;
  /** The script, relative to the project. */
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** What it must never say: a fault, though it ends well. */
  mustNotSay?: RegExp;
  /** Why the step cannot run, or null. */
  refusal?: () => Promise<string | null>;
}

const installed = (path: string) => join('node_modules', path);

export const codegen: Step = {
  name: 'codegen',
  program: 'scripts/prepare.ts',
  args: ['--codegen-only'],
};

export const build: Step = { name: 'build', program: 'scripts/prepare.ts', args: [] };

/** What reads the code without running it; they can run side by side. */
export const readings: Step[] = [
  {
    name: 'types',
    program: installed('typescript/bin/tsc'),
    // Four checkers, as it takes by default, each work out again what the others know: with one, and with rarer clearing up
    // of memory, the same answer takes half of the processor time or less.
    args: ['--checkers', '1'],
    env: { GOGC: '400' },
  },
  { name: 'lint', program: installed('oxlint/bin/oxlint'), args: [] },
  {
    name: 'format',
    program: installed('prettier/bin/prettier.cjs'),
    args: [
      '--check',
      // Another parser of TypeScript for the same printer: half of the processor time.
      '--plugin=@prettier/plugin-oxc',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${join(root, 'node_modules/.cache/prettierCheck')}`,
      '.',
    ],
  },
];

/** Jest's report of a step. */
export const jestReport = (name: string) => join(reports, `${name.replaceAll(' ', '-')}.json`);

/**
 * Whole kinds run beside the browser tests, which fill what waits: each worker more loads every module once more. Files that are
 * named may be long tests, which measure while they kill and flood.
 */
const workersFor = (choice: object): number =>
  'kinds' in choice ? availableParallelism() : Math.max(2, availableParallelism() - 1);

/** What Jest says of a worker that did not end by itself: a test has left something open. */
export const endedByForce = /failed to exit gracefully/;

/** Jest on some kinds of tests, or on files. */
export const jest = (name: string, choice: { kinds: TestKind[] } | { files: string[] }): Step => ({
  name,
  program: installed('jest/bin/jest.js'),
  args: [
    '--json',
    `--outputFile=${jestReport(name)}`,
    `--maxWorkers=${workersFor(choice)}`,
    ...('kinds' in choice
      ? ['--selectProjects', ...choice.kinds]
      : ['--runTestsByPath', ...choice.files]),
  ],
  env: {
    // A young generation of 64 MB: what a test makes is gone before it is collected.
    NODE_OPTIONS:
      '--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64',
    // Workers, and what tests start, find the modules as another process has left them: without types, and compiled.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...(process.stderr.isTTY && { FORCE_COLOR: '1' }),
  },
  mustNotSay: endedByForce,
});

/** Playwright's report of a step. */
export const playwrightReport = (name: string) => jestReport(name);

export const playwright = (name: string, args: string[]): Step => ({
  name,
  program: installed('@playwright/test/cli.js'),
  args: ['test', '--reporter=list,json', ...args],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport(name) },
  refusal: async () => ((await findChromium()) === null ? howToGetChromium : null),
});

/**
 * Runs a step; answers whether it passed.
 * @param isQuiet whether its output is shown only when it fails, so that steps can run side by side
 */
export async function run(
  { name, program, args, env, refusal, mustNotSay }: Step,
  isQuiet = false,
): Promise<boolean> {
  if (!isQuiet) console.log(`\n── ${name}`);
  const reason = (await refusal?.()) ?? null;
  if (reason !== null) {
    console.error(reason);
    return false;
  }
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output.push(part);
      if (!isQuiet) process.stderr.write(part);
    });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.on('error', reject);
  child.on('close', (status, signal) =>
    resolve(status === 0 ? 'ok' : `FAILED (${signal ?? `exit code ${status}`})`),
  );
  const ended = await promise;
  const fault = mustNotSay && Buffer.concat(output).toString().match(mustNotSay);
  const how = fault ? `FAILED (it said: ${fault[0]})` : ended;
  if (isQuiet && how !== 'ok') process.stdout.write(Buffer.concat(output));
  console.log(`── ${name}: ${how}, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return how === 'ok';
}

/** Runs steps side by side; answers whether all passed. */
export const runTogether = async (steps: Step[]): Promise<boolean> =>
  (await Promise.all(steps.map((step) => run(step, true)))).every(Boolean);

/** Runs two steps side by side, of which the first is seen and the second only when it fails; answers whether both passed. */
export const runBeside = async (seen: Step, quiet: Step): Promise<boolean> =>
  (await Promise.all([run(seen), run(quiet, true)])).every(Boolean);
