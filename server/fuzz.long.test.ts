// Calls by chance at both doors: no server error, no leak, no hang (promise T2).
import fc from 'fast-check';
import { buildSchema } from './graphql/schema.ts';
import { aUseCase } from './testing/builders.ts';
import { recordFigure } from './testing/figures.ts';
import { fuzzOnce, fuzzTargets } from './testing/fuzzCalls.ts';
import { startTestApp, type Caller, type TestApp } from './testing/testApp.ts';

const callsPerTarget = 15;
const seed = 20_261_001;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (let count = 0; count < 5; count += 1) await aUseCase(app.database.db);
});
afterAll(() => app.close());

test('1,500 calls by chance are answered as they must be', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const person = await app.signedIn();
  const faults: string[] = [];
  let sent = 0;
  for (const [index, target] of fuzzTargets(buildSchema()).entries()) {
    for (const call of fc.sample(target, { numRuns: callsPerTarget, seed: seed + index })) {
      // Sign-ins and sign-outs replace the cookies: every call begins as the same person.
      const who: Caller = sent % 3 === 0 ? person : admin;
      const cookies = new Map(who.cookies);
      const caller = app.visitor();
      for (const [name, value] of cookies) caller.cookies.set(name, value);
      if (/sign_?out|logout|sign_?in|dev-login|validate/i.test(call.target)) caller.cookies.clear();
      const { fault } = await fuzzOnce(caller, call);
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
  recordFigure({
    promise: 'T2',
    figure: `server errors, leaks and hangs in ${sent} calls by chance`,
    target: '0',
    measured: faults.length,
    holds: faults.length === 0,
  });
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(1_500);
}, 180_000);
