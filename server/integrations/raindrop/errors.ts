// Errors of the bookmark provider as DomainErrors.
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
