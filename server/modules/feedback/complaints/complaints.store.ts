// SQL that writes complaints.
import type { Knex } from 'knex';
import { isMissingReference } from '../../../database/databaseErrors.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import {
  complaintColumns,
  toComplaint,
  withSameOpen,
  type ComplaintRow,
} from './complaints.queries.ts';
import { isOpen, type Complaint, type ComplaintType } from './complaints.ts';

const closed = ['resolved', 'rejected'] as const;

export interface NewComplaint {
  itemId: number;
  userId: number;
  userIp: string | null;
  complaintType: ComplaintType;
  comment: string | null;
  at: Date;
}

export interface LockedComplaint {
  complaint: Complaint;
  /** Name of the admin who last changed the status. */
  handlerName: string | null;
}

const prefixed = (key: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(key).map(([name, value]) => [`complaints.${name}`, value]));

export class ComplaintsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * Stores a complaint, unless the same person has an open one of this type about the item, which is returned
   * unchanged.
   * @throws DomainError NOT_FOUND for a removed item, CONFLICT when the open one was closed at each of a few attempts
   */
  async insert(complaint: NewComplaint): Promise<{ complaint: Complaint; isNew: boolean }> {
    const { itemId, userId, userIp, complaintType, comment, at } = complaint;
    const key = { user_id: userId, complaint_type: complaintType };
    for (let tries = 0; tries < limits.complaint.maxTries; tries += 1) {
      const inserted: { id: number }[] = await this.db('complaints')
        .insert({
          ...key,
          item_id: itemId,
          user_ip: userIp,
          comment,
          created_at: at,
          updated_at: at,
        })
        .onConflict(
          this.db.raw(`(user_id, item_id, complaint_type) where status in ('new', 'in_progress')`),
        )
        .ignore()
        .returning('id')
        .catch((error: unknown) => {
          if (!isMissingReference(error)) throw error;
          throw new DomainError('NOT_FOUND', 'This service is not in the catalogue', {
            cause: error,
          });
        });
      const row: ComplaintRow | undefined = await withSameOpen(this.db)
        .where(prefixed(key))
        // An item that was merged meanwhile has the id of the kept one.
        .where('complaints.item_id', this.db.raw('item_now(?)', [itemId]))
        .whereIn('complaints.status', ['new', 'in_progress'])
        .first(complaintColumns);
      // Without a row the open complaint was closed between the two statements, so the next attempt inserts.
      if (row) return { complaint: toComplaint(row), isNew: inserted[0]?.id === row.id };
    }
    throw new DomainError(
      'CONFLICT',
      'Your report was being closed while you sent it. Send it again',
      { reason: 'closedMeanwhile' },
    );
  }

  /** Adds a comment once; false when the comments would be too long together. */
  async addComment(id: number, comment: string): Promise<boolean> {
    await this.db('complaints')
      .where({ id })
      .whereRaw(`position(:comment in coalesce(comment, '')) = 0`, { comment })
      .whereRaw(`char_length(concat_ws(E'\\n\\n', comment, :comment::text)) <= :most`, {
        comment,
        most: limits.text.complaintComment,
      })
      .update({ comment: this.db.raw(`concat_ws(E'\\n\\n', comment, ?::text)`, [comment]) });
    const row: unknown = await this.db('complaints')
      .where({ id })
      .whereRaw('position(? in comment) > 0', [comment])
      .first('id');
    return row !== undefined;
  }

  async find(id: number): Promise<Complaint | null> {
    const row: ComplaintRow | undefined = await withSameOpen(this.db)
      .where('complaints.id', id)
      .first(complaintColumns);
    return row ? toComplaint(row) : null;
  }

  /** Locks a complaint until the end of the transaction; null for an unknown one. */
  async lock(id: number): Promise<LockedComplaint | null> {
    const locked: { handled_by: number | null } | undefined = await this.db('complaints')
      .where({ id })
      .forUpdate()
      .first('handled_by');
    if (!locked) return null;
    const complaint = await this.find(id);
    const handler: { name: string } | undefined = locked.handled_by
      ? await this.db('users').where({ id: locked.handled_by }).first('name')
      : undefined;
    return complaint && { complaint, handlerName: handler?.name ?? null };
  }

  /**
   * Removes the IP addresses of at most `count` closed complaints, since only open ones need the flood limit. Returns
   * how many.
   */
  clearAddresses(count: number): Promise<number> {
    return this.db('complaints')
      .whereIn(
        'id',
        this.db('complaints')
          .whereIn('status', [...closed])
          .whereNotNull('user_ip')
          .limit(count)
          .select('id'),
      )
      .update({ user_ip: null });
  }

  /** Returns how many were deleted. */
  deleteClosed(before: Date, count: number): Promise<number> {
    return this.db('complaints')
      .whereIn(
        'id',
        this.db('complaints')
          .whereIn('status', [...closed])
          .where('updated_at', '<', before)
          .limit(count)
          .select('id'),
      )
      .delete();
  }

  async hasOtherOpen({ id, itemId, userId, complaintType }: Complaint): Promise<boolean> {
    // Complaints of a deleted account do not count.
    if (userId === null) return false;
    const row: { id: number } | undefined = await this.db('complaints')
      .where({ item_id: itemId, user_id: userId, complaint_type: complaintType })
      .whereIn('status', ['new', 'in_progress'])
      .whereNot({ id })
      .first('id');
    return row !== undefined;
  }

  /** A reopened complaint closes automatically only after its cause was detected again. */
  async setStatus(
    { id, status: before }: Pick<Complaint, 'id' | 'status'>,
    { status, rejectionReason }: Pick<Complaint, 'status' | 'rejectionReason'>,
    handledBy: number,
    at: Date,
  ): Promise<void> {
    await this.db('complaints')
      .where({ id })
      .update({
        status,
        word: rejectionReason,
        handled_by: handledBy,
        updated_at: at,
        resolved_at: status === 'resolved' ? at : null,
        cure_id: null,
        ...(isOpen(status) && !isOpen(before)
          ? {
              seen: false,
              reported_url: this.db('items')
                .whereRaw('items.id = complaints.item_id')
                .select('source_url'),
            }
          : {}),
      });
  }
}
