// Imports that have been made, and undoing one: what nobody has touched since goes, the rest stays and is named.
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { requireAdmin, type Viewer } from '../../accounts/accounts.ts';
import type { Activity } from '../../activity/activity.service.ts';
import type { SyncedItems } from '../../knowledge/syncedItems.service.ts';
import type { FindingsStore } from './findings.store.ts';
import type { MadeItem, PastImport, StayedItem } from './importPreview.ts';
import type { ImportsStore } from './imports.store.ts';

export interface ImportUndo {
  removed: number;
  /** Services of the demo that had given way to those that went. */
  demoBack: number;
  differencesClosed: number;
  /** What somebody has touched since. */
  stayed: StayedItem[];
}

interface UndoRooms {
  store: ImportsStore;
  findings: Pick<FindingsStore, 'close'>;
  items: Pick<SyncedItems, 'refreshStatus'>;
  activity: Pick<Activity, 'record'>;
  /** Nobody else settles the catalogue until the end of the transaction. */
  settleAlone(): Promise<void>;
  /** Locks the demo, as whoever changes it does first, where services of it have given way to these. */
  holdDemo(going: readonly number[]): Promise<void>;
  /** Lets services of the demo come back that had given way to these, which are gone; answers how many. */
  bringDemoBack(gone: readonly number[]): Promise<number>;
}

interface Options {
  store: Pick<ImportsStore, 'list'>;
  inTransaction<Result>(work: (rooms: UndoRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const isStaying = (item: MadeItem): item is StayedItem => item.reason !== null;

export const createImports = ({ store, inTransaction, clock }: Options) => ({
  /** The last imports, newest first. */
  async list(viewer: Viewer): Promise<PastImport[]> {
    requireAdmin(viewer);
    return store.list();
  },

  /**
   * Takes away what an import has made and nobody has touched, lets the demo's services come back that had given way to it, and closes
   * the differences that it raised. A second time nothing happens.
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
      const stayed = made.filter(isStaying);
      const going = made.filter((item) => !isStaying(item)).map(({ id }) => id);
      const raised = await rooms.store.raised(runId);
      if (going.length + raised.length === 0)
        return { removed: 0, demoBack: 0, differencesClosed: 0, stayed };
      await rooms.holdDemo(going);
      await rooms.findings.close(
        raised.map(({ id }) => id),
        now,
      );
      await rooms.items.refreshStatus(raised.map(({ itemId }) => itemId));
      await rooms.store.remove(going);
      const demoBack = await rooms.bringDemoBack(going);
      await rooms.store.setUndone(runId, now);
      await rooms.activity.record({
        actorId: user.id,
        action: 'import.undone',
        subjectType: 'import',
        subjectId: String(runId),
        before: null,
        after: {
          removed: going.length,
          demoBack,
          closed: raised.length,
          stayed: stayed.length,
        },
      });
      return { removed: going.length, demoBack, differencesClosed: raised.length, stayed };
    });
  },
});
