// The outlet of events on a database, or on a transaction of another room.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import { createOutbox, type Outbox } from './outbox.service.ts';
import { outboxStore } from './outbox.store.ts';
export { type Event, type EventKind, type NewEvent, notificationReader } from './events.ts';
export type { Outbox } from './outbox.service.ts';

export const outboxOn = (on: Knex, clock: Clock): Outbox =>
  createOutbox({ store: outboxStore(on), clock });
