// Edit history of an item, derived from the audit log. Pure.
import type { AuditLogEntry } from '../../people/auditLog/auditLog.module.ts';
import { editedFieldNames, type EditedField, type EditedValues } from './itemEdits.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';

export interface HistoryChange {
  field: EditedField | 'adminNotes' | 'adminVisibility';
  before: JsonValue;
  after: JsonValue;
}

export interface HistoryEntry {
  id: number;
  at: Date;
  actorId: number | null;
  runId: number | null;
  isAutomatic: boolean;
  isByPerson: boolean;
  action: string;
  changes: HistoryChange[];
  canRevert: boolean;
}

type JsonObject = { [key: string]: JsonValue };

const toJsonObject = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** The item values of an entry: all of an edit, a part of a decision. */
const itemValues = (entry: AuditLogEntry, side: 'before' | 'after'): JsonObject => {
  const facts = toJsonObject(entry[side]);
  return entry.action.startsWith('item.') ? facts : toJsonObject(facts['item']);
};

const singleFieldActions: Record<string, HistoryChange['field']> = {
  'item.notes': 'adminNotes',
  'item.hidden': 'adminVisibility',
  'item.shown': 'adminVisibility',
};

function changesOf(entry: AuditLogEntry): HistoryChange[] {
  const whole = singleFieldActions[entry.action];
  if (whole) return [{ field: whole, before: entry.before, after: entry.after }];
  const [before, after] = [itemValues(entry, 'before'), itemValues(entry, 'after')];
  return editedFieldNames
    .filter((field) => field in before || field in after)
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

const isList = (value: JsonValue | undefined): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const listFields: ReadonlySet<EditedField> = new Set(['tags', 'tasksRu', 'tasksEn']);

/** True when the entry is about an item that was merged into this one. */
const isAboutMergedItem = ({ subjectType, subjectId, itemId }: AuditLogEntry): boolean =>
  subjectType === 'item' && subjectId !== String(itemId);

function valuesOnSide(entry: AuditLogEntry, side: 'before' | 'after'): EditedValues {
  if (isAboutMergedItem(entry)) return {};
  const facts = itemValues(entry, side);
  return Object.fromEntries(
    editedFieldNames.flatMap((field): [EditedField, JsonValue][] => {
      const value = facts[field];
      if (value === null && field !== 'sourceUrl' && field !== 'tags') return [[field, null]];
      if (listFields.has(field)) return isList(value) ? [[field, value]] : [];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  ) as EditedValues;
}

/** Values before a change as input of an edit; empty when the entry has none. */
export const valuesBefore = (entry: AuditLogEntry): EditedValues => valuesOnSide(entry, 'before');

export const valuesAfter = (entry: AuditLogEntry): EditedValues => valuesOnSide(entry, 'after');

export const toHistoryEntry = (entry: AuditLogEntry): HistoryEntry => ({
  id: entry.id,
  at: entry.at,
  actorId: entry.actorId,
  runId: entry.runId,
  isAutomatic: entry.isAutomatic,
  isByPerson: entry.isByPerson,
  action: entry.action,
  changes: changesOf(entry),
  canRevert: Object.keys(valuesBefore(entry)).length > 0,
});
