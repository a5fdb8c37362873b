// Composition of stages.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadMany, loadOne } from '../../../shared/loaders.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { readableCompany } from '../dataRules/dataRules.service.ts';
import { approversOn } from '../requests/accessWorkflow.store.ts';
import { StagedItemsCache, type StagePlace, StagesStore } from './stages.store.ts';
import { Stages } from './stages.service.ts';
import type { ItemStage, StageChange } from './stages.ts';

export { type StageName, stageNames } from './stages.ts';
export type { StagedItemsCache } from './stages.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
}

export const stagedItemsOn = (db: Knex) => new StagedItemsCache(new StagesStore(db));

const formatPlace = ({ itemId, companyKey }: StagePlace): string => `${itemId}/${companyKey}`;

const parsePlace = (key: string): StagePlace => {
  const [itemId = '', companyKey = ''] = key.split('/');
  return { itemId: Number(itemId), companyKey };
};

export function createStagesModule({ db, clock, visibleItem }: Options) {
  const store = new StagesStore(db);
  return {
    stages: new Stages({
      store,
      approvers: approversOn(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: new StagesStore(trx),
            approvers: approversOn(trx),
            auditLog: auditLogOn(trx, clock),
            outbox: outboxOn(trx, clock),
          }),
        ),
      visibleItem,
      clock,
    }),
    /** Loaders of stages, for one request. */
    stageLoaders: (viewer: Viewer) => {
      const viewerId = viewer.kind === 'member' ? viewer.user.id : 0;
      const stageOfPlace = loadOne<string, ItemStage>(
        (keys) => store.ofItems(viewerId, keys.map(parsePlace)),
        formatPlace,
      );
      return {
        /** The stage of a visible item; null without a decision or a company. @throws DomainError FORBIDDEN */
        stageOf: (
          { id }: { id: number },
          company?: string | null,
        ): null | Promise<ItemStage | null> => {
          const companyKey = readableCompany(viewer, company);
          return companyKey === null
            ? null
            : stageOfPlace.load(formatPlace({ itemId: id, companyKey }));
        },
        /** Decisions on a stage, newest first. */
        stageChanges: loadMany<number, StageChange>(
          (ids) => store.history(ids),
          (change) => change.stageId,
        ),
      };
    },
  };
}
