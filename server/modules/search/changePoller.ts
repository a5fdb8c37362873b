// Polls the database for changes.
import { setTimeout as pause } from 'node:timers/promises';

interface Options {
  look(): Promise<unknown>;
  /** Pause between two polls in milliseconds. */
  everyMs: number;
  /** Called once per series of failures; polling continues. */
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

    /** True when the last poll failed. */
    get hasFailed(): boolean {
      return hasFailed;
    },

    /** Waits for the active poll. */
    async stop(): Promise<void> {
      ending.abort();
      await following;
    },
  };
}
