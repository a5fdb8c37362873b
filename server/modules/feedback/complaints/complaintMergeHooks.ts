// Closing and reopening of complaints together with a fix or a merge, logged and announced.
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { ComplaintReviewStore, AppliedFix, OpenComplaint } from './complaintReview.store.ts';
import type { ComplaintStatus } from './complaints.ts';
import type { MergedComplaints } from '../../curation/duplicates/duplicateMerges.module.ts';

export interface ComplaintTransaction {
  store: ComplaintReviewStore;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Move {
  id: number;
  itemId: number;
  from: ComplaintStatus;
  to: ComplaintStatus;
  /** Null for an action of the system. */
  actorId: number | null;
}

async function recordMove(
  { auditLog, outbox }: ComplaintTransaction,
  { id, itemId, from, to, actorId }: Move,
): Promise<void> {
  const change = { actorId, itemId, before: from, after: to };
  await auditLog.record({
    ...change,
    isAutomatic: actorId === null,
    action: 'complaint.status',
    subjectType: 'complaint',
    subjectId: String(id),
  });
  await outbox.record({ ...change, kind: 'report_moved', subjectId: id });
}

export async function closeComplaints(
  transaction: ComplaintTransaction,
  reports: readonly OpenComplaint[],
  fix: AppliedFix,
): Promise<void> {
  await transaction.store.resolve(
    reports.map(({ id }) => id),
    fix,
  );
  const { itemId, appliedBy: actorId } = fix;
  for (const { id, status } of reports)
    await recordMove(transaction, { id, itemId, from: status, to: 'resolved', actorId });
}

/** Marks a fix as undone and reopens its complaints; false when it was undone before. */
export async function reopenComplaints(
  transaction: ComplaintTransaction,
  fixId: number,
  actorId: number,
  at: Date,
): Promise<boolean> {
  if (!(await transaction.store.markUndone(fixId, at))) return false;
  for (const { id, itemId } of await transaction.store.reopen(fixId, actorId, at))
    await recordMove(transaction, { id, itemId, from: 'resolved', to: 'new', actorId });
  return true;
}

/** Reopens the complaints that a merge has closed, on the transaction that undoes it. */
export const createMergedReports = (transaction: ComplaintTransaction): MergedComplaints => ({
  async reopen(mergeId: number, actorId: number, at: Date): Promise<void> {
    for (const fixId of await transaction.store.fixesOfMerge(mergeId))
      await reopenComplaints(transaction, fixId, actorId, at);
  },
});
