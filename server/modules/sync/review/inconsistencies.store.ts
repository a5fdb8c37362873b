// SQL that lists, counts, leases and decides inconsistencies; open ones of deleted items are in no list.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import type { KeptRefusal } from '../../../shared/domainError.ts';
import type {
  Inconsistency,
  InconsistencyStatus,
  InconsistencyType,
  Intent,
  NotWrittenReason,
  ResolutionAction,
  SideValue,
  Undo,
} from '../inconsistencies.ts';
import {
  type InconsistencyRow,
  selectInconsistencies,
  toInconsistency,
} from '../runs/inconsistencyDetection.store.ts';

export interface StoredInconsistency extends Inconsistency {
  undo: Undo | null;
  leaseId: string | null;
  /** Intent of an interrupted write, which may have reached the provider. */
  intent: Intent | null;
}

const leaseDuration = '60 seconds';

interface DecisionUpdate {
  status: InconsistencyStatus;
  resolution: ResolutionAction | null;
  undo: Undo | null;
  notWritten: NotWrittenReason | null;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  now: Date;
}

const toStored = (row: InconsistencyRow): StoredInconsistency => ({
  ...toInconsistency(row),
  undo: row.undo,
  leaseId: row.claimed_by,
  intent: row.intent,
});

export class InconsistenciesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async byIds(ids: readonly number[]): Promise<StoredInconsistency[]> {
    const rows: InconsistencyRow[] = await selectInconsistencies(this.db).whereIn(
      'inconsistencies.id',
      [...ids],
    );
    return rows.map(toStored);
  }

  /** Locks the row until the end of the transaction. */
  async lock(id: number): Promise<StoredInconsistency | null> {
    await this.db('inconsistencies').where({ id }).forUpdate().first('id');
    return (await this.byIds([id]))[0] ?? null;
  }

  /**
   * Acquires the lease on an inconsistency; null when its status differs or the item has another lease or an active write. On a
   * transaction that has locked the item.
   */
  async acquireLease(id: number, status: InconsistencyStatus): Promise<string | null> {
    const { rows } = await this.db.raw<{ rows: { claimed_by: string }[] }>(
      `update inconsistencies as mine
       set claimed_by = gen_random_uuid(), busy_until = clock_timestamp() + interval '${leaseDuration}'
       where id = ? and status = ? and not exists (
         select from inconsistencies as other
         where other.item_id = mine.item_id and other.busy_until > clock_timestamp())
       and not exists (
         select from agreed_bookmarks as agreed
         where agreed.item_id = mine.item_id and agreed.writing_until > clock_timestamp())
       returning claimed_by`,
      [id, status],
    );
    return rows[0]?.claimed_by ?? null;
  }

  /** Extends the lease; false when it has expired or is lost. */
  async renewLease(id: number, leaseId: string): Promise<boolean> {
    const touched = await this.db('inconsistencies')
      .where({ id, claimed_by: leaseId })
      .whereRaw('busy_until > clock_timestamp()')
      .update({ busy_until: this.db.raw(`clock_timestamp() + interval '${leaseDuration}'`) });
    return touched === 1;
  }

  /** Stores the intent of a write; false when the lease is lost. */
  async saveIntent(id: number, leaseId: string, intent: Intent | null): Promise<boolean> {
    const touched = await this.db('inconsistencies')
      .where({ id, claimed_by: leaseId })
      .update({ intent: intent && JSON.stringify(intent) });
    return touched === 1;
  }

  /** Stores the id under which an undo recreated the bookmark. */
  async saveRecreatedBookmark(id: number, madeAs: number): Promise<void> {
    await this.db('inconsistencies')
      .where({ id })
      .update({ undo: this.db.raw(`jsonb_set(undo, '{madeAs}', to_jsonb(?::bigint))`, [madeAs]) });
  }

  /** Releases the lease without a decision and stores the error, if any. */
  async releaseLease(
    id: number,
    leaseId: string,
    refusal: KeptRefusal | null,
    now: Date,
  ): Promise<void> {
    await this.db('inconsistencies')
      .where({ id, claimed_by: leaseId })
      .update({
        claimed_by: null,
        busy_until: null,
        error: refusal?.error ?? null,
        error_reason: refusal?.errorReason ?? null,
        updated_at: now,
      });
  }

  async updateNewValue(id: number, newValue: SideValue, now: Date): Promise<void> {
    await this.db('inconsistencies')
      .where({ id })
      .update({ new_value: JSON.stringify(newValue), updated_at: now });
  }

  async decide(id: number, decided: DecisionUpdate): Promise<void> {
    await this.db('inconsistencies')
      .where({ id })
      .update({
        status: decided.status,
        resolution: decided.resolution,
        undo: decided.undo === null ? null : JSON.stringify(decided.undo),
        error: null,
        error_reason: null,
        not_written: decided.notWritten,
        intent: null,
        claimed_by: null,
        busy_until: null,
        updated_at: decided.now,
        resolved_at: decided.resolvedAt,
        resolved_by: decided.resolvedBy,
      });
  }

  /** True when another inconsistency of this type and field is open for the item. */
  async hasOpenDuplicate(one: Inconsistency): Promise<boolean> {
    const duplicate: { id: number } | undefined = await this.db('inconsistencies')
      .where({ item_id: one.itemId, type: one.type, field: one.field, status: 'new' })
      .whereNot({ id: one.id })
      .first('id');
    return duplicate !== undefined;
  }
}

