// SQL for requests for access: the table is the outbox.
import type { Knex } from 'knex';
import { isMissingReference } from '../../../database/databaseErrors.ts';
import { DomainError } from '../../../shared/domainError.ts';
import {
  type Viewer,
  type EntryRules,
  accountStatusValues,
} from '../../people/accounts/accounts.module.ts';
import type { Clock } from '../../../shared/clock.ts';
import { visibleItems } from '../visibleItems.ts';
import type { DataClass } from '../dataRules/dataRules.ts';
import type { RequestedService, SubscriptionType, AccessRequest } from './accessRequests.ts';
import {
  accessColumns,
  approversHere,
  isOpen,
  toRequest,
  type AccessRow,
} from './accessRequests.rows.ts';
import type { Requester } from './accessMail.ts';
import { closedStatuses, openStatuses } from './accessStateMachine.ts';

const columns = accessColumns.map((column) => `access_requests.${column}`);

export interface NewAccessRequest {
  userId: number;
  itemId: number;
  service: string;
  subscriptionType: SubscriptionType;
  features: string;
  needsTesting: boolean;
  dataClasses: DataClass[];
  dueAt: Date;
  idempotencyKey: string | null;
  at: Date;
}

/** A request that waits in the outbox, with all that its mail says. */
export interface QueuedRequest {
  request: AccessRequest;
  service: RequestedService | null;
  requester: Requester;
  /** Recipients whom the mail has reached: they get it no second time. */
  deliveredTo: string[];
  /** Addresses of those who decide for the company, beside the one who asks; none: those of the settings are asked. */
  approvers: string[];
}

interface QueuedRow extends AccessRow {
  source_url: string | null;
  person_name: string;
  email: string | null;
  company_name: string | null;
  delivered_to: string[];
  approvers: string[];
}

const own = [...accessColumns];

interface RequestedRow {
  id: number;
  title: string;
  source_url: string;
}

const requestedColumns = (db: Knex) => [
  'items.id',
  'items.source_url',
  db.raw('coalesce(items.title_en, items.title_ru) as title'),
];

const toRequestedService = (row: RequestedRow): RequestedService => ({
  itemId: row.id,
  title: row.title,
  sourceUrl: row.source_url,
});

