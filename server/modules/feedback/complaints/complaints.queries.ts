// SQL that lists and counts complaints, and their rows.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import type { Complaint, ComplaintFilter, ComplaintStatus, ComplaintType } from './complaints.ts';

export interface ComplaintRow {
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

export const complaintColumns = [
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
export const withSameOpen = (db: Knex): Knex.QueryBuilder =>
  db('complaints').joinRaw(
    `cross join lateral (
       select count(*)::integer as same_open_count from complaints as other
       where other.item_id = complaints.item_id and other.complaint_type = complaints.complaint_type
         and other.status in ('new', 'in_progress') and other.id <> complaints.id
     ) as same`,
  );

export const toComplaint = (row: ComplaintRow): Complaint => ({
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
