// Sends what happens to other tools: each event once or more, in the order of its subject, until it is taken or given up.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import type { SecretBox } from '../../../shared/secretBox.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { DeliveriesStore } from './webhookDeliveries.store.ts';
import {
  bodyOf,
  isGone,
  isWithheld,
  pauseOf,
  type DueDelivery,
  type Outcome,
  type WebhookSender,
} from './webhooks.ts';

/** The rooms of a portion of events, or of an endpoint that is gone, on its transaction. */
interface DeliveryRooms {
  store: DeliveriesStore;
  events: Pick<Outbox, 'take' | 'newest' | 'record'>;
  activity: Pick<AuditLog, 'record'>;
}

interface Options {
  store: DeliveriesStore;
  inTransaction<Result>(work: (rooms: DeliveryRooms) => Promise<Result>): Promise<Result>;
  sender: WebhookSender;
  box: SecretBox;
  /** Where people find this catalogue. */
  publicUrl: string;
  clock: Clock;
  log: Log;
}

const eventsAtOnce = 100;

const reader = 'webhooks';

interface TakingRooms {
  store: Pick<DeliveriesStore, 'add'>;
  events: Pick<Outbox, 'take' | 'newest'>;
}

/** Has what endpoints are told made of a portion of events; whether there may be more. */
async function takePortion(
  { store, events }: TakingRooms,
  { now, upTo }: { now: Date; upTo: number },
): Promise<boolean> {
  const taken = await events.take(reader, eventsAtOnce, upTo);
  await store.add(
    taken.map(({ id }) => id),
    now,
  );
  return taken.length === eventsAtOnce;
}

/**
 * The same with all that has happened so far, on the transaction in which an endpoint is added or switched: what happened before is
 * told to those that were on then. What happens while it takes is left.
 */
export async function takeEvents(rooms: TakingRooms, now: Date): Promise<void> {
  const upTo = await rooms.events.newest(reader);
  while (await takePortion(rooms, { now, upTo }));
}

export function createWebhookDeliveries({
  store,
  inTransaction,
  sender,
  box,
  publicUrl,
  clock,
  log,
}: Options) {
  const after = (ms: number) => new Date(clock().getTime() + ms);

  /** Nobody is there any more: it is sent nothing until an admin switches it on again, who finds what waited. */
  const end = (due: DueDelivery, outcome: Outcome): Promise<void> =>
    inTransaction(async (rooms) => {
      await takeEvents(rooms, clock());
      const former = await rooms.store.switchOff(due, clock());
      await rooms.store.settle(due.id, 'waiting', { ...outcome, nextTryAt: clock() });
      // Somebody else was told the same, or an admin was faster.
      if (!former) return;
      await rooms.activity.record({
        isAutomatic: true,
        action: 'webhook.gone',
        subjectType: 'webhook',
        subjectId: String(due.endpointId),
        before: { ...former, isOn: true },
        after: { ...former, isOn: false },
      });
      await rooms.events.record({
        kind: 'webhook_gone',
        subjectId: due.endpointId,
        itemId: null,
        actorId: null,
        after: { host: new URL(former.url).host },
      });
    });

  const settle = async (due: DueDelivery, outcome: Outcome): Promise<boolean> => {
    const { id, tries, endpointId } = due;
    const waitMs = limits.webhook.retryMs[tries - 1];
    if (outcome.failure === null) await store.settle(id, 'delivered', outcome);
    else if (isGone(outcome)) await end(due, outcome);
    else {
      const pausedUntil = pauseOf(outcome, clock());
      if (pausedUntil) await store.pause(endpointId, pausedUntil);
      if (waitMs === undefined) await store.settle(id, 'dead', outcome);
      else await store.settle(id, 'waiting', { ...outcome, nextTryAt: after(waitMs) });
    }
    return outcome.failure === null;
  };

  /** The secrets in clear; null where one of them cannot be decrypted. */
  const opened = (sealed: readonly string[]): string[] | null => {
    const clear = sealed.map((one) => box.open(one)).filter((one) => one !== null);
    return clear.length === sealed.length && clear.length > 0 ? clear : null;
  };

  const sendOne = async (due: DueDelivery, signal: AbortSignal): Promise<boolean> => {
    if (isWithheld(due)) {
      await store.settle(due.id, 'withheld', { status: null, failure: null });
      return true;
    }
    const { url, webhookId: id } = due;
    const secrets = opened(due.secrets);
    if (!secrets) throw new Error('The secret of a webhook changed while it was sent to');
    const body = bodyOf(due, publicUrl);
    return settle(due, await sender.send({ url, id, at: clock(), body, secrets }, signal));
  };

  /** Whether something is left because the time was over. A receiver that takes nothing of a portion is left for later. */
  const sendTo = async (
    endpointId: number,
    { until, signal }: { until: number; signal: AbortSignal },
  ): Promise<boolean> => {
    // Nothing is claimed that cannot be signed: it waits, with all its tries.
    if (!opened(await store.sealedSecrets(endpointId, clock()))) {
      log.error({ endpointId }, 'Nothing is sent to a webhook: its secret cannot be decrypted');
      return false;
    }
    while (performance.now() < until) {
      signal.throwIfAborted();
      const due = await store.claim(endpointId, {
        now: clock(),
        until: after(limits.webhook.retryMs[0]),
        most: limits.webhook.atOnce,
      });
      const taken = await Promise.all(due.map((one) => sendOne(one, signal)));
      if (!taken.includes(true)) return false;
    }
    return true;
  };

  return {
    /**
     * Takes what has happened so far out of the outlet of events, each portion in one transaction; what happens meanwhile comes after
     * what this has found is sent.
     */
    async collect(signal: AbortSignal): Promise<void> {
      const upTo = await inTransaction(({ events }) => events.newest(reader));
      do signal.throwIfAborted();
      while (await inTransaction((rooms) => takePortion(rooms, { now: clock(), upTo })));
    },

    /** Sends what is due, to all endpoints at once, for a while; whether something is left that could go at once. */
    async send(signal: AbortSignal): Promise<boolean> {
      const problem = box.problem();
      if (problem !== null) {
        log.warn({ problem }, 'Nothing is sent to webhooks');
        return false;
      }
      const until = performance.now() + limits.webhook.roundMs;
      const left = await Promise.all(
        (await store.waiting(clock())).map((id) => sendTo(id, { until, signal })),
      );
      return left.includes(true);
    },
  };
}
