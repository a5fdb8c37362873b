// Check of return addresses against open redirects (RFC 9700), for the server and the page.

/** Maximum length of a requested return address; a search of 200 Cyrillic letters needs 1,200. */
export const maxRedirectLength = 2048;

/** Path of plain segments: browsers, routers and proxies interpret empty, dotted and encoded ones differently. */
const plainPath = /^\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/(?!\/)|(?=[?#]|$)))*(?:[?#]|$)/;

const origin = 'http://inside.invalid';

/**
 * A path of Loadout with query and fragment.
 *
 * @param asked any text of the caller
 * @returns null for everything else, so that the caller uses the first screen
 */
export function safeRedirect(asked: string | null | undefined): string | null {
  if (!asked || asked.length > maxRedirectLength || !plainPath.test(asked)) return null;
  // Lone surrogates are invalid.
  if (/[\\\p{Cc}\p{Cs}]/u.test(asked)) return null;
  const url = new URL(asked, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
