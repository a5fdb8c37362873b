// Composition of access requests: workflow, loaders for a viewer, mail queue and bot messages.
import type { Knex } from 'knex';
import { jobQueue, type JobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadOne } from '../../../shared/loaders.ts';
import type { Log } from '../../../shared/log.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import type { EntryRules, Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { deciderScope } from './accessApprovers.ts';
import { AccessBotMessages, type TelegramAccounts } from './accessBotMessages.service.ts';
import { AccessBotMessagesStore } from './accessBotMessages.store.ts';
import { AccessRequests } from './accessRequests.service.ts';
import { AccessRequestsStore } from './accessRequests.store.ts';
import type { AccessRequest } from './accessRequests.ts';
import { AccessWorkflow, type WorkflowTransaction } from './accessWorkflow.service.ts';
import { AccessWorkflowStore, type DeciderScope } from './accessWorkflow.store.ts';
export {
  approversOn,
  type DeciderScope,
  moveAccessRequests,
  restoreSuperseded,
  type SupersededRequest,
} from './accessWorkflow.store.ts';
export { type AccessRow, accessColumns, toAccessRequest } from './accessRequests.rows.ts';
export { availableDecisions, isInScope } from './accessApprovers.ts';
export { refusalNotice } from './accessBotTexts.ts';
export {
  type AccessStatus,
  accessStatuses,
  addWorkingDays,
  openStatuses,
  waitingStatuses,
} from './accessStateMachine.ts';
export type { AccessWorkflow, DecidableRequest } from './accessWorkflow.service.ts';
export type { TelegramAccounts } from './accessBotMessages.service.ts';
export {
  type AccessRequest,
  type ApproverLookup,
  type SeveralAccessInput,
  accessRequestInput,
} from './accessRequests.ts';
export { visibleItems } from '../visibleItems.ts';

/** @param hasNone true when the page of items has shown that the viewer has no open request for the item */
export const accessRequestsLoaders = <Item extends { id: number }>(
  db: Knex,
  viewer: Viewer,
  hasNone: (item: Item) => boolean,
) => {
  const openOfId = loadOne<number, AccessRequest>(
    async (ids) =>
      viewer.kind === 'member' && viewer.via === 'session'
        ? new AccessWorkflowStore(db).openOfItems(viewer.user.id, ids)
        : [],
    (request) => request.itemId!,
  );
  return {
    /** True when the viewer's last request for an item was declined or revoked; hidden from tokens. */
    wasRefusedAccess: loadOne<number, { itemId: number; wasRefused: boolean }>(
      async (ids) =>
        viewer.kind === 'member' && viewer.via === 'session'
          ? new AccessWorkflowStore(db).refusalsOfItems(viewer.user.id, ids)
          : [],
      (last) => last.itemId,
    ),
    /** Whose request it is. */
    requesterOfRequest: loadOne<number, { id: number; userId: number | null }>(
      (ids) => new AccessWorkflowStore(db).requesters(ids),
      ({ id }) => id,
    ),
    /** The viewer's own open request for an item; hidden from tokens. */
    openAccessOfItem: (item: Item): AccessRequest | null | Promise<AccessRequest | null> =>
      hasNone(item) ? null : openOfId.load(item.id),
  };
};

interface Options extends Pick<ConstructorParameters<typeof AccessRequests>[0], 'mail'> {
  db: Knex;
  publicUrl: string;
  entryRules: EntryRules;
  telegramDoorOn(on: Knex): TelegramAccounts;
  /** True when a Telegram bot is configured. */
  hasBot: boolean;
  clock: Clock;
  log: Log;
}

/** Companies for which a viewer decides, on a database or a transaction of another module; null for none. */
export const deciderScopeOn =
  (on: Knex) =>
  async (viewer: Viewer): Promise<DeciderScope | null> =>
    viewer.kind === 'member'
      ? deciderScope(new AccessWorkflowStore(on), { viewer, member: viewer })
      : null;

export function createAccessRequestsModule(options: Options) {
  const { db, mail, publicUrl, entryRules, telegramDoorOn, hasBot, clock, log } = options;
  const queueBotMessagesBy =
    (jobs: JobQueue) =>
    async (requestId: number): Promise<void> => {
      if (!hasBot) return;
      await jobs.enqueue(
        'updateAccessMessages',
        { requestId },
        { key: `updateAccessMessages:${requestId}`, maxAttempts: 8 },
      );
    };
  const pageUrlOf = (requestId: number | null) =>
    `${publicUrl}/profile/approvals${requestId === null ? '' : `?request=${requestId}`}`;
  const workflowTransaction = (trx: Knex): WorkflowTransaction => ({
    store: new AccessWorkflowStore(trx),
    auditLog: auditLogOn(trx, clock),
    outbox: outboxOn(trx, clock),
    queueExpiry: (requestId, at) =>
      jobQueue(trx).enqueue('expireAccess', {}, { key: `expireAccess:${requestId}`, runAt: at }),
    queueBotMessages: queueBotMessagesBy(jobQueue(trx)),
  });
  /** The workflow as part of a larger transaction. */
  const workflowOn = (transaction: WorkflowTransaction) =>
    new AccessWorkflow({
      store: transaction.store,
      inTransaction: (change) => change(transaction),
      clock,
    });

  return {
    /** Queues an update of the bot's messages, for other modules that change a request. */
    queueBotMessagesBy,
    accessRequests: new AccessRequests({
      store: new AccessRequestsStore(db, entryRules, clock),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            on: trx,
            store: new AccessRequestsStore(trx, entryRules, clock),
            outbox: outboxOn(trx, clock),
            queueSending: () =>
              jobQueue(trx).enqueue('sendAccessRequests', {}, { key: 'sendAccessRequests' }),
            queueBotMessages: queueBotMessagesBy(jobQueue(trx)),
          }),
        ),
      mail,
      pageUrlOf,
      clock,
      log: log.child({ part: 'access' }),
    }),
    accessWorkflow: new AccessWorkflow({
      store: new AccessWorkflowStore(db),
      inTransaction: (work) => inTransaction(db, (trx) => work(workflowTransaction(trx))),
      clock,
    }),
    accessWorkflowOn: (trx: Knex) => workflowOn(workflowTransaction(trx)),
    accessBotMessages: new AccessBotMessages({
      messages: new AccessBotMessagesStore(db, entryRules, clock),
      accounts: telegramDoorOn(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) => {
          const transaction = workflowTransaction(trx);
          const workflow = workflowOn(transaction);
          return work({
            messages: new AccessBotMessagesStore(trx, entryRules, clock),
            store: transaction.store,
            accounts: telegramDoorOn(trx),
            decide: (...decision) => workflow.decide(...decision),
            queueUpdate: transaction.queueBotMessages,
          });
        }),
      pageUrlOf,
      clock,
    }),
  };
}
