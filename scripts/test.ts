// npm test: everything that must hold, the quick checks first; ends after the first group in which something failed.
// The browser tests run beside Jest: each alone leaves the processor idle for a part of its time.
import { mkdirSync, rmSync } from 'node:fs';
import {
  build,
  codegen,
  jest,
  jestReport,
  playwright,
  playwrightReport,
  readings,
  reports,
  run,
  runBeside,
  runTogether,
} from './steps.ts';
import { failedTests, jestTally, playwrightTally, slowestTests } from './testResults.ts';

const code = 'server and client tests';
const browser = 'browser tests';

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const isPassed =
  (await run(codegen)) &&
  (await runTogether([...readings, build])) &&
  (await runBeside(
    jest(code, { kinds: ['unit', 'rooms', 'doors', 'client'] }),
    playwright(browser, []),
  ));

const tallies = [jestTally(jestReport(code)), playwrightTally(playwrightReport(browser))];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log('\nThe slowest ten:');
for (const { name, seconds } of slowestTests(jestReport(code), playwrightReport(browser)))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
for (const { name, said } of failedTests(jestReport(code), playwrightReport(browser)))
  console.error(`\nFAILED  ${name}\n${said}`);
if (!isPassed) console.error('\nnpm test ended at the step that FAILED above.');
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(isPassed && failed === 0 ? 0 : 1);
