// Review of complaints for admins: groups with a proposed fix, which one button applies and which can be undone; complaints are closed and reopened with it.
import type { OpenTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { MachineText, PageContent } from '../../curation/addItem/addItem.module.ts';
import type { ItemTranslator, ItemsService } from '../../catalogue/items/items.module.ts';
import type {
  DuplicateMergesService,
  MergedComplaints,
} from '../../curation/duplicates/duplicateMerges.module.ts';
import type { createEdits } from '../../sync/sync.module.ts';
import type {
  ComplaintGroupKey,
  ComplaintReviewStore,
  AppliedFix,
  ReportedItem,
  OpenComplaint,
} from './complaintReview.store.ts';
import { fixInput, type FixInput } from './complaintFixes.ts';
import type { ComplaintsQueries } from './complaints.store.ts';
import type { ComplaintType, ComplaintStatus } from './complaints.ts';
import { formatGroupKey, groupComplaints, type ComplaintGroup } from './complaintGroups.ts';
import type { Language } from '../../../shared/language.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';

export interface ComplaintTransaction {
  store: ComplaintReviewStore;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Move {
  id: number;
  itemId: number;
  from: ComplaintStatus;
  to: ComplaintStatus;
  /** Null for an action of the system. */
  actorId: number | null;
}

async function recordMove(
  { auditLog, outbox }: ComplaintTransaction,
  { id, itemId, from, to, actorId }: Move,
): Promise<void> {
  const change = { actorId, itemId, before: from, after: to };
  await auditLog.record({
    ...change,
    isAutomatic: actorId === null,
    action: 'complaint.status',
    subjectType: 'complaint',
    subjectId: String(id),
  });
  await outbox.record({ ...change, kind: 'report_moved', subjectId: id });
}

async function closeComplaints(
  transaction: ComplaintTransaction,
  reports: readonly OpenComplaint[],
  fix: AppliedFix,
): Promise<void> {
  await transaction.store.resolve(
    reports.map(({ id }) => id),
    fix,
  );
  const { itemId, appliedBy: actorId } = fix;
  for (const { id, status } of reports)
    await recordMove(transaction, { id, itemId, from: status, to: 'resolved', actorId });
}

/** Marks a fix as undone and reopens its complaints; false when it was undone before. */
async function reopenComplaints(
  transaction: ComplaintTransaction,
  fixId: number,
  actorId: number,
  at: Date,
): Promise<boolean> {
  if (!(await transaction.store.markUndone(fixId, at))) return false;
  for (const { id, itemId } of await transaction.store.reopen(fixId, actorId, at))
    await recordMove(transaction, { id, itemId, from: 'resolved', to: 'new', actorId });
  return true;
}

/** Reopens the complaints that a merge has closed, on the transaction that undoes it. */
export const createMergedReports = (transaction: ComplaintTransaction): MergedComplaints => ({
  async reopen(mergeId: number, actorId: number, at: Date): Promise<void> {
    for (const fixId of await transaction.store.fixesOfMerge(mergeId))
      await reopenComplaints(transaction, fixId, actorId, at);
  },
});

type Edits = ReturnType<typeof createEdits>;
export interface ReviewTransaction extends ComplaintTransaction {
  /** Marks descriptions as machine translations. */
  markMachine(itemId: number, texts: readonly MachineText[]): Promise<void>;
}

interface Options {
  store: ComplaintReviewStore;
  queries: Pick<ComplaintsQueries, 'open'>;
  catalogue: Pick<ItemsService, 'update' | 'tags'>;
  edits: Pick<Edits, 'edit' | 'revertChange'>;
  merges: Pick<DuplicateMergesService, 'merge' | 'one' | 'undo'>;
  auditLog: Pick<AuditLog, 'one'>;
  pages: { read(address: string): Promise<Pick<PageContent, 'image'>> };
  /** Null without a language model. */
  translator: ItemTranslator | null;
  inTransaction<Result>(work: (transaction: ReviewTransaction) => Promise<Result>): Promise<Result>;
  /** The transaction of the fix, so that the fix and the closing of its complaints succeed or fail together. */
  transactionOn(on: OpenTransaction): ReviewTransaction;
  clock: Clock;
}

const batchSize = 100;

const alreadyClosed = () =>
  new DomainError('CONFLICT', 'These reports are closed already', { reason: 'closedMeanwhile' });
const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has changed this service. Load it again', {
    reason: 'changedMeanwhile',
  });
const cannotUndo = () =>
  new DomainError('CONFLICT', 'This can no longer be undone', { reason: 'cannotUndo' });

