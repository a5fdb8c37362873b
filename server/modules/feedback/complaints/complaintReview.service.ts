// Reports as cases: those of one kind on one service together, with the fix that is proposed, applied in one press and taken back.
import type { OpenTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { MachineText, PageContent } from '../../curation/addItem/addItem.module.ts';
import type { ItemTranslator, ItemsService } from '../../catalogue/items/items.module.ts';
import type { DuplicateMergesService } from '../../curation/duplicates/duplicateMerges.module.ts';
import type { createEdits } from '../../sync/sync.module.ts';
import { closeWith, reopenOf, type MoveTransaction } from './complaintMergeHooks.ts';
import type {
  CaseKey,
  ComplaintReviewStore,
  AppliedFix,
  ReportedItem,
} from './complaintReview.store.ts';
import { fixInput, type FixInput } from './complaintFixes.ts';
import type { ComplaintsQueries } from './complaints.queries.ts';
import type { ComplaintType } from './complaints.ts';
import { createComplaintGroups, keyOf, type ComplaintGroup } from './complaintGroups.ts';
import type { Language } from '../../../shared/language.ts';

type Edits = ReturnType<typeof createEdits>;
type Merges = DuplicateMergesService;

/** The rooms of a case that is closed or opened again, on its transaction. */
export interface CaseTransaction extends MoveTransaction {
  /** Marks a description as a machine's. */
  markMachine(itemId: number, texts: readonly MachineText[]): Promise<void>;
}

interface Options {
  cases: ComplaintReviewStore;
  search: Pick<ComplaintsQueries, 'open'>;
  catalogue: Pick<ItemsService, 'update' | 'tags'>;
  edits: Pick<Edits, 'edit' | 'revertChange'>;
  merges: Pick<Merges, 'merge' | 'one' | 'undo'>;
  activity: Pick<AuditLog, 'one'>;
  pages: { read(address: string): Promise<Pick<PageContent, 'image'>> };
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  inTransaction<Result>(work: (rooms: CaseTransaction) => Promise<Result>): Promise<Result>;
  /** The rooms on the transaction of what cures: its reports end with it, or it is not done at all. */
  roomsOn(on: OpenTransaction): CaseTransaction;
  clock: Clock;
}

const endedAtOnce = 100;

const noCase = () =>
  new DomainError('CONFLICT', 'These reports are settled already', { reason: 'closedMeanwhile' });
const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has changed this item', {
    reason: 'changedMeanwhile',
  });
const cannotUndo = () =>
  new DomainError('CONFLICT', 'This cannot be taken back', { reason: 'cannotUndo' });

