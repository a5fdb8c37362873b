// Demo module: composition of the demo catalogue on one transaction with the audit log.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { auditLogOn } from '../people/auditLog/auditLog.module.ts';
import { lockForRunOn, type DemoRestoration, type DemoChoice } from '../sync/sync.module.ts';
import { DemoQueries } from './demo.queries.ts';
import { DemoService, type DemoData, type DemoTransaction } from './demo.service.ts';
import { DemoStore } from './demo.store.ts';
import type { ReplacedDemoItem } from './demo.ts';

interface Options {
  db: Knex;
  data: DemoData;
  /** Adds missing parts of the demo, on a transaction. */
  write(on: Knex, now: Date): Promise<{ items: number; people: number }>;
  /**
   * Restores replaced demo items on a transaction; returns their number. @param leaving items whose addresses count as
   * free
   */
  writeItems(
    on: Knex,
    given: readonly ReplacedDemoItem[],
    now: Date,
    leaving: readonly number[],
  ): Promise<number>;
  /** True when the developer sign-in is on, which needs two of the demo people. */
  developerSignIn: boolean;
  hasSource: boolean;
  canLoad: boolean;
  clock: Clock;
}

export function createDemoModule({
  db,
  write,
  writeItems,
  developerSignIn,
  clock,
  ...options
}: Options) {
  const transactionOn = (on: Knex): DemoTransaction => ({
    search: new DemoQueries(on),
    store: new DemoStore(on),
    activity: auditLogOn(on, clock),
    lockSync: () => lockForRunOn(on),
    load: (now) => write(on, now),
    loadItems: (given, now, leaving = []) => writeItems(on, given, now, leaving),
  });
  const demo = new DemoService({
    ...options,
    reading: new DemoQueries(db),
    inTransaction: (work) => inTransaction(db, (trx) => work(transactionOn(trx))),
    keepTrialPeople: developerSignIn,
    clock,
  });
  return {
    demo,
    /** Called at the end of a sync run, on its transaction. */
    demoAfterSettling: (on: Knex, runId: number | null, answer: DemoChoice | null): Promise<void> =>
      demo.afterSync(transactionOn(on), runId, answer),
    /** Called before an undo removes items, on its transaction. */
    demoBeforeUndo: (on: Knex, going: readonly number[]): Promise<void> =>
      demo.beforeUndo(transactionOn(on), going),
    /**
     * Called before an undo removes items with work of users; returns the items whose work has moved back to the demo.
     */
    demoHandBack: (on: Knex, worked: readonly number[]): Promise<DemoRestoration> =>
      demo.returnWork(transactionOn(on), worked),
    /** Called after an undo has removed items; returns the number of restored demo items. */
    demoAfterUndo: (on: Knex, gone: readonly number[]): Promise<number> =>
      demo.afterUndo(transactionOn(on), gone),
  };
}
