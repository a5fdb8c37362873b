// Looks for changes again and again, and at once when it is told to.
import { setTimeout as pause } from 'node:timers/promises';

interface Options {
  look(): Promise<unknown>;
  /** How long it rests between two looks, in milliseconds. */
  everyMs: number;
  /** Told of the first of failures in a row; it goes on looking. */
  onFailure(error: unknown): void;
}

export function createFollower({ look, everyMs, onFailure }: Options) {
  const ending = new AbortController();
  let hasFailed = false;
  let resting = new AbortController();
  let following: Promise<void> | null = null;

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      resting = new AbortController();
      try {
        await look();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !ending.signal.aborted) onFailure(error);
        hasFailed = true;
      }
      if (!ending.signal.aborted)
        await pause(everyMs, null, { signal: resting.signal, ref: false }).catch(() => null);
    }
  }

  return {
    start(): void {
      following ??= follow();
    },

    /** Looks now, or once more when the look that is under way has ended; where the last one failed, when it is time. */
    look(): void {
      if (!hasFailed) resting.abort();
    },

    /** Whether the last look failed. */
    get hasFailed(): boolean {
      return hasFailed;
    },

    /** Waits for the look that is under way. */
    async stop(): Promise<void> {
      ending.abort();
      resting.abort();
      await following;
    },
  };
}
