// Rows of the table of differences, and how they become words of the room.
import type { Knex } from 'knex';
import type { Undo } from './decision.ts';
import type {
  DifferenceField,
  Inconsistency,
  InconsistencyStatus,
  InconsistencyType,
  ResolutionAction,
  SideValue,
} from './inconsistencies.ts';

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
  error: string | null;
  error_reason: string | null;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  resolved_by: number | null;
  can_undo: boolean;
}

/** Only the latest decision about a field can be taken back: an older one would undo the later ones with it. */
const canUndo = `
  inconsistencies.undo is not null and inconsistencies.status <> 'new' and not exists (
    select from inconsistencies as later
    where later.item_id = inconsistencies.item_id and later.type = inconsistencies.type
      and later.field = inconsistencies.field and later.id <> inconsistencies.id
      and (later.status = 'new' or later.resolved_at > inconsistencies.resolved_at)
  ) as can_undo`;

export const selectInconsistencies = (db: Knex): Knex.QueryBuilder =>
  db('inconsistencies').select('inconsistencies.*', db.raw(canUndo));

export const toInconsistency = (row: InconsistencyRow): Inconsistency => ({
  id: row.id,
  itemId: row.item_id,
  type: row.type,
  field: row.field,
  status: row.status,
  oldValue: row.old_value,
  newValue: row.new_value,
  changedOnBothSides: row.changed_on_both_sides,
  resolution: row.resolution,
  error: row.error,
  errorReason: row.error_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  resolvedAt: row.resolved_at,
  resolvedBy: row.resolved_by,
  canUndo: row.can_undo,
});
