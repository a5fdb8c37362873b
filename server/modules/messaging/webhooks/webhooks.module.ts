// Composition of webhooks.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { WebhookDeliveries, collectEvents } from './webhookDeliveries.service.ts';
import { WebhookDeliveriesStore, WebhooksStore } from './webhooks.store.ts';
import type { Log } from '../../../shared/log.ts';
import type { SecretBox } from '../../../shared/secrets.ts';
import type { WebhookSender } from './webhooks.ts';
import { Webhooks } from './webhooks.service.ts';

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  sender: WebhookSender;
  /** Encrypts the signing secrets. */
  box: SecretBox;
  publicUrl: string;
}

export const createWebhooksModule = ({ db, clock, log, sender, box, publicUrl }: Options) => ({
  webhooks: new Webhooks({
    store: new WebhooksStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: new WebhooksStore(trx),
          auditLog: auditLogOn(trx, clock),
          collectEvents: () =>
            collectEvents(
              { store: new WebhookDeliveriesStore(trx), outbox: outboxOn(trx, clock) },
              clock(),
            ),
          requestSending: () =>
            jobQueue(trx).enqueue('sendWebhooks', {}, { key: 'sendWebhooks now' }),
        }),
      ),
    sender,
    box,
    clock,
  }),
  webhookDeliveries: new WebhookDeliveries({
    store: new WebhookDeliveriesStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: new WebhookDeliveriesStore(trx),
          outbox: outboxOn(trx, clock),
          auditLog: auditLogOn(trx, clock),
        }),
      ),
    sender,
    box,
    publicUrl,
    clock,
    log: log.child({ part: 'webhooks' }),
  }),
});
