// Reports of a case move together: closed with what was done, and opened again when that is taken back. Each is recorded and told.
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { ComplaintReviewStore, AppliedFix, OpenReport } from './complaintReview.store.ts';
import type { ComplaintStatus } from './complaints.ts';
import type { MergedComplaints } from '../../curation/duplicates/duplicateMerges.module.ts';

/** What the reports of a case are moved with, on one transaction. */
export interface MoveTransaction {
  cases: ComplaintReviewStore;
  activity: Pick<AuditLog, 'record'>;
  events: Pick<Outbox, 'record'>;
}

interface Move {
  id: number;
  itemId: number;
  from: ComplaintStatus;
  to: ComplaintStatus;
  /** Null for what happens by itself. */
  actorId: number | null;
}

/** Records and tells that one report has moved. */
async function tell(
  { activity, events }: MoveTransaction,
  { id, itemId, from, to, actorId }: Move,
): Promise<void> {
  const change = { actorId, itemId, before: from, after: to };
  await activity.record({
    ...change,
    isAutomatic: actorId === null,
    action: 'complaint.status',
    subjectType: 'complaint',
    subjectId: String(id),
  });
  await events.record({ ...change, kind: 'report_moved', subjectId: id });
}

/** Closes reports with what was done about them. */
export async function closeWith(
  rooms: MoveTransaction,
  reports: readonly OpenReport[],
  cure: AppliedFix,
): Promise<void> {
  await rooms.cases.resolve(
    reports.map(({ id }) => id),
    cure,
  );
  const { itemId, curedBy: actorId } = cure;
  for (const { id, status } of reports)
    await tell(rooms, { id, itemId, from: status, to: 'resolved', actorId });
}

/** Says that a cure is taken back, and opens its reports again; false where it is taken back already. */
export async function reopenOf(
  rooms: MoveTransaction,
  cureId: number,
  actorId: number,
  at: Date,
): Promise<boolean> {
  if (!(await rooms.cases.takeBack(cureId, at))) return false;
  for (const { id, itemId } of await rooms.cases.reopen(cureId, actorId, at))
    await tell(rooms, { id, itemId, from: 'resolved', to: 'new', actorId });
  return true;
}

/** Reports that a merge has closed, on the transaction that takes it back: its services are two again. */
export const createMergedReports = (rooms: MoveTransaction): MergedComplaints => ({
  async reopen(mergeId: number, actorId: number, at: Date): Promise<void> {
    for (const cureId of await rooms.cases.curesOfMerge(mergeId))
      await reopenOf(rooms, cureId, actorId, at);
  },
});
