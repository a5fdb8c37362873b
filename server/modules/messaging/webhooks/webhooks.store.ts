// SQL for webhook endpoints, and for deliveries, which are claimed in the order of their subjects.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import type {
  Delivery,
  DeliveryState,
  Webhook,
  WebhookKind,
  DueDelivery,
  DeliveryOutcome,
} from './webhooks.ts';

interface NewEndpoint {
  url: string;
  kinds: readonly WebhookKind[];
  /** Encrypted. */
  secret: string;
  createdAt: Date;
}

/** The secrets of one endpoint: encrypted, or plain text before the first start with a key. */
interface SealedSecrets {
  id: number;
  secret: string;
  formerSecret: string | null;
}

const deliveryColumns = `delivery.id::int, 'msg_' || delivery.webhook_id as "webhookId", events.kind, delivery.subject,
  events.item_id as "itemId", events.at, delivery.state, delivery.tries, delivery.tried_at as "triedAt",
  (select greatest(delivery.next_try_at, paused_until) from webhook_endpoints where id = delivery.endpoint_id and is_on) as "nextTryAt",
  delivery.status, delivery.failure`;

export class WebhooksStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises changes of endpoints until the end of the transaction. */
  async lock(): Promise<void> {
    await this.db.raw('lock table webhook_endpoints in share row exclusive mode');
  }

  /** All endpoints, or one, oldest first. */
  async list(now: Date, id: number | null = null): Promise<Webhook[]> {
    const { rows } = await this.db.raw<{ rows: Webhook[] }>(
      `select id, url, kinds, is_on as "isOn", created_at as "createdAt",
         case when former_until > :now then former_until end as "formerSecretUntil",
         gone_at as "goneAt", case when paused_until > :now then paused_until end as "pausedUntil",
         (select count(*)::int from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = 'waiting') as waiting,
         (select count(*)::int from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = 'dead') as dead
       from webhook_endpoints where cast(:id as int) is null or id = :id order by id`,
      { now, id },
    );
    return rows;
  }

  async insert({ url, kinds, secret, createdAt }: NewEndpoint): Promise<number> {
    const rows: { id: number }[] = await this.db('webhook_endpoints')
      .insert({ url, kinds, is_on: true, secret, created_at: createdAt })
      .returning('id');
    return rows[0]!.id;
  }

  async update(
    id: number,
    { url, kinds, isOn }: { url: string; kinds: readonly WebhookKind[]; isOn: boolean },
  ): Promise<void> {
    // A pause or a 410 belongs to the former state or address.
    await this.db('webhook_endpoints')
      .where({ id })
      .update({
        url,
        kinds,
        is_on: isOn,
        gone_at: this.db.raw('case when ? or url <> ? then null else gone_at end', [isOn, url]),
        paused_until: this.db.raw('case when url = ? then paused_until end', [url]),
      });
  }

  /** A null `formerUntil` makes the former secret stop signing at once. */
  async rotate(id: number, secret: string, formerUntil: Date | null): Promise<void> {
    await this.db('webhook_endpoints')
      .where({ id })
      .update({
        former_secret: formerUntil === null ? null : this.db.ref('secret'),
        former_until: formerUntil,
        secret,
      });
  }

  async sealedSecrets(id: number | null = null): Promise<SealedSecrets[]> {
    const rows: { id: number; secret: string; former_secret: string | null }[] = await this.db(
      'webhook_endpoints',
    )
      .where((endpoint) => void (id === null ? endpoint : endpoint.where({ id })))
      .orderBy('id')
      .select('id', 'secret', 'former_secret');
    return rows.map((row) => ({ id: row.id, secret: row.secret, formerSecret: row.former_secret }));
  }

  async reseal(
    id: number,
    { secret, formerSecret }: Pick<SealedSecrets, 'secret' | 'formerSecret'>,
  ): Promise<void> {
    await this.db('webhook_endpoints')
      .where({ id })
      .update({ secret, former_secret: formerSecret });
  }

  async deleteFormerSecrets(now: Date): Promise<void> {
    await this.db('webhook_endpoints')
      .where('former_until', '<', now)
      .update({ former_secret: null, former_until: null });
  }

  async remove(id: number): Promise<void> {
    await this.db('webhook_endpoints').where({ id }).delete();
  }

  /** Deliveries of an endpoint, latest first. */
  async deliveries(endpointId: number, state: DeliveryState | null): Promise<Delivery[]> {
    const { rows } = await this.db.raw<{ rows: Delivery[] }>(
      `select ${deliveryColumns} from webhook_deliveries as delivery join events on events.id = delivery.event_id
       where delivery.endpoint_id = :endpointId and (cast(:state as text) is null or delivery.state = :state)
       order by delivery.id desc limit :most`,
      { endpointId, state, most: limits.lists.webhookDeliveries },
    );
    return rows;
  }

  /** Locks the endpoint of a delivery and returns whether it is enabled; null for an unknown delivery. */
  async isEndpointOn(id: number): Promise<boolean | null> {
    const row: { is_on: boolean } | undefined = await this.db('webhook_endpoints')
      .where('id', this.db('webhook_deliveries').where({ id }).select('endpoint_id'))
      .forShare()
      .first('is_on');
    return row?.is_on ?? null;
  }

  /** Queues a delivery again with all its attempts; null for an unknown one. */
  async requeue(id: number, now: Date): Promise<Delivery | null> {
    const { rows } = await this.db.raw<{ rows: Delivery[] }>(
      `update webhook_deliveries as delivery set state = 'waiting', tries = 0, next_try_at = :now
       from events where delivery.id = :id and events.id = delivery.event_id returning ${deliveryColumns}`,
      { id, now },
    );
    return rows[0] ?? null;
  }
}

