// Pictures module: picture proxy and pictures of sites.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { createPictures, type PictureSource } from './pictures.ts';
import {
  picturesQueries,
  type SitePages,
  sitePicturesStore,
  storedPicturesStore,
} from './pictures.store.ts';
import { createSitePictures } from './sitePictures.service.ts';

interface Options {
  db: Knex;
  source: PictureSource;
  pages: SitePages;
  limits: Parameters<typeof createPictures>[0]['limits'];
  cacheBytes: number;
  /** True when pictures are fetched from the sites of items. */
  readsSites: boolean;
  clock: Clock;
  log: Log;
  /** Waits between two requests to one host. */
  pause?: Parameters<typeof createSitePictures>[0]['pause'];
}

export function createPicturesModule(options: Options) {
  const { db, source, pages, limits, cacheBytes, readsSites, clock, log, pause } = options;
  return {
    images: createPictures({
      known: picturesQueries(db),
      keptPictures: storedPicturesStore(db),
      source,
      limits,
      cacheBytes,
    }),
    sitePictures: createSitePictures({
      store: sitePicturesStore(db),
      inTransaction: (work) => inTransaction(db, (trx) => work(sitePicturesStore(trx))),
      pages,
      pictures: source,
      isOn: readsSites,
      clock,
      log: log.child({ part: 'sitePictures' }),
      pause,
    }),
    /** Schedules site pictures for new items, on the transaction that adds them. */
    requestSitePictures: async (on: Knex): Promise<void> => {
      if (readsSites)
        await jobQueue(on).enqueue('fetchSitePictures', {}, { key: 'fetchSitePictures' });
    },
  };
}
