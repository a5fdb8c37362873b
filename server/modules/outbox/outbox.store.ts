// SQL for the outbox of events.
import type { Knex } from 'knex';
import type { JsonValue } from '../../shared/jsonValue.ts';
import { eventKinds, type Event, type EventKind, type NewEvent } from './events.ts';

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

export class OutboxStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async insert(events: readonly NewEvent[], at: Date): Promise<void> {
    if (events.length === 0) return;
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

  async hasSince({ kind, subjectId, actorId }: NewEvent, since: Date): Promise<boolean> {
    const row: unknown = await this.db('events')
      .where({ kind, subject_id: String(subjectId), actor_id: actorId })
      .where('at', '>=', since)
      .first('id');
    return row !== undefined;
  }

  /**
   * Locks a reader until the end of the transaction; false for an unknown one. Does not lock the key, because writers
   * hold it by the queue's foreign key, which would cause a deadlock.
   */
  async lockReader(name: string): Promise<boolean> {
    const row: unknown = await this.db('event_readers')
      .where({ name })
      .forNoKeyUpdate()
      .first('name');
    return row !== undefined;
  }

  /** 0 for an empty queue. */
  async newest(reader: string): Promise<number> {
    const rows: { newest: string | null }[] = await this.db('event_queue')
      .where({ reader })
      .max({ newest: 'event_id' });
    return Number(rows[0]?.newest ?? 0);
  }

  /**
   * Takes the oldest events out of a reader's queue. Uses arrays: after an import, without statistics, joins were
   * planned for a few rows and exceeded the statement timeout.
   */
  async take(reader: string, count: number, upTo: number | null): Promise<Event[]> {
    const { rows } = await this.db.raw<{ rows: EventRow[] }>(
      `with taken as (
         delete from event_queue where reader = :reader and event_id = any(array(
           select event_id from event_queue where reader = :reader and event_id <= coalesce(:upTo::bigint, event_id)
           order by event_id limit :count))
         returning event_id)
       select * from events where id = any(array(select event_id from taken)) order by id`,
      { reader, count, upTo },
    );
    return rows.map(toEvent);
  }

  /** Returns how many were deleted. */
  async deleteOld(before: Date, count: number): Promise<number> {
    return this.db('events')
      .whereIn(
        'id',
        this.db('events').where('at', '<', before).orderBy('at').limit(count).select('id'),
      )
      .delete();
  }
}