export class ComplaintReview {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Open groups by their newest complaint, newest first. */
  async list(viewer: Viewer, type: ComplaintType | null): Promise<ComplaintGroup[]> {
    requireAdmin(viewer);
    return groupComplaints(this.deps, viewer, await this.deps.queries.open({ type, itemId: null }));
  }

  /** Null when no complaint is open. */
  async one(viewer: Viewer, { itemId, type }: ComplaintGroupKey): Promise<ComplaintGroup | null> {
    requireAdmin(viewer);
    const [found] = await groupComplaints(
      this.deps,
      viewer,
      await this.deps.queries.open({ type, itemId }),
    );
    return found ?? null;
  }

  /**
   * Applies a fix and closes all complaints of the group, in one transaction.
   * @throws DomainError CONFLICT (`closedMeanwhile`, `changedMeanwhile`, `noPictureFound`, and the conflicts of edits
   * and merges), NOT_FOUND, INVALID, UNAVAILABLE without a language model or when it does not answer
   */
  async applyFix(viewer: Viewer, named: ComplaintGroupKey, given: unknown): Promise<AppliedFix> {
    const member = requireAdmin(viewer);
    const fix = parseInput(fixInput, given);
    const key = await this.deps.store.currentKey(named);
    const open = await this.deps.store.listOpen(key);
    const [first] = open;
    if (!first) throw alreadyClosed();
    if (fix.action === 'edit') {
      await this.requireEdit(fix.changeId, key, first.createdAt);
      const done = { action: fix.action, changeId: fix.changeId, mergeId: null };
      return this.deps.inTransaction((transaction) =>
        this.close(transaction, member, key, done, open),
      );
    }
    let made: AppliedFix | undefined;
    await this.apply(viewer, key, fix, async (transaction, done) => {
      made = await this.close(transaction, member, key, { action: fix.action, ...done }, open);
    });
    return made!;
  }

  /**
   * Undoes a fix and reopens its complaints; an interrupted call can be repeated.
   * @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`, `changedMeanwhile` when somebody has edited the item again)
   */
  async undo(viewer: Viewer, id: number): Promise<AppliedFix> {
    const member = requireAdmin(viewer);
    const fix = await this.deps.store.fix(id);
    if (!fix) throw new DomainError('NOT_FOUND', 'This fix does not exist');
    if (fix.undoneAt !== null) throw cannotUndo();
    if (await this.revert(viewer, fix)) return (await this.deps.store.fix(id)) ?? fix;
    return this.deps.inTransaction(async (transaction) => {
      const at = this.deps.clock();
      if (!(await reopenComplaints(transaction, id, member.user.id, at))) throw cannotUndo();
      return { ...fix, undoneAt: at };
    });
  }

  /** Closes complaints whose cause has ended, each once across processes; returns how many. */
  async closeEnded(): Promise<number> {
    await this.deps.store.markSeen();
    let closed = 0;
    let batch: { looked: number; closed: number };
    do {
      batch = await this.deps.inTransaction(async (transaction) => {
        const ended = await transaction.store.lockEnded(batchSize);
        let count = 0;
        const causeOf = (one: (typeof ended)[0]) => `${formatGroupKey(one)} ${one.mergeId}`;
        for (const group of Map.groupBy(ended, causeOf).values()) {
          const [{ itemId, type, action, mergeId }] = group as [(typeof group)[0]];
          // The merge was undone meanwhile.
          if (mergeId !== null && !(await transaction.store.lockMerge(mergeId))) continue;
          const fix = await transaction.store.insertFix({
            itemId,
            complaintType: type,
            action,
            appliedBy: null,
            appliedAt: this.deps.clock(),
            changeId: null,
            mergeId,
          });
          await closeComplaints(transaction, group, fix);
          count += group.length;
        }
        return { looked: ended.length, closed: count };
      });
      closed += batch.closed;
    } while (batch.looked === batchSize);
    return closed;
  }

  appliedFixes(ids: readonly number[]): Promise<AppliedFix[]> {
    return this.deps.store.fixes(ids);
  }

  private async reportedItem(itemId: number): Promise<ReportedItem> {
    const [item] = await this.deps.store.items([itemId]);
    if (!item) throw new DomainError('NOT_FOUND', 'This service is not in the catalogue');
    return item;
  }

  private async translate(item: ReportedItem, language: Language): Promise<string> {
    const from = language === 'ru' ? 'en' : 'ru';
    const original = from === 'ru' ? item.descriptionRu : item.descriptionEn;
    if (!this.deps.translator || original === null)
      throw new DomainError(
        'UNAVAILABLE',
        'There is no language model, or no description to translate',
      );
    return this.deps.translator.translateDescription(original, item.name, from, language);
  }

