// Access requests of employees: stored, then mailed by a job, so that a mail server that is down loses nothing.
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { Log } from '../../../shared/log.ts';
import {
  requireMember,
  personInBrowser,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import { accessMail } from './accessMail.ts';
import type { AccessRequestsStore, NewAccessRequest, QueuedMail } from './accessRequests.store.ts';
import { addWorkingDays } from './accessStateMachine.ts';
import {
  accessRequestInput,
  type AccessRequest,
  type AccessRequestInput,
} from './accessRequests.ts';
import type { Mailer } from '../../../shared/mailer.ts';
import { limits } from '../../../config/limits.ts';

interface Options {
  store: AccessRequestsStore;
  inTransaction<Result>(
    work: (transaction: {
      store: AccessRequestsStore;
      outbox: Pick<Outbox, 'record'>;
      queueSending(): Promise<void>;
      /** Queues the bot's messages to the approvers. */
      queueBotMessages(requestId: number): Promise<void>;
    }) => Promise<Result>,
  ): Promise<Result>;
  /** Null without a mail server: requests stay queued. */
  mail: { mailer: Mailer; recipients: readonly string[] } | null;
  pageUrlOf(requestId: number): string;
  clock: Clock;
  log: Log;
}

const batchSize = 20;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

export class AccessRequests {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Stores a request and queues its mail. The same idempotency key, or a request that is still open, returns the
   * existing one.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND for an item that the viewer does not see
   */
  async request(viewer: Viewer, input: AccessRequestInput): Promise<AccessRequest> {
    const member = requireMember(viewer);
    const {
      service: title,
      itemId,
      idempotencyKey = null,
      ...wanted
    } = parseInput(accessRequestInput, input);
    // The text goes into mails and messages.
    await refuseCredentials({ features: wanted.features });
    // Looked up before the item, which may have been hidden after the first call.
    const stored =
      idempotencyKey &&
      (await this.deps.store.findByIdempotencyKey(member.user.id, idempotencyKey));
    if (stored) return stored;
    const service =
      itemId === undefined
        ? await this.deps.store.findItemByTitle(viewer, title)
        : await this.deps.store.findItemById(viewer, itemId);
    if (!service) throw new DomainError('NOT_FOUND', 'This service is not in the catalogue');
    return this.deps.inTransaction(async (transaction) => {
      const at = this.deps.clock();
      const userId = member.user.id;
      await transaction.store.lockRequester(userId);
      const repeated =
        idempotencyKey && (await transaction.store.findByIdempotencyKey(userId, idempotencyKey));
      if (repeated) return repeated;
      const open = await transaction.store.findOpen(userId, service.itemId);
      if (open) return open;
      const request: NewAccessRequest = {
        ...wanted,
        userId,
        itemId: service.itemId,
        service: service.title,
        dueAt: addWorkingDays(at, limits.accessRequest.dueWorkingDays),
        idempotencyKey,
        at,
      };
      const made = await transaction.store.insert(request);
      const existing = made ?? (await transaction.store.findOpen(userId, service.itemId));
      if (!existing) throw new DomainError('NOT_FOUND', 'This service is not in the catalogue');
      if (!made) return existing;
      await transaction.outbox.record({
        kind: 'access_request_moved',
        subjectId: made.id,
        itemId: made.itemId,
        actorId: userId,
        after: made.status,
      });
      await transaction.queueSending();
      await transaction.queueBotMessages(made.id);
      return made;
    });
  }

  /** Deletes requests that were closed too long ago, in batches. */
  async deleteClosed(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.closedKeptMs);
    await deleteInBatches((most) => this.deps.store.deleteClosed(before, most));
  }

  /** How many mails wait, and how many were given up, for the health page. */
  countUnsent(): Promise<{ queued: number; failed: number }> {
    return this.deps.store.countUnsent();
  }

  /** The viewer's own requests, newest first. */
  async own(viewer: Viewer): Promise<AccessRequest[]> {
    return this.deps.store.ofUser(personInBrowser(viewer).user.id, limits.lists.ownAccessRequests);
  }

  /** Sends waiting mails, the oldest first, until the mail server is away; a refused mail holds up no other. */
  async sendQueued(signal: AbortSignal): Promise<{ sent: number; waiting: number }> {
    if (!this.deps.mail) return { sent: 0, waiting: 0 };
    let sent = 0;
    let afterId = 0;
    let queued: QueuedMail[];
    do {
      queued = await this.deps.store.queuedMails(afterId, batchSize);
      for (const one of queued) {
        signal.throwIfAborted();
        afterId = one.request.id;
        const outcome = await this.sendOne(one, this.deps.mail);
        if (outcome === 'sent') sent += 1;
        if (outcome === 'away')
          return { sent, waiting: (await this.deps.store.countUnsent()).queued };
      }
    } while (queued.length === batchSize);
    return { sent, waiting: (await this.deps.store.countUnsent()).queued };
  }

  /**
   * Sends the mail to recipients it has not reached yet.
   * @throws DomainError UNAVAILABLE when some are refused; the others are remembered
   */
  private async sendToAll(
    { request, service, requester, deliveredTo, approvers }: QueuedMail,
    { mailer, recipients: others }: NonNullable<Options['mail']>,
  ): Promise<void> {
    const recipients = approvers.length > 0 ? approvers : others;
    const to = recipients.filter((one) => !deliveredTo.includes(one));
    if (to.length === 0) return;
    const { refused } = await mailer.send({
      ...accessMail(request, service, requester, this.deps.pageUrlOf(request.id)),
      to,
      replyTo: requester.email === null ? null : { name: requester.name, address: requester.email },
      id: `access-request-${request.id}`,
    });
    if (refused.length === 0) return;
    await this.deps.store.markDelivered(
      request.id,
      to.filter((one) => !refused.includes(one)),
    );
    throw new DomainError(
      'UNAVAILABLE',
      `The mail server refused the mail for ${refused.length} of ${recipients.length} recipients.`,
      { reason: 'mailRefused' },
    );
  }

  /** `away`: the mail server does not answer, so other mails would fail too. */
  private async sendOne(
    one: QueuedMail,
    mail: NonNullable<Options['mail']>,
  ): Promise<'sent' | 'refused' | 'away'> {
    const { request } = one;
    try {
      await this.sendToAll(one, mail);
    } catch (error) {
      const isLast =
        this.deps.clock().getTime() - request.createdAt.getTime() >= limits.accessRequest.givenUpMs;
      await this.deps.store.markFailedAttempt(request.id, reasonOf(error), isLast);
      const facts = { err: error, accessRequestId: request.id };
      if (isLast) this.deps.log.error(facts, 'The mail of an access request is given up');
      else this.deps.log.warn(facts, 'The mail of an access request could not be sent');
      return error instanceof DomainError && error.reason === 'mailRefused' ? 'refused' : 'away';
    }
    await this.deps.store.markSent(request.id, this.deps.clock());
    return 'sent';
  }
}
