// Composition of notifications: each batch of events and its deliveries are one transaction.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { outboxOn, notificationReader } from '../../outbox/outbox.module.ts';
import {
  NotificationDeliveries,
  planDeliveries,
  type ContactAddresses,
  type DeliveryChannels,
} from './notificationDeliveries.service.ts';
import { NotificationDeliveriesStore } from './notificationDeliveries.store.ts';
import { channels as channelNames } from './delivery.ts';
import { DeliverySettings, Notifications } from './notifications.service.ts';
import { NotificationsQueries } from './notifications.queries.ts';
import { NotificationsStore } from './notifications.store.ts';
export { moveNotifications } from './notifications.store.ts';

interface Options {
  db: Knex;
  channels: DeliveryChannels;
  contactAddresses(userId: number): Promise<ContactAddresses | null>;
  publicUrl: string;
  clock: Clock;
  log: Log;
}

export function createNotificationsModule(options: Options) {
  const { db, clock } = options;
  const openChannels = channelNames.filter((channel) => options.channels[channel] !== null);
  return {
    notifications: new Notifications({
      store: new NotificationsStore(db),
      queries: new NotificationsQueries(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: new NotificationsStore(trx),
            outbox: outboxOn(trx, clock),
            async planDeliveries(notified) {
              if (
                await planDeliveries(
                  new NotificationDeliveriesStore(trx),
                  openChannels,
                  notified,
                  clock(),
                )
              )
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
    notificationDeliveries: new NotificationDeliveries({
      store: new NotificationDeliveriesStore(db),
      channels: options.channels,
      contactAddresses: options.contactAddresses,
      publicUrl: options.publicUrl,
      clock,
      log: options.log.child({ part: 'notifications' }),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: new NotificationDeliveriesStore(trx),
            lockReader: () => outboxOn(trx, clock).lockReader(notificationReader),
            announce: (userIds) => new NotificationsStore(trx).announce(userIds),
          }),
        ),
    }),
    deliverySettings: new DeliverySettings({
      store: new NotificationDeliveriesStore(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) => work(new NotificationDeliveriesStore(trx))),
      openChannels,
      clock,
    }),
  };
}
