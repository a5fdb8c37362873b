// SQL for access requests, which are also the queue of their mails.
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
  activeApproversSql,
  isOpen,
  toAccessRequest,
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

export interface QueuedMail {
  request: AccessRequest;
  service: RequestedService | null;
  /** Further waiting requests of the same batch. */
  others: Pick<QueuedMail, 'request' | 'service'>[];
  requester: Requester;
  /** Recipients that the mail has reached; they get it once. */
  deliveredTo: string[];
  /** Addresses of the company's approvers. When empty, the configured recipients get the mail. */
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

const toRequestWithService = (row: QueuedRow): Pick<QueuedMail, 'request' | 'service'> => ({
  request: toAccessRequest(row),
  service:
    row.item_id !== null && row.source_url !== null
      ? { itemId: row.item_id, title: row.service, sourceUrl: row.source_url }
      : null,
});

const toRequestedItem = (row: RequestedRow): RequestedService => ({
  itemId: row.id,
  title: row.title,
  sourceUrl: row.source_url,
});

export class AccessRequestsStore {
  private db: Knex;
  private rules: EntryRules;
  private clock: Clock;

  constructor(db: Knex, rules: EntryRules, clock: Clock) {
    this.db = db;
    this.rules = rules;
    this.clock = clock;
  }

  /**
   * The visible item with a title in either language; the title of a merged item refers to the kept one, unless another
   * item has it.
   */
  async findItemByTitle(viewer: Viewer, title: string): Promise<RequestedService | null> {
    const named = (table: Knex.QueryBuilder, alias: string) =>
      table.where(
        (one) =>
          void one
            .whereRaw('trim(??.title_en) = ?', [alias, title])
            .orWhereRaw('trim(??.title_ru) = ?', [alias, title]),
      );
    const merged = named(
      this.db('items as former').whereNotNull('former.merged_into'),
      'former',
    ).select(this.db.raw('item_now(former.id)'));
    const row: RequestedRow | undefined = await visibleItems(this.db, viewer)
      .where((one) => void named(one, 'items').orWhereIn('items.id', merged))
      .orderByRaw(
        '(trim(items.title_en) = :title or trim(items.title_ru) = :title) desc nulls last',
        {
          title,
        },
      )
      .orderBy('items.id')
      .first(...requestedColumns(this.db));
    return row ? toRequestedItem(row) : null;
  }

  /** The visible item of an id, following merges. */
  async findItemById(viewer: Viewer, id: number): Promise<RequestedService | null> {
    const row: RequestedRow | undefined = await visibleItems(this.db, viewer)
      .whereRaw('items.id = item_now(?)', [id])
      .first(...requestedColumns(this.db));
    return row ? toRequestedItem(row) : null;
  }

  async findByIdempotencyKey(userId: number, key: string): Promise<AccessRequest | null> {
    const row: AccessRow | undefined = await this.db('access_requests')
      .where({ user_id: userId, idempotency_key: key })
      .first(own);
    return row ? toAccessRequest(row) : null;
  }

  /** Serialises the requests of one person until the end of the transaction. */
  async lockRequester(userId: number): Promise<void> {
    await this.db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  }

  /** The open request of a person for an item, by any of its ids. */
  async findOpen(userId: number, itemId: number): Promise<AccessRequest | null> {
    const row: AccessRow | undefined = await this.db('access_requests')
      .where({ user_id: userId, item_id: this.db.raw('item_now(?)', [itemId]) })
      .whereIn('status', openStatuses)
      .first(own);
    return row ? toAccessRequest(row) : null;
  }

  /** Null when a merge has moved another open request to the item. @throws DomainError NOT_FOUND for a removed item */
  async insert(request: NewAccessRequest): Promise<AccessRequest | null> {
    const rows: AccessRow[] = await this.db('access_requests')
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
      .onConflict(this.db.raw(`(user_id, item_id) where ${isOpen}`))
      .ignore()
      .returning(own)
      .catch((error: unknown) => {
        if (!isMissingReference(error)) throw error;
        throw new DomainError('NOT_FOUND', 'This service is not in the catalogue', {
          cause: error,
        });
      });
    return rows[0] ? toAccessRequest(rows[0]) : null;
  }

