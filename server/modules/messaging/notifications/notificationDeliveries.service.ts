// Delivery of notifications by Telegram and mail: each once, at the chosen time, with retries.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import { newSecret } from '../../../shared/secrets.ts';
import type { Mailer } from '../../../shared/mailer.ts';
import type { BotMessage, BotDelivery } from '../../people/accounts/accounts.module.ts';
import {
  type Channel,
  channels,
  type DeliveryChoice,
  deliveryMode,
  deliveryTime,
  endOfQuietHours,
  personalClock,
  withDefaults,
} from './delivery.ts';
import { digestMail, telegramButtons, telegramText, type Digest } from './digest.ts';
import type {
  NotificationDeliveriesStore,
  DueMessage,
  PlannedDelivery,
} from './notificationDeliveries.store.ts';
import { notificationKinds, notificationRows } from './notificationKinds.ts';
import type { NotifiedPerson } from './notifications.ts';

/** Null for a channel that is not configured. */
export interface DeliveryChannels {
  telegram: { reach(message: BotMessage): Promise<BotDelivery> } | null;
  mail: Pick<Mailer, 'send'> | null;
}

export interface ContactAddresses {
  telegramId: string | null;
  email: string | null;
}

interface Options {
  store: NotificationDeliveriesStore;
  inTransaction<Result>(
    work: (transaction: {
      store: NotificationDeliveriesStore;
      /** Locks the reader that creates notifications until the end of the transaction. */
      lockReader(): Promise<void>;
      announce(userIds: readonly number[]): Promise<void>;
    }) => Promise<Result>,
  ): Promise<Result>;
  channels: DeliveryChannels;
  /** Null for an inactive account. */
  contactAddresses(userId: number): Promise<ContactAddresses | null>;
  publicUrl: string;
  clock: Clock;
  log: Log;
}

/**
 * Plans deliveries by each person's choice, on the transaction that created the notifications; returns true if one is
 * due at once.
 */
export async function planDeliveries(
  store: NotificationDeliveriesStore,
  openChannels: readonly Channel[],
  notified: readonly NotifiedPerson[],
  now: Date,
): Promise<boolean> {
  if (openChannels.length === 0 || notified.length === 0) return false;
  const people = [...new Set(notified.map(({ userId }) => userId))];
  const reachable = await store.reachable(people);
  const choices = await store.choices(people);
  const latest = new Map(notified.map((one) => [one.notificationId, one]));
  const planned: Record<'once' | 'again', PlannedDelivery[]> = { once: [], again: [] };
  let isDue = false;
  for (const { notificationId, userId, kind } of latest.values()) {
    const delivery = withDefaults(choices.get(userId) ?? null);
    for (const channel of openChannels) {
      const mode = reachable[channel].has(userId) ? deliveryMode(delivery, channel, kind) : null;
      if (mode === null) continue;
      const { waitMs = 0, isRepeated } = notificationRows[kind];
      const start = mode === 'now' ? new Date(now.getTime() + waitMs) : now;
      const due = deliveryTime(start, mode, personalClock(delivery));
      const isAgain = mode !== 'now' || isRepeated;
      planned[isAgain ? 'again' : 'once'].push({ notificationId, userId, channel, dueAt: due });
      isDue ||= due <= now;
    }
  }
  await store.plan(planned.once, false);
  await store.plan(planned.again, true);
  return isDue;
}

/** `away`: the channel does not answer, so other messages would fail too. */
type SendResult = 'done' | 'refused' | 'away';

export class NotificationDeliveries {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Sends due messages on all channels in parallel, for a limited time; true when more is due. */
  async send(signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + limits.notifications.roundMs;
    const open = channels.filter((channel) => this.deps.channels[channel] !== null);
    const left = await Promise.all(
      open.map((channel) => this.sendOnChannel(channel, { until, signal })),
    );
    return left.includes(true);
  }

  /** The language of the owner of a secret; null for a wrong one. */
  async subscriber(secret: string): Promise<{ language: DeliveryChoice['language'] } | null> {
    return this.ownerOfSecret(secret);
  }

  /** Stops the mails of the owner of a secret; null for a wrong one. */
  async unsubscribe(secret: string): Promise<{ language: DeliveryChoice['language'] } | null> {
    const owner = await this.ownerOfSecret(secret);
    if (owner)
      await this.deps.inTransaction(async (transaction) => {
        await transaction.store.stopMail(owner.userId);
        const never = { kinds: notificationKinds, dueAt: null };
        await transaction.store.reschedule(owner.userId, 'mail', never);
      });
    return owner;
  }

  private fromNow(ms: number) {
    return new Date(this.deps.clock().getTime() + ms);
  }

