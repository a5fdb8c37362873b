// Types and SQL of access reviews: whether the holder of granted access still needs it.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import { dayMs } from '../../shared/durations.ts';
import {
  accessColumns,
  toAccessRequest,
  type AccessRow,
  type AccessRequest,
  type DecidableRequest,
} from '../access/requests/accessRequests.module.ts';

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

type RevokeReason = 'account_deleted' | 'account_disabled' | 'not_needed' | 'no_answer';

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

interface ReviewRow extends AccessRow {
  asked_at: Date;
  reminders: number;
  told_at: Date;
  is_needed: boolean | null;
  answered_at: Date | null;
}

/** A new or repeated question. */
export interface AskedReview {
  requestId: number;
  itemId: number | null;
}

const toReview = (row: ReviewRow): AccessReview => ({
  request: toAccessRequest(row),
  askedAt: row.asked_at,
  reminders: row.reminders,
  toldAt: row.told_at,
  isNeeded: row.is_needed,
  answeredAt: row.answered_at,
});

export class AccessReviewsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * Asks all holders of access to an item at a company, except those with a pending question.
   * @param silentSince people with a last reminder before this time are asked again
   */
  async ask(
    { itemId, companyKey }: { itemId: number; companyKey: string },
    { askedBy, at, silentSince }: { askedBy: number; at: Date; silentSince: Date },
  ): Promise<AskedReview[]> {
    const { rows } = await this.db.raw<{ rows: AskedReview[] }>(
      `with asked as (
         insert into access_reviews as known (request_id, asked_by, asked_at, told_at)
         select access_requests.id, :askedBy, :at, :at from access_requests
         join users on users.id = access_requests.user_id and users.disabled_at is null
         where access_requests.item_id = item_now(:itemId) and access_requests.status = 'granted'
           and users.company_key = :companyKey
         order by access_requests.id limit :most
         on conflict (request_id) do update
           set asked_by = excluded.asked_by, asked_at = excluded.asked_at, told_at = excluded.told_at,
             reminders = 0, is_needed = null, answered_at = null
           where known.is_needed is not null or known.reminders >= :reminders and known.told_at <= :silentSince
         returning request_id
       )
       select request_id as "requestId", item_id as "itemId" from asked
       join access_requests on access_requests.id = request_id order by request_id`,
      {
        itemId,
        companyKey,
        askedBy,
        at,
        silentSince,
        most: limits.lists.accessHolders,
        reminders: limits.subscriptions.reviewReminders,
      },
    );
    return rows;
  }

  /** Claims the questions with a due reminder; skips those that another process has locked. */
  async claimReminders(
    { now, waitedSince }: { now: Date; waitedSince: Date },
    limit: number,
  ): Promise<AskedReview[]> {
    const { rows } = await this.db.raw<{ rows: AskedReview[] }>(
      `with due as (
         select request_id, item_id from access_reviews
         join access_requests on access_requests.id = request_id and status = 'granted'
         join users on users.id = access_requests.user_id and users.disabled_at is null
         where is_needed is null and reminders < :reminders and told_at <= :waitedSince
         order by told_at, request_id limit :limit
         for update of access_reviews skip locked
       )
       update access_reviews set reminders = reminders + 1, told_at = :now from due
       where access_reviews.request_id = due.request_id
       returning due.request_id as "requestId", due.item_id as "itemId"`,
      { now, waitedSince, limit, reminders: limits.subscriptions.reviewReminders },
    );
    return rows;
  }

  /** Locks the question about a person's granted access. */
  async lock(requestId: number, userId: number): Promise<AccessReview | null> {
    const row: ReviewRow | undefined = await this.own(userId)
      .where('access_reviews.request_id', requestId)
      .forUpdate('access_reviews')
      .first();
    return row ? toReview(row) : null;
  }

  /** Questions to a person about granted access, newest first. */
  async ofUser(userId: number): Promise<AccessReview[]> {
    const rows: ReviewRow[] = await this.own(userId)
      .orderBy([
        { column: 'access_reviews.asked_at', order: 'desc' },
        { column: 'access_reviews.request_id', order: 'desc' },
      ])
      .limit(limits.lists.ownAccessRequests);
    return rows.map(toReview);
  }

  async answer(requestId: number, isNeeded: boolean, at: Date): Promise<void> {
    await this.db('access_reviews')
      .where({ request_id: requestId })
      .update({ is_needed: isNeeded, answered_at: at });
  }

  private own(userId: number) {
    return this.db('access_reviews')
      .join('access_requests', 'access_requests.id', 'access_reviews.request_id')
      .where({ 'access_requests.user_id': userId, 'access_requests.status': 'granted' })
      .select([
        ...accessColumns.map((column) => `access_requests.${column}`),
        'access_reviews.asked_at',
        'access_reviews.reminders',
        'access_reviews.told_at',
        'access_reviews.is_needed',
        'access_reviews.answered_at',
      ]);
  }
}
