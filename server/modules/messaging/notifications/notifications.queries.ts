// SQL that reads notifications. Those about invisible items are omitted, or shown without the item if about the
// reader's own request; those without an existing subject are omitted.
import type { Knex } from 'knex';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import { liveCountSql, liveSubjectSql } from './notifications.rows.ts';
import { ownKinds, type NotificationKind } from './notificationKinds.ts';
import { withoutItem, type Notification } from './notifications.ts';

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