  private stopTelegram({ id, userId }: DueMessage): Promise<void> {
    return this.deps.inTransaction(async (transaction) => {
      await transaction.lockReader();
      await transaction.store.stopTelegram(userId, this.deps.clock());
      await transaction.store.discard(id);
      await transaction.announce([userId]);
    });
  }

  private async sendByTelegram(chatId: string, digest: Digest): Promise<BotDelivery> {
    return this.deps.channels.telegram!.reach({
      chatId,
      text: telegramText(digest),
      buttons: telegramButtons(digest),
    });
  }

  private async sendByMail(
    { id, userId }: DueMessage,
    email: string,
    digest: Digest,
  ): Promise<BotDelivery> {
    const secret = await this.deps.store.unsubscribeSecret(userId, newSecret());
    const unsubscribeUrl = `${this.deps.publicUrl}/unsubscribe/${secret}`;
    await this.deps.channels.mail!.send({
      ...digestMail(digest, unsubscribeUrl),
      to: [email],
      replyTo: null,
      // The same id for every attempt, so that mail programs recognise a repeated mail.
      id: `notifications-${id}`,
      unsubscribeUrl,
    });
    return 'delivered';
  }

  private async handleFailure(message: DueMessage, error: unknown): Promise<SendResult> {
    const { id: messageId, channel, tries } = message;
    const waitMs = limits.notifications.retryMs[tries - 1];
    if (waitMs === undefined)
      await this.deps.inTransaction((transaction) => transaction.store.giveUp(message));
    else await this.deps.store.retry(message, this.fromNow(waitMs), { counts: true });
    this.deps.log.warn(
      { err: error, messageId, channel, tries },
      'A notification could not be delivered',
    );
    return error instanceof DomainError && error.reason === 'mailRefused' ? 'refused' : 'away';
  }

  private async sendOne(message: DueMessage): Promise<SendResult> {
    const { id, userId, channel } = message;
    const delivery = withDefaults((await this.deps.store.choices([userId])).get(userId) ?? null);
    const addresses = await this.deps.contactAddresses(userId);
    const address = channel === 'telegram' ? addresses?.telegramId : addresses?.email;
    const end = endOfQuietHours(this.deps.clock(), personalClock(delivery));
    const kinds = notificationKinds.filter(
      (kind) => deliveryMode(delivery, channel, kind) !== null,
    );
    if (!address || kinds.length === 0) {
      await this.deps.inTransaction((transaction) => transaction.store.discard(id));
      return 'done';
    }
    if (end > this.deps.clock()) {
      await this.deps.store.retry(message, end, { counts: false });
      return 'done';
    }
    const { notices, total } = await this.deps.store.contents(id, {
      kinds,
      most: limits.notifications.inMessage.lines,
    });
    if (total === 0) {
      await this.deps.inTransaction((transaction) => transaction.store.discard(id));
      return 'done';
    }
    const digest: Digest = {
      language: delivery.language,
      notices,
      total,
      publicUrl: this.deps.publicUrl,
    };
    let reached: BotDelivery;
    try {
      reached =
        channel === 'telegram'
          ? await this.sendByTelegram(address, digest)
          : await this.sendByMail(message, address, digest);
    } catch (error) {
      return this.handleFailure(message, error);
    }
    if (reached === 'refused')
      this.deps.log.error(
        { messageId: id, channel },
        'A notification was refused because of its content',
      );
    if (reached === 'closed') await this.stopTelegram(message);
    else
      await this.deps.inTransaction((transaction) =>
        transaction.store.markDelivered(id, this.deps.clock()),
      );
    return 'done';
  }

  /** True when messages are left because the time was up. */
  private async sendOnChannel(
    channel: Channel,
    { until, signal }: { until: number; signal: AbortSignal },
  ): Promise<boolean> {
    while (performance.now() < until) {
      signal.throwIfAborted();
      const claim = () =>
        this.deps.store.claim(channel, {
          now: this.deps.clock(),
          until: this.fromNow(limits.notifications.retryMs[0]),
        });
      const made = await this.deps.store.compose(
        channel,
        this.deps.clock(),
        limits.notifications.atOnce,
      );
      for (let message = await claim(); message; message = await claim()) {
        signal.throwIfAborted();
        if ((await this.sendOne(message)) === 'away') return false;
        if (performance.now() >= until) return true;
      }
      if (made === 0) return false;
    }
    return true;
  }

  /** Secrets have a fixed form, so others need no query. */
  private async ownerOfSecret(secret: string) {
    return /^[\w-]{1,64}$/.test(secret) ? this.deps.store.ownerOf(secret) : null;
  }
}
