// Outbox of events: records them in the transaction of the change and delivers each to every reader once, in order.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { deleteInBatches } from '../../shared/deleteInBatches.ts';
import type { Event, NewEvent } from './events.ts';
import { OutboxStore } from './outbox.store.ts';
export { type Event, type EventKind, type NewEvent, notificationReader } from './events.ts';

export const outboxOn = (on: Knex, clock: Clock): Outbox =>
  new Outbox({ store: new OutboxStore(on), clock });

interface Options {
  store: OutboxStore;
  clock: Clock;
}

const startOfDay = (at: Date): Date => new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`);

export class Outbox {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Locks a reader until the end of the transaction, after waiting for a former lock. */
  async lockReader(reader: string): Promise<void> {
    if (!(await this.deps.store.lockReader(reader)))
      throw new Error(`No reader of events is called ${reader}`);
  }

  /** The caller must hold a lock on the subject, so that its events are in order. */
  record(...events: NewEvent[]): Promise<void> {
    return this.deps.store.insert(events, this.deps.clock());
  }

  /** Records an event at most once a day for an actor and a subject. The caller must hold a lock on the subject. */
  async recordOnceADay(event: NewEvent & { actorId: number }): Promise<void> {
    const now = this.deps.clock();
    if (!(await this.deps.store.hasSince(event, startOfDay(now))))
      await this.deps.store.insert([event], now);
  }

  /**
   * Takes the oldest events of a reader, on the transaction of its work; a rollback returns them. Processes take turns.
   * Fewer than `most` events are the last ones.
   * @param upTo the end from `newest`, so that a reader of many batches finishes while events are recorded
   */
  async take(reader: string, most: number, upTo: number | null = null): Promise<Event[]> {
    await this.lockReader(reader);
    return this.deps.store.take(reader, most, upTo);
  }

  /** The id of the newest event in a reader's queue. */
  newest(reader: string): Promise<number> {
    return this.deps.store.newest(reader);
  }

  /** Deletes events past their retention, in batches. */
  async deleteOld(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.events.keptMs);
    await deleteInBatches((most) => this.deps.store.deleteOld(before, most));
  }
}
