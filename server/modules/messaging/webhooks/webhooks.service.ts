// Webhook endpoints for admins: added, changed, rotated and removed, each logged.
import { randomBytes } from 'node:crypto';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { SecretKeyError, type SecretBox } from '../../../shared/secrets.ts';
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

interface WebhookTransaction {
  store: WebhooksStore;
  auditLog: Pick<AuditLog, 'record'>;
  /** Creates deliveries for all events so far. */
  collectEvents(): Promise<void>;
  /** Queues the sending job. */
  requestSending(): Promise<void>;
}

interface Options {
  store: WebhooksStore;
  inTransaction<Result>(
    work: (transaction: WebhookTransaction) => Promise<Result>,
  ): Promise<Result>;
  sender: Pick<WebhookSender, 'isAllowed'>;
  box: SecretBox;
  clock: Clock;
}

/** An endpoint with its new secret, which is returned only once. */
export interface NewWebhook {
  webhook: Webhook;
  secret: string;
}

const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const webhookNotFound = () => new DomainError('NOT_FOUND', 'This webhook does not exist');
const auditValue = ({ url, kinds, isOn }: Pick<Webhook, 'url' | 'kinds' | 'isOn'>) => ({
  url,
  kinds,
  isOn,
});

export class Webhooks {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** @throws DomainError FORBIDDEN for non-admins */
  async list(viewer: Viewer): Promise<Webhook[]> {
    requireAdmin(viewer);
    return this.deps.store.list(this.deps.clock());
  }

  /** The deliveries of an endpoint, latest first. @throws DomainError NOT_FOUND */
  async deliveries(viewer: Viewer, id: number, state: DeliveryState | null): Promise<Delivery[]> {
    requireAdmin(viewer);
    await this.requireWebhook({ store: this.deps.store }, id);
    return this.deps.store.deliveries(id, state);
  }

  /** @throws DomainError INVALID, CONFLICT (`tooManyWebhooks`, `noSecretsKey`), FORBIDDEN (`sessionOnly`) for a token */
  async add(viewer: Viewer, given: WebhookInput): Promise<NewWebhook> {
    const { user } = adminInBrowser(viewer);
    const { kinds, ...input } = parseInput(webhookInput, given);
    const url = this.requireAllowedUrl(input.url);
    const { secret, sealed } = this.newSealedSecret();
    const webhook = await this.deps.inTransaction(async (transaction) => {
      await transaction.store.lock();
      const now = this.deps.clock();
      if ((await transaction.store.list(now)).length >= limits.lists.webhooks)
        throw new DomainError(
          'CONFLICT',
          `There are ${limits.lists.webhooks} webhooks already. Remove one to add another`,
          { reason: 'tooManyWebhooks' },
        );
      await transaction.collectEvents();
      const id = await transaction.store.insert({ url, kinds, secret: sealed, createdAt: now });
      const made = await this.requireWebhook(transaction, id);
      await this.record(transaction, user.id, 'webhook.added', [id, null, made]);
      return made;
    });
    return { webhook, secret };
  }

  /** Changes address, kinds or state; waiting deliveries stay. @throws DomainError INVALID, NOT_FOUND */
  async change(viewer: Viewer, id: number, wanted: WebhookChange): Promise<Webhook> {
    const { user } = adminInBrowser(viewer);
    const input = parseInput(webhookChange, wanted);
    return this.deps.inTransaction(async (transaction) => {
      await transaction.store.lock();
      const before = await this.requireWebhook(transaction, id);
      // An address that was accepted under older rules stays until another one is given.
      const url =
        input.url && input.url !== before.url ? this.requireAllowedUrl(input.url) : before.url;
      const kinds = input.kinds ?? before.kinds;
      const isOn = input.isOn ?? before.isOn;
      await transaction.collectEvents();
      await transaction.store.update(id, { url, kinds, isOn });
      const after = await this.requireWebhook(transaction, id);
      await this.record(transaction, user.id, 'webhook.changed', [id, before, after]);
      await transaction.requestSending();
      return after;
    });
  }

  /**
   * Creates a new secret; the former one also signs for a while.
   * @throws DomainError NOT_FOUND, CONFLICT (`noSecretsKey`), FORBIDDEN (`sessionOnly`) for a token
   */
  async rotate(viewer: Viewer, id: number): Promise<NewWebhook> {
    const { user } = adminInBrowser(viewer);
    const { secret, sealed } = this.newSealedSecret();
    const webhook = await this.deps.inTransaction(async (transaction) => {
      await transaction.store.lock();
      const [former] = await transaction.store.sealedSecrets(id);
      if (!former) throw webhookNotFound();
      // A secret that cannot be decrypted cannot sign.
      const formerUntil =
        this.deps.box.open(former.secret) === null
          ? null
          : new Date(this.deps.clock().getTime() + limits.webhook.formerSecretMs);
      await transaction.store.rotate(id, sealed, formerUntil);
      const after = await this.requireWebhook(transaction, id);
      await this.record(transaction, user.id, 'webhook.rotated', [id, null, after]);
      return after;
    });
    return { webhook, secret };
  }

