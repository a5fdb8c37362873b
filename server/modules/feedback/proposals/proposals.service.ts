// Services that employees propose by their address: admins add or decline them, and whoever proposed one sees what became of it.
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import {
  personInBrowser,
  requireAdmin,
  requireMember,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import {
  type FindItemByAddress,
  normaliseAddress,
} from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import {
  declineInput,
  proposalInput,
  type ProposalInput,
  type ProposalOutcome,
  type ProposalState,
  type ProposedService,
} from './proposals.ts';
import type { ProposalsStore, Settlement } from './proposals.store.ts';

/** The rooms of a change, on its transaction. */
export interface ProposalTransaction {
  store: ProposalsStore;
  activity: Pick<AuditLog, 'record'>;
  events: Pick<Outbox, 'record'>;
}

interface Options {
  store: ProposalsStore;
  findService: FindItemByAddress;
  inTransaction<Result>(work: (rooms: ProposalTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** Settles one and records it, so that the proposer is told; null where it is settled already. */
async function settle(
  { store, activity, events }: ProposalTransaction,
  id: number,
  settlement: Settlement,
): Promise<ProposedService | null> {
  const settled = await store.settle(id, settlement);
  if (!settled) return null;
  await activity.record({
    actorId: settlement.handledBy,
    action: `proposal.${settlement.state}`,
    subjectType: 'proposal',
    subjectId: String(id),
    itemId: settlement.itemId,
    before: { url: settled.address },
    after: settlement.answer,
    isAutomatic: settlement.handledBy === null,
  });
  await events.record({
    kind: 'proposal_moved',
    subjectId: id,
    itemId: settled.itemId,
    actorId: settlement.handledBy,
    before: 'open',
    after: settled.state,
  });
  return settled;
}

/** Proposals that have become services of the catalogue, on a transaction; answers how many. */
export async function settleFulfilled(
  rooms: ProposalTransaction,
  handledBy: number | null,
  at: Date,
): Promise<number> {
  const fulfilled = await rooms.store.lockFulfilled();
  for (const { id, itemId } of fulfilled)
    await settle(rooms, id, { state: 'added', answer: null, itemId, handledBy, at });
  return fulfilled.length;
}

/** The proposal that an admin has made a service of, whatever its address; nothing where it is settled already. */
export const settleAsAdded = async (
  rooms: ProposalTransaction,
  id: number,
  itemId: number,
  handledBy: number,
  at: Date,
): Promise<void> =>
  void (await settle(rooms, id, { state: 'added', answer: null, itemId, handledBy, at }));

/** How the open proposals of an address end. */
export interface ProposalOutcomeOfAddress {
  state: 'added' | 'declined';
  answer: string | null;
  itemId: number | null;
  settledBy: number | null;
}

/** Settles every open proposal of an address, on a transaction. */
export async function settleAddress(
  rooms: ProposalTransaction,
  url: string,
  { settledBy, ...outcome }: ProposalOutcomeOfAddress,
  at: Date,
): Promise<void> {
  for (const id of await rooms.store.lockOpenOf(url))
    await settle(rooms, id, { ...outcome, handledBy: settledBy, at });
}

export const createProposals = ({ store, findService, inTransaction, clock }: Options) => ({
  /** Deletes what was settled too long ago, a portion at a time. */
  async forgetSettled(): Promise<void> {
    const before = new Date(clock().getTime() - limits.closedKeptMs);
    await deleteInBatches((most) => store.forgetSettled(before, most));
  },

  /**
   * Proposes a service. An open proposal of the same person for the same address is answered again. A hidden service is, for a
   * non-admin, one that is not there.
   * @throws DomainError INVALID (`holdsKey` of the address too), CONFLICT (`tooManyProposals`)
   */
  async propose(viewer: Viewer, given: ProposalInput): Promise<ProposalOutcome> {
    const { user } = requireMember(viewer);
    const { address, comment } = parseInput(proposalInput, given);
    await refuseCredentials({ address, comment });
    const knownId = await findService(viewer, address);
    if (knownId !== null) return { proposal: null, knownId };
    const normalisedUrl = normaliseAddress(address);
    const proposal = await inTransaction(async (rooms) => {
      await rooms.store.lockProposer(user.id);
      const open = await rooms.store.openOf(user.id, normalisedUrl);
      if (open) return open;
      if ((await rooms.store.countOpen(user.id)) >= limits.proposal.openPerPerson)
        throw new DomainError('CONFLICT', 'Too many proposals of yours are open', {
          reason: 'tooManyProposals',
        });
      const made = await rooms.store.insert({
        userId: user.id,
        address,
        normalisedUrl,
        comment,
        createdAt: clock(),
      });
      await rooms.events.record({
        kind: 'proposal_moved',
        subjectId: made.id,
        itemId: null,
        actorId: user.id,
        after: made.state,
      });
      return made;
    });
    return { proposal, knownId: null };
  },

  /** The viewer's own proposals, newest first. */
  own: async (viewer: Viewer): Promise<ProposedService[]> =>
    store.ofUser(personInBrowser(viewer).user.id, limits.lists.ownProposals),

  async count(viewer: Viewer, state: ProposalState | null): Promise<number> {
    requireAdmin(viewer);
    return store.count(state);
  },

  async list(viewer: Viewer, state: ProposalState | null): Promise<ProposedService[]> {
    requireAdmin(viewer);
    return store.list(state, limits.lists.proposals);
  },

  /** Declines a proposal with a word to whoever made it. @throws DomainError INVALID (`holdsKey`), NOT_FOUND, CONFLICT (`proposalClosed`) */
  async decline(viewer: Viewer, id: number, given: { reason: string }): Promise<ProposedService> {
    const { user } = requireAdmin(viewer);
    const { reason } = parseInput(declineInput, given);
    await refuseCredentials({ reason });
    return inTransaction(async (rooms) => {
      if (!(await rooms.store.lock(id)))
        throw new DomainError('NOT_FOUND', 'There is no such proposal');
      const declined = await settle(rooms, id, {
        state: 'declined',
        answer: reason,
        itemId: null,
        handledBy: user.id,
        at: clock(),
      });
      if (!declined)
        throw new DomainError('CONFLICT', 'This proposal has been settled already', {
          reason: 'proposalClosed',
        });
      return declined;
    });
  },

  /** Settles the proposals that have become services since: by a run, an import, or a service that is shown again. */
  settleFulfilled: (): Promise<number> =>
    inTransaction((rooms) => settleFulfilled(rooms, null, clock())),
});
