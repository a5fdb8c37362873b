// Notifications: types, input validation, and conversion of events. Pure.
import { z } from 'zod';
import { utcDay } from '../../../shared/durations.ts';
import { limits } from '../../../config/limits.ts';
import type { Event, EventKind } from '../../outbox/outbox.module.ts';
import {
  notificationKinds,
  notificationRows,
  optionalKinds,
  type Audience,
  type NotificationKind,
  type NotificationSource,
} from './notificationKinds.ts';

export interface Notification {
  id: number;
  /** Increasing position in the person's list; an added part gives the notification a new one. */
  seq: number;
  kind: NotificationKind;
  itemId: number | null;
  subjectId: string;
  title: string | null;
  status: string | null;
  /** The number of people or use cases. */
  count: number;
  at: Date;
  isRead: boolean;
}

/** A notification without its item, for a reader who may not see it; only the reader's own words stay. */
export const withoutItem = <Content extends Pick<Notification, 'kind' | 'itemId' | 'title'>>(
  content: Content,
): Content => ({
  ...content,
  itemId: null,
  title:
    content.kind === 'proposal_moved' || content.kind === 'loadout_service_hidden'
      ? content.title
      : null,
});

export interface NotifiedPerson {
  notificationId: number;
  userId: number;
  kind: NotificationKind;
}

/** A notification of an event before its recipients are known. */
export interface Notice {
  kind: NotificationKind;
  audience: Audience;
  event: Event;
  foldKey: string;
  part: string;
  /**
   * The part that the event undoes: it disappears for people who have not read it, the others are notified of the
   * change.
   */
  undonePart: string | null;
  status: string | null;
}

const sourcesByEvent = new Map<EventKind, { kind: NotificationKind; source: NotificationSource }>(
  notificationKinds.flatMap((kind) => {
    const { source } = notificationRows[kind];
    return source ? [[source.event, { kind, source }]] : [];
  }),
);

/** Changes are numbered over all subjects of a kind, or for each subject. */
const partOfChange = (
  { part }: NotificationSource,
  { subjectId }: Event,
  changeId: number,
): string => (part === 'subjectChange' ? `change:${subjectId}:${changeId}` : `change:${changeId}`);

function notificationPart(source: NotificationSource, event: Event): string {
  const { part } = source;
  const { id, actorId, subjectId, changeId } = event;
  if (part === 'actor') return String(actorId);
  if (part === 'subject') return subjectId;
  // Events of an earlier release have no change.
  return part && changeId !== null ? partOfChange(source, event, changeId) : String(id);
}

/** Null for an event without notifications. */
export function toNotice(event: Event): Notice | null {
  const found = sourcesByEvent.get(event.kind);
  if (!found) return null;
  const { kind, source } = found;
  const { audience, foldedBy } = source;
  const folded = foldedBy === 'item' ? event.itemId : event.subjectId;
  return {
    kind,
    audience,
    event,
    foldKey: foldedBy ? `${kind}:${folded}:${utcDay(event.at)}` : `${kind}:${event.id}`,
    part: notificationPart(source, event),
    undonePart: event.takesBack === null ? null : partOfChange(source, event, event.takesBack),
    status: typeof event.after === 'string' && !foldedBy ? event.after : null,
  };
}

export const settingsInput = z
  .array(z.enum(notificationKinds))
  .max(notificationKinds.length)
  .transform((given) => optionalKinds.filter((kind) => given.includes(kind)));

export const windowInput = z.object({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

export const upToInput = z.int().min(0);

export interface NotificationSetting {
  kind: NotificationKind;
  isOn: boolean;
}
