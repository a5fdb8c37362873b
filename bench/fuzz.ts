// 10,000 calls by chance at both doors of an app with a database of its own; prints a table, ends with 1 on a fault.
// `npm run bench:fuzz -- 314522905` makes the calls of that seed again.
import { buildSchema } from '../server/graphql/schema.ts';
import { fuzzTargets } from '../server/testing/fuzzCalls.ts';
import { runFuzz } from '../server/testing/fuzzRun.ts';
import globalSetup from '../server/testing/globalSetup.ts';
import globalTeardown from '../server/testing/globalTeardown.ts';
import { startTestApp } from '../server/testing/testApp.ts';

const total = 10_000;
const [given] = process.argv.slice(2);
const seed = given === undefined ? Date.now() % 1_000_000_000 : Number(given);
if (!Number.isSafeInteger(seed)) throw new Error(`The seed must be a whole number, not ${given}`);

await globalSetup();
const app = await startTestApp();
try {
  const callsPerTarget = Math.ceil(total / fuzzTargets(buildSchema()).length);
  const { statuses, slowestMs, faults } = await runFuzz(app, { seed, callsPerTarget });
  console.table({
    seed,
    'slowest, ms': Math.round(slowestMs),
    ...Object.fromEntries([...statuses].map(([status, count]) => [`status ${status}`, count])),
    faults: faults.length,
  });
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await app.close();
  await globalTeardown();
}
