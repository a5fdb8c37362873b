// Proposed services, composed: what becomes of one is recorded and told in the same transaction.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { FindItemByAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import {
  createProposals,
  settleAddress,
  settleAsAdded,
  settleFulfilled,
  type ProposalOutcomeOfAddress,
  type ProposalTransaction,
} from './proposals.service.ts';
import { proposalsStore } from './proposals.store.ts';
export type { ProposalState } from './proposals.ts';

interface Options {
  db: Knex;
  clock: Clock;
  findService: FindItemByAddress;
}

export function createProposalsModule({ db, clock, findService }: Options) {
  const roomsOn = (on: Knex): ProposalTransaction => ({
    store: proposalsStore(on),
    activity: auditLogOn(on, clock),
    events: outboxOn(on, clock),
  });
  return {
    proposals: createProposals({
      store: proposalsStore(db),
      findService,
      inTransaction: (work) => inTransaction(db, (trx) => work(roomsOn(trx))),
      clock,
    }),
    /** What an admin has added settles the proposals of its address, and the one that it was made of, on its transaction. */
    closeAddedProposals: async (
      on: Knex,
      added: { itemId: number; proposalId: number | null; adminId: number },
    ): Promise<void> => {
      const { itemId, proposalId, adminId } = added;
      if (proposalId !== null)
        await settleAsAdded(roomsOn(on), proposalId, itemId, adminId, clock());
      await settleFulfilled(roomsOn(on), adminId, clock());
    },
    /** Ends the open proposals of an address, on a transaction. */
    settleAddress: (on: Knex, url: string, outcome: ProposalOutcomeOfAddress): Promise<void> =>
      settleAddress(roomsOn(on), url, outcome, clock()),
    /** Asks for a look at what a run has brought, on its transaction. */
    requestSettling: (on: Knex): Promise<void> =>
      jobQueue(on).enqueue('closeAddedProposals', {}, { key: 'closeAddedProposals' }),
  };
}
