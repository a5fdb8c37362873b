// Outcome of writing an edit to its bookmark.
import type { RefusalReason } from '../../../shared/refusalReasons.ts';
import type { NotWrittenReason } from '../inconsistencies.ts';

export interface WriteOutcome {
  /**
   * `unchanged`: no bookmark field was edited. `written`: the bookmark is up to date. `differs`: the provider changed
   * the field too, which raised an inconsistency. `waiting`: not written yet, see `reason`.
   */
  state: 'unchanged' | 'written' | 'differs' | 'waiting';
  reason: RefusalReason | NotWrittenReason | null;
}
