// SQL that lists, counts and writes complaints.
import type { Knex } from 'knex';
import { isMissingReference } from '../../../database/databaseErrors.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import {
  isOpen,
  type Complaint,
  type ComplaintType,
  type ComplaintFilter,
  type ComplaintStatus,
} from './complaints.ts';

interface ComplaintRow {
  id: number;
  item_id: number;
  user_id: number | null;
  user_ip: string | null;
  complaint_type: ComplaintType;
  comment: string | null;
  status: ComplaintStatus;
  word: string | null;
  handled_by: number | null;
  cure_id: number | null;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  same_open_count: number;
}

const complaintColumns = [
  'complaints.id',
  'complaints.item_id',
  'complaints.user_id',
  'complaints.user_ip',
  'complaints.complaint_type',
  'complaints.comment',
  'complaints.status',
  'complaints.word',
  'complaints.handled_by',
  'complaints.cure_id',
  'complaints.created_at',
  'complaints.updated_at',
  'complaints.resolved_at',
  'same.same_open_count',
];

/** Complaints with the number of other open ones of the same type about the item. */
const withSameOpen = (db: Knex): Knex.QueryBuilder =>
  db('complaints').joinRaw(
    `cross join lateral (
       select count(*)::integer as same_open_count from complaints as other
       where other.item_id = complaints.item_id and other.complaint_type = complaints.complaint_type
         and other.status in ('new', 'in_progress') and other.id <> complaints.id
     ) as same`,
  );

const toComplaint = (row: ComplaintRow): Complaint => ({
  id: row.id,
  itemId: row.item_id,
  userId: row.user_id,
  userIp: row.user_ip,
  complaintType: row.complaint_type,
  comment: row.comment,
  status: row.status,
  rejectionReason: row.word,
  handledBy: row.handled_by,
  cureId: row.cure_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  resolvedAt: row.resolved_at,
  sameOpenCount: row.same_open_count,
});

const newestFirst = [
  { column: 'complaints.created_at', order: 'desc' },
  { column: 'complaints.id', order: 'desc' },
];

export class ComplaintsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async list({ status, type }: ComplaintFilter): Promise<Complaint[]> {
    const query = withSameOpen(this.db);
    if (status) query.where('complaints.status', status);
    if (type) query.where('complaints.complaint_type', type);
    const rows: ComplaintRow[] = await query
      .orderBy(newestFirst)
      .limit(limits.lists.complaints)
      .select(complaintColumns);
    return rows.map(toComplaint);
  }

  /** Open complaints of one type, about one item, or all; newest first. */
  async open({
    type,
    itemId,
  }: {
    type: ComplaintType | null;
    itemId: number | null;
  }): Promise<Complaint[]> {
    const query = withSameOpen(this.db).whereIn('complaints.status', ['new', 'in_progress']);
    if (type !== null) query.where('complaints.complaint_type', type);
    if (itemId !== null) query.where('complaints.item_id', this.db.raw('item_now(?)', [itemId]));
    const rows: ComplaintRow[] = await query
      .orderBy(newestFirst)
      .limit(limits.lists.complaints)
      .select(complaintColumns);
    return rows.map(toComplaint);
  }

  async ofUser(userId: number): Promise<Complaint[]> {
    const rows: ComplaintRow[] = await withSameOpen(this.db)
      .where('complaints.user_id', userId)
      .orderBy(newestFirst)
      .limit(limits.lists.ownComplaints)
      .select(complaintColumns);
    return rows.map(toComplaint);
  }

  async count(status: ComplaintStatus | null): Promise<number> {
    const query = this.db('complaints');
    if (status) query.where({ status });
    const rows: { count: number }[] = await query.count({ count: '*' });
    return Number(rows[0]?.count ?? 0);
  }
}

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
