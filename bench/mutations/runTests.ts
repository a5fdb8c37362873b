// Runs some tests of a folder in one process, and tells which were red.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** For each file: longer than any promise's tests take. A mistake that makes them wait for ever is not noticed by them. */
const giveUpMs = 420_000;

export interface Outcome {
  /** Full names of the tests that failed. */
  red: { file: string; name: string; message: string }[];
  green: number;
  /** Why there is no result, or that files could not be run: then nothing was noticed by a test. */
  broken: string | null;
}

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** @param name a regular expression for the full names of tests */
export function runTests(folder: string, files: string[], name: string): Outcome {
  const reportFile = join(folder, 'mutation-report.json');
  rmSync(reportFile, { force: true });
  const { stderr, error } = spawnSync(
    process.execPath,
    [
      join(folder, 'node_modules/jest/bin/jest.js'),
      '--runInBand',
      // A test that fails in its middle may leave a server behind that would keep the process for ever.
      '--forceExit',
      '--json',
      `--outputFile=${reportFile}`,
      `--testNamePattern=${name}`,
      '--runTestsByPath',
      ...files,
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: giveUpMs * files.length,
      maxBuffer: 100_000_000,
      env: {
        ...process.env,
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      },
    },
  );
  if (!existsSync(reportFile)) {
    const why = error ? String(error) : stderr.trim().split('\n').slice(-5).join(' ');
    return { red: [], green: 0, broken: `no result: ${why}` };
  }
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const ran = testResults.flatMap((file) =>
    file.assertionResults.map((one) => ({ ...one, file: file.name.slice(folder.length + 1) })),
  );
  const red = ran
    .filter(({ status }) => status === 'failed')
    .map(({ file, fullName, failureMessages }) => ({
      file,
      name: fullName,
      message: failureMessages.join('\n'),
    }));
  const green = ran.filter(({ status }) => status === 'passed').length;
  const unread = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  return {
    red,
    green,
    broken: unread
      ? `${unread.message.slice(0, 300)}`
      : red.length + green === 0
        ? 'no test of that name'
        : null,
  };
}
