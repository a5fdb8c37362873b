// Requests for access: stored first, sent by mail after, so that a mail server that is down loses nothing.
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
import type {
  AccessRequestsStore,
  NewAccessRequest,
  QueuedRequest,
} from './accessRequests.store.ts';
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
    work: (rooms: {
      store: AccessRequestsStore;
      events: Pick<Outbox, 'record'>;
      queueSending(): Promise<void>;
      /** Has the bot write to those who decide. */
      showMessages(requestId: number): Promise<void>;
    }) => Promise<Result>,
  ): Promise<Result>;
  /** Null when no mail server is configured: requests stay queued. */
  mail: { mailer: Mailer; recipients: readonly string[] } | null;
  pageUrlOf(requestId: number): string;
  clock: Clock;
  log: Log;
}

const batchSize = 20;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

export const createAccessRequests = ({
  store,
  inTransaction,
  mail,
  pageUrlOf,
  clock,
  log,
}: Options) => {
  /**
   * Sends the mail to those whom it has not reached yet.
   * @throws DomainError UNAVAILABLE when it is not taken for all of them; whom it reached is remembered
   */
  const sendToAll = async (
    { request, service, requester, deliveredTo, approvers }: QueuedRequest,
    { mailer, recipients: others }: NonNullable<Options['mail']>,
  ): Promise<void> => {
    const recipients = approvers.length > 0 ? approvers : others;
    const to = recipients.filter((one) => !deliveredTo.includes(one));
    if (to.length === 0) return;
    const { refused } = await mailer.send({
      ...accessMail(request, service, requester, pageUrlOf(request.id)),
      to,
      replyTo: requester.email === null ? null : { name: requester.name, address: requester.email },
      id: `access-request-${request.id}`,
    });
    if (refused.length === 0) return;
    await store.markDelivered(
      request.id,
      to.filter((one) => !refused.includes(one)),
    );
    throw new DomainError(
      'UNAVAILABLE',
      `The mail server refused the mail for ${refused.length} of ${recipients.length} recipients.`,
      { reason: 'mailRefused' },
    );
  };

  /** How a try ended; `away` when the others would fare no better. */
  const sendOne = async (
    one: QueuedRequest,
    mail: NonNullable<Options['mail']>,
  ): Promise<'sent' | 'refused' | 'away'> => {
    const { request } = one;
    try {
      await sendToAll(one, mail);
    } catch (error) {
      const isLast =
        clock().getTime() - request.createdAt.getTime() >= limits.accessRequest.givenUpMs;
      await store.markTried(request.id, reasonOf(error), isLast);
      if (isLast)
        log.error({ err: error, accessRequestId: request.id }, 'An access request is given up');
      else
        log.warn(
          { err: error, accessRequestId: request.id },
          'An access request could not be sent',
        );
      return error instanceof DomainError && error.reason === 'mailRefused' ? 'refused' : 'away';
    }
    await store.markSent(request.id, clock());
    return 'sent';
  };

  return {
    /**
     * Stores a request and rings for it to be sent. The same key, or a request that is still open, answers the one that
     * is there: a person has one about a service.
     * @throws DomainError NOT_FOUND for a service that is not in the viewer's catalogue.
     */
    async request(viewer: Viewer, input: AccessRequestInput): Promise<AccessRequest> {
      const member = requireMember(viewer);
      const {
        service: title,
        itemId,
        idempotencyKey = null,
        ...wanted
      } = parseInput(accessRequestInput, input);
      // It goes into mails and messages.
      await refuseCredentials({ features: wanted.features });
      // Before the service: it may have been hidden since, and what was asked for is stored.
      const stored =
        idempotencyKey && (await store.byIdempotencyKey(member.user.id, idempotencyKey));
      if (stored) return stored;
      const service =
        itemId === undefined
          ? await store.serviceByTitle(viewer, title)
          : await store.serviceById(viewer, itemId);
      if (!service) throw new DomainError('NOT_FOUND', 'There is no such service in the catalogue');
      return inTransaction(async (rooms) => {
        const at = clock();
        const userId = member.user.id;
        await rooms.store.lockRequester(userId);
        const former =
          idempotencyKey && (await rooms.store.byIdempotencyKey(userId, idempotencyKey));
        if (former) return former;
        const open = await rooms.store.openOf(userId, service.itemId);
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
        const made = await rooms.store.insert(request);
        const twin = made ?? (await rooms.store.openOf(userId, service.itemId));
        if (!twin) throw new DomainError('NOT_FOUND', 'There is no such service in the catalogue');
        if (!made) return twin;
        await rooms.events.record({
          kind: 'access_request_moved',
          subjectId: made.id,
          itemId: made.itemId,
          actorId: userId,
          after: made.status,
        });
        await rooms.queueSending();
        await rooms.showMessages(made.id);
        return made;
      });
    },

    /** Deletes requests that have been over for too long, a portion at a time. */
    async forgetClosed(): Promise<void> {
      const before = new Date(clock().getTime() - limits.closedKeptMs);
      await deleteInBatches((most) => store.forgetClosed(before, most));
    },

    /** How many requests wait, and how many were given up: an admin sees it in the health of the installation. */
    waiting: () => store.waiting(),

    /** The viewer's own requests, newest first. */
    own: async (viewer: Viewer): Promise<AccessRequest[]> =>
      store.ofUser(personInBrowser(viewer).user.id, limits.lists.ownAccessRequests),

    /**
     * Sends what waits, oldest first. A mail that is refused holds up no other; a mail server that is away ends the
     * round. Answers how many still wait.
     */
    async sendQueued(signal: AbortSignal): Promise<{ sent: number; waiting: number }> {
      if (!mail) return { sent: 0, waiting: 0 };
      let sent = 0;
      let afterId = 0;
      let queued: QueuedRequest[];
      do {
        queued = await store.queued(afterId, batchSize);
        for (const one of queued) {
          signal.throwIfAborted();
          afterId = one.request.id;
          const outcome = await sendOne(one, mail);
          if (outcome === 'sent') sent += 1;
          if (outcome === 'away') return { sent, waiting: (await store.waiting()).queued };
        }
      } while (queued.length === batchSize);
      return { sent, waiting: (await store.waiting()).queued };
    },
  };
};
