// Event kinds of the outbox, with their `before` and `after`.
import type { JsonValue } from '../../shared/jsonValue.ts';

/**
 * Event kinds with the kind of their subject. `itemId` is always the item; `before` and `after` hold only what is
 * described here, otherwise null.
 */
export const eventKinds = {
  /** An item was added; it may be hidden. After: `{ titleRu, titleEn, sourceUrl }`. Written by the database. */
  item_added: 'item',
  /**
   * Texts or address changed. Before and after: `{ titleRu, titleEn, descriptionRu, descriptionEn, sourceUrl }`,
   * descriptions cut to 300 characters. Written by the database.
   */
  item_changed: 'item',
  /** The item was hidden from everybody but admins. Written by the database. */
  item_hidden: 'item',
  /** The item is visible again. Written by the database. */
  item_shown: 'item',
  /**
   * The item was removed. After: `{ mergedInto }`, the item into which it was merged, or null. Written by the database.
   */
  item_removed: 'item',
  /** The item was restored. After: `{ mergedInto: null }`. Written by the database. */
  item_back: 'item',
  /** The address is broken. Before: its state, such as `ok`; after: `{ url, status }`, the last response. */
  link_lost: 'item',
  /** The address works again. After: `{ url, status }`. */
  link_back: 'item',
  /** A use case was published or restored. The actor is its author. */
  use_case_published: 'use_case',
  /** The actor likes a use case. A removed like records nothing. */
  use_case_liked: 'use_case',
  /** The actor wants to ask the author of a use case; once a day for a person and a use case. */
  use_case_asked: 'use_case',
  /** An access request was created or changed its status. Before and after: the status, before null for a new one. */
  access_request_moved: 'access_request',
  /** A complaint was created or changed its status. Before and after: the status, before null for a new one. */
  report_moved: 'report',
  /** A service was proposed, or its proposal closed. Before and after: the state, before null for a new one. */
  proposal_moved: 'proposal',
  /**
   * A search alert fired. The subject is `<gap>/<person>`, and only this person may be notified; after: `served` or
   * `declined`; `itemId` is the found item.
   */
  wish_told: 'watched_search',
  /**
   * The data rules of a company changed. The subject is `<item>/<company>/<tier>`; before and after: the status, null
   * when none is set.
   */
  data_rules_changed: 'data_rule',
  /** A data rule is due for review soon, or overdue. The subject is `<item>/<company>/<tier>`; after: the day. */
  review_due: 'data_rule',
  /** The text of a page changed that data rules of the item quote. The subject is the change. */
  source_changed: 'source_change',
  /** A page is gone that data rules of the item quote. The subject is the change. */
  source_gone: 'source_change',
  /** The notice period of a subscription ends soon. After: the step, `60`, `30` or `7` days. */
  subscription_notice_due: 'subscription',
  /** The holder of granted access is asked whether it is still needed. After: `asked` or `reminded`. */
  access_review_asked: 'access_request',
  /** An incident of an item started or was reopened. After: its kind, such as `outage`. */
  incident_started: 'incident',
  /** An incident of an item ended. After: its kind. */
  incident_ended: 'incident',
  /** A pilot reached its last day and needs a decision. After: the day. */
  pilot_ended: 'stage',
  /**
   * A webhook was disabled because its receiver answered 410. After: `{ host }`; the rest of its address may be a
   * secret.
   */
  webhook_gone: 'webhook',
} as const;

export type EventKind = keyof typeof eventKinds;

/** An event as modules record it. */
export interface NewEvent {
  kind: EventKind;
  subjectId: number | string;
  itemId: number | null;
  /** Null for an action of the system. */
  actorId: number | null;
  before?: JsonValue;
  after?: JsonValue;
  /** For data rules and access requests: the change of which it is a part, and the change that this one undoes. */
  changeId?: number;
  takesBack?: number | null;
}

/** An event as its readers get it. */
export interface Event {
  /** Increasing; the events of one subject are in the order of their ids. */
  id: number;
  at: Date;
  kind: EventKind;
  subjectKind: string;
  subjectId: string;
  itemId: number | null;
  actorId: number | null;
  before: JsonValue;
  after: JsonValue;
  changeId: number | null;
  takesBack: number | null;
}

/**
 * The reader that creates notifications. Positions in a person's list are assigned only under its lock, so committed
 * ones are lower than later ones. A page that has read up to a position has missed nothing.
 */
export const notificationReader = 'notifications';
