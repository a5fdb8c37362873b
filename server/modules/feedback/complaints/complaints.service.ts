// Reports about items: anybody may make one, admins see and settle them.
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import {
  requireMember,
  personInBrowser,
  requireAdmin,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { ItemsService } from '../../catalogue/items/items.module.ts';
import type { ComplaintsQueries } from './complaints.queries.ts';
import type { ComplaintsStore, LockedComplaint } from './complaints.store.ts';
import {
  complaintInput,
  isOpen,
  recordedStanding,
  setStatusInput,
  type Complaint,
  type ComplaintFilter,
  type ComplaintInput,
  type ComplaintStatus,
  type SetStatusInput,
} from './complaints.ts';

interface Options {
  search: ComplaintsQueries;
  catalogue: Pick<ItemsService, 'item'>;
  /** Has the address of a service looked at soon; null where links are not looked at. */
  requestLinkLook: ((itemId: number) => Promise<void>) | null;
  inTransaction<Result>(
    work: (rooms: {
      store: ComplaintsStore;
      activity: Pick<AuditLog, 'record'>;
      events: Pick<Outbox, 'record'>;
    }) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
}

const noComplaint = () => new DomainError('NOT_FOUND', 'There is no such report');

/** What the page tells the slower of two admins. */
const changedMeanwhile = ({ complaint, handlerName }: LockedComplaint): DomainError =>
  new DomainError('CONFLICT', 'Another admin has changed this report', {
    reason: 'changedMeanwhile',
    facts: { who: handlerName, when: complaint.updatedAt.toISOString(), status: complaint.status },
  });

export const createComplaints = ({
  search,
  catalogue,
  requestLinkLook,
  inTransaction,
  clock,
}: Options) => ({
  /** Takes the addresses off closed reports, and deletes those that were closed too long ago, a portion at a time. */
  async forgetClosed(): Promise<void> {
    const before = new Date(clock().getTime() - limits.closedKeptMs);
    await deleteInBatches((most) => inTransaction(({ store }) => store.forgetAddresses(most)));
    await deleteInBatches((most) => inTransaction(({ store }) => store.forgetClosed(before, most)));
  },

  /**
   * Reports an item. An open report of the same person about the same item with the same type is answered again; what is new in the
   * comment is added to it.
   * @throws DomainError NOT_FOUND for an item that is not there for the viewer, INVALID where the comments are too long together or hold a key (`holdsKey`).
   */
  async report(viewer: Viewer, userIp: string, input: ComplaintInput): Promise<Complaint> {
    const member = requireMember(viewer);
    const { complaintType, comment, ...wanted } = parseInput(complaintInput, input);
    await refuseCredentials({ comment });
    const { id: itemId } = await catalogue.item(viewer, wanted.itemId);
    const complaint = await inTransaction(async (rooms) => {
      const { complaint: kept, isNew } = await rooms.store.insert({
        itemId,
        userId: member.user.id,
        userIp: userIp || null,
        complaintType,
        comment,
        at: clock(),
      });
      if (isNew)
        await rooms.events.record({
          kind: 'report_moved',
          subjectId: kept.id,
          itemId: kept.itemId,
          actorId: member.user.id,
          before: null,
          after: kept.status,
        });
      if (isNew || comment === null) return kept;
      if (await rooms.store.addComment(kept.id, comment)) {
        return (await rooms.store.find(kept.id)) ?? kept;
      }
      const error = fieldError('comment', 'too_long', { limit: limits.text.complaintComment });
      throw new DomainError(
        'INVALID',
        'With what you have written of this already it is too long',
        {
          errors: [error],
        },
      );
    });
    if (complaintType === 'broken_link') await requestLinkLook?.(complaint.itemId);
    return complaint;
  },

  /** The viewer's own reports, newest first. */
  own: async (viewer: Viewer): Promise<Complaint[]> =>
    search.ofUser(personInBrowser(viewer).user.id),

  async list(viewer: Viewer, filter: ComplaintFilter): Promise<Complaint[]> {
    requireAdmin(viewer);
    return search.list(filter);
  },

  async count(viewer: Viewer, status: ComplaintStatus | null): Promise<number> {
    requireAdmin(viewer);
    return search.count(status);
  },

  /**
   * Sets any status (specification, section 4); `resolvedAt` stands while it is resolved. Recorded with what stood there
   * before, both with their reasons. Whoever rejects may say why, and may say it anew: whoever reported is told again then.
   * @throws DomainError INVALID for a reason that holds a key (`holdsKey`) or stands with another status; CONFLICT with who and when, when the report has changed since `expectedUpdatedAt`; or when the
   * person has another open report about the same, so that this one cannot be opened again.
   */
  async setStatus(viewer: Viewer, id: number, input: SetStatusInput): Promise<Complaint> {
    const admin = requireAdmin(viewer);
    const { status, rejectionReason, expectedUpdatedAt } = parseInput(setStatusInput, input);
    await refuseCredentials({ rejectionReason });
    return inTransaction(async (rooms) => {
      const locked = await rooms.store.lock(id);
      if (!locked) throw noComplaint();
      const { complaint } = locked;
      if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== complaint.updatedAt.getTime()) {
        throw changedMeanwhile(locked);
      }
      if (
        complaint.status === status &&
        (rejectionReason === null || rejectionReason === complaint.rejectionReason)
      )
        return complaint;
      if (
        isOpen(status) &&
        !isOpen(complaint.status) &&
        (await rooms.store.hasOtherOpen(complaint))
      ) {
        throw new DomainError(
          'CONFLICT',
          'The same person has another open report about the same',
          {
            reason: 'anotherOpen',
          },
        );
      }
      await rooms.store.setStatus(complaint, { status, rejectionReason }, admin.user.id, clock());
      await rooms.activity.record({
        actorId: admin.user.id,
        action: 'complaint.status',
        subjectType: 'complaint',
        subjectId: String(id),
        itemId: complaint.itemId,
        before: recordedStanding(complaint),
        after: recordedStanding({ status, rejectionReason }),
      });
      await rooms.events.record({
        kind: 'report_moved',
        subjectId: id,
        itemId: complaint.itemId,
        actorId: admin.user.id,
        before: complaint.status,
        after: status,
      });
      const after = await rooms.store.find(id);
      if (!after) throw noComplaint();
      return after;
    });
  },
});
