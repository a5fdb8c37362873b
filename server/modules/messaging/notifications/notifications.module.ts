// Notifications, composed: each portion of events is taken and told in one transaction, which plans too what is told elsewhere.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { outboxOn, notificationReader } from '../../outbox/outbox.module.ts';
import {
  createNotificationDeliveries,
  planDeliveries,
  type Addresses,
  type Outside,
} from './notificationDeliveries.service.ts';
import { deliveriesStore } from './notificationDeliveries.store.ts';
import { channels } from './delivery.ts';
import { createDeliverySettings } from './deliverySettings.service.ts';
import { notificationsQueries } from './notifications.queries.ts';
import { createNotifications } from './notifications.service.ts';
import { notificationsStore } from './notifications.store.ts';
export { moveNotifications } from './notificationMerges.store.ts';

interface Options {
  db: Knex;
  outside: Outside;
  addressesOf(userId: number): Promise<Addresses | null>;
  publicUrl: string;
  clock: Clock;
  log: Log;
}

export function createNotificationsModule(options: Options) {
  const { db, outside, clock } = options;
  const open = channels.filter((channel) => outside[channel] !== null);
  return {
    notifications: createNotifications({
      store: notificationsStore(db),
      search: notificationsQueries(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: notificationsStore(trx),
            events: outboxOn(trx, clock),
            async tellOutside(told) {
              if (await planDeliveries(deliveriesStore(trx), open, told, clock()))
                await jobQueue(trx).enqueue(
                  'deliverNotifications',
                  {},
                  { key: 'deliverNotifications now' },
                );
            },
          }),
        ),
      clock,
    }),
    notificationDeliveries: createNotificationDeliveries({
      ...options,
      store: deliveriesStore(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: deliveriesStore(trx),
            holdMaker: () => outboxOn(trx, clock).hold(notificationReader),
            announce: notificationsStore(trx).announce,
          }),
        ),
    }),
    deliverySettings: createDeliverySettings({
      store: deliveriesStore(db),
      inTransaction: (work) => inTransaction(db, (trx) => work(deliveriesStore(trx))),
      open,
      clock,
    }),
  };
}
