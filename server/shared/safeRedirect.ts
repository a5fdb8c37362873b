// Checker of return addresses against open redirects (RFC 9700), for the server and the page.

/** Characters of a return address, as it was asked for; a search of 200 Cyrillic letters needs 1,200. */
export const maxRedirectLength = 2048;

/** Segments of plain letters and digits: empty, dotted and encoded ones are read differently by browsers, routers and proxies. */
const plainPath = /^\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/(?!\/)|(?=[?#]|$)))*(?:[?#]|$)/;

const origin = 'http://inside.invalid';

/**
 * A path of Loadout with query and fragment.
 *
 * @param asked what the caller sent: any text
 * @returns null for everything else, so that the caller falls back to the first screen
 */
export function safeRedirect(asked: string | null | undefined): string | null {
  if (!asked || asked.length > maxRedirectLength || !plainPath.test(asked)) return null;
  // Half a surrogate pair is no text.
  if (/[\\\p{Cc}\p{Cs}]/u.test(asked)) return null;
  const url = new URL(asked, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
