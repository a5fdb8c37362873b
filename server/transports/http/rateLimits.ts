// Rate limiting of callers: their calls are counted in the database.
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Viewer } from '../../modules/people/accounts/accounts.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { addressKey, callerKey } from './callerKey.ts';
import { createBatchedRateLimiter, type BatchedRateLimiter } from './batchedRateLimiter.ts';

/** Points in a window, by name. */
export type Rates = Record<keyof typeof limits.rates, { points: number; windowMs: number }>;

/** Kinds of calls for rate limiting. */
export type RateKind = Exclude<keyof Rates, 'analyzePerDay' | 'visitorLog'>;

interface Caller {
  viewer: Viewer;
  /** After the trusted proxies. */
  ip: string;
}

/** Header fields of an answer (draft-ietf-httpapi-ratelimit-headers). */
export type RateHeaders = Record<string, string>;

export interface RateLimits {
  /**
   * Counts calls.
   * @throws DomainError TOO_MANY with `retryAfter` when there were too many; its headers are those of `getRefusalHeaders`
   */
  take(kind: RateKind, caller: Caller, calls: number): Promise<RateHeaders>;
}

/** Cheap and many: exact in each process; over several a caller may get up to a portion more of them for each process. */
const inPortions = new Set<keyof Rates>([
  'read',
  'image',
  'log',
  'visitorLog',
  'file',
  'embedding',
]);
/** Counted by address even for people who are signed in: made to become somebody else, or asked for before it is known who asks. */
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

/** By what name a limit counts a caller. */
function keyFor(name: keyof Rates, { viewer, ip }: Caller): string {
  if (name === 'visitorLog') return 'visitors';
  return byAddress.has(name) ? `address ${addressKey(ip)}` : callerKey(viewer, ip);
}

/** Default message of an exceeded limit. */
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

/** State of a limit for the response headers. */
const requestHeaders = (
  name: string,
  rate: { points: number; windowMs: number },
  left: number,
  resetMs: number,
): RateHeaders => ({
  'RateLimit-Policy': `"${name}";q=${rate.points};w=${seconds(rate.windowMs)}`,
  RateLimit: `"${name}";r=${left};t=${seconds(resetMs)}`,
});

/** The same for somebody who is refused, and when to come back. */
export const getRefusalHeaders = ({ reason, retryAfter }: DomainError): RateHeaders =>
  retryAfter === undefined
    ? {}
    : { RateLimit: `"${reason}";r=0;t=${retryAfter}`, 'Retry-After': String(retryAfter) };

/** Counts one call; false where it is one too many, for who goes on without what it asks for. */
export async function mayStill(
  rateLimits: RateLimits,
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
 * @param db the pool of database connections that knex holds; while it is away, calls are counted in memory
 * @param rates null: nothing is counted
 */
export function createRateLimits(db: object, rates: Rates | null): RateLimits {
  if (rates === null) return { take: async () => ({}) };
  const limiters = new Map(
    (Object.keys(rates) as (keyof Rates)[]).map((name): [keyof Rates, BatchedRateLimiter] => {
      const { points, windowMs } = rates[name];
      const options = { keyPrefix: name, points, duration: windowMs / 1000 };
      const stored = new RateLimiterPostgres({
        ...options,
        storeClient: db,
        storeType: 'knex',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: name === 'write',
        // Whoever is over the limit costs no further statement.
        inMemoryBlockOnConsumed: points,
        insuranceLimiter: new RateLimiterMemory(options),
      });
      if (!inPortions.has(name)) return [name, stored];
      return [name, createBatchedRateLimiter(new RateLimiterMemory(options), stored, points)];
    }),
  );

  return {
    async take(kind, caller, calls) {
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
    },
  };
}
