// Response schemas and errors of the Raindrop API, and the conversion of responses to bookmarks. Unknown keys are ignored.
import { z } from 'zod';
import type { Bookmark, UnreadableBookmark } from '../../modules/sync/bookmarkProvider.ts';
import { readBookmark } from '../readBookmark.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { RefusalReason } from '../../shared/refusalReasons.ts';

/** 401 or 403: all calls with such a token fail, so the run ends. */
export function unauthorised(status: number): DomainError {
  return unavailable(
    'bookmarksUnauthorised',
    `The bookmarks service does not accept the token (${status}).`,
  );
}

/** No answer, an answer too late, or 5xx. */
export function unreachable(what: string, cause?: unknown): DomainError {
  return unavailable('bookmarksUnreachable', `The bookmarks service ${what}.`, { cause });
}

/** The rate limit is exceeded; `waitMs` is the requested wait. */
export function busy(waitMs: number): DomainError {
  return unavailable('bookmarksBusy', 'The bookmarks service takes no more calls at present.', {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

export function malformed(what: string, cause?: unknown): DomainError {
  return unavailable('bookmarksMalformed', `The bookmarks service answered ${what}.`, { cause });
}

/** The pages of a list contradict each other. */
export function incomplete(why: string): DomainError {
  return unavailable(
    'bookmarksIncomplete',
    `The bookmarks service gives no complete list: ${why}.`,
  );
}

/** A definite refusal: 4xx, or `result: false` with status 200. */
export function refused(status: number, why: string): DomainError {
  return unavailable(
    'bookmarksRefused',
    `The bookmarks service refused the call (${status}${why === '' ? '' : `, ${why}`}).`,
  );
}

export function gone(): DomainError {
  return new DomainError('NOT_FOUND', 'The bookmarks service has no such bookmark.', {
    reason: 'bookmarkAbsent',
  });
}

function unavailable(
  reason: RefusalReason,
  message: string,
  details: { retryAfter?: number; cause?: unknown } = {},
): DomainError {
  return new DomainError('UNAVAILABLE', message, { reason, ...details });
}

/** The part of any answer that can be a refusal, also with status 200. */
export const errorSchema = z
  .object({
    result: z.unknown(),
    auth: z.unknown(),
    error: z.unknown(),
    errorMessage: z.string().max(300).optional().catch(undefined),
  })
  .partial();

/** One page of a list; its bookmarks are parsed one by one, so that a broken one does not affect others. */
export const pageSchema = z.object({ items: z.array(z.unknown()), count: z.int().min(0) });

/** Ids of bookmarks with an address; Raindrop sends `result: false` beside an empty list. */
export const knownSchema = z.object({ ids: z.array(z.int()) });

export const singleSchema = z.object({ item: z.unknown() });

export const collectionsSchema = z.object({
  items: z.array(z.object({ _id: z.int(), parent: z.object({ $id: z.int() }).nullish() })),
});

const idSchema = z.object({ _id: z.int().positive() });

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

const raindropSchema = idSchema.extend({
  link: z.string(),
  title: text,
  excerpt: text,
  note: text,
  type: text,
  domain: text,
  cover: text,
  tags: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  created: z
    .string()
    .transform((value) => new Date(value))
    .refine((date) => !Number.isNaN(date.getTime()), 'is no date'),
  removed: z.boolean().nullish(),
  collectionId: z.int().nullish(),
  collection: z.object({ $id: z.int() }).nullish(),
});

/** A bookmark with its collection (-1 unsorted, -99 trash). */
export interface Raindrop {
  bookmark: Bookmark;
  collectionId: number;
}

export const trash = -99;
export const unsorted = -1;

/** The id of an unparsed bookmark; null without one. */
export function idOf(item: unknown): number | null {
  return idSchema.safeParse(item).data?._id ?? null;
}

/** Parses one bookmark; `place` identifies it when it has no id. */
export function readRaindrop(
  item: unknown,
  place: string,
): Raindrop | { unreadable: UnreadableBookmark } {
  const id = idOf(item);
  const where = id === null ? place : `bookmark ${id}`;
  const parsed = raindropSchema.safeParse(item);
  if (!parsed.success) {
    return { unreadable: { where, reason: reasonOf(parsed.error) } };
  }
  const raindrop = parsed.data;
  const reading = readBookmark({
    id: raindrop._id,
    title: raindrop.title,
    excerpt: raindrop.excerpt,
    note: raindrop.note,
    link: raindrop.link,
    tags: raindrop.tags,
    type: raindrop.type,
    source: raindrop.domain,
    // "<screenshot>" is no address and therefore no picture.
    cover: raindrop.cover,
    createdAt: raindrop.created,
  });
  if ('reason' in reading) return { unreadable: { where, reason: reading.reason } };
  const lies = raindrop.collectionId ?? raindrop.collection?.$id ?? unsorted;
  return { bookmark: reading.bookmark, collectionId: raindrop.removed ? trash : lies };
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.join('.') ?? '';
  return path === '' ? 'it is no bookmark' : `the field ${path} is not as expected`;
}
