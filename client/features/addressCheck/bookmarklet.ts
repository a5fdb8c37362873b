/** Ways to the address check: bookmarklet code, path, what another application shares. */
import { paths } from '../../app/paths.ts';

/** Characters of an address: whoever must sign in first comes back by it. */
const longestAddress = 350;

/** The page that tells whether an address is in the catalogue. */
export const checkPath = (address: string): string =>
  `${paths.check}?url=${encodeURIComponent(address)}`;

/**
 * The address of the bookmark. It reads the address of the page and nothing else of it, opens ours in a new tab, and leaves the page
 * as it is. What stands behind `#` stays there, but for the routes of one-page applications; a long address is told without its
 * parameters, with `?…` in their place, so that it is no other page.
 */
export const bookmarkletFor = (origin: string): string =>
  `javascript:void(function(l){var a=l.href.replace(/#(?![/!]).*$/,'');if(a.length>${longestAddress})a=(l.origin+l.pathname).slice(0,${longestAddress})+'?…';window.open('${origin}${paths.check}?url='+encodeURIComponent(a),'_blank','noopener')})(location)`;

/**
 * The address in what another application shared: many send it within the text, some within the title. A text without an
 * address is given back whole, so that the person sees it and can correct it.
 */
export function sharedAddress(search: URLSearchParams): string {
  const [url = '', ...texts] = ['url', 'text', 'title'].map(
    (name) => search.get(name)?.trim() ?? '',
  );
  if (url) return url;
  const address = texts.map((text) => /https?:\/\/\S+/i.exec(text)?.[0]).find(Boolean);
  return address?.replace(/[).,;:!?»”"']+$/, '') ?? texts.find(Boolean) ?? '';
}
