// The outlet of events: what others are told of. THE LIST of kinds stands here, with what each of them says.
import type { JsonValue } from '../../shared/jsonValue.ts';

/**
 * What happens, by the kind of its subject. `itemId` is always the service that it is about; `before` and `after` hold only what
 * is said here, null where nothing is.
 */
export const eventKinds = {
  /** A service came into the catalogue; it may be hidden. After: `{ titleRu, titleEn, sourceUrl }`. Written by the database. */
  item_added: 'item',
  /**
   * Its texts or its address changed. Before and after: `{ titleRu, titleEn, descriptionRu, descriptionEn, sourceUrl }`,
   * descriptions cut at 300 characters. Written by the database.
   */
  item_changed: 'item',
  /** Admins only see it from now on. Written by the database. */
  item_hidden: 'item',
  /** Everybody sees it again. Written by the database. */
  item_shown: 'item',
  /** It left the catalogue. After: `{ mergedInto }`, the service into which it was merged, or null. Written by the database. */
  item_removed: 'item',
  /** It is in the catalogue again. After: `{ mergedInto: null }`. Written by the database. */
  item_back: 'item',
  /** Its address counts as broken. Before: its state, such as `ok`; after: `{ url, status }`, the last answer. */
  link_lost: 'item',
  /** Its address answers again. After: `{ url, status }`. */
  link_back: 'item',
  /** A case was written, or its deletion taken back. The actor is its author. */
  use_case_published: 'use_case',
  /** Somebody likes a case; the actor does. A like that is taken back says nothing. */
  use_case_liked: 'use_case',
  /** Somebody wants to ask the author of a case about it; the actor does. Once a day for one person and one case. */
  use_case_asked: 'use_case',
  /** A request for access came, or took a step. Before and after: its status, before null when it is new. */
  access_request_moved: 'access_request',
  /** A report came, or its status changed. Before and after: the status, before null when it is new. */
  report_moved: 'report',
  /** A proposed service came, or was settled. Before and after: the state, before null when it is new. */
  proposal_moved: 'proposal',
  /**
   * One who waited for a search is told what came of it. The subject is `<wish>/<person>`, so that only that person may hear of it;
   * after: `served` or `declined`; the service that answers is `itemId`.
   */
  wish_told: 'watched_search',
  /**
   * What a company decided of a service changed. The subject is `<item>/<company>/<tier>`; before and after: the status, null
   * where none is set.
   */
  data_rules_changed: 'data_rule',
  /** What a company decided of a service is to be reviewed soon, or should have been. The subject as above; after: the day. */
  review_due: 'data_rule',
  /** The receiver of a webhook says that it is gone, which switched it off. After: `{ host }`; the rest of its address may be a secret. */
  webhook_gone: 'webhook',
} as const;

export type EventKind = keyof typeof eventKinds;

/** Something that has happened, as rooms record it. */
export interface NewEvent {
  kind: EventKind;
  subjectId: number | string;
  itemId: number | null;
  /** Null for what the system does by itself. */
  actorId: number | null;
  before?: JsonValue;
  after?: JsonValue;
  /** The change that it is a part of, and the one that it takes back; of data rules only. */
  changeId?: number;
  takesBack?: number | null;
}

/** Something that has happened, as readers take it. */
export interface Event {
  /** Grows; what happened to one subject is in the order of ids. */
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
 * The reader of the events that makes notifications. Only whoever holds it gives one its place: what is committed has lower places than
 * what comes, so that a page that has read up to a place has missed nothing before it.
 */
export const notificationReader = 'notifications';
