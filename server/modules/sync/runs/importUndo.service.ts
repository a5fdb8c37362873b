// Undo of imports: removes items that nobody has used or changed, and lists those that stay.
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { SyncedItems } from '../../catalogue/items/items.module.ts';
import type { InconsistencyDetectionStore } from './inconsistencyDetection.store.ts';
import type { ImportedItem, PastImport, SkippedItem } from './importPreview.ts';
import type { ImportsStore } from './imports.store.ts';

export interface ImportUndo {
  removed: number;
  restoredDemoItems: number;
  closedInconsistencies: number;
  /** Items that stay, because somebody has used or changed them. */
  skipped: SkippedItem[];
}

/** Result of moving work of people back to demo items. */
export interface DemoRestoration {
  /** Imported items whose demo item is restored. */
  itemIds: number[];
  restored: number;
}

interface UndoTransaction {
  store: ImportsStore;
  detection: Pick<InconsistencyDetectionStore, 'close'>;
  items: Pick<SyncedItems, 'refreshStatus'>;
  auditLog: Pick<AuditLog, 'record'>;
  /** Locks out runs and decisions until the end of the transaction. */
  lockForRun(): Promise<void>;
  /** Locks the demo if these items replaced demo items. */
  lockDemo(removedIds: readonly number[]): Promise<void>;
  /** Restores the demo items that these had replaced and moves people's work back to them. */
  restoreDemoWork(workedItemIds: readonly number[]): Promise<DemoRestoration>;
  /** Restores the demo items that the removed items had replaced; returns their number. */
  restoreDemo(gone: readonly number[]): Promise<number>;
}

interface Options {
  store: Pick<ImportsStore, 'list'>;
  inTransaction<Result>(work: (tx: UndoTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const nothingRestored: DemoRestoration = { itemIds: [], restored: 0 };

const idsOf = (items: readonly ImportedItem[]): number[] => items.map(({ id }) => id);

export const createImports = ({ store, inTransaction, clock }: Options) => ({
  /** Past imports, newest first. */
  async list(viewer: Viewer): Promise<PastImport[]> {
    requireAdmin(viewer);
    return store.list();
  },

  /**
   * Removes the untouched items of an import, restores the demo items that they replaced, and closes its
   * inconsistencies. A repeated call changes nothing.
   * @throws DomainError NOT_FOUND when there is no such import
   */
  async undo(viewer: Viewer, runId: number): Promise<ImportUndo> {
    const { user } = requireAdmin(viewer);
    return inTransaction(async (tx) => {
      await tx.lockForRun();
      if (!(await tx.store.lock(runId)))
        throw new DomainError('NOT_FOUND', 'There is no such import');
      const now = clock();
      const imported = await tx.store.lockImportedItems(
        runId,
        new Date(now.getTime() - limits.useCaseRestorableMs),
      );
      const free = imported.filter(({ reason }) => reason === null);
      const raised = await tx.store.openInconsistencies(runId);
      await tx.lockDemo(idsOf(free));
      const workedItemIds = idsOf(free.filter(({ formerReason }) => formerReason !== null));
      const restoration =
        workedItemIds.length > 0 ? await tx.restoreDemoWork(workedItemIds) : nothingRestored;
      const skipped = imported.flatMap(
        ({ id, titleRu, titleEn, reason, formerReason }): SkippedItem[] => {
          const why = reason ?? (restoration.itemIds.includes(id) ? null : formerReason);
          return why === null ? [] : [{ id, titleRu, titleEn, reason: why }];
        },
      );
      const retainedIds = new Set(skipped.map(({ id }) => id));
      const removedIds = idsOf(free).filter((id) => !retainedIds.has(id));
      if (removedIds.length + raised.length === 0)
        return { removed: 0, restoredDemoItems: 0, closedInconsistencies: 0, skipped };
      await tx.detection.close(
        raised.map(({ id }) => id),
        now,
      );
      await tx.items.refreshStatus(raised.map(({ itemId }) => itemId));
      await tx.store.remove(removedIds);
      const restoredDemoItems = restoration.restored + (await tx.restoreDemo(removedIds));
      await tx.store.setUndone(runId, now);
      await tx.auditLog.record({
        actorId: user.id,
        action: 'import.undone',
        subjectType: 'import',
        subjectId: String(runId),
        before: null,
        after: {
          removed: removedIds.length,
          restoredDemoItems,
          closed: raised.length,
          stayed: skipped.length,
        },
      });
      return {
        removed: removedIds.length,
        restoredDemoItems,
        closedInconsistencies: raised.length,
        skipped,
      };
    });
  },
});
