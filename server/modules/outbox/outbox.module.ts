// Transactional outbox of events: records them in the transaction of the change and delivers each to every reader once, in order.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { deleteInBatches } from '../../shared/deleteInBatches.ts';
import { utcDay } from '../../shared/durations.ts';
import type { JsonValue } from '../../shared/jsonValue.ts';
import { type Event, type NewEvent, eventKinds, type EventKind } from './events.ts';
export { type Event, type EventKind, type NewEvent, notificationReader } from './events.ts';

interface EventRow {
  id: string;
  at: Date;
  kind: EventKind;
  subject_kind: string;
  subject_id: string;
  item_id: number | null;
  actor_id: number | null;
  before: JsonValue;
  after: JsonValue;
  change_id: number | null;
  takes_back: number | null;
}

const toEvent = (row: EventRow): Event => ({
  id: Number(row.id),
  at: row.at,
  kind: row.kind,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  itemId: row.item_id,
  actorId: row.actor_id,
  before: row.before,
  after: row.after,
  changeId: row.change_id,
  takesBack: row.takes_back,
});

const json = (value: JsonValue | undefined): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

const startOfDay = (at: Date): Date => new Date(`${utcDay(at)}T00:00:00Z`);

export const outboxOn = (on: Knex, clock: Clock): Outbox => new Outbox(on, clock);

export class Outbox {
  private db: Knex;
  private clock: Clock;

  constructor(db: Knex, clock: Clock) {
    this.db = db;
    this.clock = clock;
  }

  /** The caller must hold a lock on the subject, so that its events are in order. */
  async record(...events: NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    const at = this.clock();
    await this.db('events').insert(
      events.map(({ kind, subjectId, itemId, actorId, before, after, changeId, takesBack }) => ({
        at,
        kind,
        subject_kind: eventKinds[kind],
        subject_id: String(subjectId),
        item_id: itemId,
        actor_id: actorId,
        before: json(before),
        after: json(after),
        change_id: changeId ?? null,
        takes_back: takesBack ?? null,
      })),
    );
  }

  /** Records an event at most once a day for an actor and a subject. The caller must hold a lock on the subject. */
  async recordOnceADay(event: NewEvent & { actorId: number }): Promise<void> {
    const { kind, subjectId, actorId } = event;
    const row: unknown = await this.db('events')
      .where({ kind, subject_id: String(subjectId), actor_id: actorId })
      .where('at', '>=', startOfDay(this.clock()))
      .first('id');
    if (row === undefined) await this.record(event);
  }

  /**
   * Locks a reader until the end of the transaction, after waiting for a former lock. Does not lock the key, because
   * writers hold it by the queue's foreign key, which would cause a deadlock.
   */
  async lockReader(name: string): Promise<void> {
    const row: unknown = await this.db('event_readers')
      .where({ name })
      .forNoKeyUpdate()
      .first('name');
    if (row === undefined) throw new Error(`No reader of events is called ${name}`);
  }

  /**
   * Takes the oldest events of a reader, on the transaction of its work; a rollback returns them. Processes take turns.
   * Fewer than `most` events are the last ones.
   * @param upTo the end from `newest`, so that a reader of many batches finishes while events are recorded
   */
  async take(reader: string, most: number, upTo: number | null = null): Promise<Event[]> {
    await this.lockReader(reader);
    // Uses arrays: after an import, without statistics, joins were planned for a few rows and exceeded the statement
    // timeout.
    const { rows } = await this.db.raw<{ rows: EventRow[] }>(
      `with taken as (
         delete from event_queue where reader = :reader and event_id = any(array(
           select event_id from event_queue where reader = :reader and event_id <= coalesce(:upTo::bigint, event_id)
           order by event_id limit :most))
         returning event_id)
       select * from events where id = any(array(select event_id from taken)) order by id`,
      { reader, most, upTo },
    );
    return rows.map(toEvent);
  }

  /** The id of the newest event in a reader's queue; 0 for an empty queue. */
  async newest(reader: string): Promise<number> {
    const rows: { newest: string | null }[] = await this.db('event_queue')
      .where({ reader })
      .max({ newest: 'event_id' });
    return Number(rows[0]?.newest ?? 0);
  }

  /** Deletes events past their retention, in batches. */
  async deleteOld(): Promise<void> {
    const before = new Date(this.clock().getTime() - limits.events.keptMs);
    await deleteInBatches((most) =>
      this.db('events')
        .whereIn(
          'id',
          this.db('events').where('at', '<', before).orderBy('at').limit(most).select('id'),
        )
        .delete(),
    );
  }
}
