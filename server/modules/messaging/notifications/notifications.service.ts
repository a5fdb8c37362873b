// Notifications: created from events, read, counted, switched off by kind, and the channels on which a person gets them.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { parseInput } from '../../../shared/validation.ts';
import { personInBrowser, type Viewer, type User } from '../../people/accounts/accounts.module.ts';
import { type Outbox, notificationReader } from '../../outbox/outbox.module.ts';
import type { NotificationsQueries } from './notifications.queries.ts';
import type { NotificationsStore } from './notifications.store.ts';
import { optionalKinds, type NotificationKind } from './notificationKinds.ts';
import {
  settingsInput,
  toNotice,
  upToInput,
  windowInput,
  type Notification,
  type NotificationSetting,
  type NotifiedPerson,
} from './notifications.ts';
import {
  type Channel,
  channels,
  type DeliveryChoice,
  deliveryInput,
  type DeliveryInput,
  deliveryTime,
  kindsByMode,
  personalClock,
  withDefaults,
} from './delivery.ts';
import type { NotificationDeliveriesStore } from './notificationDeliveries.store.ts';

interface BatchTransaction {
  store: NotificationsStore;
  outbox: Pick<Outbox, 'take' | 'newest'>;
  /** Plans deliveries to Telegram and mail. */
  planDeliveries(notified: readonly NotifiedPerson[]): Promise<void>;
}

interface Options {
  store: NotificationsStore;
  queries: NotificationsQueries;
  inTransaction<Result>(work: (transaction: BatchTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

export interface NotificationPage {
  notifications: Notification[];
  total: number;
  unread: number;
}

const batchSize = 50;

export class Notifications {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** @throws DomainError INVALID past a limit */
  async page(viewer: Viewer, window: { page: number; perPage: number }): Promise<NotificationPage> {
    const { user } = personInBrowser(viewer);
    const found = await this.deps.queries.page(viewer, user.id, parseInput(windowInput, window));
    return { ...found, unread: await this.deps.queries.countUnread(viewer, user.id) };
  }

  async countUnread(viewer: Viewer): Promise<number> {
    return this.deps.queries.countUnread(viewer, personInBrowser(viewer).user.id);
  }

  /** Marks notifications up to a position as read; returns how many are unread. */
  async markRead(viewer: Viewer, upTo: number): Promise<number> {
    const { user } = personInBrowser(viewer);
    const read = await this.deps.store.markRead(
      user.id,
      parseInput(upToInput, upTo, 'upTo'),
      this.deps.clock(),
    );
    if (read > 0) await this.deps.store.announce([user.id]);
    return this.deps.queries.countUnread(viewer, user.id);
  }

  async settings(viewer: Viewer): Promise<NotificationSetting[]> {
    return this.settingsOf(personInBrowser(viewer).user.id);
  }

  /** Switches these kinds off and all others on. */
  async saveSettings(
    viewer: Viewer,
    kinds: readonly NotificationKind[],
  ): Promise<NotificationSetting[]> {
    const { user } = personInBrowser(viewer);
    await this.deps.store.setKindsOff(user.id, parseInput(settingsInput, kinds, 'kinds'));
    return this.settingsOf(user.id);
  }

  /** Notifications after a position, oldest first, for a stream. */
  after(viewer: Viewer, userId: number, window: { seq: number; first: number }) {
    return this.deps.queries.after(viewer, userId, window);
  }

  lastSeq(userId: number): Promise<number> {
    return this.deps.queries.lastSeq(userId);
  }

  /**
   * Creates notifications from new events, each once across processes, one transaction per batch; returns how many.
   * Later events trigger another run.
   */
  async processEvents(signal: AbortSignal): Promise<number> {
    const upTo = await this.deps.inTransaction(({ outbox }) => outbox.newest(notificationReader));
    let count = 0;
    for (;;) {
      signal.throwIfAborted();
      const batch = await this.deps.inTransaction(async (transaction) => {
        const events = await transaction.outbox.take(notificationReader, batchSize, upTo);
        const notified: NotifiedPerson[] = [];
        const withdrawn: number[] = [];
        for (const event of events) {
          const notice = toNotice(event);
          if (!notice) continue;
          if (notice.undonePart !== null)
            withdrawn.push(...(await transaction.store.withdraw(notice)));
          notified.push(...(await transaction.store.notify(notice)));
        }
        const readers = new Set([...withdrawn, ...notified.map(({ userId }) => userId)]);
        if (readers.size > 0) await transaction.store.announce([...readers]);
        await transaction.planDeliveries(notified);
        return { count: notified.length, isLast: events.length < batchSize };
      });
      count += batch.count;
      if (batch.isLast) return count;
    }
  }

  /** Deletes notifications past their retention, in batches. */
  async deleteOld(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.notifications.keptMs);
    await deleteInBatches((most) => this.deps.store.deleteOld(before, most));
  }

  private async settingsOf(userId: number): Promise<NotificationSetting[]> {
    const off = await this.deps.queries.kindsOff(userId);
    return optionalKinds.map((kind) => ({ kind, isOn: !off.includes(kind) }));
  }
}

export interface OwnDeliverySettings extends DeliveryChoice {
  canTelegram: boolean;
  canMail: boolean;
}

interface DeliverySettingsOptions {
  store: NotificationDeliveriesStore;
  inTransaction<Result>(
    work: (store: NotificationDeliveriesStore) => Promise<Result>,
  ): Promise<Result>;
  openChannels: readonly Channel[];
  clock: Clock;
}

export class DeliverySettings {
  private deps: DeliverySettingsOptions;

  constructor(deps: DeliverySettingsOptions) {
    this.deps = deps;
  }

  async own(viewer: Viewer): Promise<OwnDeliverySettings> {
    const { user } = personInBrowser(viewer);
    return this.withChannels(
      user,
      withDefaults((await this.deps.store.choices([user.id])).get(user.id) ?? null),
    );
  }

  /** The chosen language of messages; null when none is chosen. */
  async language(viewer: Viewer): Promise<DeliveryChoice['language']> {
    if (viewer.kind === 'visitor') return null;
    return (await this.deps.store.choices([viewer.user.id])).get(viewer.user.id)?.language ?? null;
  }

  /** Saves the choice and reschedules waiting deliveries. @throws DomainError INVALID */
  async save(viewer: Viewer, given: DeliveryInput): Promise<OwnDeliverySettings> {
    const { user } = personInBrowser(viewer);
    const delivery = parseInput(deliveryInput, given);
    const now = this.deps.clock();
    await this.deps.inTransaction(async (on) => {
      await on.saveChoice(user.id, delivery);
      for (const channel of channels) {
        for (const [mode, kinds] of kindsByMode(delivery, channel)) {
          const due = mode === null ? null : deliveryTime(now, mode, personalClock(delivery));
          await on.reschedule(user.id, channel, { kinds, dueAt: due });
        }
      }
    });
    return this.withChannels(user, delivery);
  }

  private withChannels(user: User, delivery: DeliveryChoice): OwnDeliverySettings {
    return {
      ...delivery,
      canTelegram: this.deps.openChannels.includes('telegram') && user.telegramId !== null,
      canMail: this.deps.openChannels.includes('mail') && user.email !== null,
    };
  }
}
