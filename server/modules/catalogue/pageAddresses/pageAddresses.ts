// The site of an address, and the services that are near it. Whether two addresses are one page says `normaliseAddress`. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { text } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { getHost, isHttpAddress, normaliseAddress } from './normaliseAddress.ts';

/** An http(s) address without user name and password, which can be stored and shown. */
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
    { message: 'This is no web address', params: { code: 'address' } },
  )
  .transform((value) =>
    /^https?:\/\/[^\s\p{Cc}<>"\\]+$/u.test(value) ? value : new URL(value).href,
  );

/** Input field for an address as people write it, also without https://. */
export const addressField = text(limits.bookmark.addressBytes)
  .transform((value) => value.trim())
  .transform((value) => (/^\w+:/.test(value) || !value.includes('.') ? value : `https://${value}`))
  .pipe(addressText);

export const addressCheckInput = z.strictObject({
  address: addressField,
  /** What the page calls itself; it helps to find what is near. */
  title: text(limits.bookmark.title)
    .nullish()
    .transform((value) => value ?? ''),
});
export type AddressCheckInput = z.input<typeof addressCheckInput>;

/** What an address has in the catalogue: the service of that very page, others of its site alone, or nothing. */
export type AddressMatch = 'page' | 'site' | 'none';

/** What is known of an address; the ids are of services that the viewer sees. */
export interface AddressCheck {
  address: string;
  match: AddressMatch;
  knownId: number | null;
  nearIds: number[];
}

/** The service whose page an address is, as a viewer sees the catalogue; null where there is none. */
export type FindItemByAddress = (viewer: Viewer, address: string) => Promise<number | null>;

/** An address on a site with the service to which it leads: its own, or where its link was last seen to lead. */
export interface SiteAddress {
  id: number;
  /** Normalised. */
  address: string;
  likesCount: number;
}

/** Hosts whose first part of the path is somebody's name: what others have there is not near. */
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

/** Domains under which everybody has a site of their own: one label more names the site. */
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

/** The part of a host that one owner has: `firefly.adobe.com` and `www.adobe.com` are of `adobe.com`. */
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

/** Whether a site is a name under which everybody has one: `com`, `co.uk`, `vercel.app`. */
const isPublicSuffix = (site: string): boolean =>
  !site.startsWith('[') && site.split('.').length < labelsOfSite(site);

/** The host and the parts of the path of a normalised address, in lower case: nearness minds no spelling. */
const partsOf = (address: string): string[] =>
  address
    .replace(/[?#].*$/s, '')
    .toLowerCase()
    .split('/');

/** How many parts from the first two addresses have in common: the host, then the path. */
function sharedParts(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.findIndex((part, place) => part !== right[place]);
  return at < 0 ? left.length : at;
}

/** How many parts services near an address must have in common with it, besides its site. */
function minSharedParts(address: string): number {
  if (hostsWithOwnersInPath.has(getHost(address))) return 2;
  return isPublicSuffix(siteOf(address)) ? 1 : 0;
}

/** Services of the same site, the nearest addresses first; at hosts of owners those of the same owner. */
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

/** Whether a service is called like a name: one of the two holds the other. */
export function hasSimilarName(titles: readonly (string | null)[], name: string): boolean {
  const wanted = lettersAndDigits(name);
  return titles.some((title) => {
    const called = lettersAndDigits(title ?? '');
    return called.length > 2 && (called.includes(wanted) || wanted.includes(called));
  });
}

/** What to search for what is near: what the page calls itself, and the name in its address. */
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
