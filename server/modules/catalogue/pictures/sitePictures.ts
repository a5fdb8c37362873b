// Types of site pictures and the schedule of their fetches.
import { limits } from '../../../config/limits.ts';

/** Port for reading web pages. */
export interface SitePages {
  /** Addresses of the pictures that a page names, best first. @throws DomainError if the page cannot be read */
  read(address: string): Promise<{ pictures: string[] }>;
}

/** An item whose site picture is due. */
export interface DueSite {
  itemId: number;
  sourceUrl: string;
}

export type SitePictureResult =
  | { kind: 'found'; url: string; picture: Buffer }
  /** The site has no usable picture. */
  | { kind: 'none' }
  /** The site or its pictures could not be read; keeps the former picture. */
  | { kind: 'failed' };

const { freshMs, retryMs } = limits.sitePictures;

/** Delay until the next fetch. @param failures consecutive failures, including this one */
export const nextFetchDelay = (failures: number): number =>
  failures === 0 ? freshMs : Math.min(retryMs * 2 ** (failures - 1), freshMs);
