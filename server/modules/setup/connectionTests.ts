// What this room needs of whoever can be tried.
import type { SetupFault } from './setup.ts';

export interface Found {
  found: string[];
  count: number | null;
}

/** Why a try came to nothing. */
export class TryFailure extends Error {
  readonly fault: SetupFault;

  constructor(fault: SetupFault, cause?: unknown) {
    super(`The try failed: ${fault}`, { cause });
    this.name = 'TryFailure';
    this.fault = fault;
  }
}

/**
 * One try each, over a connection of its own: neither a breaker nor an answer of before stands in its way.
 * @throws TryFailure; anything else is a fault of ours
 */
export interface Tries {
  /** Null: not set up. */
  signIn: (() => Promise<Found>) | null;
  bookmarks: (() => Promise<Found>) | null;
  mail: ((to: string) => Promise<Found>) | null;
  model: (() => Promise<Found>) | null;
  telegram: (() => Promise<Found>) | null;
}
