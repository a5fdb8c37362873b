// Reads how many tests passed and failed from the reports of Jest and Playwright.
import { existsSync, readFileSync } from 'node:fs';

export interface Tally {
  passed: number;
  failed: number;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that could not even be loaded: they hold no counted test, yet something failed. */
  numRuntimeErrorTestSuites: number;
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number };
  /** Failures outside a test, for example a server that did not start. */
  errors: unknown[];
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** What Jest's `--json` report counts. */
export function jestTally(path: string): Tally {
  const report = readReport(path) as JestReport | null;
  if (report === null) return { passed: 0, failed: 0 };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  };
}

/** What Playwright's `json` reporter counts; a test that passed on its second try has passed. */
export function playwrightTally(path: string): Tally {
  const report = readReport(path) as PlaywrightReport | null;
  if (report === null) return { passed: 0, failed: 0 };
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}
