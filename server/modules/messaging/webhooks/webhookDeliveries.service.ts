// Webhook delivery: each event at least once, in the order of its subject, with retries.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import type { SecretBox } from '../../../shared/secrets.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { WebhookDeliveriesStore } from './webhooks.store.ts';
import {
  payload,
  isEndpointGone,
  isWithheld,
  pauseUntil,
  type DueDelivery,
  type DeliveryOutcome,
  type WebhookSender,
} from './webhooks.ts';

interface DeliveryTransaction {
  store: WebhookDeliveriesStore;
  outbox: Pick<Outbox, 'take' | 'newest' | 'record'>;
  auditLog: Pick<AuditLog, 'record'>;
}

interface Options {
  store: WebhookDeliveriesStore;
  inTransaction<Result>(
    work: (transaction: DeliveryTransaction) => Promise<Result>,
  ): Promise<Result>;
  sender: WebhookSender;
  box: SecretBox;
  publicUrl: string;
  clock: Clock;
  log: Log;
}

const batchSize = 100;

const reader = 'webhooks';

interface CollectTransaction {
  store: Pick<WebhookDeliveriesStore, 'createFor'>;
  outbox: Pick<Outbox, 'take' | 'newest'>;
}

/** Creates deliveries for a batch of events; true when there may be more. */
async function collectBatch(
  { store, outbox }: CollectTransaction,
  { now, upTo }: { now: Date; upTo: number },
): Promise<boolean> {
  const taken = await outbox.take(reader, batchSize, upTo);
  await store.createFor(
    taken.map(({ id }) => id),
    now,
  );
  return taken.length === batchSize;
}

/**
 * Creates deliveries for all events so far, before an endpoint changes, so that they go to the endpoints enabled until
 * then.
 */
export async function collectEvents(transaction: CollectTransaction, now: Date): Promise<void> {
  const upTo = await transaction.outbox.newest(reader);
  while (await collectBatch(transaction, { now, upTo }));
}

export class WebhookDeliveries {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Creates deliveries for all events so far, in batches; the next run handles later ones. */
  async collect(signal: AbortSignal): Promise<void> {
    const upTo = await this.deps.inTransaction(({ outbox }) => outbox.newest(reader));
    do signal.throwIfAborted();
    while (
      await this.deps.inTransaction((transaction) =>
        collectBatch(transaction, { now: this.deps.clock(), upTo }),
      )
    );
  }

  /** Sends due deliveries to all endpoints in parallel, for a limited time; true when more is due. */
  async send(signal: AbortSignal): Promise<boolean> {
    const problem = this.deps.box.problem();
    if (problem !== null) {
      this.deps.log.warn({ problem }, 'Nothing is sent to webhooks');
      return false;
    }
    const until = performance.now() + limits.webhook.roundMs;
    const left = await Promise.all(
      (await this.deps.store.dueEndpoints(this.deps.clock())).map((id) =>
        this.sendToEndpoint(id, { until, signal }),
      ),
    );
    return left.includes(true);
  }

  private fromNow(ms: number) {
    return new Date(this.deps.clock().getTime() + ms);
  }

  /** Disables an endpoint whose receiver answered 410; waiting deliveries stay. */
  private switchOff(due: DueDelivery, outcome: DeliveryOutcome): Promise<void> {
    return this.deps.inTransaction(async (transaction) => {
      await collectEvents(transaction, this.deps.clock());
      const former = await transaction.store.switchOff(due, this.deps.clock());
      await transaction.store.saveOutcome(due.id, 'waiting', {
        ...outcome,
        nextTryAt: this.deps.clock(),
      });
      // Another delivery or an admin has already disabled it.
      if (!former) return;
      await transaction.auditLog.record({
        isAutomatic: true,
        action: 'webhook.gone',
        subjectType: 'webhook',
        subjectId: String(due.endpointId),
        before: { ...former, isOn: true },
        after: { ...former, isOn: false },
      });
      await transaction.outbox.record({
        kind: 'webhook_gone',
        subjectId: due.endpointId,
        itemId: null,
        actorId: null,
        after: { host: new URL(former.url).host },
      });
    });
  }

  private async handleOutcome(due: DueDelivery, outcome: DeliveryOutcome): Promise<boolean> {
    const { id, tries, endpointId } = due;
    const waitMs = limits.webhook.retryMs[tries - 1];
    if (outcome.failure === null) await this.deps.store.saveOutcome(id, 'delivered', outcome);
    else if (isEndpointGone(outcome)) await this.switchOff(due, outcome);
    else {
      const pausedUntil = pauseUntil(outcome, this.deps.clock());
      if (pausedUntil) await this.deps.store.pause(endpointId, pausedUntil);
      if (waitMs === undefined) await this.deps.store.saveOutcome(id, 'dead', outcome);
      else
        await this.deps.store.saveOutcome(id, 'waiting', {
          ...outcome,
          nextTryAt: this.fromNow(waitMs),
        });
    }
    return outcome.failure === null;
  }

  /** Null when a secret cannot be decrypted. */
  private decrypt(sealed: readonly string[]): string[] | null {
    const clear = sealed.map((one) => this.deps.box.open(one)).filter((one) => one !== null);
    return clear.length === sealed.length && clear.length > 0 ? clear : null;
  }

  private async sendOne(due: DueDelivery, signal: AbortSignal): Promise<boolean> {
    if (isWithheld(due)) {
      await this.deps.store.saveOutcome(due.id, 'withheld', { status: null, failure: null });
      return true;
    }
    const { url, webhookId: id } = due;
    const secrets = this.decrypt(due.secrets);
    if (!secrets) throw new Error('The secret of a webhook changed while it was sent to');
    const body = payload(due, this.deps.publicUrl);
    return this.handleOutcome(
      due,
      await this.deps.sender.send({ url, id, at: this.deps.clock(), body, secrets }, signal),
    );
  }

  /**
   * True when deliveries are left because the time was up. An endpoint that refuses a whole batch is left for later.
   */
  private async sendToEndpoint(
    endpointId: number,
    { until, signal }: { until: number; signal: AbortSignal },
  ): Promise<boolean> {
    // Claims nothing without a usable secret, so that no attempt is lost.
    if (!this.decrypt(await this.deps.store.sealedSecrets(endpointId, this.deps.clock()))) {
      this.deps.log.error(
        { endpointId },
        'Nothing is sent to a webhook: its secret cannot be decrypted',
      );
      return false;
    }
    while (performance.now() < until) {
      signal.throwIfAborted();
      const due = await this.deps.store.claim(endpointId, {
        now: this.deps.clock(),
        until: this.fromNow(limits.webhook.retryMs[0]),
        most: limits.webhook.atOnce,
      });
      const taken = await Promise.all(due.map((one) => this.sendOne(one, signal)));
      if (!taken.includes(true)) return false;
    }
    return true;
  }
}
