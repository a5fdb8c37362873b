// The outlet of events on a database, or on a transaction of another room.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import { createEvents, type Events } from './outbox.service.ts';
import { eventsStore } from './outbox.store.ts';
export { type Event, type EventKind, type NewEvent, notificationReader } from './events.ts';
export type { Events } from './outbox.service.ts';

export const eventsOn = (on: Knex, clock: Clock): Events =>
  createEvents({ store: eventsStore(on), clock });
