// What people are told of, and THE TABLE of what becomes a notification. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Event, EventKind } from '../../outbox/outbox.module.ts';

export const notificationKinds = [
  'case_liked',
  'case_asked',
  'request_moved',
  'report_moved',
  'proposal_moved',
  'wish_told',
  'service_rules',
  'service_case',
  'service_link_lost',
  'review_due',
  'webhook_gone',
  'telegram_stopped',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What one may do without; that something stopped, which one would wait for in vain, is said in any case. */
const stops = new Set<NotificationKind>(['webhook_gone', 'telegram_stopped']);
export const optionalKinds = notificationKinds.filter((kind) => !stops.has(kind));

/** What becomes of what the reader asked for, reported or proposed: told also where the service is not to be seen any more. */
export const ownKinds = [
  'request_moved',
  'report_moved',
  'proposal_moved',
] as const satisfies readonly NotificationKind[];

/** What is told of a service itself: that is its subject. */
export const serviceKinds = [
  'service_rules',
  'service_link_lost',
  'review_due',
] as const satisfies readonly NotificationKind[];

/** What says how far something has come: it has a text for each status. */
const statusKinds = [...ownKinds, 'wish_told'] as const satisfies readonly NotificationKind[];
export type StatusKind = (typeof statusKinds)[number];

export const isStatusKind = (kind: NotificationKind): kind is StatusKind =>
  statusKinds.some((one) => one === kind);

export const isOwnKind = (kind: NotificationKind): boolean => ownKinds.some((one) => one === kind);

export interface Notification {
  id: number;
  /** Grows with everything that one is told; one that more is added to gets a new one. */
  seq: number;
  kind: NotificationKind;
  itemId: number | null;
  subjectId: string;
  title: string | null;
  status: string | null;
  /** How many people, or cases, it stands for. */
  count: number;
  at: Date;
  isRead: boolean;
}

/** A notification as it is told of a service that its reader may not see: nothing of that, only the address that the reader wrote. */
export const withoutService = <Told extends Pick<Notification, 'kind' | 'itemId' | 'title'>>(
  told: Told,
): Told => ({
  ...told,
  itemId: null,
  title: told.kind === 'proposal_moved' ? told.title : null,
});

/** Somebody was told something in the page. */
export interface ToldPerson {
  notificationId: number;
  userId: number;
  kind: NotificationKind;
}

/** Who is told of an event: those whose it is, those who use the service, those who look after the rule, or admins. */
export type Audience =
  | 'author'
  | 'asked'
  | 'requester'
  | 'reporter'
  | 'proposer'
  | 'watcher'
  | 'users'
  | 'usersOfCompany'
  | 'reviewers'
  | 'admins';

interface Told {
  kind: NotificationKind;
  audience: Audience;
  /** What of a day is one notification; without it each event is one of its own. */
  foldedBy?: 'item' | 'subject';
  /** What counts once within it; by default each event. */
  part?: 'actor' | 'subject' | 'change';
}

/** By the kind of event; what is not here nobody is told. */
const toldOf: Partial<Record<EventKind, Told>> = {
  use_case_liked: { kind: 'case_liked', audience: 'author', foldedBy: 'subject', part: 'actor' },
  use_case_asked: { kind: 'case_asked', audience: 'asked', foldedBy: 'subject', part: 'actor' },
  access_request_moved: { kind: 'request_moved', audience: 'requester' },
  report_moved: { kind: 'report_moved', audience: 'reporter' },
  proposal_moved: { kind: 'proposal_moved', audience: 'proposer' },
  wish_told: { kind: 'wish_told', audience: 'watcher' },
  data_rules_changed: {
    kind: 'service_rules',
    audience: 'usersOfCompany',
    foldedBy: 'item',
    part: 'change',
  },
  use_case_published: {
    kind: 'service_case',
    audience: 'users',
    foldedBy: 'item',
    part: 'subject',
  },
  link_lost: { kind: 'service_link_lost', audience: 'users', foldedBy: 'item' },
  review_due: { kind: 'review_due', audience: 'reviewers', foldedBy: 'item' },
  webhook_gone: { kind: 'webhook_gone', audience: 'admins' },
};

/** What is to be told of an event, before it is known to whom. */
export interface Notice {
  kind: NotificationKind;
  audience: Audience;
  event: Event;
  foldKey: string;
  part: string;
  /** What people were told already and holds no longer: whoever has not read it is told nothing, others that it has changed. */
  takenBack: string | null;
  status: string | null;
}

const partOfChange = (changeId: number): string => `change:${changeId}`;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function partOf({ part }: Told, { id, actorId, subjectId, changeId }: Event): string {
  if (part === 'actor') return String(actorId);
  if (part === 'subject') return subjectId;
  // Events of an earlier release do not say their change.
  return part === 'change' && changeId !== null ? partOfChange(changeId) : String(id);
}

/** What an event becomes; null for what nobody is told. */
export function noticeOf(event: Event): Notice | null {
  const told = toldOf[event.kind];
  if (!told) return null;
  const { kind, audience, foldedBy } = told;
  const folded = foldedBy === 'item' ? event.itemId : event.subjectId;
  return {
    kind,
    audience,
    event,
    foldKey: foldedBy ? `${kind}:${folded}:${dayOf(event.at)}` : `${kind}:${event.id}`,
    part: partOf(told, event),
    takenBack: event.takesBack === null ? null : partOfChange(event.takesBack),
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
