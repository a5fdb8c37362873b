// SQL that reads what somebody is told. Nothing of a service that the reader may not see, whatever it was when it was told: only what
// became of the reader's own request, report or proposal is told all the same, without the service. And nothing whose people or cases
// are all gone.
import type { Knex } from 'knex';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import { standingParts, standingSubject } from './notifications.rows.ts';
import {
  ownKinds,
  withoutService,
  type Notification,
  type NotificationKind,
} from './notifications.ts';

interface Row {
  id: string;
  user_id: number;
  seq: string;
  kind: NotificationKind;
  /** Null where the reader does not see it. */
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
  row.is_of_service && row.item_id === null ? withoutService(toWhole(row)) : toWhole(row);

export const notificationsQueries = (db: Knex) => {
  // Each is looked up by its service: every page asks for the number, and would read the whole catalogue for it.
  const service = (viewer: Viewer) =>
    visibleItems(db, viewer).whereRaw('items.id = item_now(notifications.item_id)');
  const seen = (viewer: Viewer, userId: number) =>
    db('notifications')
      .where({ user_id: userId })
      .whereRaw(`${standingParts('notifications')} > 0`)
      .where((about) =>
        about
          .whereNull('item_id')
          .orWhereIn('kind', [...ownKinds])
          .orWhereExists(service(viewer)),
      );
  const columns = (viewer: Viewer) => [
    'id',
    'user_id',
    'seq',
    'kind',
    service(viewer).select('items.id').as('item_id'),
    db.raw('item_id is not null as is_of_service'),
    db.raw(`${standingSubject('notifications')} as subject_id`),
    'title',
    'status',
    db.raw(`${standingParts('notifications')} as count`),
    'at',
    'read_at',
  ];
  return {
    /** The newest first. */
    async page(
      viewer: Viewer,
      userId: number,
      { page, perPage }: { page: number; perPage: number },
    ): Promise<{ notifications: Notification[]; total: number }> {
      const [counted]: { count: string }[] = await seen(viewer, userId).count({ count: '*' });
      const rows: Row[] = await seen(viewer, userId)
        .orderBy('seq', 'desc')
        .limit(perPage)
        .offset(page * perPage)
        .select(columns(viewer));
      return { notifications: rows.map(toNotification), total: Number(counted?.count ?? 0) };
    },

    /** The oldest of those that came after a place, for somebody who follows. */
    async after(
      viewer: Viewer,
      userId: number,
      { seq, first }: { seq: number; first: number },
    ): Promise<Notification[]> {
      const rows: Row[] = await seen(viewer, userId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(first)
        .select(columns(viewer));
      return rows.map(toNotification);
    },

    async countUnread(viewer: Viewer, userId: number): Promise<number> {
      const [counted]: { count: string }[] = await seen(viewer, userId)
        .whereNull('read_at')
        .count({ count: '*' });
      return Number(counted?.count ?? 0);
    },

    /** The last place that was given to something that one was told, whoever may see it. */
    async lastSeq(userId: number): Promise<number> {
      const [last]: { seq: string | null }[] = await db('notifications')
        .where({ user_id: userId })
        .max({ seq: 'seq' });
      return Number(last?.seq ?? 0);
    },

    async kindsOff(userId: number): Promise<NotificationKind[]> {
      const row: { kinds_off: NotificationKind[] } | undefined = await db('notification_settings')
        .where({ user_id: userId })
        .first('kinds_off');
      return row?.kinds_off ?? [];
    },
  };
};

export type NotificationsQueries = ReturnType<typeof notificationsQueries>;
