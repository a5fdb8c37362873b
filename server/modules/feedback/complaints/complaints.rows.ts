// Rows of the reports' table.
import type { Knex } from 'knex';
import type { Complaint, ComplaintStatus, ComplaintType } from './complaints.ts';

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

/** Reports, each with the number of other open ones about the same item with the same type. */
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
