// Records what happens in the transaction in which it happens, and hands it to each reader once, in order.
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { deleteInBatches } from '../../shared/deleteInBatches.ts';
import type { OutboxStore } from './outbox.store.ts';
import type { Event, NewEvent } from './events.ts';

interface Options {
  store: OutboxStore;
  clock: Clock;
}

/** The day of a moment, as all count it. */
const startOfDay = (at: Date): Date => new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`);

export const createOutbox = ({ store, clock }: Options) => {
  /** Nobody takes for this reader until the end of the transaction; whoever does already is waited for. */
  const hold = async (reader: string): Promise<void> => {
    if (!(await store.lockReader(reader)))
      throw new Error(`No reader of events is called ${reader}`);
  };

  return {
    hold,

    /**
     * Records what happens. Whoever records holds the subject locked, so that what happens to one is recorded in its order.
     */
    record: (...events: NewEvent[]): Promise<void> => store.insert(events, clock()),

    /** Records what counts once a day for one actor and one subject; again on that day it changes nothing. The subject is locked. */
    async recordOnceADay(event: NewEvent & { actorId: number }): Promise<void> {
      const now = clock();
      if (!(await store.hasSince(event, startOfDay(now)))) await store.insert([event], now);
    },

    /**
     * Takes what a reader has not had yet, the oldest first, on the transaction in which the reader does its work with it: when
     * that is rolled back, nothing was taken. Two processes take one after the other. A list shorter than `most` was the last.
     * @param upTo whoever takes portion after portion says where it ends (`newest`), or would never be done beside somebody who
     * records as fast
     */
    async take(reader: string, most: number, upTo: number | null = null): Promise<Event[]> {
      await hold(reader);
      return store.take(reader, most, upTo);
    },

    /** Where what a reader has not had yet ends at this moment. */
    newest: (reader: string): Promise<number> => store.newest(reader),

    /** Deletes what is too old for anybody, a portion at a time. */
    async forgetOld(): Promise<void> {
      const before = new Date(clock().getTime() - limits.events.keptMs);
      await deleteInBatches((most) => store.forget(before, most));
    },
  };
};

export type Outbox = ReturnType<typeof createOutbox>;
