// Change poller: looks for changes in the database at intervals.
import { setTimeout as pause } from 'node:timers/promises';

interface Options {
  look(): Promise<unknown>;
  /** Interval of the polls, in milliseconds. */
  everyMs: number;
  /** Told of the first of failures in a row; it goes on looking. */
  onFailure(error: unknown): void;
}

export function createChangePoller({ look, everyMs, onFailure }: Options) {
  const ending = new AbortController();
  let hasFailed = false;
  let following: Promise<void> | null = null;

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await look();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !ending.signal.aborted) onFailure(error);
        hasFailed = true;
      }
      if (!ending.signal.aborted)
        await pause(everyMs, null, { signal: ending.signal, ref: false }).catch(() => null);
    }
  }

  return {
    start(): void {
      following ??= follow();
    },

    /** Whether the last look failed. */
    get hasFailed(): boolean {
      return hasFailed;
    },

    /** Waits for the look that is under way. */
    async stop(): Promise<void> {
      ending.abort();
      await following;
    },
  };
}
