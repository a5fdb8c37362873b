// SQL for the endpoints of webhooks, as admins look after them.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import type { Delivery, DeliveryState, Webhook, WebhookKind } from './webhooks.ts';

interface NewEndpoint {
  url: string;
  kinds: readonly WebhookKind[];
  /** Encrypted. */
  secret: string;
  createdAt: Date;
}

/** Of one endpoint, encrypted, or in clear before the first start that has a key. */
interface SealedSecrets {
  id: number;
  secret: string;
  formerSecret: string | null;
}

const deliveryColumns = `delivery.id::int, 'msg_' || delivery.webhook_id as "webhookId", events.kind, delivery.subject,
  events.item_id as "itemId", events.at, delivery.state, delivery.tries, delivery.tried_at as "triedAt",
  (select greatest(delivery.next_try_at, paused_until) from webhook_endpoints where id = delivery.endpoint_id and is_on) as "nextTryAt",
  delivery.status, delivery.failure`;

export const webhooksStore = (db: Knex) => ({
  /** Nobody else adds one until the end of the transaction. */
  async lock(): Promise<void> {
    await db.raw('lock table webhook_endpoints in share row exclusive mode');
  },

  /** All of them, or one, the oldest first. */
  async list(now: Date, id: number | null = null): Promise<Webhook[]> {
    const { rows } = await db.raw<{ rows: Webhook[] }>(
      `select id, url, kinds, is_on as "isOn", created_at as "createdAt",
         case when former_until > :now then former_until end as "formerSecretUntil",
         gone_at as "goneAt", case when paused_until > :now then paused_until end as "pausedUntil",
         (select count(*)::int from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = 'waiting') as waiting,
         (select count(*)::int from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = 'dead') as dead
       from webhook_endpoints where cast(:id as int) is null or id = :id order by id`,
      { now, id },
    );
    return rows;
  },

  async insert({ url, kinds, secret, createdAt }: NewEndpoint): Promise<number> {
    const rows: { id: number }[] = await db('webhook_endpoints')
      .insert({ url, kinds, is_on: true, secret, created_at: createdAt })
      .returning('id');
    return rows[0]!.id;
  },

  async update(
    id: number,
    { url, kinds, isOn }: { url: string; kinds: readonly WebhookKind[]; isOn: boolean },
  ): Promise<void> {
    // Whoever is switched on, or is elsewhere, has not asked for anything yet.
    await db('webhook_endpoints')
      .where({ id })
      .update({
        url,
        kinds,
        is_on: isOn,
        gone_at: db.raw('case when ? or url <> ? then null else gone_at end', [isOn, url]),
        paused_until: db.raw('case when url = ? then paused_until end', [url]),
      });
  },

  /** A new secret; the former one signs too until then, where there is a then. */
  async rotate(id: number, secret: string, formerUntil: Date | null): Promise<void> {
    await db('webhook_endpoints')
      .where({ id })
      .update({
        former_secret: formerUntil === null ? null : db.ref('secret'),
        former_until: formerUntil,
        secret,
      });
  },

  /** The secrets as they are stored, of all endpoints or of one. */
  async sealed(id: number | null = null): Promise<SealedSecrets[]> {
    const rows: { id: number; secret: string; former_secret: string | null }[] = await db(
      'webhook_endpoints',
    )
      .where((endpoint) => void (id === null ? endpoint : endpoint.where({ id })))
      .orderBy('id')
      .select('id', 'secret', 'former_secret');
    return rows.map((row) => ({ id: row.id, secret: row.secret, formerSecret: row.former_secret }));
  },

  /** Stores the same secrets, encrypted anew. */
  async reseal(
    id: number,
    { secret, formerSecret }: Pick<SealedSecrets, 'secret' | 'formerSecret'>,
  ): Promise<void> {
    await db('webhook_endpoints').where({ id }).update({ secret, former_secret: formerSecret });
  },

  /** Secrets whose time is over are not kept. */
  async forgetFormer(now: Date): Promise<void> {
    await db('webhook_endpoints')
      .where('former_until', '<', now)
      .update({ former_secret: null, former_until: null });
  },

  /** With everything that was to be sent there. */
  async remove(id: number): Promise<void> {
    await db('webhook_endpoints').where({ id }).delete();
  },

  /** What was sent to an endpoint or is to be, the latest first. */
  async deliveries(endpointId: number, state: DeliveryState | null): Promise<Delivery[]> {
    const { rows } = await db.raw<{ rows: Delivery[] }>(
      `select ${deliveryColumns} from webhook_deliveries as delivery join events on events.id = delivery.event_id
       where delivery.endpoint_id = :endpointId and (cast(:state as text) is null or delivery.state = :state)
       order by delivery.id desc limit :most`,
      { endpointId, state, most: limits.lists.webhookDeliveries },
    );
    return rows;
  },

  /** Whether the endpoint of a delivery is on, and stays so until the end of the transaction; null when there is none such. */
  async isOnFor(id: number): Promise<boolean | null> {
    const row: { is_on: boolean } | undefined = await db('webhook_endpoints')
      .where('id', db('webhook_deliveries').where({ id }).select('endpoint_id'))
      .forShare()
      .first('is_on');
    return row?.is_on ?? null;
  },

  /** Sends one once more, with all its tries before it; null when there is none such. */
  async again(id: number, now: Date): Promise<Delivery | null> {
    const { rows } = await db.raw<{ rows: Delivery[] }>(
      `update webhook_deliveries as delivery set state = 'waiting', tries = 0, next_try_at = :now
       from events where delivery.id = :id and events.id = delivery.event_id returning ${deliveryColumns}`,
      { id, now },
    );
    return rows[0] ?? null;
  },
});

export type WebhooksStore = ReturnType<typeof webhooksStore>;
