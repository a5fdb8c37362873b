import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedTests, jestTally, playwrightTally, slowestTests } from './testResults.ts';

const folder = mkdtempSync(join(tmpdir(), 'loadout-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('a test file that could not be loaded counts as a failure', () => {
  const path = report({ numPassedTests: 3, numFailedTests: 1, numRuntimeErrorTestSuites: 1 });
  expect(jestTally(path)).toEqual({ passed: 3, failed: 2 });
});

test('a second try that passed has passed; an error outside a test has failed', () => {
  const path = report({ stats: { expected: 2, flaky: 1, unexpected: 1 }, errors: [{}] });
  expect(playwrightTally(path)).toEqual({ passed: 3, failed: 2 });
});

test('a report that was never written counts nothing', () => {
  const path = join(folder, 'none.json');
  expect([jestTally(path), playwrightTally(path)]).toEqual([
    { passed: 0, failed: 0 },
    { passed: 0, failed: 0 },
  ]);
});

test('the slowest tests of both reports, slowest first, ten at most', () => {
  const assertionResults = Array.from({ length: 12 }, (_unused, index) => ({
    fullName: `test ${index}`,
    duration: index * 1_000,
  }));
  const jest = report({ testResults: [{ assertionResults }] });
  const playwright = join(folder, 'playwright.json');
  const spec = { title: 'journey', file: 'a.e2e.ts', tests: [{ results: [{ duration: 10_500 }] }] };
  writeFileSync(playwright, JSON.stringify({ suites: [{ suites: [{ specs: [spec] }] }] }));
  const slowest = slowestTests(jest, playwright);
  expect(slowest).toHaveLength(10);
  expect(slowest.slice(0, 3)).toEqual([
    { name: 'test 11', seconds: 11 },
    { name: 'a.e2e.ts: journey', seconds: 10.5 },
    { name: 'test 10', seconds: 10 },
  ]);
});

test('what failed is said by name with its words, without colours: tests, files that could not be loaded, and what failed outside of tests', () => {
  const failure = {
    fullName: 'sums',
    status: 'failed',
    failureMessages: ['\u001B[31m2\u001B[39m is not 3'],
  };
  const jest = report({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [failure, { fullName: 'adds', status: 'passed' }],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  });
  const playwright = join(folder, 'failed.json');
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'a.e2e.ts',
    tests: [{ results: [{ duration: 1, errors: ok ? [] : [{ message: 'no button' }] }] }],
  });
  const nested = { specs: [spec('signs in', false), spec('signs out', true)] };
  writeFileSync(
    playwright,
    JSON.stringify({ suites: [{ suites: [nested] }], errors: [{ message: 'no port' }] }),
  );
  expect(failedTests(jest, playwright)).toEqual([
    { name: 'a.test.ts: sums', said: '2 is not 3' },
    { name: 'b.test.ts', said: 'Cannot find module' },
    { name: 'a.e2e.ts: signs in', said: 'no button' },
    { name: 'outside of the browser tests', said: 'no port' },
  ]);
  expect(failedTests(join(folder, 'none.json'), join(folder, 'none.json'))).toEqual([]);
});
