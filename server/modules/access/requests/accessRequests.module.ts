// Requests for access, composed: the store, its transaction with the queue of mails, the mail server, and the bot.
import type { Knex } from 'knex';
import { jobQueue, type JobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { EntryRules } from '../../people/accounts/accounts.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { createAccessRequests } from './accessRequests.service.ts';
import type { ChosenPeople } from './accessRequests.ts';
import { accessRequestsStore } from './accessRequests.store.ts';
import { createAccessWorkflow, type CaseTransaction } from './accessWorkflow.service.ts';
import { accessWorkflowStore } from './accessWorkflow.store.ts';
import { createAccessBotMessages, type TelegramAccounts } from './accessBotMessages.service.ts';
import { accessBotMessagesStore } from './accessBotMessages.store.ts';
import { approversStore } from './approvers.store.ts';
export { type StoodDown, moveAccessRequests, standAgain } from './accessRequestMerges.store.ts';
export { accessRequestInput } from './accessRequests.ts';
export { type AccessStatus, accessStatuses, addWorkingDays } from './accessStateMachine.ts';
export { visibleItems } from '../visibleItems.ts';

interface Options extends Pick<Parameters<typeof createAccessRequests>[0], 'mail'> {
  db: Knex;
  /** An origin. */
  publicUrl: string;
  entryRules: EntryRules;
  telegramDoorOn(on: Knex): TelegramAccounts;
  /** Whether there is a bot that writes to those who decide. */
  hasBot: boolean;
  clock: Clock;
  log: Log;
}

/** Who was chosen to decide for companies, on a connection or a transaction. */
export const approversOn = (on: Knex): ChosenPeople => approversStore(on);

export function createAccessRequestsModule(options: Options) {
  const { db, mail, publicUrl, entryRules, telegramDoorOn, hasBot, clock, log } = options;
  const showMessagesBy =
    (jobs: JobQueue) =>
    async (requestId: number): Promise<void> => {
      if (!hasBot) return;
      await jobs.enqueue(
        'updateAccessMessages',
        { requestId },
        { key: `updateAccessMessages:${requestId}`, maxAttempts: 8 },
      );
    };
  const pageUrlOf = (requestId: number) => `${publicUrl}/profile/approvals?request=${requestId}`;
  const caseRoomsOn = (trx: Knex): CaseTransaction => ({
    store: accessWorkflowStore(trx),
    activity: auditLogOn(trx, clock),
    events: outboxOn(trx, clock),
    queueExpiry: (requestId, at) =>
      jobQueue(trx).enqueue('expireAccess', {}, { key: `expireAccess:${requestId}`, runAt: at }),
    showMessages: showMessagesBy(jobQueue(trx)),
  });

  return {
    /** Has the bot's messages about a request say how it stands, where another room has changed it. */
    showMessagesBy,
    access: createAccessRequests({
      store: accessRequestsStore(db, entryRules, clock),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: accessRequestsStore(trx, entryRules, clock),
            events: outboxOn(trx, clock),
            queueSending: () =>
              jobQueue(trx).enqueue('sendAccessRequests', {}, { key: 'sendAccessRequests' }),
            showMessages: showMessagesBy(jobQueue(trx)),
          }),
        ),
      mail,
      pageUrlOf,
      clock,
      log: log.child({ part: 'access' }),
    }),
    accessRequestsToDecide: createAccessWorkflow({
      store: accessWorkflowStore(db),
      inTransaction: (work) => inTransaction(db, (trx) => work(caseRoomsOn(trx))),
      clock,
    }),
    accessMessages: createAccessBotMessages({
      messages: accessBotMessagesStore(db, entryRules, clock),
      door: telegramDoorOn(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) => {
          const rooms = caseRoomsOn(trx);
          // The same rules as in the page, on the transaction of the press.
          const { decide } = createAccessWorkflow({
            store: rooms.store,
            inTransaction: (step) => step(rooms),
            clock,
          });
          return work({
            messages: accessBotMessagesStore(trx, entryRules, clock),
            cases: rooms.store,
            door: telegramDoorOn(trx),
            decide,
            showMessages: rooms.showMessages,
          });
        }),
      pageUrlOf,
      clock,
    }),
  };
}
