// Complaints about items: employees report them, admins set their status.
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
import type { ComplaintsQueries, ComplaintsStore, LockedComplaint } from './complaints.store.ts';
import {
  complaintInput,
  isOpen,
  auditValue,
  setStatusInput,
  type Complaint,
  type ComplaintFilter,
  type ComplaintInput,
  type ComplaintStatus,
  type SetStatusInput,
} from './complaints.ts';

interface Options {
  queries: ComplaintsQueries;
  catalogue: Pick<ItemsService, 'item'>;
  /** Queues a link check of an item; null when links are not checked. */
  requestLinkCheck: ((itemId: number) => Promise<void>) | null;
  inTransaction<Result>(
    work: (transaction: {
      store: ComplaintsStore;
      activity: Pick<AuditLog, 'record'>;
      events: Pick<Outbox, 'record'>;
    }) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
}

const complaintNotFound = () => new DomainError('NOT_FOUND', 'This report does not exist');

const changedMeanwhile = ({ complaint, handlerName }: LockedComplaint): DomainError =>
  new DomainError('CONFLICT', 'Another admin has changed this report. Load it again', {
    reason: 'changedMeanwhile',
    facts: { who: handlerName, when: complaint.updatedAt.toISOString(), status: complaint.status },
  });

export class Complaints {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Removes IP addresses from closed complaints and deletes old ones, in batches. */
  async deleteClosed(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.closedKeptMs);
    await deleteInBatches((most) =>
      this.deps.inTransaction(({ store }) => store.clearAddresses(most)),
    );
    await deleteInBatches((most) =>
      this.deps.inTransaction(({ store }) => store.deleteClosed(before, most)),
    );
  }

  /**
   * Stores a complaint. An open one of the same person, type and item is returned instead, with the new comment added.
   * @throws DomainError NOT_FOUND for an invisible item, INVALID when the comments are too long together or contain a
   * key (`holdsKey`)
   */
  async report(viewer: Viewer, userIp: string, input: ComplaintInput): Promise<Complaint> {
    const member = requireMember(viewer);
    const { complaintType, comment, ...wanted } = parseInput(complaintInput, input);
    await refuseCredentials({ comment });
    const { id: itemId } = await this.deps.catalogue.item(viewer, wanted.itemId);
    const complaint = await this.deps.inTransaction(async (transaction) => {
      const { complaint: stored, isNew } = await transaction.store.insert({
        itemId,
        userId: member.user.id,
        userIp: userIp || null,
        complaintType,
        comment,
        at: this.deps.clock(),
      });
      if (isNew)
        await transaction.events.record({
          kind: 'report_moved',
          subjectId: stored.id,
          itemId: stored.itemId,
          actorId: member.user.id,
          before: null,
          after: stored.status,
        });
      if (isNew || comment === null) return stored;
      if (await transaction.store.addComment(stored.id, comment)) {
        return (await transaction.store.find(stored.id)) ?? stored;
      }
      const error = fieldError('comment', 'too_long', { limit: limits.text.complaintComment });
      throw new DomainError(
        'INVALID',
        'Your comments on this report are too long together. Shorten the new one',
        { errors: [error] },
      );
    });
    if (complaintType === 'broken_link') await this.deps.requestLinkCheck?.(complaint.itemId);
    return complaint;
  }

  /** The viewer's own complaints, newest first. */
  async own(viewer: Viewer): Promise<Complaint[]> {
    return this.deps.queries.ofUser(personInBrowser(viewer).user.id);
  }

  async list(viewer: Viewer, filter: ComplaintFilter): Promise<Complaint[]> {
    requireAdmin(viewer);
    return this.deps.queries.list(filter);
  }

  async count(viewer: Viewer, status: ComplaintStatus | null): Promise<number> {
    requireAdmin(viewer);
    return this.deps.queries.count(status);
  }

  /**
   * Sets any status (specification, section 4), logged with its reason; a new reason notifies the complainant again.
   * @throws DomainError INVALID for a reason that contains a key (`holdsKey`) or comes with a status other than
   * `rejected`, CONFLICT (`changedMeanwhile`) after a change since `expectedUpdatedAt`, CONFLICT (`anotherOpen`) when
   * the person has another open complaint of the same type about the item
   */
  async setStatus(viewer: Viewer, id: number, input: SetStatusInput): Promise<Complaint> {
    const admin = requireAdmin(viewer);
    const { status, rejectionReason, expectedUpdatedAt } = parseInput(setStatusInput, input);
    await refuseCredentials({ rejectionReason });
    return this.deps.inTransaction(async (transaction) => {
      const locked = await transaction.store.lock(id);
      if (!locked) throw complaintNotFound();
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
        (await transaction.store.hasOtherOpen(complaint))
      ) {
        throw new DomainError(
          'CONFLICT',
          'This person has another open report about the same thing',
          { reason: 'anotherOpen' },
        );
      }
      await transaction.store.setStatus(
        complaint,
        { status, rejectionReason },
        admin.user.id,
        this.deps.clock(),
      );
      await transaction.activity.record({
        actorId: admin.user.id,
        action: 'complaint.status',
        subjectType: 'complaint',
        subjectId: String(id),
        itemId: complaint.itemId,
        before: auditValue(complaint),
        after: auditValue({ status, rejectionReason }),
      });
      await transaction.events.record({
        kind: 'report_moved',
        subjectId: id,
        itemId: complaint.itemId,
        actorId: admin.user.id,
        before: complaint.status,
        after: status,
      });
      const after = await transaction.store.find(id);
      if (!after) throw complaintNotFound();
      return after;
    });
  }
}
