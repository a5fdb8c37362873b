// Outcome of writing an edit to its bookmark.
import type { RefusalReason } from '../../../shared/refusalReasons.ts';
import type { NotWrittenReason } from '../inconsistencies.ts';

/** What became of the bookmark after an edit. */
export interface WriteOutcome {
  /**
   * `unchanged`: the edit is the catalogue's own. `written`: the bookmark says the same now. `differs`: the service said
   * something else meanwhile, which waits at the desk. `waiting`: not written yet, `reason` says why.
   */
  state: 'unchanged' | 'written' | 'differs' | 'waiting';
  reason: RefusalReason | NotWrittenReason | null;
}