export const createComplaintReview = (options: Options) => {
  const { cases, search, catalogue, edits, merges, activity, pages, translator } = options;
  const { inTransaction, roomsOn, clock } = options;
  const withFixes = createComplaintGroups(options);

  const reportedItem = async (itemId: number): Promise<ReportedItem> => {
    const [item] = await cases.items([itemId]);
    if (!item) throw new DomainError('NOT_FOUND', 'There is no such item');
    return item;
  };

  const translated = async (item: ReportedItem, language: Language): Promise<string> => {
    const from = language === 'ru' ? 'en' : 'ru';
    const original = from === 'ru' ? item.descriptionRu : item.descriptionEn;
    if (!translator || original === null)
      throw new DomainError('UNAVAILABLE', 'There is nothing to translate with, or from');
    return translator.translateDescription(original, item.name, from, language);
  };

  const pictureOf = async ({ sourceUrl }: ReportedItem): Promise<string> => {
    const { image } = await pages.read(sourceUrl);
    if (image !== null) return image;
    throw new DomainError('CONFLICT', 'The page of the service names no picture', {
      reason: 'noPictureFound',
    });
  };

  /** An edit that was made in the editor, since the first of the reports came. */
  const checkEdit = async (changeId: number, { itemId }: CaseKey, since: Date): Promise<void> => {
    const entry = await activity.one(changeId);
    if (entry?.itemId === itemId && entry.action === 'item.edited' && entry.at >= since) return;
    throw new DomainError('NOT_FOUND', 'There is no such change');
  };

  /** Does what the cure says; `end` ends its reports in the same transaction. */
  const apply = async (
    viewer: Viewer,
    { itemId }: CaseKey,
    cure: Exclude<FixInput, { action: 'edit' }>,
    end: (rooms: CaseTransaction, done: Pick<AppliedFix, 'changeId' | 'mergeId'>) => Promise<void>,
  ): Promise<void> => {
    const item = await reportedItem(itemId);
    // What was proposed of another state is proposed no more.
    const since = cure.expectedUpdatedAt ?? null;
    if (since && since.getTime() !== item.updatedAt.getTime()) throw changedMeanwhile();
    const edit = async (
      change: Parameters<Edits['edit']>[2],
      seen = since,
      machine: readonly MachineText[] = [],
    ): Promise<void> => {
      await edits.edit(viewer, itemId, change, seen, async (on, changeId) => {
        const rooms = roomsOn(on);
        await rooms.markMachine(itemId, machine);
        await end(rooms, { changeId, mergeId: null });
      });
    };
    switch (cure.action) {
      case 'replace_address':
        return edit({ sourceUrl: cure.address });
      case 'set_tags':
        return edit({ tags: cure.tags });
      // What is asked elsewhere takes its time: it takes no place of what somebody writes meanwhile.
      case 'find_picture':
        return edit({ imageUrl: await pictureOf(item) }, item.updatedAt);
      case 'translate': {
        const text = await translated(item, cure.language);
        const field: MachineText = cure.language === 'ru' ? 'descriptionRu' : 'descriptionEn';
        return edit({ [field]: text }, item.updatedAt, [field]);
      }
      case 'hide': {
        // Hidden once: taking it back must not show what somebody else has hidden.
        if (item.isHidden) throw changedMeanwhile();
        const change = { adminVisibility: 'hidden', expectedUpdatedAt: item.updatedAt } as const;
        await catalogue.update(viewer, itemId, change, (on) =>
          end(roomsOn(on), { changeId: null, mergeId: null }),
        );
        return;
      }
      case 'merge':
        await merges.merge(
          viewer,
          [cure.otherId, itemId],
          { take: [], tags: 'both', bookmark: 'keep' },
          (on, mergeId) => end(roomsOn(on), { changeId: null, mergeId }),
        );
    }
  };

  /**
   * Each act is taken back once, however often it is asked for: the one who asked before may not have come to the reports. Whether
   * they are open again with it, as with a merge.
   */
  const undoAct = async (viewer: Viewer, cure: AppliedFix): Promise<boolean> => {
    // What somebody has written over it since stays theirs.
    if (cure.changeId !== null)
      await edits.revertChange(viewer, cure.changeId, { onlyUntouched: true });
    if (cure.mergeId !== null && (await merges.one(viewer, cure.mergeId)).undoneAt === null) {
      await merges.undo(viewer, cure.mergeId);
      return true;
    }
    if (cure.action !== 'hide') return false;
    // Merged or hidden anew since, it is another's to show.
    if (await cases.isHiddenOtherwise(cure)) throw cannotUndo();
    await catalogue.update(viewer, cure.itemId, { adminVisibility: 'visible' });
    return false;
  };

  const close = async (
    rooms: CaseTransaction,
    member: Member,
    key: CaseKey,
    done: Pick<AppliedFix, 'action' | 'changeId' | 'mergeId'>,
    seenOpen: readonly { id: number }[],
  ): Promise<AppliedFix> => {
    const reports = await rooms.cases.lockOpen(key);
    const cure = await rooms.cases.insertCure({
      ...done,
      itemId: key.itemId,
      complaintType: key.type,
      curedBy: member.user.id,
      curedAt: clock(),
    });
    await closeWith(rooms, reports, cure);
    // The job that looks may have ended them meanwhile, for what was there already: they are this cure's all the same.
    await rooms.cases.takeOver(
      seenOpen.map(({ id }) => id),
      cure,
    );
    return cure;
  };

  return {
    /** Open cases, those with the newest reports first. */
    async list(viewer: Viewer, type: ComplaintType | null): Promise<ComplaintGroup[]> {
      requireAdmin(viewer);
      return withFixes(viewer, await search.open({ type, itemId: null }));
    },

    /** One open case; null where nothing is open. */
    async one(viewer: Viewer, { itemId, type }: CaseKey): Promise<ComplaintGroup | null> {
      requireAdmin(viewer);
      const [found] = await withFixes(viewer, await search.open({ type, itemId }));
      return found ?? null;
    },

    /**
     * Does what cures a case, and closes all of its reports with it, in one transaction.
     * @throws DomainError CONFLICT (`closedMeanwhile`, `changedMeanwhile`, `noPictureFound`, and whatever is in the way of the edit or the merge),
     * NOT_FOUND, INVALID, UNAVAILABLE without a language model or while it is away
     */
    async cure(viewer: Viewer, named: CaseKey, given: unknown): Promise<AppliedFix> {
      const member = requireAdmin(viewer);
      const cure = parseInput(fixInput, given);
      const key = await cases.current(named);
      const open = await cases.openNow(key);
      const [first] = open;
      if (!first) throw noCase();
      if (cure.action === 'edit') {
        await checkEdit(cure.changeId, key, first.createdAt);
        const done = { action: cure.action, changeId: cure.changeId, mergeId: null };
        return inTransaction((rooms) => close(rooms, member, key, done, open));
      }
      let made: AppliedFix | undefined;
      await apply(viewer, key, cure, async (rooms, done) => {
        made = await close(rooms, member, key, { action: cure.action, ...done }, open);
      });
      return made!;
    },

    /**
     * Takes back what was done, and opens the reports again. Where the server was ended between the two, the same call goes on.
     * @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`, `changedMeanwhile` where somebody has written over it since)
     */
    async undo(viewer: Viewer, id: number): Promise<AppliedFix> {
      const member = requireAdmin(viewer);
      const cure = await cases.cure(id);
      if (!cure) throw new DomainError('NOT_FOUND', 'Nothing of this number was done');
      if (cure.undoneAt !== null) throw cannotUndo();
      if (await undoAct(viewer, cure)) return (await cases.cure(id)) ?? cure;
      return inTransaction(async (rooms) => {
        const at = clock();
        if (!(await reopenOf(rooms, id, member.user.id, at))) throw cannotUndo();
        return { ...cure, undoneAt: at };
      });
    },

    /** Closes the reports whose cause has ended by itself, each once however many processes look. Answers how many. */
    async settleEnded(): Promise<number> {
      await cases.markSeen();
      let closed = 0;
      let round: { looked: number; closed: number };
      do {
        round = await inTransaction(async (rooms) => {
          const ended = await rooms.cases.lockEnded(endedAtOnce);
          let ofRound = 0;
          const causeOf = (one: (typeof ended)[0]) => `${keyOf(one)} ${one.mergeId}`;
          for (const group of Map.groupBy(ended, causeOf).values()) {
            const [{ itemId, type, action, mergeId }] = group as [(typeof group)[0]];
            // Taken back meanwhile, it has ended nothing.
            if (mergeId !== null && !(await rooms.cases.holdMerge(mergeId))) continue;
            const cure = await rooms.cases.insertCure({
              itemId,
              complaintType: type,
              action,
              curedBy: null,
              curedAt: clock(),
              changeId: null,
              mergeId,
            });
            await closeWith(rooms, group, cure);
            ofRound += group.length;
          }
          return { looked: ended.length, closed: ofRound };
        });
        closed += round.closed;
      } while (round.looked === endedAtOnce);
      return closed;
    },

    /** What was done about reports, by their ids; for one request of many. */
    cures: (ids: readonly number[]): Promise<AppliedFix[]> => cases.cures(ids),
  };
};
