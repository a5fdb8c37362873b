// Access reviews: whether the holder of granted access still needs it.
import { limits } from '../../config/limits.ts';
import { dayMs } from '../../shared/durations.ts';
import type { AccessRequest, DecidableRequest } from '../access/requests/accessRequests.module.ts';

/** The last question about granted access. */
export interface AccessReview {
  request: AccessRequest;
  askedAt: Date;
  reminders: number;
  /** Time of the question or of its last reminder. */
  toldAt: Date;
  /** Null until answered. */
  isNeeded: boolean | null;
  answeredAt: Date | null;
}

/** A person with granted access. */
export interface HeldAccess {
  request: AccessRequest;
  companyKey: string | null;
  account: 'active' | 'disabled' | 'deleted';
  /** False when the person has neither marked the item as used nor written a use case. */
  isUsed: boolean;
  review: AccessReview | null;
}

export type RevokeReason = 'account_deleted' | 'account_disabled' | 'not_needed' | 'no_answer';

/** Granted access, and its approver's possible actions. */
export interface AccessHolder {
  held: DecidableRequest;
  isIdle: boolean;
  review: AccessReview | null;
  revokeReason: RevokeReason | null;
}

const { reviewReminders, reviewReminderDays, idleDays } = limits.subscriptions;

/** Questions and reminders before this time are due for the next step. */
export const waitedSince = (now: Date): Date =>
  new Date(now.getTime() - reviewReminderDays * dayMs);

function isUnanswered({ isNeeded, reminders, toldAt }: AccessReview, now: Date): boolean {
  return isNeeded === null && reminders >= reviewReminders && toldAt <= waitedSince(now);
}

export function revokeReason({ account, review }: HeldAccess, now: Date): RevokeReason | null {
  if (account !== 'active') return account === 'deleted' ? 'account_deleted' : 'account_disabled';
  if (review?.isNeeded === false) return 'not_needed';
  return review && isUnanswered(review, now) ? 'no_answer' : null;
}

/** True for access that was granted long ago and is unused. */
export const isIdle = ({ isUsed, request }: HeldAccess, now: Date): boolean =>
  !isUsed && now.getTime() - request.statusChangedAt.getTime() >= idleDays * dayMs;
