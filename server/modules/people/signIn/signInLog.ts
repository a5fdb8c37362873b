// Log of successful and failed sign-in attempts, without secrets (ASVS 16.3.1).
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';

export interface Caller {
  /** Address after the trusted proxies. */
  ip: string;
  requestId: string;
}

type Facts = Record<string, string | number | null>;

/** Runs one step of a sign-in and logs its result; `note` adds facts to the entry. */
export type LogSignIn = <Result>(
  event: 'started' | 'checked' | 'signedIn',
  by: string,
  caller: Caller,
  work: (note: (facts: Facts) => void) => Promise<Result>,
) => Promise<Result>;

/** Uses only texts of Loadout, so that no text of a provider or caller gets into the log. */
const outcomeOf = (error: unknown): Facts =>
  error instanceof DomainError
    ? { outcome: 'refused', refusal: error.code, reason: error.reason ?? error.code }
    : { outcome: 'failed', reason: error instanceof Error ? error.name : 'unknown' };

export function createSignInLog(parent: Log): LogSignIn {
  const log = parent.child({ part: 'signIn' });
  return async (event, by, { ip, requestId }, work) => {
    const facts: Facts = { event, by, ip, requestId };
    try {
      const result = await work((more) => void Object.assign(facts, more));
      log.info({ ...facts, outcome: 'ok' }, 'sign-in');
      return result;
    } catch (error) {
      log.warn({ ...facts, ...outcomeOf(error) }, 'sign-in');
      throw error;
    }
  };
}
