// Catalogue gaps for admins: searches without results, proposed services and refused access, and their resolution.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs } from '../../../shared/durations.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { AddressOutcome } from '../proposals/proposals.service.ts';
import {
  declineGapInput,
  mayMerge,
  mayReopen,
  gapFilterInput,
  gapStates,
  type ListedCatalogueGap,
  type CatalogueGap,
  type GapFilter,
  type VocabularyKind,
} from './catalogueGaps.ts';
import type { CatalogueGapsQueries, CatalogueGapsStore } from './catalogueGaps.store.ts';

export interface CatalogueGapsTransaction {
  store: CatalogueGapsStore;
  auditLog: Pick<AuditLog, 'record'>;
  /** Closes the open proposals of an address and notifies the proposers. */
  closeProposals(url: string, outcome: AddressOutcome): Promise<void>;
  /** Queues the check of search alerts. */
  requestAlerts(): Promise<void>;
}

interface Options {
  queries: CatalogueGapsQueries;
  inTransaction<Result>(
    work: (transaction: CatalogueGapsTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Reasons of declined access requests in the viewer's scope. */
  refusalsOf(viewer: Viewer): Promise<{ itemId: number | null; decisionMessage: string | null }[]>;
  /** Removes a custom synonym, word or concept. */
  forget(viewer: Viewer, kind: VocabularyKind, id: number): Promise<void>;
  clock: Clock;
}

const gapNotFound = () => new DomainError('NOT_FOUND', 'This catalogue gap does not exist');
const alreadyClosed = () =>
  new DomainError('CONFLICT', 'This gap is closed already. Reopen it first', {
    reason: 'catalogueGapClosed',
  });

async function lockOpen(store: CatalogueGapsStore, id: number): Promise<CatalogueGap> {
  const gap = await store.lock(id);
  if (!gap) throw gapNotFound();
  if (gap.state !== 'open') throw alreadyClosed();
  return gap;
}

/** Closes proposals that were merged into a gap that is closed now. */
async function closeMerged({
  store,
  closeProposals,
}: Pick<CatalogueGapsTransaction, 'store' | 'closeProposals'>): Promise<number> {
  const ended = await store.mergedOutcomes();
  for (const { url, ...outcome } of ended) await closeProposals(url, outcome);
  return ended.length;
}

/** @throws DomainError NOT_FOUND, INVALID for a gap other than a search, CONFLICT (`catalogueGapClosed`) */
export async function closeAsAnswered(
  { store, requestAlerts }: Pick<CatalogueGapsTransaction, 'store' | 'requestAlerts'>,
  id: number,
  added: { kind: VocabularyKind; id: number; by: number; at: Date },
): Promise<void> {
  const gap = await lockOpen(store, id);
  if (gap.kind !== 'search')
    throw new DomainError('INVALID', 'Only a search can be closed by a synonym, word or concept', {
      errors: [{ path: 'gapId', code: 'invalid', message: 'This gap is not a search' }],
    });
  const { kind: vocabularyKind, id: vocabularyId, by, at } = added;
  await store.close(id, { state: 'taught', vocabularyKind, vocabularyId, by, at });
  await requestAlerts();
}

/** Closes the gap for which an item was added; a closed gap stays unchanged. */
export async function closeAsAdded(
  transaction: Pick<CatalogueGapsTransaction, 'store' | 'closeProposals' | 'requestAlerts'>,
  id: number | null,
  added: { itemId: number; by: number; at: Date },
): Promise<void> {
  const gap = id === null ? null : await transaction.store.lock(id);
  // A gap with proposals closes with the last of them.
  const hasOwnEnd =
    gap?.state === 'open' &&
    !(gap.kind === 'proposal' && (await transaction.store.hasOpenProposals(gap.text ?? '')));
  if (gap && hasOwnEnd) await transaction.store.close(gap.id, { state: 'added', ...added });
  await closeMerged(transaction);
  await transaction.requestAlerts();
}

export class CatalogueGaps {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Open gaps by frequency, then closed ones, latest first. @throws DomainError INVALID */
  async list(viewer: Viewer, given: GapFilter): Promise<ListedCatalogueGap[]> {
    requireAdmin(viewer);
    return this.listFiltered(viewer, parseInput(gapFilterInput, given));
  }

  /**
   * Declines a gap with an answer to its proposers and subscribers.
   * @throws DomainError NOT_FOUND, INVALID (`holdsKey`), CONFLICT (`catalogueGapClosed`)
   */
  async decline(
    viewer: Viewer,
    id: number,
    given: { reason: string },
  ): Promise<ListedCatalogueGap> {
    const admin = requireAdmin(viewer);
    const { reason } = parseInput(declineGapInput, given);
    await refuseCredentials({ reason });
    await this.deps.inTransaction(async (transaction) => {
      const gap = await lockOpen(transaction.store, id);
      if (gap.kind === 'proposal' && gap.text !== null)
        await transaction.closeProposals(gap.text, {
          state: 'declined',
          answer: reason,
          itemId: null,
          settledBy: admin.user.id,
        });
      // Closing the proposals may already have closed the gap.
      if ((await transaction.store.lock(id))?.state === 'open') {
        const at = this.deps.clock();
        await transaction.store.close(id, {
          state: 'declined',
          answer: reason,
          by: admin.user.id,
          at,
        });
        await this.record(transaction, admin, 'wish.declined', { gap, after: reason });
      }
      await closeMerged(transaction);
      await transaction.requestAlerts();
    });
    return this.one(viewer, id);
  }

  /**
   * Merges a gap into another, so that both close together.
   * @throws DomainError NOT_FOUND, INVALID, CONFLICT (`catalogueGapClosed`)
   */
  async merge(viewer: Viewer, id: number, intoId: number): Promise<ListedCatalogueGap> {
    const admin = requireAdmin(viewer);
    await this.deps.inTransaction(async (transaction) => {
      const [first, second] = id < intoId ? [id, intoId] : [intoId, id];
      const locked = [
        await lockOpen(transaction.store, first),
        ...(first === second ? [] : [await lockOpen(transaction.store, second)]),
      ];
      const gap = locked.find((known) => known.id === id)!;
      const into = locked.find((known) => known.id === intoId)!;
      if (!mayMerge(gap, into))
        throw new DomainError('INVALID', 'A suggestion can only be merged into a suggestion', {
          errors: [{ path: 'intoId', code: 'invalid', message: 'Choose another gap' }],
        });
      await transaction.store.moveMerged(id, intoId);
      const at = this.deps.clock();
      await transaction.store.close(id, {
        state: 'merged',
        mergedInto: intoId,
        by: admin.user.id,
        at,
      });
      await this.record(transaction, admin, 'wish.merged', { gap, after: into.text });
      await transaction.requestAlerts();
    });
    return this.one(viewer, id);
  }

  /**
   * Reopens a gap, and removes a custom synonym, word or concept that was added for it.
   * @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`) for an open gap, and for proposals whose proposers were
   * notified
   */
  async reopen(viewer: Viewer, id: number): Promise<ListedCatalogueGap> {
    const admin = requireAdmin(viewer);
    const withVocabulary = await this.deps.inTransaction(async (transaction) => {
      const gap = await transaction.store.lock(id);
      if (!gap) throw gapNotFound();
      const into = gap.mergedInto === null ? null : await transaction.store.lock(gap.mergedInto);
      if (!mayReopen({ ...gap, mergedState: into?.state ?? null }))
        throw new DomainError('CONFLICT', 'This can no longer be undone', { reason: 'cannotUndo' });
      if (gap.vocabularyKind !== null) return gap;
      await transaction.store.reopen(id);
      await this.record(transaction, admin, 'wish.reopened', { gap, after: null });
      return null;
    });
    if (withVocabulary?.vocabularyKind)
      await this.deps.forget(
        viewer,
        withVocabulary.vocabularyKind,
        withVocabulary.vocabularyId ?? 0,
      );
    return this.one(viewer, id);
  }

  closeMerged(): Promise<number> {
    return this.deps.inTransaction((transaction) => closeMerged(transaction));
  }

  deleteStale(): Promise<void> {
    return this.deps.inTransaction((transaction) => transaction.store.deleteStale());
  }

  private async listFiltered(
    viewer: Viewer,
    { states, kind, id }: GapFilter & { id?: number },
  ): Promise<ListedCatalogueGap[]> {
    const found = await this.deps.queries.list({
      states: states ?? gapStates,
      kind: kind ?? null,
      ...(id === undefined ? {} : { id }),
      since: new Date(this.deps.clock().getTime() - limits.catalogueGap.countedDays * dayMs),
      limit: limits.lists.catalogueGaps,
    });
    if (!found.some((gap) => gap.kind === 'refusal')) return found;
    const words = Map.groupBy(await this.deps.refusalsOf(viewer), ({ itemId }) => itemId);
    return found.map((gap) =>
      gap.kind === 'refusal'
        ? {
            ...gap,
            comments: (words.get(gap.aboutItemId) ?? [])
              .flatMap(({ decisionMessage }) => decisionMessage ?? [])
              .slice(0, limits.catalogueGap.words),
          }
        : gap,
    );
  }

  private async one(viewer: Viewer, id: number): Promise<ListedCatalogueGap> {
    const [gap] = await this.listFiltered(viewer, { id });
    if (!gap) throw gapNotFound();
    return gap;
  }

  private record(
    { auditLog }: CatalogueGapsTransaction,
    admin: Member,
    action: string,
    { gap, after }: { gap: CatalogueGap; after: string | null },
  ) {
    return auditLog.record({
      actorId: admin.user.id,
      action,
      subjectType: 'wish',
      subjectId: String(gap.id),
      itemId: gap.aboutItemId,
      before: gap.text,
      after,
    });
  }
}
