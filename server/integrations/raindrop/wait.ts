// Wait that an abort signal ends.
import { setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds; rejects with the signal's reason when it is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Wait = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
