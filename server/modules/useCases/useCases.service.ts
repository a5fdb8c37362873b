// Use cases service: lists, likes, deletion and restore, with rights.
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { deleteInBatches } from '../../shared/deleteInBatches.ts';
import { DomainError } from '../../shared/domainError.ts';
import { parseInput, text } from '../../shared/validation.ts';
import type { Expert, ItemsService, LikeInfo } from '../catalogue/items/items.module.ts';
import type { NewEvent, Outbox } from '../outbox/outbox.module.ts';
import { personInBrowser, requireMember, type Viewer } from '../people/accounts/accounts.module.ts';
import {
  passedSteps,
  type UseCaseProgress,
  type UseCaseProgressStore,
  type WorkingStep,
} from './useCaseProgress.store.ts';
import type { UseCasesQueries } from './useCases.queries.ts';
import type { UseCasesStore } from './useCases.store.ts';
import { getTranslationState, type UseCase } from './useCases.ts';

/** Stores on one transaction, with the functions of other modules. */
interface UseCasesTransaction {
  store: UseCasesStore;
  events: Pick<Outbox, 'record' | 'recordOnceADay'>;
  /** Marks an item as used; returns its current id, which differs after a merge. */
  markAsUsed(userId: number, itemId: number): Promise<number>;
  /** Schedules the translation job at a time. */
  queueTranslation(notBefore: Date): Promise<void>;
}

export type RunInTransaction = <Result>(
  work: (tx: UseCasesTransaction) => Promise<Result>,
) => Promise<Result>;

interface Options {
  store: UseCasesStore;
  search: UseCasesQueries;
  progress: UseCaseProgressStore;
  catalogue: Pick<ItemsService, 'item'>;
  inTransaction: RunInTransaction;
  clock: Clock;
}

export const publishedEvent = ({ id, itemId, userId }: UseCase): NewEvent => ({
  kind: 'use_case_published',
  subjectId: id,
  itemId,
  actorId: userId,
});

export const useCaseNotFound = () => new DomainError('NOT_FOUND', 'There is no such use case');

