// SQL that writes reports, and reads one of them.
import type { Knex } from 'knex';
import { isAboutNothing } from '../../../database/databaseErrors.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import {
  complaintColumns,
  toComplaint,
  withSameOpen,
  type ComplaintRow,
} from './complaints.rows.ts';
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

/** A report as it stands while it is being changed. */
export interface LockedComplaint {
  complaint: Complaint;
  /** Name of who changed the status last. */
  handlerName: string | null;
}

const prefixed = (key: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(key).map(([name, value]) => [`complaints.${name}`, value]));

export const complaintsStore = (db: Knex) => ({
  /**
   * Stores a report, unless the same person has an open one of this type about the item: then that one is answered, is not new, and keeps its comment.
   * @throws DomainError NOT_FOUND when the item has gone meanwhile, CONFLICT when the open one was settled at each of a few tries
   */
  async insert(complaint: NewComplaint): Promise<{ complaint: Complaint; isNew: boolean }> {
    const { itemId, userId, userIp, complaintType, comment, at } = complaint;
    const key = { user_id: userId, complaint_type: complaintType };
    for (let tries = 0; tries < limits.complaint.maxTries; tries += 1) {
      const inserted: { id: number }[] = await db('complaints')
        .insert({
          ...key,
          item_id: itemId,
          user_ip: userIp,
          comment,
          created_at: at,
          updated_at: at,
        })
        .onConflict(
          db.raw(`(user_id, item_id, complaint_type) where status in ('new', 'in_progress')`),
        )
        .ignore()
        .returning('id')
        .catch((error: unknown) => {
          if (!isAboutNothing(error)) throw error;
          throw new DomainError('NOT_FOUND', 'There is no such item', { cause: error });
        });
      const row: ComplaintRow | undefined = await withSameOpen(db)
        .where(prefixed(key))
        // Merged while it was written, it is about the kept one.
        .where('complaints.item_id', db.raw('item_now(?)', [itemId]))
        .whereIn('complaints.status', ['new', 'in_progress'])
        .first(complaintColumns);
      // Without a row the open report was settled between the two statements, so this one is a new one.
      if (row) return { complaint: toComplaint(row), isNew: inserted[0]?.id === row.id };
    }
    throw new DomainError(
      'CONFLICT',
      'The report was settled again and again while it was sent: send it once more',
      { reason: 'closedMeanwhile' },
    );
  },

  /** Adds a comment to an open report, once; answers whether the comment is in it, which it is not where all of it would be too long. */
  async addComment(id: number, comment: string): Promise<boolean> {
    await db('complaints')
      .where({ id })
      .whereRaw(`position(:comment in coalesce(comment, '')) = 0`, { comment })
      .whereRaw(`char_length(concat_ws(E'\\n\\n', comment, :comment::text)) <= :most`, {
        comment,
        most: limits.text.complaintComment,
      })
      .update({ comment: db.raw(`concat_ws(E'\\n\\n', comment, ?::text)`, [comment]) });
    const row: unknown = await db('complaints')
      .where({ id })
      .whereRaw('position(? in comment) > 0', [comment])
      .first('id');
    return row !== undefined;
  },

  async find(id: number): Promise<Complaint | null> {
    const row: ComplaintRow | undefined = await withSameOpen(db)
      .where('complaints.id', id)
      .first(complaintColumns);
    return row ? toComplaint(row) : null;
  },

  /** Locks a report until the end of the transaction; null when there is none. */
  async lock(id: number): Promise<LockedComplaint | null> {
    const locked: { handled_by: number | null } | undefined = await db('complaints')
      .where({ id })
      .forUpdate()
      .first('handled_by');
    if (!locked) return null;
    const complaint = await this.find(id);
    const handler: { name: string } | undefined = locked.handled_by
      ? await db('users').where({ id: locked.handled_by }).first('name')
      : undefined;
    return complaint && { complaint, handlerName: handler?.name ?? null };
  },

  /** Takes the address off at most so many reports that are closed: it is there against a flood of open ones. Answers how many. */
  forgetAddresses: (count: number): Promise<number> =>
    db('complaints')
      .whereIn(
        'id',
        db('complaints')
          .whereIn('status', [...closed])
          .whereNotNull('user_ip')
          .limit(count)
          .select('id'),
      )
      .update({ user_ip: null }),

  /** Deletes at most so many reports that were closed before; answers how many. */
  forgetClosed: (before: Date, count: number): Promise<number> =>
    db('complaints')
      .whereIn(
        'id',
        db('complaints')
          .whereIn('status', [...closed])
          .where('updated_at', '<', before)
          .limit(count)
          .select('id'),
      )
      .delete(),

  /** Whether the same person has another open report of the type about the item. */
  async hasOtherOpen({ id, itemId, userId, complaintType }: Complaint): Promise<boolean> {
    // Whose account is deleted reports nothing any more.
    if (userId === null) return false;
    const row: { id: number } | undefined = await db('complaints')
      .where({ item_id: itemId, user_id: userId, complaint_type: complaintType })
      .whereIn('status', ['new', 'in_progress'])
      .whereNot({ id })
      .first('id');
    return row !== undefined;
  },

  /** One that is opened again closes by itself when what it is about is seen again, and ends: not by what was seen before. */
  async setStatus(
    { id, status: before }: Pick<Complaint, 'id' | 'status'>,
    { status, rejectionReason }: Pick<Complaint, 'status' | 'rejectionReason'>,
    handledBy: number,
    at: Date,
  ): Promise<void> {
    await db('complaints')
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
              reported_url: db('items')
                .whereRaw('items.id = complaints.item_id')
                .select('source_url'),
            }
          : {}),
      });
  },
});

export type ComplaintsStore = ReturnType<typeof complaintsStore>;
