// Ports of a merge: what other modules do when it is undone.

/** Reports that a merge has closed. */
export interface MergedReports {
  /** Opens them again, on the transaction that undoes the merge. */
  reopen(mergeId: number, actorId: number, at: Date): Promise<void>;
}
