// 10,000 calls by chance at both doors of an app with a database of its own; prints a table, ends with 1 on a fault.
// `npm run bench:fuzz -- 314522905` makes the calls of that seed again.
import fc from 'fast-check';
import { buildSchema } from '../server/graphql/schema.ts';
import { aUseCase } from '../server/testing/builders.ts';
import { fuzzOnce, fuzzTargets } from '../server/testing/fuzzCalls.ts';
import globalSetup from '../server/testing/globalSetup.ts';
import globalTeardown from '../server/testing/globalTeardown.ts';
import { startTestApp } from '../server/testing/testApp.ts';

const total = 10_000;
const [given] = process.argv.slice(2);
const seed = given === undefined ? Date.now() % 1_000_000_000 : Number(given);
if (!Number.isSafeInteger(seed)) throw new Error(`The seed must be a whole number, not ${given}`);

await globalSetup();
const app = await startTestApp();
const statuses = new Map<number, number>();
const faults: string[] = [];
let slowest = 0;
let sent = 0;
try {
  for (let count = 0; count < 5; count += 1) await aUseCase(app.database.db);
  const admin = await app.signedIn({ isAdmin: true });
  const person = await app.signedIn();
  const targets = fuzzTargets(buildSchema());
  const numRuns = Math.ceil(total / targets.length);
  for (const [index, target] of targets.entries()) {
    for (const call of fc.sample(target, { numRuns, seed: seed + index })) {
      const caller = app.visitor();
      const endsSession = /sign_?out|logout|sign_?in|dev-login|validate/i.test(call.target);
      if (!endsSession) {
        const { cookies } = sent % 3 === 0 ? person : admin;
        for (const [name, value] of cookies) caller.cookies.set(name, value);
      }
      const { status, ms, fault } = await fuzzOnce(caller, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowest = Math.max(slowest, ms);
      if (fault)
        faults.push(
          `seed ${seed}, ${call.target}: ${fault}: ${call.method} ${call.path} ${call.body ?? ''}`.slice(
            0,
            1_000,
          ),
        );
      sent += 1;
    }
  }
} finally {
  await app.close();
  await globalTeardown();
}
console.table({
  seed,
  calls: sent,
  'slowest, ms': Math.round(slowest),
  ...Object.fromEntries([...statuses].map(([status, count]) => [`status ${status}`, count])),
  faults: faults.length,
});
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