/** Maximum bytes of a list as JSON, below the answer limit of REST and GraphQL. */
const maxListBytes = 900_000;
/** Bytes of a row without its texts. */
const fixedRowBytes = 1_500;

/** Bytes of a row as JSON with its values and the texts and tags of its item. */
const rowBytes = `${fixedRowBytes} + octet_length(old_value::text) + octet_length(new_value::text) + octet_length(to_jsonb(
    array[title_ru, title_en, description_ru, description_en, source_url, image_url])::text) + (
      select coalesce(sum(octet_length(original_name) + 3), 0) from item_tags join tags on tags.id = tag_id
      where item_tags.item_id = items.id)::integer`;

const withPresentItems = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .join('items', 'items.id', 'inconsistencies.item_id')
    .where((there) =>
      there.whereNull('items.removed_at').orWhereNot('inconsistencies.status', 'new'),
    );

export const inconsistenciesQueries = (db: Knex) => ({
  async list(filter: {
    status?: InconsistencyStatus | null;
    type?: InconsistencyType | null;
  }): Promise<Inconsistency[]> {
    const query = withPresentItems(selectInconsistencies(db));
    if (filter.status) query.where('inconsistencies.status', filter.status);
    if (filter.type) query.where('inconsistencies.type', filter.type);
    const rows: (InconsistencyRow & { bytes: number })[] = await query
      .select(db.raw(`${rowBytes} as bytes`))
      .orderBy('inconsistencies.id', 'desc')
      .limit(limits.lists.differences);
    let room = maxListBytes;
    const fitting = rows.filter(({ bytes }, index) => (room -= bytes) >= 0 || index === 0);
    return fitting.map(toInconsistency);
  },

  async counts(
    status: InconsistencyStatus | null,
  ): Promise<{ type: InconsistencyType; count: number }[]> {
    const query = withPresentItems(db('inconsistencies'));
    if (status) query.where('inconsistencies.status', status);
    const rows: { type: InconsistencyType; count: number }[] = await query
      .groupBy('inconsistencies.type')
      .select('inconsistencies.type')
      .count({ count: '*' });
    return rows.map((row) => ({ type: row.type, count: Number(row.count) }));
  },
});

export type InconsistenciesQueries = ReturnType<typeof inconsistenciesQueries>;
