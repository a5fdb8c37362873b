// Rows of the inconsistencies table and their mapping.
import type { Knex } from 'knex';
import type {
  BookmarkPlace,
  DifferenceField,
  Inconsistency,
  InconsistencyStatus,
  InconsistencyType,
  NotWrittenReason,
  ResolutionAction,
  SideValue,
} from '../inconsistencies.ts';
import type { Intent, Undo } from '../undo.ts';

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
