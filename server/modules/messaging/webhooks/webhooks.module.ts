// Webhooks, composed. One transaction each: a change of an endpoint and its record, a portion of events and its deliveries, an
// endpoint that is gone.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { createWebhookDeliveries, takeEvents } from './webhookDeliveries.service.ts';
import { deliveriesStore } from './webhookDeliveries.store.ts';
import type { Log } from '../../../shared/log.ts';
import type { SecretBox } from '../../../shared/secretBox.ts';
import type { WebhookSender } from './webhooks.ts';
import { createWebhooks } from './webhooks.service.ts';
import { webhooksStore } from './webhooks.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  sender: WebhookSender;
  /** Encrypts what signs. */
  box: SecretBox;
  publicUrl: string;
}

export const createWebhooksModule = ({ db, clock, log, sender, box, publicUrl }: Options) => ({
  webhooks: createWebhooks({
    store: webhooksStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: webhooksStore(trx),
          activity: auditLogOn(trx, clock),
          takeEvents: () =>
            takeEvents({ store: deliveriesStore(trx), events: outboxOn(trx, clock) }, clock()),
          requestSending: () =>
            jobQueue(trx).enqueue('sendWebhooks', {}, { key: 'sendWebhooks now' }),
        }),
      ),
    sender,
    box,
    clock,
  }),
  webhookDeliveries: createWebhookDeliveries({
    store: deliveriesStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: deliveriesStore(trx),
          events: outboxOn(trx, clock),
          activity: auditLogOn(trx, clock),
        }),
      ),
    sender,
    box,
    publicUrl,
    clock,
    log: log.child({ part: 'webhooks' }),
  }),
});
