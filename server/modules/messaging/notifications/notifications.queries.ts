// SQL that reads notifications, and the current parts of one: likes, use cases and accounts may be deleted, questions answered.
import type { Knex } from 'knex';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { type NotificationKind, ownKinds } from './notificationKinds.ts';
import { type Notification, withoutItem } from './notifications.ts';

const liveUseCasesSql = (alias: string) =>
  `from use_cases where id = any(${alias}.parts::integer[]) and deleted_at is null`;

/** Number of people or use cases that a notification still counts; with 0 it is not shown. */
export const liveCountSql = (alias: string): string => `case ${alias}.kind
    when 'case_liked' then (
      select count(*) from use_case_likes join use_cases on use_cases.id = use_case_id and deleted_at is null
      where use_case_id = ${alias}.subject_id::integer and use_case_likes.user_id = any(${alias}.parts::integer[]))::integer
    when 'case_asked' then cardinality(${alias}.parts) * (
      select count(*) from use_cases where id = ${alias}.subject_id::integer and deleted_at is null)::integer
    when 'access_needed' then (
      select count(*) from access_reviews join access_requests on access_requests.id = request_id and status = 'granted'
      where request_id = ${alias}.subject_id::integer and is_needed is null)::integer
    when 'service_case' then (select count(*) ${liveUseCasesSql(alias)})::integer
    else cardinality(${alias}.parts)
  end`;

/** The subject; of several use cases the last existing one. */
const liveSubjectSql = (alias: string): string => `case ${alias}.kind
    when 'service_case' then (
      select id::text ${liveUseCasesSql(alias)} order by array_position(${alias}.parts, id::text) desc limit 1)
    else ${alias}.subject_id
  end`;

interface Row {
  id: string;
  user_id: number;
  seq: string;
  kind: NotificationKind;
  /** Null when the reader does not see the item. */
  item_id: number | null;
  is_of_service: boolean;
  subject_id: string;
  title: string | null;
  status: string | null;
  count: number;
  at: Date;
  read_at: Date | null;
}

const toWhole = (row: Row): Notification => ({
  id: Number(row.id),
  seq: Number(row.seq),
  kind: row.kind,
  itemId: row.item_id,
  subjectId: row.subject_id,
  title: row.title,
  status: row.status,
  count: row.count,
  at: row.at,
  isRead: row.read_at !== null,
});

const toNotification = (row: Row): Notification =>
  row.is_of_service && row.item_id === null ? withoutItem(toWhole(row)) : toWhole(row);

export class NotificationsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** A page of notifications, newest first. */
  async page(
    viewer: Viewer,
    userId: number,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ notifications: Notification[]; total: number }> {
    const [counted]: { count: string }[] = await this.visible(viewer, userId).count({ count: '*' });
    const rows: Row[] = await this.visible(viewer, userId)
      .orderBy('seq', 'desc')
      .limit(perPage)
      .offset(page * perPage)
      .select(this.columns(viewer));
    return { notifications: rows.map(toNotification), total: Number(counted?.count ?? 0) };
  }

  /** The oldest notifications after a position, for a stream. */
  async after(
    viewer: Viewer,
    userId: number,
    { seq, first }: { seq: number; first: number },
  ): Promise<Notification[]> {
    const rows: Row[] = await this.visible(viewer, userId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(first)
      .select(this.columns(viewer));
    return rows.map(toNotification);
  }

  async countUnread(viewer: Viewer, userId: number): Promise<number> {
    const [counted]: { count: string }[] = await this.visible(viewer, userId)
      .whereNull('read_at')
      .count({ count: '*' });
    return Number(counted?.count ?? 0);
  }

  /** The last position in a person's list, visible or not. */
  async lastSeq(userId: number): Promise<number> {
    const [last]: { seq: string | null }[] = await this.db('notifications')
      .where({ user_id: userId })
      .max({ seq: 'seq' });
    return Number(last?.seq ?? 0);
  }

  async kindsOff(userId: number): Promise<NotificationKind[]> {
    const row: { kinds_off: NotificationKind[] } | undefined = await this.db(
      'notification_settings',
    )
      .where({ user_id: userId })
      .first('kinds_off');
    return row?.kinds_off ?? [];
  }

  // Looked up per notification, because every page queries the count and would otherwise read the whole catalogue.
  private visibleItem(viewer: Viewer) {
    return visibleItems(this.db, viewer).whereRaw('items.id = item_now(notifications.item_id)');
  }

  private visible(viewer: Viewer, userId: number) {
    return this.db('notifications')
      .where({ user_id: userId })
      .whereRaw(`${liveCountSql('notifications')} > 0`)
      .where((about) =>
        about
          .whereNull('item_id')
          .orWhereIn('kind', ownKinds)
          .orWhereExists(this.visibleItem(viewer)),
      );
  }

  private columns(viewer: Viewer) {
    return [
      'id',
      'user_id',
      'seq',
      'kind',
      this.visibleItem(viewer).select('items.id').as('item_id'),
      this.db.raw('item_id is not null as is_of_service'),
      this.db.raw(`${liveSubjectSql('notifications')} as subject_id`),
      'title',
      'status',
      this.db.raw(`${liveCountSql('notifications')} as count`),
      'at',
      'read_at',
    ];
  }
}
