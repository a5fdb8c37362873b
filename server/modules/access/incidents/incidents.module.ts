// Composition of incidents.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadMany } from '../../../shared/loaders.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { approversOn } from '../requests/accessWorkflow.store.ts';
import { Incidents } from './incidents.service.ts';
import { IncidentsStore } from './incidents.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
}

export function createIncidentsModule({ db, clock, visibleItem }: Options) {
  const incidents = new Incidents({
    store: new IncidentsStore(db),
    approvers: approversOn(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: new IncidentsStore(trx),
          approvers: approversOn(trx),
          auditLog: auditLogOn(trx, clock),
          outbox: outboxOn(trx, clock),
        }),
      ),
    visibleItem,
    clock,
  });
  return {
    incidents,
    /** Open incidents of items that concern the viewer, for one request. */
    incidentLoaders: (viewer: Viewer) => {
      const ofItem = loadMany(
        (ids: readonly number[]) => incidents.openFor(viewer, ids),
        (one) => one.itemId,
      );
      return {
        openIncidentsOf: (item: { id: number; incidentCompanies: readonly string[] | null }) =>
          item.incidentCompanies === null ? [] : ofItem.load(item.id),
      };
    },
  };
}
