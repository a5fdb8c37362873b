// Tells people outside the page: in Telegram and by mail, when they want it, each thing once, and what failed with the next message.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import { newSecret } from '../../../shared/secrets.ts';
import type { Mailer } from '../../../shared/mailer.ts';
import type { BotMessage, BotDelivery } from '../../people/accounts/accounts.module.ts';
import {
  channels,
  clockOf,
  deliveryOf,
  isToldAgain,
  wayOf,
  type Channel,
  type Delivery,
} from './delivery.ts';
import { afterQuiet, dueAt } from './deliveryTimes.ts';
import { digestMail, telegramText, type Digest } from './digest.ts';
import type {
  DeliveriesStore,
  DueMessage,
  PlannedDelivery,
} from './notificationDeliveries.store.ts';
import { notificationKinds, type ToldPerson } from './notifications.ts';

/** The ways out; null where one is not set up. */
export interface Outside {
  telegram: { reach(message: BotMessage): Promise<BotDelivery> } | null;
  mail: Pick<Mailer, 'send'> | null;
}

/** Where somebody is reached who may be here. */
export interface Addresses {
  telegramId: string | null;
  email: string | null;
}

interface Options {
  store: DeliveriesStore;
  inTransaction<Result>(
    work: (rooms: {
      store: DeliveriesStore;
      /** Nobody else makes notifications until the end of the transaction. */
      holdMaker(): Promise<void>;
      announce(userIds: readonly number[]): Promise<void>;
    }) => Promise<Result>,
  ): Promise<Result>;
  outside: Outside;
  /** Null for those who may not be here. */
  addressesOf(userId: number): Promise<Addresses | null>;
  publicUrl: string;
  clock: Clock;
  log: Log;
}

/** Plans what was told in the page for the channels that each person has chosen, on its transaction; whether some is due at once. */
export async function planDeliveries(
  store: DeliveriesStore,
  open: readonly Channel[],
  told: readonly ToldPerson[],
  now: Date,
): Promise<boolean> {
  if (open.length === 0 || told.length === 0) return false;
  const people = [...new Set(told.map(({ userId }) => userId))];
  const reachable = await store.reachable(people);
  const chosen = await store.chosen(people);
  const last = new Map(told.map((one) => [one.notificationId, one]));
  const planned: Record<'once' | 'again', PlannedDelivery[]> = { once: [], again: [] };
  let isDue = false;
  for (const { notificationId, userId, kind } of last.values()) {
    const delivery = deliveryOf(chosen.get(userId) ?? null);
    for (const channel of open) {
      const way = reachable[channel].has(userId) ? wayOf(delivery, channel, kind) : null;
      if (way === null) continue;
      const due = dueAt(now, way, clockOf(delivery));
      const isAgain = way !== 'now' || isToldAgain(kind);
      planned[isAgain ? 'again' : 'once'].push({ notificationId, userId, channel, dueAt: due });
      isDue ||= due <= now;
    }
  }
  await store.plan(planned.once, false);
  await store.plan(planned.again, true);
  return isDue;
}

/** How a try ended; `away` when the others would fare no better. */
type Outcome = 'over' | 'refused' | 'away';

