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
  /** Source of the next run; null when none is configured. */
  configuredSource: string | null;
  counts: SyncCounts;
  /** Number of bookmarks that the source reports. */
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

/** Outcome of a run; `error` is null after a success. */
export interface SyncOutcome {
  counts: SyncCounts;
  /** At most 100. */
  failures: SyncFailure[];
  expected: number | null;
  error: string | null;
  errorReason: RefusalReason | null;
  needsConfirmation: boolean;
}

/** Progress: reading the source, detecting removals, applying changes. */
export interface SyncProgress {
  phase: 'reading' | 'removals' | 'settling';
  counts: SyncCounts;
  /** Number of bookmarks that the source reports; null until known. */
  expected: number | null;
}

/** Answer of an admin when the first own items arrive: remove the demo or keep it. */
export type DemoChoice = 'leave' | 'keep';
