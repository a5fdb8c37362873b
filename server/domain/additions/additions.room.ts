// Adding services, composed.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import type { FindService } from '../addresses/addresses.ts';
import type { ItemTranslator } from '../knowledge/itemTranslator.ts';
import type { Knowledge } from '../knowledge/knowledge.service.ts';
import type { BookmarkService } from '../sync/bookmarks.ts';
import { adoptBookmark } from '../sync/edit/adoptBookmark.ts';
import type { Editing } from '../sync/sync.room.ts';
import type { PageReader } from './additions.ts';
import { createAdditions } from './additions.service.ts';
import { additionsStore } from './additions.store.ts';
import { createBookmarkMaker, type AddedService, type AdditionRooms } from './bookmarkMaker.ts';

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
