// SQL that reads subscriptions, their seats, and the holders of access.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import {
  accessColumns,
  openStatuses,
  toAccessRequest,
  waitingStatuses,
  type AccessRow,
  type DeciderScope,
} from '../access/requests/accessRequests.module.ts';
import type { HeldAccess } from './accessReviews.store.ts';
import {
  noSeats,
  type SeatUse,
  type Subscription,
  type SubscriptionScope,
} from './subscriptions.ts';
import { subscriptionColumns } from './subscriptions.store.ts';

export type SubscriptionView = Subscription & SeatUse;

interface HeldRow extends AccessRow {
  company_key: string | null;
  is_disabled: boolean;
  is_used: boolean;
  asked_at: Date | null;
  reminders: number;
  told_at: Date;
  is_needed: boolean | null;
  answered_at: Date | null;
}

const companySql = 'coalesce(users.company_key, access_requests.former_company_key)';
const seatKey = (itemId: number | null, companyKey: string): string => `${itemId} ${companyKey}`;
const quoted = (statuses: readonly string[]) => statuses.map((one) => `'${one}'`).join(', ');

function toHeld(row: HeldRow): HeldAccess {
  const request = toAccessRequest(row);
  const account = row.is_disabled ? 'disabled' : 'active';
  return {
    request,
    companyKey: row.company_key,
    account: row.user_id === null ? 'deleted' : account,
    isUsed: row.is_used,
    review:
      row.asked_at === null
        ? null
        : {
            request,
            askedAt: row.asked_at,
            reminders: row.reminders,
            toldAt: row.told_at,
            isNeeded: row.is_needed,
            answeredAt: row.answered_at,
          },
  };
}

export class SubscriptionsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Subscriptions in a scope by item and company, with their seats; those of hidden items for admins only. */
  async list(
    { isAdmin, companies }: Pick<SubscriptionScope, 'isAdmin' | 'companies'>,
    only: { id?: number; itemId?: number; companyKey?: string | null } = {},
  ): Promise<SubscriptionView[]> {
    const query = this.db('subscriptions')
      .leftJoin('items', 'items.id', 'subscriptions.item_id')
      .leftJoin('users as owner', 'owner.id', 'subscriptions.owner_id')
      .orderByRaw('lower(subscriptions.service), subscriptions.company_key, subscriptions.id')
      .limit(limits.lists.subscriptions);
    if (!isAdmin)
      query.where(
        (one) => void one.whereNull('items.id').orWhere('items.admin_visibility', 'visible'),
      );
    if (companies) query.whereIn('subscriptions.company_key', companies);
    if (only.companyKey) query.where('subscriptions.company_key', only.companyKey);
    if (only.id !== undefined) query.where('subscriptions.id', only.id);
    if (only.itemId !== undefined) query.where('subscriptions.item_id', only.itemId);
    const rows: Subscription[] = await query.select(this.db.raw(subscriptionColumns));
    const seats = await this.seats(rows.flatMap(({ itemId }) => itemId ?? []));
    return rows.map((row) => ({
      ...row,
      ...(seats.get(seatKey(row.itemId, row.companyKey)) ?? noSeats),
    }));
  }

  /** Seats taken by people of a company for an item. */
  async seatsOf(itemId: number, companyKey: string): Promise<SeatUse> {
    return (await this.seats([itemId])).get(seatKey(itemId, companyKey)) ?? noSeats;
  }

  /** Granted access of people of a company to an item, unused first. */
  async holders(itemId: number, companyKey: string): Promise<HeldAccess[]> {
    const rows: HeldRow[] = await this.held()
      .where('access_requests.item_id', itemId)
      .whereRaw(`${companySql} = ?`, [companyKey])
      .orderByRaw('is_used, lower(users.name), access_requests.id')
      .limit(limits.lists.accessHolders);
    return rows.map(toHeld);
  }

  /**
   * Granted access to revoke: of people who have left, no longer need it, or have not answered.
   * @param silentSince a last reminder before this time counts as not answered
   */
  async toRevoke(
    scope: DeciderScope,
    { silentSince }: { silentSince: Date },
  ): Promise<HeldAccess[]> {
    const query = this.held()
      .where((one) =>
        one
          .whereNull('access_requests.user_id')
          .orWhereNotNull('users.disabled_at')
          .orWhere('access_reviews.is_needed', false)
          .orWhereRaw(
            'access_reviews.is_needed is null and access_reviews.reminders >= ? and access_reviews.told_at <= ?',
            [limits.subscriptions.reviewReminders, silentSince],
          ),
      )
      .orderByRaw('lower(access_requests.service), lower(users.name), access_requests.id')
      .limit(limits.lists.accessHolders);
    if (!scope.all)
      query.where((one) => {
        void one.whereRaw(`${companySql} = any(?::text[])`, [scope.companies]);
        if (scope.ofNone) void one.orWhereRaw(`${companySql} is null`);
      });
    const rows: HeldRow[] = await query;
    return rows.map(toHeld);
  }

  /** The current ids of items that are visible to the reader, also for ids of merged ones. */
  async currentItemIds(ids: readonly number[], seesHidden: boolean): Promise<Map<number, number>> {
    const { rows } = await this.db.raw<{ rows: { wanted: number; id: number }[] }>(
      `select wanted, items.id from unnest(?::integer[]) as wanted
       join items on items.id = item_now(wanted) and items.removed_at is null
         and (items.admin_visibility = 'visible' or ?)`,
      [[...ids], seesHidden],
    );
    return new Map(rows.map(({ wanted, id }) => [wanted, id]));
  }

  companies(keys: readonly string[] | null): Promise<string[]> {
    const query = this.db('companies').orderByRaw('lower(name), key').limit(limits.lists.companies);
    if (keys) query.whereIn('key', [...keys]);
    return query.pluck('key');
  }

  private async seats(itemIds: readonly number[]): Promise<Map<string, SeatUse>> {
    const { rows } = await this.db.raw<{
      rows: (SeatUse & { itemId: number; companyKey: string })[];
    }>(
      `select item_id as "itemId", ${companySql} as "companyKey",
         count(*) filter (where status = 'granted')::integer as "seatsTaken",
         count(*) filter (where status in (${quoted(waitingStatuses)}))::integer as "requestsWaiting"
       from access_requests left join users on users.id = access_requests.user_id
       where item_id = any(?::integer[]) and status in (${quoted(openStatuses)})
       group by 1, 2`,
      [[...new Set(itemIds)]],
    );
    return new Map(
      rows.map(({ itemId, companyKey, ...use }) => [seatKey(itemId, companyKey), use]),
    );
  }

  private held() {
    return this.db('access_requests')
      .leftJoin('users', 'users.id', 'access_requests.user_id')
      .leftJoin('access_reviews', 'access_reviews.request_id', 'access_requests.id')
      .where('access_requests.status', 'granted')
      .select([
        ...accessColumns.map((column) => `access_requests.${column}`),
        this.db.raw(`${companySql} as company_key`),
        this.db.raw('users.disabled_at is not null as is_disabled'),
        this.db.raw(
          `exists (select from item_likes as mark
             where mark.user_id = access_requests.user_id and mark.item_id = access_requests.item_id)
           or exists (select from use_cases as written
             where written.user_id = access_requests.user_id and written.item_id = access_requests.item_id
               and written.deleted_at is null) as is_used`,
        ),
        'access_reviews.asked_at',
        'access_reviews.reminders',
        'access_reviews.told_at',
        'access_reviews.is_needed',
        'access_reviews.answered_at',
      ]);
  }
}
