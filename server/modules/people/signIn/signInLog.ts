// Every sign-in attempt is logged, good or bad, and never with a secret (ASVS 16.3.1).
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import type { User } from '../accounts/accounts.ts';

/** Who is at the other end, for the log. */
export interface Caller {
  /** Address after the trusted proxies. */
  ip: string;
  requestId: string;
}

type Facts = Record<string, string | number | null>;
type Note = (facts: Facts) => void;

/** Why an attempt was refused: our own words only, so that nothing a provider or caller wrote gets into the log. */
const reasonOf = (error: unknown): Facts =>
  error instanceof DomainError
    ? { outcome: 'refused', refusal: error.code, reason: error.reason ?? error.code }
    : { outcome: 'failed', reason: error instanceof Error ? error.name : 'unknown' };

export function createSignInLog(parent: Log) {
  const log = parent.child({ part: 'signIn' });

  const attempt = async <Result>(
    event: string,
    by: string,
    { ip, requestId }: Caller,
    work: (note: Note) => Promise<Result>,
    factsOf: (result: Result) => Facts,
  ): Promise<Result> => {
    const facts: Facts = { event, by, ip, requestId };
    try {
      const result = await work((more) => void Object.assign(facts, more));
      log.info({ ...facts, outcome: 'ok', ...factsOf(result) }, 'sign-in');
      return result;
    } catch (error) {
      log.warn({ ...facts, ...reasonOf(error) }, 'sign-in');
      throw error;
    }
  };

  return {
    started: <Result>(
      by: string,
      caller: Caller,
      work: (note: Note) => Promise<Result>,
    ): Promise<Result> => attempt('started', by, caller, work, () => ({})),
    checked: <Result>(
      by: string,
      caller: Caller,
      work: (note: Note) => Promise<Result>,
    ): Promise<Result> => attempt('checked', by, caller, work, () => ({})),
    signedIn: <Result extends { user: User }>(
      by: string,
      caller: Caller,
      work: (note: Note) => Promise<Result>,
    ): Promise<Result> =>
      attempt('signedIn', by, caller, work, ({ user }) => ({ userId: user.id })),
  };
}
