// The history of a service, read from the record of changes. Pure.
import type { AuditLogEntry } from '../../people/auditLog/auditLog.module.ts';
import { editedFieldNames, type EditedField, type EditedValues } from './edits.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';

/** What a change has made of one part of a service. */
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

type Facts = { [key: string]: JsonValue };

const factsOf = (value: JsonValue | undefined): Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** The part of a record that holds the texts of the item: the whole of an edit, a part of a decision. */
const itemFacts = (entry: AuditLogEntry, side: 'before' | 'after'): Facts => {
  const facts = factsOf(entry[side]);
  return entry.action.startsWith('item.') ? facts : factsOf(facts['item']);
};

const wholeValues: Record<string, HistoryChange['field']> = {
  'item.notes': 'adminNotes',
  'item.hidden': 'adminVisibility',
  'item.shown': 'adminVisibility',
};

function changesOf(entry: AuditLogEntry): HistoryChange[] {
  const whole = wholeValues[entry.action];
  if (whole) return [{ field: whole, before: entry.before, after: entry.after }];
  const [before, after] = [itemFacts(entry, 'before'), itemFacts(entry, 'after')];
  return editedFieldNames
    .filter((field) => field in before || field in after)
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

const isList = (value: JsonValue | undefined): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Fields that hold several texts. */
const lists: ReadonlySet<EditedField> = new Set(['tags', 'tasksRu', 'tasksEn']);

/** Whether an entry tells of a service that was merged into this one: its texts never stood here. */
const isOfMerged = ({ subjectType, subjectId, itemId }: AuditLogEntry): boolean =>
  subjectType === 'item' && subjectId !== String(itemId);

function valuesOn(entry: AuditLogEntry, side: 'before' | 'after'): EditedValues {
  if (isOfMerged(entry)) return {};
  const facts = itemFacts(entry, side);
  return Object.fromEntries(
    editedFieldNames.flatMap((field): [EditedField, JsonValue][] => {
      const value = facts[field];
      if (value === null && field !== 'sourceUrl' && field !== 'tags') return [[field, null]];
      if (lists.has(field)) return isList(value) ? [[field, value]] : [];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  ) as EditedValues;
}

/** What stood there before a change, as an edit would write it; empty where the entry holds nothing of the kind. */
export const valuesBefore = (entry: AuditLogEntry): EditedValues => valuesOn(entry, 'before');

/** What a change has written, in the same words. */
export const valuesAfter = (entry: AuditLogEntry): EditedValues => valuesOn(entry, 'after');

export const historyEntryOf = (entry: AuditLogEntry): HistoryEntry => ({
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
