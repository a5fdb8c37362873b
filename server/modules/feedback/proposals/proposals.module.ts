// Composition of proposed services.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { FindItemByAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import {
  Proposals,
  closeForAddress,
  closeAsAdded,
  closeFulfilled,
  type AddressOutcome,
  type ProposalTransaction,
} from './proposals.service.ts';
import { ProposalsStore } from './proposals.store.ts';
export type { ProposalState } from './proposals.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  findService: FindItemByAddress;
}

export function createProposalsModule({ db, clock, findService }: Options) {
  const proposalTransaction = (on: Knex): ProposalTransaction => ({
    store: new ProposalsStore(on),
    auditLog: auditLogOn(on, clock),
    outbox: outboxOn(on, clock),
  });
  return {
    proposals: new Proposals({
      store: new ProposalsStore(db),
      findService,
      inTransaction: (work) => inTransaction(db, (trx) => work(proposalTransaction(trx))),
      clock,
    }),
    /** Closes the proposals that an added item fulfils, on its transaction. */
    closeProposals: async (
      on: Knex,
      added: { itemId: number; proposalId: number | null; adminId: number },
    ): Promise<void> => {
      const { itemId, proposalId, adminId } = added;
      if (proposalId !== null)
        await closeAsAdded(proposalTransaction(on), proposalId, itemId, adminId, clock());
      await closeFulfilled(proposalTransaction(on), adminId, clock());
    },
    closeForAddress: (on: Knex, url: string, outcome: AddressOutcome): Promise<void> =>
      closeForAddress(proposalTransaction(on), url, outcome, clock()),
    /** Queues the closing of proposals that a sync run has fulfilled. */
    requestClosing: (on: Knex): Promise<void> =>
      jobQueue(on).enqueue('closeAddedProposals', {}, { key: 'closeAddedProposals' }),
  };
}
