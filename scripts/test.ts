// npm test: everything that must hold, in order, the quick checks first; ends at the first failure.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findChromium, howToGetChromium } from './chromium.ts';
import { jestTally, playwrightTally } from './testResults.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'dist/reports');
const jestReport = join(reports, 'jest.json');
const playwrightReport = join(reports, 'playwright.json');

interface Step {
  name: string;
  /** The script, relative to the project. */
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** Why the step cannot run, or null. */
  refusal?: () => Promise<string | null>;
}

const installed = (path: string) => join('node_modules', path);

const browserStep: Step = {
  name: 'browser tests',
  program: installed('@playwright/test/cli.js'),
  args: ['test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  refusal: async () => ((await findChromium()) === null ? howToGetChromium : null),
};

const steps: Step[] = [
  { name: 'codegen', program: 'scripts/prepare.ts', args: ['--codegen-only'] },
  { name: 'types', program: installed('typescript/bin/tsc'), args: [] },
  { name: 'lint', program: installed('oxlint/bin/oxlint'), args: [] },
  {
    name: 'format',
    program: installed('prettier/bin/prettier.cjs'),
    args: ['--check', '--log-level', 'warn', '.'],
  },
  {
    name: 'server and client tests',
    program: installed('jest/bin/jest.js'),
    args: [
      '--json',
      `--outputFile=${jestReport}`,
      `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`,
    ],
    env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
  },
  { name: 'build', program: 'scripts/prepare.ts', args: [] },
  ...(existsSync(join(root, 'playwright.config.ts')) ? [browserStep] : []),
];

function run({ name, program, args, env, refusal }: Step): boolean {
  console.log(`\n── ${name}`);
  const reason = refusal?.() ?? null;
  if (reason !== null) {
    console.error(reason);
    return false;
  }
  const startedAt = performance.now();
  const { status, signal, error } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const how = status === 0 ? 'ok' : `FAILED (${signal ?? `exit code ${status}`})`;
  console.log(`── ${name}: ${how}, ${seconds} s`);
  return status === 0;
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const failedStep = steps.find((step) => !run(step));

const tallies = [jestTally(jestReport), playwrightTally(playwrightReport)];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
if (failedStep !== undefined) console.error(`\nnpm test ended at: ${failedStep.name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failedStep === undefined && failed === 0 ? 0 : 1);
