// SQL for webhook deliveries: created from events, claimed in the order of their subjects.
import type { Knex } from 'knex';
import type { DueDelivery, DeliveryOutcome, WebhookKind } from './webhooks.ts';

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
