// Rate limiting of callers: their calls are counted in the database.
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Viewer } from '../../modules/people/accounts/accounts.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { addressKey, callerKey } from './callerKey.ts';
import { createBatchedRateLimiter, type BatchedRateLimiter } from './batchedRateLimiter.ts';

/** Points per window, by name. */
export type Rates = Record<keyof typeof limits.rates, { points: number; windowMs: number }>;

/** Kind of a call. */
export type RateKind = Exclude<keyof Rates, 'analyzePerDay' | 'visitorLog'>;

interface Caller {
  viewer: Viewer;
  /** Behind the trusted proxies. */
  ip: string;
}

/** Header fields of an answer (draft-ietf-httpapi-ratelimit-headers). */
export type RateHeaders = Record<string, string>;

export interface RateLimits {
  /**
   * Counts calls.
   * @throws DomainError TOO_MANY with `retryAfter` over the limit; `getRefusalHeaders` returns its headers
   */
  take(kind: RateKind, caller: Caller, calls: number): Promise<RateHeaders>;
  /** Counts a call that was refused, and so has sent nothing, as a write instead; over that limit it stays counted. */
  giveBack(kind: 'mail', caller: Caller): Promise<RateHeaders>;
}

/** Cheap and frequent calls: exact within a process; over several, a caller may get up to one batch more per process. */
const inPortions = new Set<keyof Rates>([
  'read',
  'image',
  'log',
  'visitorLog',
  'file',
  'embedding',
]);
/** Counted by address even for signed-in people: sign-ins, and calls before the caller is identified. */
const byAddress = new Set<keyof Rates>(['signIn', 'file']);

type Limits = Partial<Record<RateKind, (keyof Rates)[]>>;
const limitsOfMember: Limits = {
  analyze: ['analyze', 'analyzePerDay'],
};
/** Visitors share a limit, so that many addresses do not fill the log. */
const limitsOfVisitor: Limits = {
  ...limitsOfMember,
  log: ['log', 'visitorLog'],
};

/** Key of a caller for a limit. */
function keyFor(name: keyof Rates, { viewer, ip }: Caller): string {
  if (name === 'visitorLog') return 'visitors';
  return byAddress.has(name) ? `address ${addressKey(ip)}` : callerKey(viewer, ip);
}

/** Reason of the refusal for limits without a reason of their own. */
const reasonOf = (name: keyof Rates) => {
  if (name === 'visitorLog') return 'log';
  if (name === 'botQuestion' || name === 'botRefusal') return 'read';
  return name === 'file' || name === 'embedding' ? 'read' : name;
};

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

const tooMany = (name: keyof Rates, result: RateLimiterRes): DomainError =>
  new DomainError('TOO_MANY', 'Too many calls; wait a moment', {
    reason: reasonOf(name),
    retryAfter: seconds(result.msBeforeNext),
  });

/** Headers with the state of a limit. */
const requestHeaders = (
  name: string,
  rate: { points: number; windowMs: number },
  left: number,
  resetMs: number,
): RateHeaders => ({
  'RateLimit-Policy': `"${name}";q=${rate.points};w=${seconds(rate.windowMs)}`,
  RateLimit: `"${name}";r=${left};t=${seconds(resetMs)}`,
});

/** Headers of a refusal, with the time to retry. */
export const getRefusalHeaders = ({ reason, retryAfter }: DomainError): RateHeaders =>
  retryAfter === undefined
    ? {}
    : { RateLimit: `"${reason}";r=0;t=${retryAfter}`, 'Retry-After': String(retryAfter) };

/** Counts one call; false over the limit, for callers that can do without it. */
export async function mayStill(
  rateLimits: Pick<RateLimits, 'take'>,
  kind: RateKind,
  caller: Caller,
): Promise<boolean> {
  try {
    await rateLimits.take(kind, caller, 1);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TOO_MANY') return false;
    throw error;
  }
}

/**
 * @param db the connection pool of knex; while the database is down, calls are counted in memory
 * @param rates null disables counting
 */
export function createRateLimits(db: object, rates: Rates | null): RateLimits {
  if (rates === null) return { take: async () => ({}), giveBack: async () => ({}) };
  const stores = new Map(
    (Object.keys(rates) as (keyof Rates)[]).map((name) => {
      const { points, windowMs } = rates[name];
      const options = { keyPrefix: name, points, duration: windowMs / 1000 };
      const store = new RateLimiterPostgres({
        ...options,
        storeClient: db,
        storeType: 'knex',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: name === 'write',
        // A caller over the limit costs no further statement.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      });
      return [name, store] as const;
    }),
  );
  const limiters = new Map(
    [...stores].map(([name, store]): [keyof Rates, BatchedRateLimiter] => {
      if (!inPortions.has(name)) return [name, store];
      const { points, windowMs } = rates[name];
      const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1000 });
      return [name, createBatchedRateLimiter(memory, store, points)];
    }),
  );

  const take: RateLimits['take'] = async (kind, caller, calls) => {
    const limitsOf = caller.viewer.kind === 'visitor' ? limitsOfVisitor : limitsOfMember;
    let headers: RateHeaders = {};
    for (const name of limitsOf[kind] ?? [kind]) {
      try {
        const limiter = limiters.get(name)!;
        const { remainingPoints, msBeforeNext } = await limiter.consume(
          keyFor(name, caller),
          calls,
        );
        headers = {
          ...requestHeaders(name, rates[name], remainingPoints, msBeforeNext),
          ...headers,
        };
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(name, error);
        throw error;
      }
    }
    return headers;
  };
  return {
    take,
    async giveBack(kind, caller) {
      if (!(await mayStill({ take }, 'write', caller))) return {};
      const { remainingPoints, msBeforeNext } = await stores
        .get(kind)!
        .reward(keyFor(kind, caller), 1);
      return requestHeaders(kind, rates[kind], remainingPoints, msBeforeNext);
    },
  };
}