  /** Removes an endpoint with its deliveries. @throws DomainError NOT_FOUND */
  async remove(viewer: Viewer, id: number): Promise<void> {
    const { user } = adminInBrowser(viewer);
    await this.deps.inTransaction(async (transaction) => {
      await transaction.store.lock();
      const before = await this.requireWebhook(transaction, id);
      await transaction.store.remove(id);
      await this.record(transaction, user.id, 'webhook.removed', [id, before, null]);
    });
  }

  /** Sends a delivery again under its `webhook-id`. @throws DomainError NOT_FOUND, CONFLICT (`endpointOff`) */
  async redeliver(viewer: Viewer, deliveryId: number): Promise<Delivery> {
    requireAdmin(viewer);
    return this.deps.inTransaction(async (transaction) => {
      if ((await transaction.store.isEndpointOn(deliveryId)) === false)
        throw new DomainError('CONFLICT', 'The webhook is off. Switch it on first', {
          reason: 'endpointOff',
        });
      const delivery = await transaction.store.requeue(deliveryId, this.deps.clock());
      if (!delivery) throw new DomainError('NOT_FOUND', 'This delivery does not exist');
      await transaction.requestSending();
      return delivery;
    });
  }

  deleteFormerSecrets(): Promise<void> {
    return this.deps.store.deleteFormerSecrets(this.deps.clock());
  }

  /**
   * Encrypts plain-text secrets and those under a former key with the current key; returns the number of changed
   * endpoints.
   * Without a usable key it changes nothing.
   */
  async sealSecrets(): Promise<number> {
    if (this.deps.box.problem() !== null) return 0;
    return this.deps.inTransaction(async (transaction) => {
      await transaction.store.lock();
      let changed = 0;
      const reseal = (text: string): string => {
        if (!this.deps.box.isSealed(text)) return this.deps.box.seal(text);
        if (this.deps.box.isCurrent(text)) return text;
        const secret = this.deps.box.open(text);
        return secret === null ? text : this.deps.box.seal(secret);
      };
      for (const { id, secret, formerSecret } of await transaction.store.sealedSecrets()) {
        const next = {
          secret: reseal(secret),
          formerSecret: formerSecret === null ? null : reseal(formerSecret),
        };
        if (next.secret === secret && next.formerSecret === formerSecret) continue;
        await transaction.store.reseal(id, next);
        changed += 1;
      }
      return changed;
    });
  }

  /** True when deliveries can be signed. */
  async health(): Promise<{ state: 'ok' | 'off' | 'failing'; detail: string | null }> {
    const all = await this.deps.store.sealedSecrets();
    const problem = this.deps.box.problem();
    if (all.length === 0) return { state: problem === null ? 'ok' : 'off', detail: problem };
    if (problem !== null)
      return { state: 'failing', detail: `Nothing is sent to webhooks: ${problem}.` };
    const lost = all.filter(({ secret }) => this.deps.box.open(secret) === null).length;
    if (lost === 0) return { state: 'ok', detail: null };
    return {
      state: 'failing',
      detail: `Nothing is sent to ${lost} of ${all.length} webhooks: no key in SECRETS_KEY or DATA_DIR decrypts their secrets. Set the former key too, or make new secrets.`,
    };
  }

  private record(
    { auditLog }: WebhookTransaction,
    actorId: number,
    action: 'webhook.added' | 'webhook.changed' | 'webhook.rotated' | 'webhook.removed',
    [id, before, after]: [id: number, before: Webhook | null, after: Webhook | null],
  ) {
    return auditLog.record({
      actorId,
      action,
      subjectType: 'webhook',
      subjectId: String(id),
      before: before && auditValue(before),
      after: after && auditValue(after),
    });
  }

  private async requireWebhook(
    transaction: Pick<WebhookTransaction, 'store'>,
    id: number,
  ): Promise<Webhook> {
    const [found] = await transaction.store.list(this.deps.clock(), id);
    if (!found) throw webhookNotFound();
    return found;
  }

  private newSealedSecret(): { secret: string; sealed: string } {
    const secret = newSigningSecret();
    try {
      return { secret, sealed: this.deps.box.seal(secret) };
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error;
      throw new DomainError('CONFLICT', `Webhooks are off: ${error.message}`, {
        reason: 'noSecretsKey',
        cause: error,
      });
    }
  }

  /** The normalised address. @throws DomainError INVALID */
  private requireAllowedUrl(url: string): string {
    const address = this.deps.sender.isAllowed(url) ? new URL(url).href : null;
    if (address !== null && address.length <= limits.webhook.url) return address;
    const message = `The address must begin with https://, use port ${limits.webhook.port}, contain no password and no #, and be reachable from the internet`;
    throw new DomainError('INVALID', `url: ${message}`, {
      errors: [{ path: 'url', code: 'invalid', message }],
    });
  }
}
