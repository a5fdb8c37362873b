// The demo, composed: it goes and comes on one transaction with the record of changes, while no run settles the catalogue.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { auditLogOn } from '../people/auditLog/auditLog.module.ts';
import { settleExclusivelyOn, type HandedBack, type DemoChoice } from '../sync/sync.module.ts';
import { DemoQueries } from './demo.queries.ts';
import { DemoService, type DemoData, type DemoTransaction } from './demo.service.ts';
import { DemoStore } from './demo.store.ts';
import type { ReplacedDemoItem } from './demo.ts';

interface Options {
  db: Knex;
  data: DemoData;
  /** Writes what of the demo is not there, on a transaction. */
  write(on: Knex, now: Date): Promise<{ items: number; people: number }>;
  /** Writes services of the demo that had given way, on a transaction; answers how many. @param leaving whose addresses count as free */
  writeItems(
    on: Knex,
    given: readonly ReplacedDemoItem[],
    now: Date,
    leaving: readonly number[],
  ): Promise<number>;
  /** Whether the developer sign-in exists, which offers two of the demo people. */
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
    lockSync: () => settleExclusivelyOn(on),
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
    /** For the transaction of a run that has settled the catalogue. */
    demoAfterSettling: (on: Knex, runId: number | null, answer: DemoChoice | null): Promise<void> =>
      demo.afterSync(transactionOn(on), runId, answer),
    /** For the transaction of an undo that is to take these services away. */
    demoBeforeUndo: (on: Knex, going: readonly number[]): Promise<void> =>
      demo.beforeUndo(transactionOn(on), going),
    /** For the transaction of an undo that is to take these away, with which people had worked before; answers whose work is the demo's again. */
    demoHandBack: (on: Knex, worked: readonly number[]): Promise<HandedBack> =>
      demo.returnWork(transactionOn(on), worked),
    /** For the transaction of an undo that has taken these services away; answers how many of the demo's are back. */
    demoAfterUndo: (on: Knex, gone: readonly number[]): Promise<number> =>
      demo.afterUndo(transactionOn(on), gone),
  };
}
