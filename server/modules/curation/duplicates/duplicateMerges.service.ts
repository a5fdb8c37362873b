// Duplicate merge service: merges duplicates in one transaction, undoes merges, then updates the bookmarks.
import type { OpenTransaction } from '../../../database/transaction.ts';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs } from '../../../shared/durations.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLogEntry as Entry } from '../../people/auditLog/auditLog.module.ts';
import {
  type MergedComplaints,
  areIdentical,
  findDuplicates,
  mergeInput,
  type DuplicateGroup,
  type ShownDuplicateGroup,
  type Merge,
  type MergeInput,
  type MergeOutcome,
} from './duplicateMerges.ts';
import type { RuleMerges } from '../../access/dataRules/dataRules.module.ts';
import type { SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import {
  applyEdit,
  type RecordedEditTransaction,
  type BookmarkWriter,
  type EditedValues,
  valuesAfter,
  valuesBefore,
  type WriteRound,
  beingDecided,
  sameValue,
} from '../../sync/sync.module.ts';
import type { DuplicateMergesQueries, StoredMerge } from './duplicateMerges.queries.ts';
import type { DuplicateMergesStore } from './duplicateMerges.store.ts';
import type { DuplicateBookmarks } from './duplicateBookmarks.ts';

export interface MergeTransaction extends RecordedEditTransaction {
  merges: DuplicateMergesStore;
  rules: RuleMerges;
  complaints: MergedComplaints;
  /** Updates the bot messages about an access request. */
  updateAccessMessages(requestId: number): Promise<void>;
}

interface Options {
  store: DuplicateMergesStore;
  search: DuplicateMergesQueries;
  items: Pick<SyncedItems, 'byIds'>;
  inTransaction<Result>(
    work: (tx: MergeTransaction, on: OpenTransaction) => Promise<Result>,
  ): Promise<Result>;
  writer: Pick<BookmarkWriter, 'write'>;
  duplicateBookmarks: DuplicateBookmarks;
  clock: Clock;
}

/** Number of groups whose texts are compared at once. */
const groupsAtOnce = 50;

const itemNotFound = () => new DomainError('NOT_FOUND', 'There is no such item');
const mergeNotFound = () => new DomainError('NOT_FOUND', 'There is no such merge');
const cannotUndo = () =>
  new DomainError('CONFLICT', 'This merge can no longer be undone', { reason: 'cannotUndo' });

function valuesFromOther(kept: SyncedItem, other: SyncedItem, input: MergeInput): EditedValues {
  const taken = Object.fromEntries(
    input.take
      .filter((field) => other[field] !== kept[field])
      .map((field) => [field, other[field]]),
  );
  const tags =
    input.tags === 'other'
      ? other.tags
      : input.tags === 'both'
        ? [...new Set([...kept.tags, ...other.tags])]
        : kept.tags;
  return { ...taken, ...(sameValue(tags, kept.tags) ? {} : { tags }) };
}

/** Reverts a change of tags: drops the added ones and restores the removed ones. */
function revertTags(
  present: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const stays = present.filter((tag) => before.includes(tag) || !after.includes(tag));
  const taken = before.filter((tag) => !after.includes(tag));
  return [...new Set([...stays, ...taken])];
}

/** Values before a change, without values of earlier changes that were undone since. @param changes the newest first */
function withoutUndoneChanges(
  before: EditedValues,
  changes: readonly (Entry | null)[],
): EditedValues {
  const values = new Map(Object.entries(before));
  for (const change of changes) {
    if (!change) continue;
    const [former, made] = [valuesBefore(change), valuesAfter(change)];
    for (const field of Object.keys(former) as (keyof EditedValues)[])
      // Tags are reverted one by one.
      if (
        field !== 'tags' &&
        values.has(field) &&
        sameValue(values.get(field) ?? null, made[field] ?? null)
      )
        values.set(field, former[field] ?? null);
  }
  return Object.fromEntries(values) as EditedValues;
}

/** Locks two items in the order of their ids, which prevents deadlocks of merges. */
async function lockBoth(tx: MergeTransaction, one: number, other: number) {
  const locked = new Map<number, SyncedItem>();
  for (const id of [one, other].toSorted((first, second) => first - second)) {
    const item = await tx.items.lock(id);
    if (!item) throw itemNotFound();
    locked.set(id, item);
  }
  if ((await tx.detection.busyItems([one, other])).size > 0) throw beingDecided();
  return [locked.get(one)!, locked.get(other)!] as const;
}

export class DuplicateMergesService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Groups of duplicates for one request, which compares the catalogue once. */
  duplicatesFor(viewer: Viewer) {
    let all: Promise<DuplicateGroup[]> | undefined;
    return async (
      first: number,
    ): Promise<{ groups: ShownDuplicateGroup[]; total: number; identical: number }> => {
      requireAdmin(viewer);
      const found = await (all ??= this.findGroups());
      const shown = found.slice(0, Math.min(Math.max(first, 0), limits.lists.duplicates));
      const trashable = await this.deps.duplicateBookmarks.trashable(
        shown.flatMap(({ itemIds }) => itemIds),
      );
      return {
        groups: shown.map((group) => ({
          ...group,
          trashableIds: group.itemIds.filter((id) => trashable.has(id)),
        })),
        total: found.length,
        identical: found.filter(({ isIdentical }) => isIdentical).length,
      };
    };
  }

  /**
   * Merges one item into another: likes, use cases and complaints move, and the old id resolves to the kept item.
   * A repeated call does nothing. `alongside` runs on the same transaction, and its error rolls the merge back.
   * @throws DomainError NOT_FOUND, INVALID for the same item, CONFLICT while either item is being written
   */
  async merge(
    viewer: Viewer,
    pair: readonly [keptId: number, mergedId: number],
    given: MergeInput,
    alongside?: (on: OpenTransaction, mergeId: number) => Promise<void>,
  ): Promise<MergeOutcome> {
    const member = requireAdmin(viewer);
    const input = parseInput(mergeInput, given);
    if (pair[0] === pair[1])
      throw new DomainError('INVALID', 'A service cannot be merged into itself', {
        errors: [{ path: 'mergedId', code: 'same', message: 'This is the same service' }],
      });
    const mergeId = await this.deps.inTransaction(async (tx, on) => {
      const made = await this.mergeInTransaction(tx, member, pair, input);
      await alongside?.(on, made.mergeId);
      return made.mergeId;
    });
    return this.updateBookmarks(mergeId);
  }

  /** Merges identical items with the same address, up to a number of groups per call. */
  async mergeIdentical(viewer: Viewer): Promise<{ merged: number; remaining: number }> {
    const member = requireAdmin(viewer);
    const identical = (await this.findGroups()).filter(({ isIdentical }) => isIdentical);
    const now = identical.slice(0, limits.lists.mergesAtOnce);
    let merged = 0;
    for (const { itemIds } of now) {
      const [kept, ...rest] = itemIds;
      for (const other of rest)
        if (await this.mergeIfIdentical(member, [kept!, other])) merged += 1;
    }
    return { merged, remaining: identical.length - now.length };
  }

  /** Undoes a merge within 30 days and reopens the complaints that it closed. @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`, `beingDecided`) */
  async undo(viewer: Viewer, mergeId: number): Promise<MergeOutcome> {
    const member = requireAdmin(viewer);
    await this.deps.inTransaction((tx) => this.undoInTransaction(tx, member, mergeId));
    return this.updateBookmarks(mergeId);
  }

  /** One merge. @throws DomainError NOT_FOUND */
  async one(viewer: Viewer, mergeId: number): Promise<Merge> {
    requireAdmin(viewer);
    const merge = await this.deps.store.find(mergeId);
    if (!merge) throw mergeNotFound();
    return this.toMerge(merge);
  }

  /** Merges of the last 30 days, newest first. */
  async recent(viewer: Viewer): Promise<Merge[]> {
    requireAdmin(viewer);
    const from = new Date(this.deps.clock().getTime() - limits.merge.undoDays * dayMs);
    return (await this.deps.search.since(from, limits.lists.merges)).map((merge) =>
      this.toMerge(merge),
    );
  }

  /** Removes former texts of complaints from merges that can no longer be undone. */
  forgetComments(): Promise<void> {
    return this.deps.store.forgetComments(
      new Date(this.deps.clock().getTime() - limits.merge.undoDays * dayMs),
    );
  }

  /** Trashes and restores pending bookmarks. */
  applyPendingBookmarks(signal: AbortSignal): Promise<WriteRound> {
    return this.deps.duplicateBookmarks.applyAll(signal);
  }

  private isUndoable(merge: StoredMerge): boolean {
    return (
      merge.undoneAt === null &&
      this.deps.clock().getTime() - merge.mergedAt.getTime() < limits.merge.undoDays * dayMs
    );
  }

  private toMerge(merge: StoredMerge): Merge {
    const { trashed: _trashed, moved, changeId: _change, mergedBookmarkId: _id, ...rest } = merge;
    return {
      ...rest,
      canUndo: this.isUndoable(merge),
      ruleConflicts: moved.rules?.conflicts ?? [],
    };
  }

  /** Merges on a transaction; `isNew` is false if the items were merged before. */
  private async mergeInTransaction(
    tx: MergeTransaction,
    member: Member,
    [wantedId, mergedId]: readonly [number, number],
    input: MergeInput,
    mayMerge: (kept: SyncedItem, other: SyncedItem) => boolean = () => true,
  ): Promise<{ mergeId: number; isNew: boolean }> {
    await tx.mergeBases.lockOutRuns();
    // The target item may have been merged itself.
    const keptId = await tx.items.currentId(wantedId);
    const [kept, other] = await lockBoth(tx, keptId, mergedId);
    // A repeated call, or already merged by somebody else.
    if ((await tx.items.currentId(mergedId)) === keptId) {
      const former =
        (await tx.merges.findActive(mergedId)) ?? (await tx.merges.findActive(wantedId));
      if (former) return { mergeId: former.id, isNew: false };
    }
    if (kept.removedAt !== null || other.removedAt !== null || !mayMerge(kept, other))
      throw itemNotFound();
    const now = this.deps.clock();
    const by = { actorId: member.user.id };
    const taken = valuesFromOther(kept, other, input);
    const changeId = await applyEdit(tx, kept, taken, { ...by, action: 'item.edited' });
    const agreement = await tx.mergeBases.of(mergedId);
    const differences = await tx.merges.closeInconsistencies(mergedId, now);
    // Redirects the id before its rows move.
    await tx.merges.setMerged(mergedId, keptId, now);
    const places = { from: mergedId, to: keptId };
    const moved = await tx.merges.move(places);
    for (const { id } of moved.stoodDown ?? []) await tx.updateAccessMessages(id);
    const rules = await tx.rules.merge(places, { ...by, at: now });
    const isInService =
      agreement?.source === 'raindrop' && agreement.goneAt === null && other.bookmarkId !== null;
    const mergeId = await tx.merges.insert({
      keptId,
      mergedId,
      mergedAt: now,
      mergedBy: member.user.id,
      bookmark: input.bookmark,
      bookmarkState: input.bookmark === 'trash' && isInService ? 'trashWanted' : 'left',
      moved: { ...moved, differences, rules },
      changeId,
    });
    if (input.bookmark === 'trash' && isInService) await tx.requestWrite();
    await tx.auditLog.recordOne({
      ...by,
      action: 'item.merged',
      subjectType: 'item',
      subjectId: String(keptId),
      itemId: keptId,
      before: null,
      after: { title: other.titleEn ?? other.titleRu ?? '', url: other.sourceUrl, mergedId },
    });
    return { mergeId, isNew: true };
  }

  /** Merges two items if they are still identical; returns true if it did. */
  private async mergeIfIdentical(
    member: Member,
    pair: readonly [number, number],
  ): Promise<boolean> {
    const input: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
    try {
      const { isNew } = await this.deps.inTransaction((tx) =>
        this.mergeInTransaction(tx, member, pair, input, (kept, other) =>
          areIdentical([kept, other]),
        ),
      );
      return isNew;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }

  private async updateBookmarks(mergeId: number): Promise<MergeOutcome> {
    const merge = await this.deps.store.find(mergeId);
    if (!merge) throw mergeNotFound();
    const bookmark = await this.deps.writer.write(merge.keptId);
    const otherBookmark = await this.deps.duplicateBookmarks.apply(merge);
    return { mergeId, keptId: merge.keptId, mergedId: merge.mergedId, bookmark, otherBookmark };
  }

  private async undoInTransaction(
    tx: MergeTransaction,
    member: Member,
    mergeId: number,
  ): Promise<void> {
    await tx.mergeBases.lockOutRuns();
    const seen = await tx.merges.find(mergeId);
    if (!seen) throw mergeNotFound();
    const [kept] = await lockBoth(tx, seen.keptId, seen.mergedId);
    const merge = await tx.merges.find(mergeId);
    if (!merge || !this.isUndoable(merge) || kept.removedAt !== null) throw cannotUndo();
    const now = this.deps.clock();
    const places = { from: merge.mergedId, to: merge.keptId };
    await tx.merges.setMerged(merge.mergedId, null, now);
    await tx.merges.moveBack(places, merge.moved);
    for (const { id } of merge.moved.stoodDown ?? []) await tx.updateAccessMessages(id);
    await tx.rules.unmerge(merge.moved.rules?.changeId ?? null, {
      actorId: member.user.id,
      at: now,
    });
    await tx.merges.reopenInconsistencies(merge.moved.differences, now);
    await tx.merges.markUndone(mergeId, member.user.id, now);
    await tx.complaints.reopen(mergeId, member.user.id, now);
    if (await tx.merges.setState(mergeId, 'trashed', 'restoreWanted')) await tx.requestWrite();
    await tx.merges.setState(mergeId, 'trashWanted', 'left');
    const by = { actorId: member.user.id };
    const change = merge.changeId === null ? null : await tx.auditLog.one(merge.changeId);
    if (change) {
      // Keeps changes made since the merge.
      const after = change.after as EditedValues;
      const takenBack: (Entry | null)[] = [];
      for (const id of await tx.merges.findUndoneChanges(merge))
        takenBack.push(await tx.auditLog.one(id));
      const before = withoutUndoneChanges(valuesBefore(change), takenBack);
      const present: EditedValues = kept;
      const untouched = (Object.keys(before) as (keyof EditedValues)[]).filter((field) =>
        sameValue(present[field] ?? null, after[field] ?? null),
      );
      const values = Object.fromEntries(untouched.map((field) => [field, before[field]]));
      // Tags are reverted even after other changes, because another merge may have added some.
      if (before.tags && !untouched.includes('tags'))
        values['tags'] = revertTags(kept.tags, before.tags, after.tags ?? []);
      await applyEdit(tx, kept, values as EditedValues, { ...by, action: 'item.broughtBack' });
    }
    await tx.items.refreshStatus([merge.mergedId]);
    await tx.auditLog.recordOne({
      ...by,
      action: 'item.unmerged',
      subjectType: 'item',
      subjectId: String(merge.keptId),
      itemId: merge.keptId,
      before: { title: merge.mergedTitle, url: merge.mergedUrl, mergedId: merge.mergedId },
      after: null,
    });
  }

  /** All groups of duplicates, identical ones first. */
  private async findGroups(): Promise<DuplicateGroup[]> {
    const found = findDuplicates(await this.deps.search.names());
    const sameAddress = found.filter(({ matchedBy }) => matchedBy === 'address');
    const identical = new Set<string>();
    // In batches, because texts are long.
    for (let at = 0; at < sameAddress.length; at += groupsAtOnce) {
      const some = sameAddress.slice(at, at + groupsAtOnce);
      const members = await this.deps.items.byIds(some.flatMap(({ itemIds }) => itemIds));
      const byId = new Map(members.map((item) => [item.id, item]));
      for (const { key, itemIds } of some)
        if (areIdentical(itemIds.flatMap((id) => byId.get(id) ?? []))) identical.add(key);
    }
    return found
      .map((group) => ({ ...group, isIdentical: identical.has(group.key) }))
      .toSorted((one, other) => Number(other.isIdentical) - Number(one.isIdentical));
  }
}
