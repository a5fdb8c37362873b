// Adding services, composed.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { FindService } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { ItemTranslator, Knowledge } from '../../catalogue/items/items.module.ts';
import { type Editing, type BookmarkService, adoptBookmark } from '../../sync/sync.module.ts';
import type { PageReader } from './addItem.ts';
import { createAdditions } from './addItem.service.ts';
import { additionsStore } from './addItem.store.ts';
import { createBookmarkMaker, type AddedService, type AdditionRooms } from './bookmarkCreation.ts';
export { type MachineText, type ReadPage, proposeTags } from './addItem.ts';

interface Options {
  db: Knex;
  clock: Clock;
  catalogue: Pick<Knowledge, 'tags'>;
  findService: FindService;
  pages: PageReader;
  requestPictures(on: Knex): Promise<void>;
  settleProposals(on: Knex, added: AddedService): Promise<void>;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  editing: Editing;
  /** Null when none is configured. */
  service: BookmarkService | null;
}

/** Marks descriptions as a machine's, for another room. */
export const markMachineOn = (on: Knex) => additionsStore(on).markMachine;

export const createAdditionsRoom = (options: Options) => {
  const { db, clock, catalogue, findService, pages, translator, editing, service } = options;
  const inTransaction = <Result>(work: (rooms: AdditionRooms) => Promise<Result>) =>
    editing.inTransaction((rooms, trx) =>
      work({
        ...rooms,
        additions: additionsStore(trx),
        requestPictures: () => options.requestPictures(trx),
        settleProposals: (added) => options.settleProposals(trx, added),
      }),
    );
  return createAdditions({
    findService,
    catalogue,
    pages,
    translator,
    inTransaction,
    maker: createBookmarkMaker({
      store: additionsStore(db),
      service,
      inTransaction,
      adopt: (rooms, item, bookmark) => adoptBookmark(rooms, item, bookmark, clock()),
      clock,
    }),
    clock,
  });
};
