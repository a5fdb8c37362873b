// Access requests of employees: stored first and mailed by a job, so that an outage of the mail server loses nothing.
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { Log } from '../../../shared/log.ts';
import {
  requireMember,
  personInBrowser,
  type Member,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { OpenTransaction } from '../../../database/transaction.ts';
import { accessMail } from './accessMail.ts';
import type { AccessRequestsStore, NewAccessRequest, QueuedMail } from './accessRequests.store.ts';
import { addWorkingDays } from './accessStateMachine.ts';
import {
  accessRequestInput,
  severalAccessInput,
  type AccessRequest,
  type AccessRequestInput,
  type RequestedService,
  type SeveralAccessInput,
} from './accessRequests.ts';
import type { Mailer } from '../../../shared/mailer.ts';
import { limits } from '../../../config/limits.ts';

interface RequestsTransaction {
  /** The transaction itself, for work of other modules. */
  on: OpenTransaction;
  store: AccessRequestsStore;
  outbox: Pick<Outbox, 'record'>;
  queueSending(): Promise<void>;
  /** Queues the bot's messages to the approvers. */
  queueBotMessages(requestId: number): Promise<void>;
}

interface Options {
  store: AccessRequestsStore;
  inTransaction<Result>(
    work: (transaction: RequestsTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Null without a mail server: requests stay queued. */
  mail: { mailer: Mailer; recipients: readonly string[] } | null;
  /** Page of a request, or of all waiting ones. */
  pageUrlOf(requestId: number | null): string;
  clock: Clock;
  log: Log;
}

const batchSize = 20;

const idsOf = ({ request, others }: QueuedMail): number[] => [
  request.id,
  ...others.map((one) => one.request.id),
];

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

const serviceGone = () => new DomainError('NOT_FOUND', 'This service is not in the catalogue');

/** Records the new requests of one call and notifies the approvers once. */
async function announce(
  { outbox, queueSending, queueBotMessages }: RequestsTransaction,
  ...made: readonly AccessRequest[]
): Promise<void> {
  const [first] = made;
  if (!first) return;
  await outbox.record(
    ...made.map(({ id, itemId, userId, status }) => ({
      kind: 'access_request_moved' as const,
      subjectId: id,
      itemId,
      actorId: userId,
      after: status,
    })),
  );
  await queueSending();
  await queueBotMessages(first.id);
}

export class AccessRequests {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Stores a request and queues its mail. A repeated idempotency key, or a request that is still open, returns the
   * existing one.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND for an item that is invisible to the viewer
   */
  async request(viewer: Viewer, input: AccessRequestInput): Promise<AccessRequest> {
    const member = requireMember(viewer);
    const {
      service: title,
      itemId,
      idempotencyKey = null,
      ...wanted
    } = parseInput(accessRequestInput, input);
    // The text is sent in mails and messages.
    await refuseCredentials({ features: wanted.features });
    // Precedes the item lookup, because the item may have been hidden since the first call.
    const stored =
      idempotencyKey &&
      (await this.deps.store.findByIdempotencyKey(member.user.id, idempotencyKey));
    if (stored) return stored;
    const service =
      itemId === undefined
        ? await this.deps.store.findItemByTitle(viewer, title)
        : await this.deps.store.findItemById(viewer, itemId);
    if (!service) throw serviceGone();
    return this.deps.inTransaction(async (transaction) => {
      await transaction.store.lockRequester(member.user.id);
      const { request, isNew } = await this.insert(transaction, member, {
        ...wanted,
        service,
        idempotencyKey,
      });
      if (isNew) await announce(transaction, request);
      return request;
    });
  }

  /**
   * Stores requests for several items with the same text, all or none; the approvers get one message. Open requests for
   * some of them are returned unchanged.
   * @param alongside further work in the same transaction, called with the new requests
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND for an item that is invisible to the viewer
   */
  async requestSeveral(
    viewer: Viewer,
    input: SeveralAccessInput,
    alongside: (on: OpenTransaction, made: readonly AccessRequest[]) => Promise<void>,
  ): Promise<AccessRequest[]> {
    const member = requireMember(viewer);
    const { itemIds, idempotencyKey, ...wanted } = parseInput(severalAccessInput, input);
    await refuseCredentials({ features: wanted.features });
    const services: RequestedService[] = [];
    for (const itemId of itemIds) {
      const service = await this.deps.store.findItemById(viewer, itemId);
      if (!service) throw serviceGone();
      services.push(service);
    }
    return this.deps.inTransaction(async (transaction) => {
      await transaction.store.lockRequester(member.user.id);
      const requests: AccessRequest[] = [];
      const made: AccessRequest[] = [];
      for (const service of services) {
        const { request, isNew } = await this.insert(transaction, member, {
          ...wanted,
          service,
          idempotencyKey: idempotencyKey && `${idempotencyKey}/${service.itemId}`,
        });
        requests.push(request);
        if (isNew) made.push(request);
      }
      if (made.length > 1) await transaction.store.joinBatch(made.map(({ id }) => id));
      await announce(transaction, ...made);
      await alongside(transaction.on, made);
      return requests;
    });
  }

  /** Stores one request on a transaction that has locked the requester, unless one is open. */
  private async insert(
    { store }: RequestsTransaction,
    { user }: Member,
    {
      service,
      idempotencyKey,
      ...wanted
    }: Omit<NewAccessRequest, 'userId' | 'itemId' | 'service' | 'dueAt' | 'at'> & {
      service: RequestedService;
    },
  ): Promise<{ request: AccessRequest; isNew: boolean }> {
    const at = this.deps.clock();
    const known =
      (idempotencyKey && (await store.findByIdempotencyKey(user.id, idempotencyKey))) ||
      (await store.findOpen(user.id, service.itemId));
    if (known) return { request: known, isNew: false };
    const made = await store.insert({
      ...wanted,
      userId: user.id,
      itemId: service.itemId,
      service: service.title,
      dueAt: addWorkingDays(at, limits.accessRequest.dueWorkingDays),
      idempotencyKey,
      at,
    });
    if (made) return { request: made, isNew: true };
    const existing = await store.findOpen(user.id, service.itemId);
    if (!existing) throw serviceGone();
    return { request: existing, isNew: false };
  }

  /** Deletes requests that were closed too long ago, in batches. */
  async deleteClosed(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.closedKeptMs);
    await deleteInBatches((most) => this.deps.store.deleteClosed(before, most));
  }

  /** Numbers of waiting and given-up mails, for the health page. */
  countUnsent(): Promise<{ queued: number; failed: number }> {
    return this.deps.store.countUnsent();
  }

  /** The viewer's own requests, newest first. */
  async own(viewer: Viewer): Promise<AccessRequest[]> {
    return this.deps.store.ofUser(personInBrowser(viewer).user.id, limits.lists.ownAccessRequests);
  }

  /** Sends waiting mails, oldest first, until the mail server is unavailable; a refused mail does not block others. */
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
   * Sends the mail to recipients that it has not reached yet.
   * @throws DomainError UNAVAILABLE when some are refused; the others are remembered
   */
  private async sendToAll(
    mail: QueuedMail,
    { mailer, recipients: defaults }: NonNullable<Options['mail']>,
  ): Promise<void> {
    const { request, requester, deliveredTo, approvers } = mail;
    const recipients = approvers.length > 0 ? approvers : defaults;
    const to = recipients.filter((one) => !deliveredTo.includes(one));
    if (to.length === 0) return;
    const pageUrl = this.deps.pageUrlOf(mail.others.length > 0 ? null : request.id);
    const { refused } = await mailer.send({
      ...accessMail([mail, ...mail.others], requester, pageUrl),
      to,
      replyTo: requester.email === null ? null : { name: requester.name, address: requester.email },
      id: `access-request-${request.id}`,
    });
    if (refused.length === 0) return;
    await this.deps.store.markDelivered(
      idsOf(mail),
      to.filter((one) => !refused.includes(one)),
    );
    throw new DomainError(
      'UNAVAILABLE',
      `The mail server refused the mail for ${refused.length} of ${recipients.length} recipients.`,
      { reason: 'mailRefused' },
    );
  }

  /** Returns `away` when the mail server does not answer, so that other mails would fail too. */
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
      await this.deps.store.markFailedAttempt(idsOf(one), reasonOf(error), isLast);
      const facts = { err: error, accessRequestId: request.id };
      if (isLast) this.deps.log.error(facts, 'The mail of an access request is given up');
      else this.deps.log.warn(facts, 'The mail of an access request could not be sent');
      return error instanceof DomainError && error.reason === 'mailRefused' ? 'refused' : 'away';
    }
    await this.deps.store.markSent(idsOf(one), this.deps.clock());
    return 'sent';
  }
}
