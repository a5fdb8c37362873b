// npm run test:long: the long tests whose guarded code has changed since they last passed; with --all every one of them.
// What passed is written to scripts/longTests.passed.json, which is committed with the change.
import { mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { changedLongTests, longTests, writePassed, type LongTest } from './longTests.ts';
import { codegen, jest, jestReport, reports, run } from './steps.ts';

const code = 'long tests';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });

/** The files of Jest's report in which everything passed. */
function passedFiles(): Set<string> {
  const { testResults } = JSON.parse(readFileSync(jestReport(code), 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return new Set(
    testResults
      .filter(({ status }) => status === 'passed')
      .map(({ name }) => relative(process.cwd(), name)),
  );
}

async function runInJest(tests: LongTest[]): Promise<boolean> {
  if (tests.length === 0) return true;
  const isPassed = await run(jest(code, { files: tests.map(({ name }) => name) }));
  const files = passedFiles();
  writePassed(tests.filter(({ name }) => files.has(name)));
  return isPassed;
}

mkdirSync(reports, { recursive: true });
const tests = values.all ? longTests() : changedLongTests();
for (const { name } of tests) console.log(name);
if (tests.length === 0) console.log('Nothing that the long tests guard has changed.');
const isPassed = (await run(codegen)) && (await runInJest(tests));
process.exitCode = isPassed ? 0 : 1;