export class UseCasesService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Use cases of an item, most liked first. @throws DomainError NOT_FOUND if the viewer cannot see the item */
  async ofItem(viewer: Viewer, itemId: number): Promise<UseCase[]> {
    requireMember(viewer);
    const item = await this.deps.catalogue.item(viewer, itemId);
    return this.deps.search.ofItem(viewer, item.id);
  }

  /** Own use cases of an item, in the order of the author's list. */
  async ownOfItem(viewer: Viewer, itemId: number): Promise<UseCase[]> {
    const member = personInBrowser(viewer);
    const item = await this.deps.catalogue.item(viewer, itemId);
    return this.deps.search.own(member, item.id);
  }

  /** All own use cases, in the order of the author's list. */
  async own(viewer: Viewer): Promise<UseCase[]> {
    return this.deps.search.own(personInBrowser(viewer));
  }

  async hasLikedOthers(viewer: Viewer): Promise<boolean> {
    return this.deps.search.hasLikedOthers(personInBrowser(viewer).user.id);
  }

  async likeInfo(viewer: Viewer, id: number): Promise<LikeInfo> {
    const member = requireMember(viewer);
    await this.findVisible(viewer, id);
    return this.deps.store.likeInfo(member.user.id, id);
  }

  /** Likes or unlikes a use case. @throws DomainError FORBIDDEN for an own one (specification, section 5) */
  async toggleLike(viewer: Viewer, id: number): Promise<LikeInfo> {
    const member = requireMember(viewer);
    const useCase = await this.findVisible(viewer, id);
    if (useCase.userId === member.user.id) {
      throw new DomainError('FORBIDDEN', 'You cannot like your own use case', {
        reason: 'ownUseCase',
      });
    }
    return this.deps.inTransaction(async (tx) => {
      // Serialises concurrent toggles.
      await tx.store.lockWriter(member.user.id, useCase.itemId);
      await tx.store.toggleLike(member.user.id, id);
      const info = await tx.store.likeInfo(member.user.id, id);
      if (info.isLiked)
        await tx.events.record({
          kind: 'use_case_liked',
          subjectId: id,
          itemId: useCase.itemId,
          actorId: member.user.id,
        });
      return info;
    });
  }

  /**
   * Notifies an expert that the viewer wants to ask about their latest use case of an item, once a day.
   * @throws DomainError NOT_FOUND if the viewer cannot see the item or a use case, FORBIDDEN for an own use case
   */
  async askExpert(viewer: Viewer, itemId: number, expertId: number): Promise<void> {
    const { user } = requireMember(viewer);
    const item = await this.deps.catalogue.item(viewer, itemId);
    await this.deps.inTransaction(async (tx) => {
      const useCase = await tx.store.lockLatest(viewer, item.id, expertId);
      if (!useCase) throw useCaseNotFound();
      if (useCase.userId === user.id) {
        throw new DomainError('FORBIDDEN', 'You cannot ask yourself about a use case');
      }
      await tx.events.recordOnceADay({
        kind: 'use_case_asked',
        subjectId: useCase.id,
        itemId: useCase.itemId,
        actorId: user.id,
      });
    });
  }

  /** Deletes an own use case; it can be restored for an hour. @throws DomainError NOT_FOUND for use cases of others */
  async remove(viewer: Viewer, id: number): Promise<void> {
    const member = requireMember(viewer);
    const isRemoved = await this.deps.inTransaction((tx) =>
      tx.store.softDelete(member, id, this.deps.clock()),
    );
    if (!isRemoved) throw useCaseNotFound();
  }

  /**
   * Restores a deleted use case and marks the item as used. Returns the other use case if the same text was saved since.
   */
  async restore(viewer: Viewer, id: number): Promise<UseCase> {
    const member = requireMember(viewer);
    const now = this.deps.clock();
    return this.deps.inTransaction(async (tx) => {
      // The lock waits for a concurrent unlike, which counts use cases first.
      const itemId = await tx.store.itemOfDeleted(member, id);
      if (itemId === null) throw useCaseNotFound();
      await tx.store.lockWriter(member.user.id, itemId);
      await tx.markAsUsed(member.user.id, itemId);
      const since = new Date(now.getTime() - limits.useCaseRestorableMs);
      const sameText = await tx.store.findSameTextAsDeleted(member, id, since);
      if (sameText) return sameText;
      const useCase = await tx.store.restore(member, id, since);
      if (!useCase) throw useCaseNotFound();
      await tx.events.record(publishedEvent(useCase));
      if (getTranslationState(useCase) === 'pending') await tx.queueTranslation(now);
      return useCase;
    });
  }

  /** Permanently deletes use cases that can no longer be restored, in batches. */
  async forgetDeleted(): Promise<void> {
    const since = new Date(this.deps.clock().getTime() - limits.useCaseRestorableMs);
    await deleteInBatches((most) => this.deps.store.forgetDeleted(since, most));
  }

  /** Progress of a request of the viewer; null for an unknown one. */
  async progress(
    viewer: Viewer,
    progressId: string,
  ): Promise<(UseCaseProgress & { passed: WorkingStep[] }) | null> {
    const member = requireMember(viewer);
    const found = await this.deps.progress.read(
      member.user.id,
      parseInput(text(100), progressId, 'progressId'),
    );
    return found && { ...found, passed: passedSteps(found) };
  }

  private async findVisible(viewer: Viewer, id: number): Promise<UseCase> {
    const useCase = await this.deps.store.find(viewer, id);
    if (!useCase) throw useCaseNotFound();
    return useCase;
  }
}

interface ExpertsOptions {
  catalogue: Pick<ItemsService, 'item'>;
  /** Experts of an item, best first. */
  find(itemId: number): Promise<Expert[]>;
}

export const createExperts = ({ catalogue, find }: ExpertsOptions) => ({
  /**
   * All experts of an item, by total likes, then by number of use cases; at most 100.
   * @throws DomainError NOT_FOUND for an item that is invisible to the viewer
   */
  async ofItem(viewer: Viewer, itemId: number): Promise<Expert[]> {
    requireMember(viewer);
    const item = await catalogue.item(viewer, itemId);
    return find(item.id);
  },
});
