// Site pictures: fetches pictures from the sites of items without one, one request per host at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import { limits } from '../../../config/limits.ts';
import { getHost } from '../pageAddresses/normaliseAddress.ts';
import type { PictureSource } from './pictures.ts';
import {
  type DueSite,
  nextFetchDelay,
  type SitePages,
  type SitePictureResult,
  type SitePicturesStore,
} from './pictures.store.ts';

interface Options {
  store: SitePicturesStore;
  inTransaction<Result>(work: (store: SitePicturesStore) => Promise<Result>): Promise<Result>;
  pages: SitePages;
  pictures: PictureSource;
  /** True when this server fetches site pictures. */
  isOn: boolean;
  clock: Clock;
  log: Log;
  /** Waits between two requests to one host. */
  pause?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
}

interface SitePicturesRound {
  looked: number;
  found: number;
}

const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  throw error;
};

export function createSitePictures(options: Options) {
  const { store, inTransaction, pages, pictures, isOn, clock, log } = options;
  const pause = options.pause ?? ((signal: AbortSignal) => sleep(1_000, undefined, { signal }));
  const { edge: leastEdge, hostsAtOnce, lookMs, perRound } = limits.sitePictures;
  const after = (ms: number): Date => new Date(clock().getTime() + ms);

  /** The first usable picture of a page. */
  const findPicture = async (
    sourceUrl: string,
    signal: AbortSignal,
  ): Promise<SitePictureResult> => {
    const page = await pages.read(sourceUrl).catch(asDomainError);
    if (page instanceof DomainError) return { kind: 'failed' };
    let isUnsure = false;
    for (const url of page.pictures) {
      signal.throwIfAborted();
      const fetched = await pictures.fetch(url).catch(asDomainError);
      if (fetched instanceof DomainError) isUnsure ||= fetched.code !== 'GONE';
      else if (fetched.edge >= leastEdge) return { kind: 'found', url, picture: fetched.bytes };
    }
    return { kind: isUnsure ? 'failed' : 'none' };
  };

  /** Fetches and saves the picture of one site; null if another process does it. */
  const fetchOne = async (
    site: DueSite,
    signal: AbortSignal,
  ): Promise<SitePictureResult | null> => {
    if (!(await store.claim(site, clock(), after(lookMs)))) return null;
    const seen = await findPicture(site.sourceUrl, signal);
    await inTransaction(async (own) => {
      const failures = seen.kind === 'failed' ? (await own.failures(site)) + 1 : 0;
      await own.put(site, seen, { failures, at: after(nextFetchDelay(failures)) });
    });
    log.debug({ itemId: site.itemId, seen: seen.kind }, 'Looked at the site of a service');
    return seen;
  };

  return {
    /** Fetches the pictures that are due: several hosts at once, one request per host at a time. */
    async fetchDue(signal: AbortSignal): Promise<SitePicturesRound> {
      const round: SitePicturesRound = { looked: 0, found: 0 };
      if (!isOn) return round;
      const due = await store.due(clock(), perRound);
      const waiting = [...Map.groupBy(due, (site) => getHost(site.sourceUrl)).values()];
      const worker = async (): Promise<void> => {
        for (let ofHost = waiting.shift(); ofHost; ofHost = waiting.shift()) {
          for (const [at, site] of ofHost.entries()) {
            if (at > 0) await pause(signal);
            signal.throwIfAborted();
            const seen = await fetchOne(site, signal);
            if (seen) round.looked += 1;
            if (seen?.kind === 'found') round.found += 1;
          }
        }
      };
      await Promise.all(Array.from({ length: hostsAtOnce }, worker));
      return round;
    },
  };
}
