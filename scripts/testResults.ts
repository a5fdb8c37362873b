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

export interface Slow {
  name: string;
  seconds: number;
}

interface JestFile {
  assertionResults: { fullName: string; duration?: number | null }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { results: { duration: number }[] }[] }[];
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): Slow[] => [
  ...suites.flatMap(specsOf),
  ...specs.map(({ title, file, tests }) => ({
    name: `${file}: ${title}`,
    seconds:
      Math.max(0, ...tests.flatMap(({ results }) => results.map((one) => one.duration))) / 1_000,
  })),
];

/** The slowest ten of both reports, slowest first. */
export function slowestTests(jestPath: string, playwrightPath: string): Slow[] {
  const jest = readReport(jestPath) as { testResults: JestFile[] } | null;
  const playwright = readReport(playwrightPath) as PlaywrightSuite | null;
  return [
    ...(jest?.testResults ?? []).flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: fullName,
        seconds: (duration ?? 0) / 1_000,
      })),
    ),
    ...(playwright ? specsOf(playwright) : []),
  ]
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10);
}
