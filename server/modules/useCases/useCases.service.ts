// What may be done with use cases that are written, and by whom.
import type { Clock } from '../../shared/clock.ts';
import { deleteInBatches } from '../../shared/deleteInBatches.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { parseInput, text } from '../../shared/validation.ts';
import { requireMember, personInBrowser, type Viewer } from '../people/accounts/accounts.module.ts';
import type { Outbox, NewEvent } from '../outbox/outbox.module.ts';
import type { ItemsService, LikeInfo } from '../catalogue/items/items.module.ts';
import type { UseCaseProgressStore } from './useCaseProgress.store.ts';
import { passedSteps, type UseCaseProgress, type WorkingStep } from './useCaseProgress.ts';
import type { UseCasesQueries } from './useCases.queries.ts';
import type { UseCasesStore } from './useCases.store.ts';
import { getTranslationState, type UseCase } from './useCases.ts';

/** The same tx on one transaction, with what this room needs of the others. */
interface UseCasesTransaction {
  store: UseCasesStore;
  events: Pick<Outbox, 'record' | 'recordOnceADay'>;
  /** The id of the item as it stands now: it may have been merged meanwhile. */
  markAsUsed(userId: number, itemId: number): Promise<number>;
  /** Lets the missing half of texts be filled in, not before a moment. */
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

/** What others are told of a case that can be read from now on. */
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

  /** Cases for an item, most liked first. @throws DomainError NOT_FOUND for an item that is not there for the viewer. */
  async ofItem(viewer: Viewer, itemId: number): Promise<UseCase[]> {
    requireMember(viewer);
    const item = await this.deps.catalogue.item(viewer, itemId);
    return this.deps.search.ofItem(viewer, item.id);
  }

  /** The viewer's own cases for an item, those moved to the top first. */
  async ownOfItem(viewer: Viewer, itemId: number): Promise<UseCase[]> {
    const member = personInBrowser(viewer);
    const item = await this.deps.catalogue.item(viewer, itemId);
    return this.deps.search.own(member, item.id);
  }

  /** All own cases, those moved to the top first. */
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

  /** Likes a case, or takes the like back. @throws DomainError FORBIDDEN for an own case (specification, section 5). */
  async toggleLike(viewer: Viewer, id: number): Promise<LikeInfo> {
    const member = requireMember(viewer);
    const useCase = await this.findVisible(viewer, id);
    if (useCase.userId === member.user.id) {
      throw new DomainError('FORBIDDEN', 'Nobody can like a use case of their own', {
        reason: 'ownUseCase',
      });
    }
    return this.deps.inTransaction(async (tx) => {
      // Two presses at once are two presses: the second waits for what the first made of it.
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
   * Has an expert told that the viewer wants to ask about their latest case for an item; again on the same day it is said once.
   * @throws DomainError NOT_FOUND for an item or a case that is not there for the viewer, FORBIDDEN for an own case.
   */
  async askExpert(viewer: Viewer, itemId: number, expertId: number): Promise<void> {
    const { user } = requireMember(viewer);
    const item = await this.deps.catalogue.item(viewer, itemId);
    await this.deps.inTransaction(async (tx) => {
      const useCase = await tx.store.lockLatest(viewer, item.id, expertId);
      if (!useCase) throw useCaseNotFound();
      if (useCase.userId === user.id) {
        throw new DomainError('FORBIDDEN', 'Nobody can ask themselves about a use case');
      }
      await tx.events.recordOnceADay({
        kind: 'use_case_asked',
        subjectId: useCase.id,
        itemId: useCase.itemId,
        actorId: user.id,
      });
    });
  }

  /** Deletes an own case, so that it can be taken back for an hour. @throws DomainError NOT_FOUND for anybody else's. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    const member = requireMember(viewer);
    const isRemoved = await this.deps.inTransaction((tx) =>
      tx.store.softDelete(member, id, this.deps.clock()),
    );
    if (!isRemoved) throw useCaseNotFound();
  }

  /**
   * Takes a deletion back. The item counts as used again, as when a case is written, and where the same text has been written
   * since, that case is answered.
   */
  async restore(viewer: Viewer, id: number): Promise<UseCase> {
    const member = requireMember(viewer);
    const now = this.deps.clock();
    return this.deps.inTransaction(async (tx) => {
      // Waits for whoever unmarks the item at this moment: they count the cases first, and this one is none yet.
      const itemId = await tx.store.itemOfDeleted(member, id);
      if (itemId === null) throw useCaseNotFound();
      await tx.store.lockWriter(member.user.id, itemId);
      await tx.markAsUsed(member.user.id, itemId);
      const since = new Date(now.getTime() - limits.useCaseRestorableMs);
      const twin = await tx.store.findSameTextAsDeleted(member, id, since);
      if (twin) return twin;
      const useCase = await tx.store.restore(member, id, since);
      if (!useCase) throw useCaseNotFound();
      await tx.events.record(publishedEvent(useCase));
      if (getTranslationState(useCase) === 'pending') await tx.queueTranslation(now);
      return useCase;
    });
  }

  /** Deletes for good what can be brought back no more, a portion at a time. */
  async forgetDeleted(): Promise<void> {
    const since = new Date(this.deps.clock().getTime() - limits.useCaseRestorableMs);
    await deleteInBatches((most) => this.deps.store.forgetDeleted(since, most));
  }

  /** How far the viewer's request with this id is; null when nobody knows. */
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
