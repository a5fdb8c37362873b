// When the page that somebody looks at is a service of the catalogue: spellings of one page, and never its neighbour. Pure.
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { text } from '../../shared/input.ts';
import { writtenAddress } from '../sync/edit/edits.ts';
import { getHost, normaliseAddress } from '../sync/normaliseAddress.ts';

export const checkedInput = z.strictObject({
  address: writtenAddress,
  /** What the page calls itself; it helps to find what is near. */
  title: text(limits.bookmark.title)
    .nullish()
    .transform((value) => value ?? ''),
});
export type CheckedInput = z.input<typeof checkedInput>;

/** What is known of an address; the ids are of services that the viewer sees. */
export interface CheckedAddress {
  address: string;
  knownId: number | null;
  nearIds: number[];
}

/** An address of a service: its own, that of one that was merged into it, or where a look at it has ended. */
export interface SiteAddress {
  /** The service to which it leads. */
  id: number;
  normalisedUrl: string;
  /** Where its address led when the link was last looked at; null where it led nowhere else. */
  movedTo: string | null;
  likesCount: number;
}

/** Hosts whose first part of the path is somebody's name: nothing there is a language. */
const hostsOfOwners = new Set([
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

/** Languages, and countries that sites name in place of one, as the first part of a path; not those that are words as well (`my`, `id`, `in`). */
const localeWords =
  'ar az be bg bn br ca cn cs cz da de dk ee el en es et eu fa fi fr gb gl he hi hr hu hy it ja jp ka kk ko kr ky lt lv ms mx nb nl nn pl pt ro ru sk sl sq sr sv ta te th tl tr tw ua uk us uz vi zh';
const locales = new Set(localeWords.split(' '));
/** `en-us`, `pt_BR`, `zh-hans`, `es-419`. */
const regional = /^([a-z]{2})[-_](?:[a-z]{2}|hans|hant|latn|cyrl|419)$/;

const isLocale = (part: string): boolean => {
  const word = part.toLowerCase();
  return locales.has(word) || regional.test(word);
};

/** Parameters that choose a language of the same page. */
const languageParameters = new Set(['hl', 'lang', 'language', 'locale', 'setlang', 'l']);
/** Parameters that say who sent the visitor, besides those that every address loses. */
const sendersParameters =
  /^(?:aff|affiliate|aff_id|callbackurl|campaign|cid|clickref|cmpid|fpr|from|fuid|gad_[a-z]+|hsa_[a-z]+|icid|irclickid|irgwc|mv|ncid|ocid|pk_[a-z]+|promoid|ref_[a-z]+|referrer|referral|s_kwcid|ef_id|sc_[a-z]+|sdid|source|src|spm|trackingid|trk|via|wt_mc|at_[a-z]+|ved|sa|usg|rdt_cid|epik|_branch_match_id|_kx)$/;
/** On hosts of owners: which part of the same page is open. */
const tabParameters = new Set(['tab', 'ref_type', 'si', 'feature']);

const bareName = (host: string): string => host.replace(/^m\.(?=[^.]+\.)/, '');

function isAccident(name: string, value: string, ofOwners: boolean): boolean {
  const word = name.toLowerCase();
  if (ofOwners && tabParameters.has(word)) return true;
  return (
    (languageParameters.has(word) && isLocale(value)) ||
    sendersParameters.test(word) ||
    (word === 'ref' && !ofOwners)
  );
}

function pathParts(path: string, ofOwners: boolean): string[] {
  const parts = path
    .replace(/;jsessionid=[^/]*/i, '')
    .split('/')
    .filter((part) => part !== '');
  if (ofOwners) return parts.map((part) => part.replace(/\.git$/, ''));
  if (parts[0] === 'intl' && isLocale(parts[1] ?? '')) parts.splice(0, 2);
  else if (isLocale(parts[0] ?? '')) parts.shift();
  const last = parts.at(-1)?.toLowerCase() ?? '';
  if (/^(?:index|default)\.(?:html?|php|aspx?|jsp)$/.test(last)) parts.pop();
  return parts.map((part) => part.replace(/\.html?$/i, ''));
}

/**
 * What all spellings of one page have in common, besides what `normaliseAddress` drops: its language (`/ru/`, `?hl=ru`), `m.` before
 * the name, the ports of http and https, capital letters of the path, `index.html`, empty parts of the path, who sent the visitor.
 */
function pageKey(address: string): string {
  const url = URL.parse(`https://${normaliseAddress(address).replace(/^https?:\/\//, '')}`);
  if (!url) return address;
  const host = bareName(url.hostname);
  const ofOwners = hostsOfOwners.has(host);
  const port = url.port === '' || url.port === '80' ? '' : `:${url.port}`;
  const query = new URLSearchParams(
    [...url.searchParams].filter(([name, value]) => !isAccident(name, value, ofOwners)),
  );
  const path = pathParts(url.pathname.toLowerCase(), ofOwners).join('/');
  return `${host}${port}/${path}${query.size === 0 ? '' : `?${query}`}${url.hash}`;
}

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
const isEverybodys = (site: string): boolean =>
  !site.startsWith('[') && site.split('.').length < labelsOfSite(site);

const signInHost = /^(?:accounts?|auth|id|login|passport|signin|sso)\./;
const noPage =
  /^(?:log-?in|sign-?(?:in|up)|auth|oauth2?|authorize|sso|consent|captcha|challenge|checkpoint|blocked|unsupported.*|not-?found|404|error|maintenance)$/;

/**
 * The page to which a redirect has moved a service; null where it says nothing of the page: a sign-in, a fault, or the front page
 * in place of a page of its own.
 */
function movedKey({ normalisedUrl, movedTo }: SiteAddress): string | null {
  if (movedTo === null) return null;
  const url = URL.parse(movedTo);
  if (!url || signInHost.test(url.hostname)) return null;
  const to = pageKey(movedTo);
  const parts = to
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1);
  if (parts.some((part) => noPage.test(part))) return null;
  const isFront = (key: string): boolean => /^[^/]*\/$/.test(key);
  return isFront(to) && !isFront(pageKey(`https://${normalisedUrl}`)) ? null : to;
}

/** The service of a page: by an address of its own, else by where one alone has moved; null where there is none. */
export function serviceAt(address: string, of: readonly SiteAddress[]): number | null {
  const exact = normaliseAddress(address);
  const key = pageKey(address);
  const own =
    of.find((one) => one.normalisedUrl === exact) ??
    of.find((one) => pageKey(`https://${one.normalisedUrl}`) === key);
  if (own) return own.id;
  const moved = new Set(of.filter((one) => movedKey(one) === key).map(({ id }) => id));
  return moved.size === 1 ? [...moved][0]! : null;
}

const partsOf = (key: string): string[] => key.replace(/[?#].*$/, '').split('/');

/** How many parts from the first two addresses have in common: the host, then the path. */
function sharedParts(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.findIndex((part, place) => part !== right[place]);
  return at < 0 ? left.length : at;
}

/** How many parts services near an address must have in common with it, besides its site. */
function leastShared(address: string, key: string): number {
  if (hostsOfOwners.has(partsOf(key)[0]!)) return 2;
  return isEverybodys(siteOf(address)) ? 1 : 0;
}

/** Services of the same site, the nearest addresses first; at hosts of owners those of the same owner. */
export function nearOnSite(address: string, of: readonly SiteAddress[]): number[] {
  const key = pageKey(address);
  const least = leastShared(address, key);
  const near = of
    .map((one) => ({ ...one, shared: sharedParts(key, pageKey(`https://${one.normalisedUrl}`)) }))
    .filter(({ shared }) => shared >= least)
    .toSorted((a, b) => b.shared - a.shared || b.likesCount - a.likesCount || a.id - b.id);
  return [...new Set(near.map(({ id }) => id))];
}

const squashed = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Whether a service is called like a name: one of the two holds the other. */
export function isCalled(titles: readonly (string | null)[], name: string): boolean {
  const wanted = squashed(name);
  return titles.some((title) => {
    const called = squashed(title ?? '');
    return called.length > 2 && (called.includes(wanted) || wanted.includes(called));
  });
}

/** What to search for what is near: what the page calls itself, and the name in its address. */
export function namesOf(address: string, title: string): string[] {
  const [host, ...path] = partsOf(pageKey(address));
  const ofHost = siteOf(address).split('.')[0] ?? '';
  const name = hostsOfOwners.has(host!) ? (path[1] ?? path[0] ?? '') : ofHost;
  const called = title.split(/\s[|–—·:-]\s|:\s/)[0] ?? '';
  const names = [called, name.replaceAll(/[-_@]+/g, ' ')].map((one) =>
    one.trim().slice(0, limits.text.search),
  );
  return [...new Set(names)].filter((one) => squashed(one).length > 2);
}
