// SQL for requests for access: the table is the outbox.
import type { Knex } from 'knex';
import { isAboutNothing } from '../../database/databaseErrors.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Viewer } from '../accounts/accounts.ts';
import { visibleItems } from '../knowledge/knowledge.rows.ts';
import type { AccessRequest, RequestedService, SubscriptionType } from './access.ts';
import type { Requester } from './accessMail.ts';

interface Row {
  id: number;
  user_id: number;
  service: string;
  subscription_type: SubscriptionType;
  features: string;
  needs_testing: boolean;
  state: AccessRequest['state'];
  created_at: Date;
  sent_at: Date | null;
}

const columns = [
  'access_requests.id',
  'access_requests.user_id',
  'access_requests.service',
  'access_requests.subscription_type',
  'access_requests.features',
  'access_requests.needs_testing',
  'access_requests.state',
  'access_requests.created_at',
  'access_requests.sent_at',
];

const toRequest = (row: Row): AccessRequest => ({
  id: row.id,
  userId: row.user_id,
  service: row.service,
  subscriptionType: row.subscription_type,
  features: row.features,
  needsTesting: row.needs_testing,
  state: row.state,
  createdAt: row.created_at,
  sentAt: row.sent_at,
});

export interface NewAccessRequest {
  userId: number;
  itemId: number;
  service: string;
  subscriptionType: SubscriptionType;
  features: string;
  needsTesting: boolean;
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
}

interface QueuedRow extends Row {
  item_id: number | null;
  source_url: string | null;
  person_name: string;
  email: string | null;
  company_name: string | null;
  delivered_to: string[];
}

const own = columns.map((column) => column.replace('access_requests.', ''));

export const accessStore = (db: Knex) => ({
  /** The item with a title in either language, as the viewer sees the catalogue; its title is the English one if there is one. */
  async serviceByTitle(viewer: Viewer, title: string): Promise<RequestedService | null> {
    const row: { id: number; title: string; source_url: string } | undefined = await visibleItems(
      db,
      viewer,
    )
      .where(
        (one) =>
          void one
            .whereRaw('trim(items.title_en) = ?', [title])
            .orWhereRaw('trim(items.title_ru) = ?', [title]),
      )
      .orderBy('items.id')
      .first(
        'items.id',
        'items.source_url',
        db.raw('coalesce(items.title_en, items.title_ru) as title'),
      );
    return row ? { itemId: row.id, title: row.title, sourceUrl: row.source_url } : null;
  },

  async byIdempotencyKey(userId: number, key: string): Promise<AccessRequest | null> {
    const row: Row | undefined = await db('access_requests')
      .where({ user_id: userId, idempotency_key: key })
      .first(own);
    return row ? toRequest(row) : null;
  },

  /** Keeps one person's requests in order, until the end of the transaction. */
  async lockRequester(userId: number): Promise<void> {
    await db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  },

  /** The same request since a moment. */
  async same(request: NewAccessRequest, since: Date): Promise<AccessRequest | null> {
    const row: Row | undefined = await db('access_requests')
      .where({
        user_id: request.userId,
        item_id: db.raw('item_now(?)', [request.itemId]),
        subscription_type: request.subscriptionType,
        features: request.features,
        needs_testing: request.needsTesting,
      })
      .where('created_at', '>', since)
      .first(own);
    return row ? toRequest(row) : null;
  },

  /** @throws DomainError NOT_FOUND when the service has gone meanwhile */
  async insert(request: NewAccessRequest): Promise<AccessRequest> {
    const rows: Row[] = await db('access_requests')
      .insert({
        user_id: request.userId,
        item_id: request.itemId,
        service: request.service,
        subscription_type: request.subscriptionType,
        features: request.features,
        needs_testing: request.needsTesting,
        idempotency_key: request.idempotencyKey,
        created_at: request.at,
      })
      .returning(own)
      .catch((error: unknown) => {
        if (!isAboutNothing(error)) throw error;
        throw new DomainError('NOT_FOUND', 'There is no such service in the catalogue', {
          cause: error,
        });
      });
    return toRequest(rows[0]!);
  },

  async ofUser(userId: number, limit: number): Promise<AccessRequest[]> {
    const rows: Row[] = await db('access_requests')
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .select(own);
    return rows.map(toRequest);
  },

  /** What waits to be sent after an id, oldest first. */
  async queued(afterId: number, limit: number): Promise<QueuedRequest[]> {
    const rows: QueuedRow[] = await db('access_requests')
      .join('users', 'users.id', 'access_requests.user_id')
      .leftJoin('companies', 'companies.key', 'users.company_key')
      .leftJoin('items', 'items.id', 'access_requests.item_id')
      .where('access_requests.state', 'queued')
      .where('access_requests.id', '>', afterId)
      .orderBy('access_requests.id')
      .limit(limit)
      .select(
        ...columns,
        'access_requests.item_id',
        'access_requests.delivered_to',
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
    }));
  },

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

  /** How many requests wait, and how many were given up. */
  async waiting(): Promise<{ queued: number; failed: number }> {
    const { rows } = await db.raw<{ rows: { queued: number; failed: number }[] }>(
      `select count(*) filter (where state = 'queued')::integer as queued,
         count(*) filter (where state = 'failed')::integer as failed
       from access_requests where state <> 'sent'`,
    );
    return rows[0]!;
  },
});

export type AccessStore = ReturnType<typeof accessStore>;
