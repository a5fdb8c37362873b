// Services proposed by employees: admins add or decline them, and the proposer is notified.
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
  type ProposalsStore,
  type ProposalDecision,
} from './proposals.store.ts';

export interface ProposalTransaction {
  store: ProposalsStore;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Options {
  store: ProposalsStore;
  findService: FindItemByAddress;
  inTransaction<Result>(
    work: (transaction: ProposalTransaction) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
}

/** Closes a proposal, logs it and records the event; null when it was closed before. */
async function close(
  { store, auditLog, outbox }: ProposalTransaction,
  id: number,
  decision: ProposalDecision,
): Promise<ProposedService | null> {
  const closed = await store.close(id, decision);
  if (!closed) return null;
  await auditLog.record({
    actorId: decision.handledBy,
    action: `proposal.${decision.state}`,
    subjectType: 'proposal',
    subjectId: String(id),
    itemId: decision.itemId,
    before: { url: closed.address },
    after: decision.answer,
    isAutomatic: decision.handledBy === null,
  });
  await outbox.record({
    kind: 'proposal_moved',
    subjectId: id,
    itemId: closed.itemId,
    actorId: decision.handledBy,
    before: 'open',
    after: closed.state,
  });
  return closed;
}

/** Closes proposals whose address is now in the catalogue; returns how many. */
export async function closeFulfilled(
  transaction: ProposalTransaction,
  handledBy: number | null,
  at: Date,
): Promise<number> {
  const fulfilled = await transaction.store.lockFulfilled();
  for (const { id, itemId } of fulfilled)
    await close(transaction, id, { state: 'added', answer: null, itemId, handledBy, at });
  return fulfilled.length;
}

/** Closes the proposal from which an admin has added an item; a closed one stays unchanged. */
export const closeAsAdded = async (
  transaction: ProposalTransaction,
  id: number,
  itemId: number,
  handledBy: number,
  at: Date,
): Promise<void> =>
  void (await close(transaction, id, { state: 'added', answer: null, itemId, handledBy, at }));

export interface AddressOutcome {
  state: 'added' | 'declined';
  answer: string | null;
  itemId: number | null;
  settledBy: number | null;
}

export async function closeForAddress(
  transaction: ProposalTransaction,
  url: string,
  { settledBy, ...outcome }: AddressOutcome,
  at: Date,
): Promise<void> {
  for (const id of await transaction.store.lockOpenOfAddress(url))
    await close(transaction, id, { ...outcome, handledBy: settledBy, at });
}

export class Proposals {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Deletes proposals that were closed too long ago, in batches. */
  async deleteClosed(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.closedKeptMs);
    await deleteInBatches((most) => this.deps.store.deleteClosed(before, most));
  }

  /**
   * Proposes a service; an open proposal of the same person for the address is returned instead. Non-admins may propose
   * a hidden item.
   * @throws DomainError INVALID (`holdsKey`, also for the address), CONFLICT (`tooManyProposals`)
   */
  async propose(viewer: Viewer, given: ProposalInput): Promise<ProposalOutcome> {
    const { user } = requireMember(viewer);
    const { address, comment } = parseInput(proposalInput, given);
    await refuseCredentials({ address, comment });
    const knownId = await this.deps.findService(viewer, address);
    if (knownId !== null) return { proposal: null, knownId };
    const normalisedUrl = normaliseAddress(address);
    const proposal = await this.deps.inTransaction(async (transaction) => {
      await transaction.store.lockProposer(user.id);
      const open = await transaction.store.findOpen(user.id, normalisedUrl);
      if (open) return open;
      if ((await transaction.store.countOpen(user.id)) >= limits.proposal.openPerPerson)
        throw new DomainError(
          'CONFLICT',
          `You have ${limits.proposal.openPerPerson} open suggestions. Wait until one is answered`,
          { reason: 'tooManyProposals' },
        );
      const made = await transaction.store.insert({
        userId: user.id,
        address,
        normalisedUrl,
        comment,
        createdAt: this.deps.clock(),
      });
      await transaction.outbox.record({
        kind: 'proposal_moved',
        subjectId: made.id,
        itemId: null,
        actorId: user.id,
        after: made.state,
      });
      return made;
    });
    return { proposal, knownId: null };
  }

  /** The viewer's own proposals, newest first. */
  async own(viewer: Viewer): Promise<ProposedService[]> {
    return this.deps.store.ofUser(personInBrowser(viewer).user.id, limits.lists.ownProposals);
  }

  async count(viewer: Viewer, state: ProposalState | null): Promise<number> {
    requireAdmin(viewer);
    return this.deps.store.count(state);
  }

  async list(viewer: Viewer, state: ProposalState | null): Promise<ProposedService[]> {
    requireAdmin(viewer);
    return this.deps.store.list(state, limits.lists.proposals);
  }

  /**
   * Declines a proposal with an answer.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, CONFLICT (`proposalClosed`)
   */
  async decline(viewer: Viewer, id: number, given: { reason: string }): Promise<ProposedService> {
    const { user } = requireAdmin(viewer);
    const { reason } = parseInput(declineInput, given);
    await refuseCredentials({ reason });
    return this.deps.inTransaction(async (transaction) => {
      if (!(await transaction.store.lock(id)))
        throw new DomainError('NOT_FOUND', 'This suggestion does not exist');
      const declined = await close(transaction, id, {
        state: 'declined',
        answer: reason,
        itemId: null,
        handledBy: user.id,
        at: this.deps.clock(),
      });
      if (!declined)
        throw new DomainError('CONFLICT', 'This suggestion is closed already', {
          reason: 'proposalClosed',
        });
      return declined;
    });
  }

  /** Closes proposals that a sync run, an import or a restored item has fulfilled. */
  closeFulfilled(): Promise<number> {
    return this.deps.inTransaction((transaction) =>
      closeFulfilled(transaction, null, this.deps.clock()),
    );
  }
}
