// SQL that raises, refreshes and closes inconsistencies, and their rows.
import type { Knex } from 'knex';
import type {
  BookmarkPlace,
  Difference,
  DifferenceField,
  Inconsistency,
  InconsistencyStatus,
  InconsistencyType,
  Intent,
  NotWrittenReason,
  ResolutionAction,
  SideValue,
  Undo,
} from '../inconsistencies.ts';

export interface InconsistencyRow {
  id: number;
  item_id: number;
  type: InconsistencyType;
  field: DifferenceField;
  status: InconsistencyStatus;
  old_value: SideValue;
  new_value: SideValue;
  changed_on_both_sides: boolean;
  resolution: ResolutionAction | null;
  undo: Undo | null;
  not_written: NotWrittenReason | null;
  claimed_by: string | null;
  intent: Intent | null;
  bookmark_place: BookmarkPlace;
  error: string | null;
  error_reason: string | null;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  resolved_by: number | null;
  can_undo: boolean;
}

/** Only the latest decision about a field can be undone. */
const canUndo = `
  inconsistencies.undo is not null and inconsistencies.status <> 'new' and not exists (
    select from inconsistencies as later
    where later.item_id = inconsistencies.item_id and later.type = inconsistencies.type
      and later.field = inconsistencies.field and later.id <> inconsistencies.id
      and (later.status = 'new' or later.resolved_at > inconsistencies.resolved_at)
  ) as can_undo`;

const bookmarkPlace = `(
    select case
      when items.bookmark_id is null or agreed.item_id is null then 'none'
      when agreed.source = 'file' then 'file'
      when agreed.gone_at is not null then 'gone'
      else 'service' end
    from items left join agreed_bookmarks as agreed on agreed.item_id = items.id
    where items.id = inconsistencies.item_id
  ) as bookmark_place`;

export const selectInconsistencies = (db: Knex): Knex.QueryBuilder =>
  db('inconsistencies').select('inconsistencies.*', db.raw(canUndo), db.raw(bookmarkPlace));

/** True when the decision has written to the provider. */
const writtenBack = ({ resolution, undo }: InconsistencyRow): boolean | null =>
  resolution && Boolean(undo?.bookmark ?? undo?.trashed ?? undo?.restored);

export const toInconsistency = (row: InconsistencyRow): Inconsistency => ({
  id: row.id,
  itemId: row.item_id,
  type: row.type,
  field: row.field,
  status: row.status,
  oldValue: row.old_value,
  newValue: row.new_value,
  changedOnBothSides: row.changed_on_both_sides,
  bookmarkPlace: row.bookmark_place,
  resolution: row.resolution,
  writtenBack: writtenBack(row),
  notWrittenReason: row.not_written,
  error: row.error,
  errorReason: row.error_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  resolvedAt: row.resolved_at,
  resolvedBy: row.resolved_by,
  canUndo: row.can_undo,
});

export type NewInconsistency = Difference & { itemId: number };

const rowsPerInsert = 500;

export const inconsistencyDetectionStore = (db: Knex) => ({
  openOrIgnored(
    itemIds: readonly number[],
    types: readonly InconsistencyType[],
  ): Promise<Inconsistency[]> {
    return selectInconsistencies(db)
      .whereIn('inconsistencies.item_id', [...itemIds])
      .whereIn('inconsistencies.type', [...types])
      .whereIn('inconsistencies.status', ['new', 'ignored'])
      .then((rows: InconsistencyRow[]) => rows.map(toInconsistency));
  },

  async isBeingDecided(itemId: number): Promise<boolean> {
    const row = await db('inconsistencies')
      .where({ item_id: itemId })
      .whereRaw('busy_until > clock_timestamp()')
      .first('id');
    return row !== undefined;
  },

  /** Items with a lease or an active write. */
  async busyItems(itemIds: readonly number[]): Promise<Set<number>> {
    const { rows } = await db.raw<{ rows: { item_id: number }[] }>(
      `select item_id from inconsistencies
       where item_id = any(:ids::integer[]) and busy_until > clock_timestamp()
       union
       select item_id from agreed_bookmarks
       where item_id = any(:ids::integer[]) and writing_until > clock_timestamp()`,
      { ids: [...itemIds] },
    );
    return new Set(rows.map((row) => row.item_id));
  },

  /** Inserts inconsistencies; returns their ids in the same order. */
  async insert(found: readonly NewInconsistency[], now: Date): Promise<number[]> {
    const ids: number[] = [];
    for (let start = 0; start < found.length; start += rowsPerInsert) {
      const rows: { id: number }[] = await db('inconsistencies')
        .insert(
          found.slice(start, start + rowsPerInsert).map((one) => ({
            item_id: one.itemId,
            type: one.type,
            field: one.field,
            old_value: JSON.stringify(one.oldValue),
            new_value: JSON.stringify(one.newValue),
            changed_on_both_sides: one.changedOnBothSides,
            created_at: now,
            updated_at: now,
          })),
        )
        .returning('id');
      ids.push(...rows.map((row) => row.id));
    }
    return ids;
  },

  async refresh(id: number, difference: Difference, now: Date): Promise<void> {
    await db('inconsistencies')
      .where({ id, status: 'new' })
      .update({
        old_value: JSON.stringify(difference.oldValue),
        new_value: JSON.stringify(difference.newValue),
        changed_on_both_sides: difference.changedOnBothSides,
        updated_at: now,
      });
  },

  /** Closes inconsistencies whose difference is gone; resolved by nobody. */
  async close(ids: readonly number[], now: Date): Promise<void> {
    await db('inconsistencies')
      .whereIn('id', [...ids])
      .where('status', 'new')
      .update({
        status: 'resolved',
        resolved_at: now,
        updated_at: now,
        error: null,
        error_reason: null,
      });
  },
});

export type InconsistencyDetectionStore = ReturnType<typeof inconsistencyDetectionStore>;
