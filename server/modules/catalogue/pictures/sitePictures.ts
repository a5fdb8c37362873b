// The picture of a service's own site, where its bookmark has none: when a site is looked at, and what a look has come to. Pure.
import { limits } from '../../../config/limits.ts';

/** The port to the pages outside. */
export interface SitePages {
  /** The addresses of pictures that a page names, the best first, as many as are tried. @throws DomainError where it cannot be read */
  read(address: string): Promise<{ pictures: string[] }>;
}

/** A service without a picture of its bookmark, whose site is to be looked at. */
export interface DueSite {
  itemId: number;
  sourceUrl: string;
}

/** What a look at a site has come to. */
export type SitePictureResult =
  | { kind: 'found'; url: string; picture: Buffer }
  /** The site shows none that can be used. */
  | { kind: 'none' }
  /** The site, or a picture that it names, could not be read: what was found before stays. */
  | { kind: 'failed' };

const { freshMs, retryMs } = limits.sitePictures;

/** How long after a look the next one comes. @param failures in a row, this look's too */
export const nextFetchDelay = (failures: number): number =>
  failures === 0 ? freshMs : Math.min(retryMs * 2 ** (failures - 1), freshMs);
