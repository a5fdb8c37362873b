// Composition of adding items.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { FindItemByAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { ItemTranslator, ItemsService } from '../../catalogue/items/items.module.ts';
import { type Editing, type BookmarkProvider, adoptBookmark } from '../../sync/sync.module.ts';
import type { PageReader } from './addItem.ts';
import { AddItemService } from './addItem.service.ts';
import {
  addItemStore,
  createBookmarkCreation,
  type AddedItem,
  type AddItemTransaction,
} from './addItem.store.ts';
export { type MachineText, type PageContent, proposeTags } from './addItem.ts';

interface Options {
  db: Knex;
  clock: Clock;
  catalogue: Pick<ItemsService, 'tags'>;
  findService: FindItemByAddress;
  pages: PageReader;
  requestPictures(on: Knex): Promise<void>;
  closeAddedProposals(on: Knex, added: AddedItem): Promise<void>;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  editing: Editing;
  /** Null when none is configured. */
  service: BookmarkProvider | null;
}

/** Marks descriptions as machine translations, for other modules. */
export const markMachineOn = (on: Knex) => addItemStore(on).markMachine;

export const createAddItemModule = (options: Options) => {
  const { db, clock, catalogue, findService, pages, translator, editing, service } = options;
  const inTransaction = <Result>(work: (tx: AddItemTransaction) => Promise<Result>) =>
    editing.inTransaction((tx, trx) =>
      work({
        ...tx,
        additions: addItemStore(trx),
        requestPictures: () => options.requestPictures(trx),
        closeAddedProposals: (added) => options.closeAddedProposals(trx, added),
      }),
    );
  return new AddItemService({
    findService,
    catalogue,
    pages,
    translator,
    inTransaction,
    maker: createBookmarkCreation({
      store: addItemStore(db),
      service,
      inTransaction,
      adopt: (tx, item, bookmark) => adoptBookmark(tx, item, bookmark, clock()),
      clock,
    }),
    clock,
  });
};