/** The oldest waiting delivery of each subject, by a loose index scan, whose time does not grow with the queue. */
const oldestOfSubjects = `with recursive heads as (
  (select id, subject from webhook_deliveries
    where endpoint_id = :endpointId and state = 'waiting' order by subject, id limit 1)
  union all
  select next.id, next.subject from heads cross join lateral (
    select id, subject from webhook_deliveries
    where endpoint_id = :endpointId and state = 'waiting' and subject > heads.subject order by subject, id limit 1) as next)`;

export class WebhookDeliveriesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Creates deliveries to the enabled endpoints that have chosen the kind. */
  async createFor(eventIds: readonly number[], now: Date): Promise<void> {
    if (eventIds.length === 0) return;
    await this.db.raw(
      `insert into webhook_deliveries (endpoint_id, event_id, subject, next_try_at)
       select endpoint.id, events.id, events.subject_kind || ' ' || events.subject_id, :now
       from events join webhook_endpoints as endpoint on endpoint.is_on and events.kind = any(endpoint.kinds)
       where events.id = any(:eventIds::bigint[]) order by events.id, endpoint.id on conflict do nothing`,
      { eventIds, now },
    );
  }

  async dueEndpoints(now: Date): Promise<number[]> {
    return this.db('webhook_endpoints')
      .where({ is_on: true })
      .where((endpoint) => endpoint.whereNull('paused_until').orWhere('paused_until', '<=', now))
      .whereExists(
        this.db('webhook_deliveries')
          .whereRaw('endpoint_id = webhook_endpoints.id')
          .where({ state: 'waiting' })
          .where('next_try_at', '<=', now),
      )
      .orderBy('id')
      .pluck('id');
  }

  /** The current and former secrets, encrypted. */
  async sealedSecrets(endpointId: number, now: Date): Promise<string[]> {
    const row: { secrets: string[] } | undefined = await this.db('webhook_endpoints')
      .where({ id: endpointId })
      .first(
        this.db.raw(
          'array_remove(array[secret, case when former_until > ? then former_secret end], null) as secrets',
          [now],
        ),
      );
    return row?.secrets ?? [];
  }

  /** Claims due deliveries, one per subject, for one attempt; they become due again if the process dies. */
  async claim(
    endpointId: number,
    { now, until, most }: { now: Date; until: Date; most: number },
  ): Promise<DueDelivery[]> {
    const { rows } = await this.db.raw<{ rows: DueDelivery[] }>(
      `${oldestOfSubjects}, due as (
         select delivery.id from webhook_deliveries as delivery join heads on heads.id = delivery.id
         where delivery.state = 'waiting' and delivery.next_try_at <= :now
         order by delivery.id limit :most for update of delivery skip locked)
       update webhook_deliveries as delivery set tries = tries + 1, tried_at = :now, next_try_at = :until
       from due, webhook_endpoints as endpoint, events
       where delivery.id = due.id and endpoint.id = delivery.endpoint_id and endpoint.is_on
         and coalesce(endpoint.paused_until <= :now, true) and events.id = delivery.event_id
       returning delivery.id::int, endpoint.id as "endpointId", 'msg_' || delivery.webhook_id as "webhookId", endpoint.url,
         array_remove(array[endpoint.secret, case when endpoint.former_until > :now then endpoint.former_secret end], null)
           as secrets,
         delivery.tries, events.kind, events.subject_kind as "subjectKind", events.subject_id as "subjectId", events.at,
         events.item_id as "itemId", events.before, events.after,
         (select removed_at is null from items where items.id = events.item_id and admin_visibility = 'visible')
           as "isInCatalogue",
         coalesce(events.subject_kind = 'item' and (select next.kind = 'item_shown' from events as next
           where next.item_id = events.item_id and next.id > events.id and next.kind in ('item_hidden', 'item_shown')
           order by next.id limit 1), false) as "wasHidden",
         (select items.id from items where events.kind = 'item_removed' and items.id = (events.after ->> 'mergedInto')::int
           and admin_visibility = 'visible' and removed_at is null) as "mergedInto"`,
      { endpointId, now, until, most },
    );
    return rows;
  }

  async saveOutcome(
    id: number,
    state: 'waiting' | 'delivered' | 'dead' | 'withheld',
    { status, failure, nextTryAt }: DeliveryOutcome & { nextTryAt?: Date },
  ): Promise<void> {
    await this.db('webhook_deliveries')
      .where({ id, state: 'waiting' })
      .update({ state, status, failure, ...(nextTryAt ? { next_try_at: nextTryAt } : {}) });
  }

  async pause(endpointId: number, until: Date): Promise<void> {
    await this.db('webhook_endpoints')
      .where({ id: endpointId })
      .update({ paused_until: this.db.raw('greatest(paused_until, ?)', [until]) });
  }

  /** Disables an endpoint, unless it was disabled or got another address meanwhile. */
  async switchOff(
    { endpointId, url }: DueDelivery,
    at: Date,
  ): Promise<{ url: string; kinds: WebhookKind[] } | null> {
    const rows: { url: string; kinds: WebhookKind[] }[] = await this.db('webhook_endpoints')
      .where({ id: endpointId, url, is_on: true })
      .update({ is_on: false, gone_at: at })
      .returning(['url', 'kinds']);
    return rows[0] ?? null;
  }
}
