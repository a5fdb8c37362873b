// SQL that lists and counts complaints.
import type { Knex } from 'knex';
import {
  complaintColumns,
  toComplaint,
  withSameOpen,
  type ComplaintRow,
} from './complaints.rows.ts';
import type { Complaint, ComplaintFilter, ComplaintStatus, ComplaintType } from './complaints.ts';
import { limits } from '../../../config/limits.ts';

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
