// Status, counts and outcome of synchronisation runs.
import type { RefusalReason } from '../../shared/refusalReasons.ts';

export interface SyncCounts {
  seen: number;
  new: number;
  changed: number;
  unchanged: number;
  removed: number;
  failed: number;
}

export interface SyncFailure {
  where: string;
  reason: string;
}

/** `idle` until the first run; then the state of the last one. */
type SyncState = 'idle' | 'running' | 'finished' | 'failed';

export interface SyncStatus {
  state: SyncState;
  source: string | null;
  /** What a run that is started now would read; null when nothing is configured. */
  configuredSource: string | null;
  counts: SyncCounts;
  /** How many bookmarks the source says it has. */
  expected: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  startedBy: string | null;
  error: string | null;
  errorReason: string | null;
  needsConfirmation: boolean;
  /** At most 100. */
  failures: SyncFailure[];
  nextRunAt: Date | null;
}

export const noCounts: SyncCounts = {
  seen: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  failed: 0,
};

export const noRun: SyncStatus = {
  state: 'idle',
  source: null,
  configuredSource: null,
  counts: noCounts,
  expected: null,
  startedAt: null,
  finishedAt: null,
  startedBy: null,
  error: null,
  errorReason: null,
  needsConfirmation: false,
  failures: [],
  nextRunAt: null,
};

/** How a run ended; `error` is null when it did what it should. */
export interface SyncOutcome {
  counts: SyncCounts;
  /** At most 100. */
  failures: SyncFailure[];
  expected: number | null;
  error: string | null;
  errorReason: RefusalReason | null;
  needsConfirmation: boolean;
}

/** Where a run is: reading the source, proving removals, settling the catalogue. */
export interface SyncProgress {
  phase: 'reading' | 'removals' | 'settling';
  counts: SyncCounts;
  /** How many bookmarks the source says it has; null until it is known. */
  expected: number | null;
}

/** What an admin answered when own services came: leave the demo behind, or keep it beside them. */
export type DemoChoice = 'leave' | 'keep';
