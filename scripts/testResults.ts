// Reads from the reports of Jest and Playwright how many tests passed and failed, which failed, and which were the slowest.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

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
  name: string;
  /** Why the file could not be loaded, or what its tests said. */
  message?: string;
  status?: string;
  assertionResults: {
    fullName: string;
    duration?: number | null;
    status?: string;
    failureMessages?: string[];
  }[];
}

interface PlaywrightSpec {
  title: string;
  file: string;
  ok?: boolean;
  tests: { results: { duration: number; errors?: { message?: string }[] }[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...suites.flatMap(specsOf),
  ...specs,
];

const specName = ({ file, title }: PlaywrightSpec) => `${file}: ${title}`;

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
    ...(playwright ? specsOf(playwright) : []).map((spec) => ({
      name: specName(spec),
      seconds:
        Math.max(0, ...spec.tests.flatMap(({ results }) => results.map((one) => one.duration))) /
        1_000,
    })),
  ]
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10);
}

export interface Failure {
  name: string;
  /** What it said, without colours; cut after some lines. */
  said: string;
}

const saidLines = 30;

const said = (messages: (string | undefined)[]): string =>
  stripVTControlCharacters(messages.filter(Boolean).join('\n'))
    .trim()
    .split('\n')
    .slice(0, saidLines)
    .join('\n');

const jestFailures = ({ name, message, status, assertionResults }: JestFile): Failure[] => {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  // A file that could not be loaded holds no test that failed.
  if (failed.length === 0 && status === 'failed') return [{ name, said: said([message]) }];
  return failed.map((one) => ({
    name: `${name}: ${one.fullName}`,
    said: said(one.failureMessages ?? []),
  }));
};

/** What failed in both reports, in their order, so that the end of a long output says it. */
export function failedTests(jestPath: string, playwrightPath: string): Failure[] {
  const jest = readReport(jestPath) as { testResults?: JestFile[] } | null;
  const playwright = readReport(playwrightPath) as
    (PlaywrightSuite & { errors?: { message?: string }[] }) | null;
  return [
    ...(jest?.testResults ?? []).flatMap(jestFailures),
    ...(playwright ? specsOf(playwright) : [])
      .filter((spec) => spec.ok === false)
      .map((spec) => ({
        name: specName(spec),
        said: said(
          spec.tests.flatMap(({ results }) =>
            results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
          ),
        ),
      })),
    ...(playwright?.errors ?? []).map(({ message }) => ({
      name: 'outside of the browser tests',
      said: said([message]),
    })),
  ];
}