export const accessRequestsStore = (db: Knex, rules: EntryRules, clock: Clock) => ({
  /**
   * The item with a title in either language, as the viewer sees the catalogue; its title is the English one if there is one.
   * The title of one that was merged leads to what it was merged into, unless another has that title.
   */
  async serviceByTitle(viewer: Viewer, title: string): Promise<RequestedService | null> {
    const named = (table: Knex.QueryBuilder, alias: string) =>
      table.where(
        (one) =>
          void one
            .whereRaw('trim(??.title_en) = ?', [alias, title])
            .orWhereRaw('trim(??.title_ru) = ?', [alias, title]),
      );
    const merged = named(db('items as former').whereNotNull('former.merged_into'), 'former').select(
      db.raw('item_now(former.id)'),
    );
    const row: RequestedRow | undefined = await visibleItems(db, viewer)
      .where((one) => void named(one, 'items').orWhereIn('items.id', merged))
      .orderByRaw(
        '(trim(items.title_en) = :title or trim(items.title_ru) = :title) desc nulls last',
        {
          title,
        },
      )
      .orderBy('items.id')
      .first(...requestedColumns(db));
    return row ? toRequestedService(row) : null;
  },

  /** The item of an id, or what it was merged into, as the viewer sees the catalogue. */
  async serviceById(viewer: Viewer, id: number): Promise<RequestedService | null> {
    const row: RequestedRow | undefined = await visibleItems(db, viewer)
      .whereRaw('items.id = item_now(?)', [id])
      .first(...requestedColumns(db));
    return row ? toRequestedService(row) : null;
  },

  async byIdempotencyKey(userId: number, key: string): Promise<AccessRequest | null> {
    const row: AccessRow | undefined = await db('access_requests')
      .where({ user_id: userId, idempotency_key: key })
      .first(own);
    return row ? toRequest(row) : null;
  },

  /** Keeps one person's requests in order, until the end of the transaction. */
  async lockRequester(userId: number): Promise<void> {
    await db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  },

  /** The one request that a person has open about a service, by any of its ids. */
  async openOf(userId: number, itemId: number): Promise<AccessRequest | null> {
    const row: AccessRow | undefined = await db('access_requests')
      .where({ user_id: userId, item_id: db.raw('item_now(?)', [itemId]) })
      .whereIn('status', openStatuses)
      .first(own);
    return row ? toRequest(row) : null;
  },

  /** Null where the merge of a service has brought another open one. @throws DomainError NOT_FOUND when the service has gone meanwhile */
  async insert(request: NewAccessRequest): Promise<AccessRequest | null> {
    const rows: AccessRow[] = await db('access_requests')
      .insert({
        user_id: request.userId,
        item_id: request.itemId,
        service: request.service,
        subscription_type: request.subscriptionType,
        features: request.features,
        needs_testing: request.needsTesting,
        idempotency_key: request.idempotencyKey,
        data_classes: request.dataClasses,
        due_at: request.dueAt,
        changed_at: request.at,
        created_at: request.at,
      })
      .onConflict(db.raw(`(user_id, item_id) where ${isOpen}`))
      .ignore()
      .returning(own)
      .catch((error: unknown) => {
        if (!isMissingReference(error)) throw error;
        throw new DomainError('NOT_FOUND', 'There is no such service in the catalogue', {
          cause: error,
        });
      });
    return rows[0] ? toRequest(rows[0]) : null;
  },

  async ofUser(userId: number, limit: number): Promise<AccessRequest[]> {
    const rows: AccessRow[] = await db('access_requests')
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .select(own);
    return rows.map(toRequest);
  },

  /** What waits to be sent after an id, oldest first. What was closed meanwhile needs nobody any more. */
  async queued(afterId: number, limit: number): Promise<QueuedRequest[]> {
    const rows: QueuedRow[] = await db('access_requests')
      .join('users', 'users.id', 'access_requests.user_id')
      .leftJoin('companies', 'companies.key', 'users.company_key')
      // Those who decide may not all see what has been hidden since: its address is in no mail.
      .joinRaw(
        `left join items on items.id = access_requests.item_id and items.removed_at is null
           and items.admin_visibility = 'visible'`,
      )
      .where('access_requests.state', 'queued')
      .whereIn('access_requests.status', openStatuses)
      .where('access_requests.id', '>', afterId)
      .orderBy('access_requests.id')
      .limit(limit)
      .select(
        ...columns,
        'access_requests.delivered_to',
        db.raw(
          `array(select told.email from (${approversHere()}) as told
            where told.company_key = users.company_key and told.email is not null and told.id <> users.id
            order by told.id) as approvers`,
          accountStatusValues(rules, clock()),
        ),
        'items.source_url',
        'users.name as person_name',
        'users.email',
        'companies.name as company_name',
      );
    return rows.map((row) => ({
      request: toRequest(row),
      service:
        row.item_id !== null && row.source_url !== null
          ? { itemId: row.item_id, title: row.service, sourceUrl: row.source_url }
          : null,
      requester: { name: row.person_name, email: row.email, company: row.company_name },
      deliveredTo: row.delivered_to,
      approvers: row.approvers,
    }));
  },

  /** Deletes at most so many requests that were over before; what is granted stays. Answers how many. */
  forgetClosed: (before: Date, count: number): Promise<number> =>
    db('access_requests')
      .whereIn(
        'id',
        db('access_requests')
          .whereIn('status', closedStatuses)
          .where('changed_at', '<', before)
          .limit(count)
          .select('id'),
      )
      .delete(),

  async markSent(id: number, at: Date): Promise<void> {
    await db('access_requests')
      .where({ id })
      .update({ state: 'sent', sent_at: at, last_error: null, attempts: db.raw('attempts + 1') });
  },

  /** Remembers whom the mail has reached while others were refused. */
  async markDelivered(id: number, recipients: readonly string[]): Promise<void> {
    await db('access_requests')
      .where({ id })
      .update({ delivered_to: db.raw('delivered_to || ?::text[]', [[...recipients]]) });
  },

  /** Remembers a try that failed; `isLast` gives the request up. */
  async markTried(id: number, reason: string, isLast: boolean): Promise<void> {
    await db('access_requests')
      .where({ id })
      .update({
        last_error: reason,
        attempts: db.raw('attempts + 1'),
        ...(isLast ? { state: 'failed' } : {}),
      });
  },

  /** How many requests wait to be sent, and how many were given up; nothing is sent for an account that is deleted. */
  async waiting(): Promise<{ queued: number; failed: number }> {
    const { rows } = await db.raw<{ rows: { queued: number; failed: number }[] }>(
      `select count(*) filter (where state = 'queued' and ${isOpen})::integer as queued,
         count(*) filter (where state = 'failed')::integer as failed
       from access_requests where state <> 'sent' and user_id is not null`,
    );
    return rows[0]!;
  },
});

export type AccessRequestsStore = ReturnType<typeof accessRequestsStore>;
