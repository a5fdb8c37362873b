// Composition of the source watch.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import type { DataRules } from '../dataRules/dataRules.service.ts';
import { approversOn } from '../requests/accessWorkflow.store.ts';
import { ChangedSources, SourceWatch, type SourcePages } from './sourceWatch.service.ts';
import { ChangedSourcesStore, SourceWatchStore } from './sourceWatch.store.ts';

export type { SourcePages } from './sourceWatch.service.ts';

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  dataRules: DataRules;
  pages: SourcePages;
  /** True when this server reads sources. */
  readsSources: boolean;
  /** Waits between two requests to one host. */
  pause?: (signal: AbortSignal) => Promise<unknown>;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
}

export const createSourceWatchModule = ({
  db,
  clock,
  log,
  dataRules,
  pages,
  readsSources,
  pause,
  visibleItem,
}: Options) => ({
  sourceWatch: new SourceWatch({
    store: new SourceWatchStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({ store: new SourceWatchStore(trx), outbox: outboxOn(trx, clock) }),
      ),
    pages,
    isOn: readsSources,
    pause,
    clock,
    log: log.child({ part: 'sourceWatch' }),
  }),
  changedSources: new ChangedSources({
    store: new ChangedSourcesStore(db),
    dataRules,
    approvers: approversOn(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: new ChangedSourcesStore(trx),
          approvers: approversOn(trx),
          auditLog: auditLogOn(trx, clock),
        }),
      ),
    visibleItem,
    clock,
  }),
});
