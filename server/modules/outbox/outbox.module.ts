// Outbox of events, on a database or on a transaction of another module.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import { Outbox } from './outbox.service.ts';
import { OutboxStore } from './outbox.store.ts';
export { type Event, type EventKind, type NewEvent, notificationReader } from './events.ts';
export type { Outbox } from './outbox.service.ts';

export const outboxOn = (on: Knex, clock: Clock): Outbox =>
  new Outbox({ store: new OutboxStore(on), clock });