  /** Joins new requests of one call into a batch, so that the approvers get one message. */
  async joinBatch(ids: readonly number[]): Promise<void> {
    await this.db('access_requests')
      .whereIn('id', [...ids])
      .update({ batch_id: Math.min(...ids) });
  }

  async ofUser(userId: number, limit: number): Promise<AccessRequest[]> {
    const rows: AccessRow[] = await this.db('access_requests')
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .select(own);
    return rows.map(toAccessRequest);
  }

  /** Open requests with a waiting mail after an id, oldest first; only the first one of a batch. */
  async queuedMails(afterId: number, limit: number): Promise<QueuedMail[]> {
    const first = await this.queued()
      .where('access_requests.id', '>', afterId)
      .whereRaw(
        `(access_requests.batch_id is null or not exists (
           select from access_requests as earlier
           where earlier.batch_id = access_requests.batch_id and earlier.id < access_requests.id
             and earlier.state = 'queued' and earlier.${isOpen}))`,
      )
      .limit(limit);
    const batches = first.flatMap((row) => row.batch_id ?? []);
    const others = await this.queued()
      .whereIn('access_requests.batch_id', batches)
      .whereNotIn(
        'access_requests.id',
        first.map(({ id }) => id),
      );
    return first.map((row) => ({
      ...toRequestWithService(row),
      requester: { name: row.person_name, email: row.email, company: row.company_name },
      deliveredTo: row.delivered_to,
      approvers: row.approvers,
      others: others
        .filter((one) => row.batch_id !== null && one.batch_id === row.batch_id)
        .map(toRequestWithService),
    }));
  }

  private queued(): Knex.QueryBuilder<object, QueuedRow[]> {
    return (
      this.db('access_requests')
        .join('users', 'users.id', 'access_requests.user_id')
        .leftJoin('companies', 'companies.key', 'users.company_key')
        // Not all approvers may see an item that was hidden after the request.
        .joinRaw(
          `left join items on items.id = access_requests.item_id and items.removed_at is null
           and items.admin_visibility = 'visible'`,
        )
        .where('access_requests.state', 'queued')
        .whereIn('access_requests.status', openStatuses)
        .orderBy('access_requests.id')
        .select(
          ...columns,
          'access_requests.delivered_to',
          this.db.raw(
            `array(select approver.email from (${activeApproversSql()}) as approver
            where approver.company_key = users.company_key and approver.email is not null and approver.id <> users.id
            order by approver.id) as approvers`,
            accountStatusValues(this.rules, this.clock()),
          ),
          'items.source_url',
          'users.name as person_name',
          'users.email',
          'companies.name as company_name',
        )
    );
  }

  /** Deletes at most `count` closed requests; granted ones stay. Returns how many. */
  deleteClosed(before: Date, count: number): Promise<number> {
    return this.db('access_requests')
      .whereIn(
        'id',
        this.db('access_requests')
          .whereIn('status', closedStatuses)
          .where('changed_at', '<', before)
          .limit(count)
          .select('id'),
      )
      .delete();
  }

  async markSent(ids: readonly number[], at: Date): Promise<void> {
    await this.db('access_requests')
      .whereIn('id', [...ids])
      .update({
        state: 'sent',
        sent_at: at,
        last_error: null,
        attempts: this.db.raw('attempts + 1'),
      });
  }

  async markDelivered(ids: readonly number[], recipients: readonly string[]): Promise<void> {
    await this.db('access_requests')
      .whereIn('id', [...ids])
      .update({ delivered_to: this.db.raw('delivered_to || ?::text[]', [[...recipients]]) });
  }

  /** `isLast` gives up the mail. */
  async markFailedAttempt(ids: readonly number[], reason: string, isLast: boolean): Promise<void> {
    await this.db('access_requests')
      .whereIn('id', [...ids])
      .update({
        last_error: reason,
        attempts: this.db.raw('attempts + 1'),
        ...(isLast ? { state: 'failed' } : {}),
      });
  }

  /** Waiting and given-up mails; none is sent for a deleted account. */
  async countUnsent(): Promise<{ queued: number; failed: number }> {
    const { rows } = await this.db.raw<{ rows: { queued: number; failed: number }[] }>(
      `select count(*) filter (where state = 'queued' and ${isOpen})::integer as queued,
         count(*) filter (where state = 'failed')::integer as failed
       from access_requests where state <> 'sent' and user_id is not null`,
    );
    return rows[0]!;
  }
}
