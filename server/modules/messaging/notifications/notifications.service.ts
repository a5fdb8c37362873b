// What people are told: made of what has happened, read, counted, and switched off kind by kind.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { parseInput } from '../../../shared/validation.ts';
import { personInBrowser, type Viewer } from '../../people/accounts/accounts.module.ts';
import { type Outbox, notificationReader } from '../../outbox/outbox.module.ts';
import type { NotificationsQueries } from './notifications.queries.ts';
import type { NotificationsStore } from './notifications.store.ts';
import {
  noticeOf,
  optionalKinds,
  settingsInput,
  upToInput,
  windowInput,
  type Notification,
  type NotificationKind,
  type NotificationSetting,
  type ToldPerson,
} from './notifications.ts';

/** The rooms of a portion of events, on its transaction. */
interface MakingRooms {
  store: NotificationsStore;
  events: Pick<Outbox, 'take' | 'newest'>;
  /** Has people told outside the page too, as they have chosen. */
  tellOutside(told: readonly ToldPerson[]): Promise<void>;
}

interface Options {
  store: NotificationsStore;
  search: NotificationsQueries;
  inTransaction<Result>(work: (rooms: MakingRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

export interface NotificationPage {
  notifications: Notification[];
  total: number;
  unread: number;
}

const eventsAtOnce = 50;
export const createNotifications = ({ store, search, inTransaction, clock }: Options) => {
  const settingsOf = async (userId: number): Promise<NotificationSetting[]> => {
    const off = await search.kindsOff(userId);
    return optionalKinds.map((kind) => ({ kind, isOn: !off.includes(kind) }));
  };

  return {
    /** What the viewer was told, the newest first. @throws DomainError INVALID past a limit */
    async page(
      viewer: Viewer,
      window: { page: number; perPage: number },
    ): Promise<NotificationPage> {
      const { user } = personInBrowser(viewer);
      const found = await search.page(viewer, user.id, parseInput(windowInput, window));
      return { ...found, unread: await search.countUnread(viewer, user.id) };
    },

    /** How much of it the viewer has not read. */
    countUnread: async (viewer: Viewer): Promise<number> =>
      search.countUnread(viewer, personInBrowser(viewer).user.id),

    /** What the viewer has seen of it is read, up to a place; what came later is not. Answers how much is left. */
    async markRead(viewer: Viewer, upTo: number): Promise<number> {
      const { user } = personInBrowser(viewer);
      const read = await store.markRead(user.id, parseInput(upToInput, upTo, 'upTo'), clock());
      if (read > 0) await store.announce([user.id]);
      return search.countUnread(viewer, user.id);
    },

    settings: async (viewer: Viewer): Promise<NotificationSetting[]> =>
      settingsOf(personInBrowser(viewer).user.id),

    /** Of these kinds the viewer is not told from now on, of the others they are. */
    async setOff(
      viewer: Viewer,
      kinds: readonly NotificationKind[],
    ): Promise<NotificationSetting[]> {
      const { user } = personInBrowser(viewer);
      await store.setKindsOff(user.id, parseInput(settingsInput, kinds, 'kinds'));
      return settingsOf(user.id);
    },

    /** What came after a place, the oldest first, for a page that follows. */
    after: (viewer: Viewer, userId: number, window: { seq: number; first: number }) =>
      search.after(viewer, userId, window),

    lastSeq: search.lastSeq,

    /**
     * Tells people of what has happened since the last time, each of it once however many processes look, in portions that take
     * effect as a whole; what happens meanwhile rings again. Answers how many were told.
     */
    async make(signal: AbortSignal): Promise<number> {
      const upTo = await inTransaction(({ events }) => events.newest(notificationReader));
      let told = 0;
      for (;;) {
        signal.throwIfAborted();
        const portion = await inTransaction(async (rooms) => {
          const events = await rooms.events.take(notificationReader, eventsAtOnce, upTo);
          const told: ToldPerson[] = [];
          const spared: number[] = [];
          for (const event of events) {
            const notice = noticeOf(event);
            if (!notice) continue;
            if (notice.takenBack !== null) spared.push(...(await rooms.store.withdraw(notice)));
            told.push(...(await rooms.store.tell(notice)));
          }
          const moved = new Set([...spared, ...told.map(({ userId }) => userId)]);
          if (moved.size > 0) await rooms.store.announce([...moved]);
          await rooms.tellOutside(told);
          return { told: told.length, isLast: events.length < eventsAtOnce };
        });
        told += portion.told;
        if (portion.isLast) return told;
      }
    },

    /** Deletes what is too old to be read, a portion at a time. */
    async forgetOld(): Promise<void> {
      const before = new Date(clock().getTime() - limits.notifications.keptMs);
      await deleteInBatches((most) => store.forget(before, most));
    },
  };
};

export type Notifications = ReturnType<typeof createNotifications>;