  private async findPicture({ sourceUrl }: ReportedItem): Promise<string> {
    const { image } = await this.deps.pages.read(sourceUrl);
    if (image !== null) return image;
    throw new DomainError(
      'CONFLICT',
      'The page of the service has no picture. Set one in the editor',
      { reason: 'noPictureFound' },
    );
  }

  /** @throws DomainError NOT_FOUND unless the change is an edit of the item after the first complaint */
  private async requireEdit(
    changeId: number,
    { itemId }: ComplaintGroupKey,
    since: Date,
  ): Promise<void> {
    const entry = await this.deps.auditLog.one(changeId);
    if (entry?.itemId === itemId && entry.action === 'item.edited' && entry.at >= since) return;
    throw new DomainError('NOT_FOUND', 'This change is no edit of the service after the report');
  }

  /** Applies a fix; `end` closes its complaints in the same transaction. */
  private async apply(
    viewer: Viewer,
    { itemId }: ComplaintGroupKey,
    fix: Exclude<FixInput, { action: 'edit' }>,
    end: (
      transaction: ReviewTransaction,
      done: Pick<AppliedFix, 'changeId' | 'mergeId'>,
    ) => Promise<void>,
  ): Promise<void> {
    const item = await this.reportedItem(itemId);
    // A fix belongs to the version for which it was proposed.
    const since = fix.expectedUpdatedAt ?? null;
    if (since && since.getTime() !== item.updatedAt.getTime()) throw changedMeanwhile();
    const edit = async (
      change: Parameters<Edits['edit']>[2],
      seen = since,
      machine: readonly MachineText[] = [],
    ): Promise<void> => {
      await this.deps.edits.edit(viewer, itemId, change, seen, async (on, changeId) => {
        const transaction = this.deps.transactionOn(on);
        await transaction.markMachine(itemId, machine);
        await end(transaction, { changeId, mergeId: null });
      });
    };
    switch (fix.action) {
      case 'replace_address':
        return edit({ sourceUrl: fix.address });
      case 'set_tags':
        return edit({ tags: fix.tags });
      // External calls take time, so the version from before them guards later edits.
      case 'find_picture':
        return edit({ imageUrl: await this.findPicture(item) }, item.updatedAt);
      case 'translate': {
        const text = await this.translate(item, fix.language);
        const field: MachineText = fix.language === 'ru' ? 'descriptionRu' : 'descriptionEn';
        return edit({ [field]: text }, item.updatedAt, [field]);
      }
      case 'hide': {
        // An undo must not show what somebody else has hidden.
        if (item.isHidden) throw changedMeanwhile();
        const change = { adminVisibility: 'hidden', expectedUpdatedAt: item.updatedAt } as const;
        await this.deps.catalogue.update(viewer, itemId, change, (on) =>
          end(this.deps.transactionOn(on), { changeId: null, mergeId: null }),
        );
        return;
      }
      case 'merge':
        await this.deps.merges.merge(
          viewer,
          [fix.otherId, itemId],
          { take: [], tags: 'both', bookmark: 'keep' },
          (on, mergeId) => end(this.deps.transactionOn(on), { changeId: null, mergeId }),
        );
    }
  }

  /**
   * Reverts the action of a fix; can be repeated after an interruption. True when this also reopened the complaints, as
   * for a merge.
   */
  private async revert(viewer: Viewer, fix: AppliedFix): Promise<boolean> {
    // Later edits of other people stay.
    if (fix.changeId !== null)
      await this.deps.edits.revertChange(viewer, fix.changeId, { onlyUntouched: true });
    if (
      fix.mergeId !== null &&
      (await this.deps.merges.one(viewer, fix.mergeId)).undoneAt === null
    ) {
      await this.deps.merges.undo(viewer, fix.mergeId);
      return true;
    }
    if (fix.action !== 'hide') return false;
    // Hidden again, or merged by somebody else.
    if (await this.deps.store.isHiddenOtherwise(fix)) throw cannotUndo();
    await this.deps.catalogue.update(viewer, fix.itemId, { adminVisibility: 'visible' });
    return false;
  }

  private async close(
    transaction: ReviewTransaction,
    member: Member,
    key: ComplaintGroupKey,
    done: Pick<AppliedFix, 'action' | 'changeId' | 'mergeId'>,
    seenOpen: readonly { id: number }[],
  ): Promise<AppliedFix> {
    const complaints = await transaction.store.lockOpen(key);
    const fix = await transaction.store.insertFix({
      ...done,
      itemId: key.itemId,
      complaintType: key.type,
      appliedBy: member.user.id,
      appliedAt: this.deps.clock(),
    });
    await closeComplaints(transaction, complaints, fix);
    // Complaints that the job has closed meanwhile belong to this fix too.
    await transaction.store.adoptResolved(
      seenOpen.map(({ id }) => id),
      fix,
    );
    return fix;
  }
}
