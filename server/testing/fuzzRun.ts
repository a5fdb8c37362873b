// Sends random calls as an admin and as a user, and signs them in again when a call ended their session.
import fc from './fastCheck.ts';
import { buildSchema } from '../transports/graphql/schema.ts';
import { aUseCase } from './builders.ts';
import { fuzzOnce, fuzzTargets, type FuzzOutcome } from './fuzzCalls.ts';
import { unstorableCalls } from './unstorableCalls.ts';
import type { Caller, TestApp } from './testApp.ts';

export interface FuzzRun {
  /** Number of answers by status. */
  statuses: Map<number, number>;
  slowestMs: number;
  /** A sentence for each fault, with the seed and the call that reproduce it. */
  faults: string[];
}

/** Called as a visitor: signing in or out would change the session of the caller. */
const isForNobody = /sign_?out|logout|sign_?in|dev-login|validate/i;

/** Sends one call for each text argument, then equally many random calls for every root field and every REST row. */
export async function runFuzz(
  app: TestApp,
  { seed, callsPerTarget }: { seed: number; callsPerTarget: number },
): Promise<FuzzRun> {
  for (let count = 0; count < 5; count += 1) await aUseCase(app.database.db);
  const callers = { admin: await app.signedIn({ isAdmin: true }), person: await app.signedIn() };
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let slowestMs = 0;
  let sent = 0;

  const sendAs = (from: Caller | null, call: Parameters<typeof fuzzOnce>[1]) => {
    // Answers may replace cookies: each call starts with those of the sign-in.
    const caller = app.visitor();
    for (const [name, value] of from?.cookies ?? []) caller.cookies.set(name, value);
    return fuzzOnce(caller, call);
  };

  const schema = buildSchema();
  const calls = [
    unstorableCalls(schema),
    ...fuzzTargets(schema).map((target, index) =>
      fc.sample(target, { numRuns: callsPerTarget, seed: seed + index }),
    ),
  ];
  for (const some of calls) {
    for (const call of some) {
      let outcome: FuzzOutcome;
      if (isForNobody.test(call.target)) outcome = await sendAs(null, call);
      else {
        const who = sent % 3 === 0 ? 'person' : 'admin';
        outcome = await sendAs(callers[who], call);
        // An earlier call ended the session or removed the rights, and refused calls test nothing.
        if (outcome.status === 401 || (who === 'admin' && outcome.status === 403)) {
          callers[who] = await app.signedIn({ isAdmin: who === 'admin' });
          outcome = await sendAs(callers[who], call);
        }
      }
      const { status, ms, fault } = outcome;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, ms);
      if (fault) {
        const sentence = `seed ${seed}, ${call.target}: ${fault}: ${call.method} ${call.path} ${call.body ?? ''}`;
        faults.push(sentence.slice(0, 1_000));
      }
      sent += 1;
    }
  }
  return { statuses, slowestMs, faults };
}
