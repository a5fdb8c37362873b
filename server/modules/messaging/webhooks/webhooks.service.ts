// The endpoints of webhooks: added, changed, given a new secret and removed by admins, each recorded; deliveries sent once more.
import { randomBytes } from 'node:crypto';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { SecretKeyError, type SecretBox } from '../../../shared/secretBox.ts';
import {
  adminInBrowser,
  requireAdmin,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import {
  webhookChange,
  webhookInput,
  type Delivery,
  type DeliveryState,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
  type WebhookSender,
} from './webhooks.ts';
import type { WebhooksStore } from './webhooks.store.ts';

/** What a change of an endpoint needs, on its transaction. */
interface WebhookRooms {
  store: WebhooksStore;
  activity: Pick<AuditLog, 'record'>;
  /** Has all that has happened so far told to those that are on now. */
  takeEvents(): Promise<void>;
  /** Has what waits sent soon. */
  requestSending(): Promise<void>;
}

interface Options {
  store: WebhooksStore;
  inTransaction<Result>(work: (rooms: WebhookRooms) => Promise<Result>): Promise<Result>;
  sender: Pick<WebhookSender, 'mayGoTo'>;
  box: SecretBox;
  clock: Clock;
}

/** An endpoint with its new secret, which is said this once. */
export interface NewWebhook {
  webhook: Webhook;
  secret: string;
}

const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const noWebhook = () => new DomainError('NOT_FOUND', 'There is no such webhook');
const recorded = ({ url, kinds, isOn }: Pick<Webhook, 'url' | 'kinds' | 'isOn'>) => ({
  url,
  kinds,
  isOn,
});

export function createWebhooks({ store, inTransaction, sender, box, clock }: Options) {
  const record = (
    { activity }: WebhookRooms,
    actorId: number,
    action: 'webhook.added' | 'webhook.changed' | 'webhook.rotated' | 'webhook.removed',
    [id, before, after]: [id: number, before: Webhook | null, after: Webhook | null],
  ) =>
    activity.record({
      actorId,
      action,
      subjectType: 'webhook',
      subjectId: String(id),
      before: before && recorded(before),
      after: after && recorded(after),
    });

  const one = async (rooms: Pick<WebhookRooms, 'store'>, id: number): Promise<Webhook> => {
    const [found] = await rooms.store.list(clock(), id);
    if (!found) throw noWebhook();
    return found;
  };

  const newSealedSecret = (): { secret: string; sealed: string } => {
    const secret = newSigningSecret();
    try {
      return { secret, sealed: box.seal(secret) };
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error;
      throw new DomainError('CONFLICT', `Webhooks are off: ${error.message}`, {
        reason: 'noSecretsKey',
        cause: error,
      });
    }
  };

  /** As it is written down: what is shown is where it leads. */
  const addressOf = (url: string): string => {
    const address = sender.mayGoTo(url) ? new URL(url).href : null;
    if (address !== null && address.length <= limits.webhook.url) return address;
    const message = `The address must begin with https://, name no port but ${limits.webhook.port}, hold no password and no #, and be reachable from the internet`;
    throw new DomainError('INVALID', `url: ${message}`, {
      errors: [{ path: 'url', code: 'invalid', message }],
    });
  };

  return {
    /** @throws DomainError FORBIDDEN for anybody but admins */
    async list(viewer: Viewer): Promise<Webhook[]> {
      requireAdmin(viewer);
      return store.list(clock());
    },

    /** What was sent to an endpoint or is to be, the latest first. @throws DomainError NOT_FOUND */
    async deliveries(viewer: Viewer, id: number, state: DeliveryState | null): Promise<Delivery[]> {
      requireAdmin(viewer);
      await one({ store }, id);
      return store.deliveries(id, state);
    },

    /** @throws DomainError INVALID, CONFLICT (`tooManyWebhooks`, `noSecretsKey`), FORBIDDEN (`sessionOnly`) for a token */
    async add(viewer: Viewer, given: WebhookInput): Promise<NewWebhook> {
      const { user } = adminInBrowser(viewer);
      const { kinds, ...input } = parseInput(webhookInput, given);
      const url = addressOf(input.url);
      const { secret, sealed } = newSealedSecret();
      const webhook = await inTransaction(async (rooms) => {
        await rooms.store.lock();
        const now = clock();
        if ((await rooms.store.list(now)).length >= limits.lists.webhooks)
          throw new DomainError('CONFLICT', `No more than ${limits.lists.webhooks} webhooks`, {
            reason: 'tooManyWebhooks',
          });
        await rooms.takeEvents();
        const id = await rooms.store.insert({ url, kinds, secret: sealed, createdAt: now });
        const made = await one(rooms, id);
        await record(rooms, user.id, 'webhook.added', [id, null, made]);
        return made;
      });
      return { webhook, secret };
    },

    /** Changes where it goes, what it gets, or switches it; what waits is kept. @throws DomainError INVALID, NOT_FOUND */
    async change(viewer: Viewer, id: number, wanted: WebhookChange): Promise<Webhook> {
      const { user } = adminInBrowser(viewer);
      const input = parseInput(webhookChange, wanted);
      return inTransaction(async (rooms) => {
        await rooms.store.lock();
        const before = await one(rooms, id);
        // One that was taken before such addresses were refused stays as long as nobody names another.
        const url = input.url && input.url !== before.url ? addressOf(input.url) : before.url;
        const kinds = input.kinds ?? before.kinds;
        const isOn = input.isOn ?? before.isOn;
        await rooms.takeEvents();
        await rooms.store.update(id, { url, kinds, isOn });
        const after = await one(rooms, id);
        await record(rooms, user.id, 'webhook.changed', [id, before, after]);
        await rooms.requestSending();
        return after;
      });
    },

    /** A new secret; for a while the former one signs too. @throws DomainError NOT_FOUND, CONFLICT (`noSecretsKey`), FORBIDDEN (`sessionOnly`) for a token */
    async rotate(viewer: Viewer, id: number): Promise<NewWebhook> {
      const { user } = adminInBrowser(viewer);
      const { secret, sealed } = newSealedSecret();
      const webhook = await inTransaction(async (rooms) => {
        await rooms.store.lock();
        const [former] = await rooms.store.sealed(id);
        if (!former) throw noWebhook();
        // One that nobody can decrypt any more signs nothing.
        const formerUntil =
          box.open(former.secret) === null
            ? null
            : new Date(clock().getTime() + limits.webhook.formerSecretMs);
        await rooms.store.rotate(id, sealed, formerUntil);
        const after = await one(rooms, id);
        await record(rooms, user.id, 'webhook.rotated', [id, null, after]);
        return after;
      });
      return { webhook, secret };
    },

    /** With all that waits for it. @throws DomainError NOT_FOUND */
    async remove(viewer: Viewer, id: number): Promise<void> {
      const { user } = adminInBrowser(viewer);
      await inTransaction(async (rooms) => {
        await rooms.store.lock();
        const before = await one(rooms, id);
        await rooms.store.remove(id);
        await record(rooms, user.id, 'webhook.removed', [id, before, null]);
      });
    },

    /** Sends one once more, under its former `webhook-id`. @throws DomainError NOT_FOUND, CONFLICT (`endpointOff`) */
    async redeliver(viewer: Viewer, deliveryId: number): Promise<Delivery> {
      requireAdmin(viewer);
      return inTransaction(async (rooms) => {
        if ((await rooms.store.isOnFor(deliveryId)) === false)
          throw new DomainError('CONFLICT', 'The webhook is off', { reason: 'endpointOff' });
        const delivery = await rooms.store.again(deliveryId, clock());
        if (!delivery) throw new DomainError('NOT_FOUND', 'There is no such delivery');
        await rooms.requestSending();
        return delivery;
      });
    },

    /** Forgets secrets that sign no more. */
    forgetFormer: (): Promise<void> => store.forgetFormer(clock()),

    /**
     * Encrypts secrets that stand in clear or under a former key with the current one; answers of how many webhooks. Without a
     * usable key it changes nothing.
     */
    async sealSecrets(): Promise<number> {
      if (box.problem() !== null) return 0;
      return inTransaction(async (rooms) => {
        await rooms.store.lock();
        let changed = 0;
        const reseal = (text: string): string => {
          if (!box.isSealed(text)) return box.seal(text);
          if (box.isCurrent(text)) return text;
          const secret = box.open(text);
          return secret === null ? text : box.seal(secret);
        };
        for (const { id, secret, formerSecret } of await rooms.store.sealed()) {
          const next = {
            secret: reseal(secret),
            formerSecret: formerSecret === null ? null : reseal(formerSecret),
          };
          if (next.secret === secret && next.formerSecret === formerSecret) continue;
          await rooms.store.reseal(id, next);
          changed += 1;
        }
        return changed;
      });
    },

    /** Whether what is sent can be signed. */
    async health(): Promise<{ state: 'ok' | 'off' | 'failing'; detail: string | null }> {
      const all = await store.sealed();
      const problem = box.problem();
      if (all.length === 0) return { state: problem === null ? 'ok' : 'off', detail: problem };
      if (problem !== null)
        return { state: 'failing', detail: `Nothing is sent to webhooks: ${problem}.` };
      const lost = all.filter(({ secret }) => box.open(secret) === null).length;
      if (lost === 0) return { state: 'ok', detail: null };
      return {
        state: 'failing',
        detail: `Nothing is sent to ${lost} of ${all.length} webhooks: no key in SECRETS_KEY or DATA_DIR decrypts their secrets. Set the former key too, or make new secrets.`,
      };
    },
  };
}
