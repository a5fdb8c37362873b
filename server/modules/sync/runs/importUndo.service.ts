// Imports that have been made, and undoing one: what nobody has touched since goes, the rest stays and is named.
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { SyncedItems } from '../../catalogue/items/items.module.ts';
import type { InconsistencyDetectionStore } from './inconsistencyDetection.store.ts';
import type { MadeItem, PastImport, StayedItem } from './importPreview.ts';
import type { ImportsStore } from './imports.store.ts';

export interface ImportUndo {
  removed: number;
  /** Services of the demo that had given way to those that went. */
  restoredDemoItems: number;
  closedInconsistencies: number;
  /** What somebody has touched since, and what had been done before with what cannot come back. */
  skipped: StayedItem[];
}

/** What has gone back to the demo. */
export interface HandedBack {
  /** Own services whose service of the demo is there again. */
  from: number[];
  /** How many services of the demo have come back. */
  back: number;
}

interface UndoRooms {
  store: ImportsStore;
  findings: Pick<InconsistencyDetectionStore, 'close'>;
  items: Pick<SyncedItems, 'refreshStatus'>;
  activity: Pick<AuditLog, 'record'>;
  /** Nobody else settles the catalogue until the end of the transaction. */
  settleAlone(): Promise<void>;
  /** Locks the demo, as whoever changes it does first, where services of it have given way to these. */
  holdDemo(going: readonly number[]): Promise<void>;
  /** Lets services of the demo come back that had given way to these, with what people had done there; answers which of these have none of it any more. */
  handBack(worked: readonly number[]): Promise<HandedBack>;
  /** Lets the others come back that had given way to these, which are gone; answers how many. */
  bringDemoBack(gone: readonly number[]): Promise<number>;
}

interface Options {
  store: Pick<ImportsStore, 'list'>;
  inTransaction<Result>(work: (rooms: UndoRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const nothingBack: HandedBack = { from: [], back: 0 };

const idsOf = (items: readonly MadeItem[]): number[] => items.map(({ id }) => id);

export const createImports = ({ store, inTransaction, clock }: Options) => ({
  /** The last imports, newest first. */
  async list(viewer: Viewer): Promise<PastImport[]> {
    requireAdmin(viewer);
    return store.list();
  },

  /**
   * Takes away what an import has made and nobody has touched, lets the demo's services come back that had given way to it, with what people
   * had done there before, and closes the differences that it raised. A second time nothing happens.
   * @throws DomainError NOT_FOUND when there is no such import
   */
  async undo(viewer: Viewer, runId: number): Promise<ImportUndo> {
    const { user } = requireAdmin(viewer);
    return inTransaction(async (rooms) => {
      await rooms.settleAlone();
      if (!(await rooms.store.lock(runId)))
        throw new DomainError('NOT_FOUND', 'There is no such import');
      const now = clock();
      const made = await rooms.store.made(
        runId,
        new Date(now.getTime() - limits.useCaseRestorableMs),
      );
      const free = made.filter(({ reason }) => reason === null);
      const raised = await rooms.store.raised(runId);
      await rooms.holdDemo(idsOf(free));
      const worked = idsOf(free.filter(({ former }) => former !== null));
      const handed = worked.length > 0 ? await rooms.handBack(worked) : nothingBack;
      const skipped = made.flatMap(({ id, titleRu, titleEn, reason, former }): StayedItem[] => {
        const why = reason ?? (handed.from.includes(id) ? null : former);
        return why === null ? [] : [{ id, titleRu, titleEn, reason: why }];
      });
      const staying = new Set(skipped.map(({ id }) => id));
      const going = idsOf(free).filter((id) => !staying.has(id));
      if (going.length + raised.length === 0)
        return { removed: 0, restoredDemoItems: 0, closedInconsistencies: 0, skipped };
      await rooms.findings.close(
        raised.map(({ id }) => id),
        now,
      );
      await rooms.items.refreshStatus(raised.map(({ itemId }) => itemId));
      await rooms.store.remove(going);
      const restoredDemoItems = handed.back + (await rooms.bringDemoBack(going));
      await rooms.store.setUndone(runId, now);
      await rooms.activity.record({
        actorId: user.id,
        action: 'import.undone',
        subjectType: 'import',
        subjectId: String(runId),
        before: null,
        after: {
          removed: going.length,
          restoredDemoItems,
          closed: raised.length,
          stayed: skipped.length,
        },
      });
      return {
        removed: going.length,
        restoredDemoItems,
        closedInconsistencies: raised.length,
        skipped,
      };
    });
  },
});
