// A client of the fake Raindrop that records its waits instead of waiting, on a clock that they advance.
import type { FakeRaindrop } from '../../fakes/raindrop.ts';
import { createRaindrop, type RaindropOptions } from '../integrations/raindrop/raindrop.ts';

export function connectTo(fake: FakeRaindrop, options: Partial<RaindropOptions> = {}) {
  const waits: number[] = [];
  const warnings: unknown[] = [];
  let waited = 0;
  const service = createRaindrop({
    url: fake.url,
    token: fake.token,
    collection: 0,
    timeoutMs: 2_000,
    now: () => new Date(Date.now() + waited),
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
      waited += ms;
    },
    log: { warn: (...line: unknown[]) => void warnings.push(line) },
    ...options,
  });
  return {
    service,
    waits,
    warnings,
    /** Lets time pass without a wait. */
    pass: (ms: number) => void (waited += ms),
  };
}

/** A signal that aborts a test which hangs. */
export const anyLength = () => AbortSignal.timeout(15_000);