export function createNotificationDeliveries(options: Options) {
  const { store, inTransaction, outside, addressesOf, publicUrl, clock } = options;
  const log = options.log.child({ part: 'notifications' });
  const after = (ms: number) => new Date(clock().getTime() + ms);

  const stopTelegram = ({ id, userId }: DueMessage): Promise<void> =>
    inTransaction(async (rooms) => {
      await rooms.holdMaker();
      await rooms.store.stopTelegram(userId, clock());
      await rooms.store.drop(id);
      await rooms.announce([userId]);
    });

  const sendByTelegram = async (chatId: string, digest: Digest): Promise<BotDelivery> =>
    outside.telegram!.reach({ chatId, text: telegramText(digest), buttons: [] });

  const sendByMail = async (
    { id, userId }: DueMessage,
    email: string,
    digest: Digest,
  ): Promise<BotDelivery> => {
    const secret = await store.unsubscribeSecret(userId, newSecret());
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${secret}`;
    await outside.mail!.send({
      ...digestMail(digest, unsubscribeUrl),
      to: [email],
      replyTo: null,
      // The same for every try, so that a mail that comes twice is known as one.
      id: `notifications-${id}`,
      unsubscribeUrl,
    });
    return 'delivered';
  };

  const failed = async (message: DueMessage, error: unknown): Promise<Outcome> => {
    const { id: messageId, channel, tries } = message;
    const waitMs = limits.notifications.retryMs[tries - 1];
    if (waitMs === undefined) await inTransaction((rooms) => rooms.store.giveUp(message));
    else await store.retry(message, after(waitMs), { counts: true });
    log.warn({ err: error, messageId, channel, tries }, 'Somebody could not be told');
    return error instanceof DomainError && error.reason === 'mailRefused' ? 'refused' : 'away';
  };

  const sendOne = async (message: DueMessage): Promise<Outcome> => {
    const { id, userId, channel } = message;
    const delivery = deliveryOf((await store.chosen([userId])).get(userId) ?? null);
    const addresses = await addressesOf(userId);
    const address = channel === 'telegram' ? addresses?.telegramId : addresses?.email;
    const end = afterQuiet(clock(), clockOf(delivery));
    const kinds = notificationKinds.filter((kind) => wayOf(delivery, channel, kind) !== null);
    if (!address || kinds.length === 0) {
      await inTransaction((rooms) => rooms.store.drop(id));
      return 'over';
    }
    if (end > clock()) {
      await store.retry(message, end, { counts: false });
      return 'over';
    }
    const { notices, total } = await store.contents(id, {
      kinds,
      most: limits.notifications.inMessage.lines,
    });
    if (total === 0) {
      await inTransaction((rooms) => rooms.store.drop(id));
      return 'over';
    }
    const digest: Digest = { language: delivery.language, notices, total, publicUrl };
    let reached: BotDelivery;
    try {
      reached =
        channel === 'telegram'
          ? await sendByTelegram(address, digest)
          : await sendByMail(message, address, digest);
    } catch (error) {
      return failed(message, error);
    }
    if (reached === 'refused')
      log.error({ messageId: id, channel }, 'A message is refused for what it says');
    if (reached === 'closed') await stopTelegram(message);
    else await inTransaction((rooms) => rooms.store.told(id, clock()));
    return 'over';
  };

  /** Whether something is left because the time was over. */
  const sendOn = async (
    channel: Channel,
    { until, signal }: { until: number; signal: AbortSignal },
  ): Promise<boolean> => {
    while (performance.now() < until) {
      signal.throwIfAborted();
      const claim = () =>
        store.claim(channel, { now: clock(), until: after(limits.notifications.retryMs[0]) });
      const made = await store.compose(channel, clock(), limits.notifications.atOnce);
      for (let message = await claim(); message; message = await claim()) {
        signal.throwIfAborted();
        if ((await sendOne(message)) === 'away') return false;
        if (performance.now() >= until) return true;
      }
      if (made === 0) return false;
    }
    return true;
  };

  /** What is no secret of ours is not asked for. */
  const ownerOf = async (secret: string) =>
    /^[\w-]{1,64}$/.test(secret) ? store.ownerOf(secret) : null;

  return {
    /** Sends what is due, on all channels at once, for a while; whether something is left that could go at once. */
    async send(signal: AbortSignal): Promise<boolean> {
      const until = performance.now() + limits.notifications.roundMs;
      const open = channels.filter((channel) => outside[channel] !== null);
      const left = await Promise.all(open.map((channel) => sendOn(channel, { until, signal })));
      return left.includes(true);
    },

    /** In which language the owner of a secret reads; null for a wrong one. */
    subscriber: async (secret: string): Promise<{ language: Delivery['language'] } | null> =>
      ownerOf(secret),

    /** Ends the mails of the owner of a secret; null for a wrong one. */
    async unsubscribe(secret: string): Promise<{ language: Delivery['language'] } | null> {
      const owner = await ownerOf(secret);
      if (owner)
        await inTransaction(async (rooms) => {
          await rooms.store.stopMail(owner.userId);
          const never = { kinds: notificationKinds, dueAt: null };
          await rooms.store.replan(owner.userId, 'mail', never);
        });
      return owner;
    },
  };
}
