// Batched rate limiter for cheap and frequent calls: counted in memory, reported in batches.
import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';

/** The used part of a rate limiter. */
export interface BatchedRateLimiter {
  /** @throws RateLimiterRes when there were too many calls */
  consume(key: string, calls: number): Promise<RateLimiterRes>;
}

/** Batches per limit: each process may let one unreported batch pass. */
const portions = 50;

/**
 * @param memory counts the calls of this process
 * @param shared counts those of all processes, for the same limit
 */
export function createBatchedRateLimiter(
  memory: RateLimiterMemory,
  shared: BatchedRateLimiter,
  points: number,
): BatchedRateLimiter {
  const portion = Math.ceil(points / portions);
  /** Pending report by key; later calls wait for it. */
  const telling = new Map<string, Promise<RateLimiterRes>>();

  const tell = async (key: string, calls: number): Promise<RateLimiterRes> => {
    try {
      return await shared.consume(key, calls);
    } catch (error) {
      if (error instanceof RateLimiterRes)
        await memory.block(key, Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  };

  return {
    async consume(key, calls) {
      const here = await memory.consume(key, calls);
      const told = Math.floor((here.consumedPoints - calls) / portion);
      const due = Math.floor(here.consumedPoints / portion) - told;
      if (due > 0) {
        const now = tell(key, due * portion);
        telling.set(key, now);
        const forget = () => {
          if (telling.get(key) === now) telling.delete(key);
        };
        now.then(forget, forget);
      }
      const everywhere = await telling.get(key);
      return everywhere && everywhere.remainingPoints < here.remainingPoints ? everywhere : here;
    },
  };
}
