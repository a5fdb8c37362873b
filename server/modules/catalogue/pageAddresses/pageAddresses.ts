// Sites of page addresses, and ranking of items by proximity to an address.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { text } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { getHost, isHttpAddress, normaliseAddress } from './normaliseAddress.ts';

/** An http(s) address without user name and password, so that it can be stored and shown. */
const addressText = text(limits.bookmark.addressBytes)
  .transform((value) => value.trim())
  .refine(
    (value) => {
      const url = URL.parse(value);
      return (
        url !== null &&
        isHttpAddress(value) &&
        url.username === '' &&
        url.password === '' &&
        Buffer.byteLength(url.href) <= limits.bookmark.addressBytes
      );
    },
    { message: 'Enter a web address with http:// or https://', params: { code: 'address' } },
  )
  .transform((value) =>
    /^https?:\/\/[^\s\p{Cc}<>"\\]+$/u.test(value) ? value : new URL(value).href,
  );

/** Input field for an address as people type it, also without https://. */
export const addressField = text(limits.bookmark.addressBytes)
  .transform((value) => value.trim())
  .transform((value) => (/^\w+:/.test(value) || !value.includes('.') ? value : `https://${value}`))
  .pipe(addressText);

export const addressCheckInput = z.strictObject({
  address: addressField,
  /** Title of the page, which helps to find nearby items. */
  title: text(limits.bookmark.title)
    .nullish()
    .transform((value) => value ?? ''),
});
export type AddressCheckInput = z.input<typeof addressCheckInput>;

/** Match of an address: the item of that page, only items of its site, or nothing. */
export type AddressMatch = 'page' | 'site' | 'none';

/** Result of an address check; all ids are of items that the viewer can see. */
export interface AddressCheck {
  address: string;
  match: AddressMatch;
  knownId: number | null;
  nearIds: number[];
}

/** Finds the visible item of an address, or null. */
export type FindItemByAddress = (viewer: Viewer, address: string) => Promise<number | null>;

/** An address on a site with its item: the address of the item, or the target of its redirect. */
export interface SiteAddress {
  id: number;
  /** Normalised. */
  address: string;
  likesCount: number;
}

/** Hosts whose first path segment names an owner, so that pages of other owners are not near. */
const hostsWithOwnersInPath = new Set([
  'behance.net',
  'bitbucket.org',
  'codeberg.org',
  'dribbble.com',
  'gitee.com',
  'github.com',
  'gitlab.com',
  'gitverse.ru',
  'hub.docker.com',
  'huggingface.co',
  'instagram.com',
  'itch.io',
  'linkedin.com',
  'medium.com',
  'npmjs.com',
  'patreon.com',
  'pinterest.com',
  'pypi.org',
  'reddit.com',
  'sourceforge.net',
  'substack.com',
  't.me',
  'threads.net',
  'tiktok.com',
  'twitter.com',
  'vk.com',
  'x.com',
  'youtu.be',
  'youtube.com',
]);

/** Domains under which anybody can have a site: one more label names the site. */
const sharedDomains = new Set([
  'appspot.com',
  'azurewebsites.net',
  'blogspot.com',
  'firebaseapp.com',
  'github.io',
  'gitlab.io',
  'herokuapp.com',
  'hf.space',
  'itch.io',
  'netlify.app',
  'notion.site',
  'onrender.com',
  'pages.dev',
  'replit.app',
  'streamlit.app',
  'substack.com',
  'vercel.app',
  'web.app',
  'wordpress.com',
]);
const secondLevels = /^(?:ac|co|com|edu|gov|net|ne|or|org)$/;

/** The site of an address: `adobe.com` for `firefly.adobe.com` and `www.adobe.com`. */
export function siteOf(address: string): string {
  const host = getHost(address);
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return host;
  return host.split('.').slice(-labelsOfSite(host)).join('.');
}

function labelsOfSite(host: string): number {
  const [above = '', top = ''] = host.split('.').slice(-2);
  const isShared =
    sharedDomains.has(`${above}.${top}`) || (top.length === 2 && secondLevels.test(above));
  return isShared ? 3 : 2;
}

/** True for a public suffix: `com`, `co.uk`, `vercel.app`. */
const isPublicSuffix = (site: string): boolean =>
  !site.startsWith('[') && site.split('.').length < labelsOfSite(site);

/** Host and path segments of a normalised address, in lower case. */
const partsOf = (address: string): string[] =>
  address
    .replace(/[?#].*$/s, '')
    .toLowerCase()
    .split('/');

/** Number of leading parts that two addresses share: the host, then path segments. */
function sharedParts(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.findIndex((part, place) => part !== right[place]);
  return at < 0 ? left.length : at;
}

/** Number of parts that nearby items must share with an address. */
function minSharedParts(address: string): number {
  if (hostsWithOwnersInPath.has(getHost(address))) return 2;
  return isPublicSuffix(siteOf(address)) ? 1 : 0;
}

/** Items of the same site (and owner), the nearest first. */
export function sortByNearness(address: string, of: readonly SiteAddress[]): number[] {
  const asked = normaliseAddress(address);
  const least = minSharedParts(address);
  const near = of
    .map((one) => ({ ...one, shared: sharedParts(asked, one.address) }))
    .filter(({ shared }) => shared >= least)
    .toSorted((a, b) => b.shared - a.shared || b.likesCount - a.likesCount || a.id - b.id);
  return [...new Set(near.map(({ id }) => id))];
}

const lettersAndDigits = (name: string): string =>
  name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** True when a title and a name contain each other. */
export function hasSimilarName(titles: readonly (string | null)[], name: string): boolean {
  const wanted = lettersAndDigits(name);
  return titles.some((title) => {
    const called = lettersAndDigits(title ?? '');
    return called.length > 2 && (called.includes(wanted) || wanted.includes(called));
  });
}

/** Search texts for nearby items: the title of the page, and the name in its address. */
export function searchNamesFor(address: string, title: string): string[] {
  const [host, ...path] = partsOf(normaliseAddress(address));
  const ofHost = siteOf(address).split('.')[0] ?? '';
  const name = hostsWithOwnersInPath.has(host!) ? (path[1] ?? path[0] ?? '') : ofHost;
  const called = title.split(/\s[|–—·:-]\s|:\s/)[0] ?? '';
  const names = [called, name.replaceAll(/[-_@]+/g, ' ')].map((one) =>
    one.trim().slice(0, limits.text.search),
  );
  return [...new Set(names)].filter((one) => lettersAndDigits(one).length > 2);
}
