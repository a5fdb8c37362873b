// Where a sign-in may lead: a place inside Loadout and nowhere else (RFC 9700, open redirectors).
import { limits } from '../../limits.ts';

/** No address of ours: only its origin matters, to see whether a path leads away from it. */
const origin = 'http://inside.invalid';

/** ASCII and C1 control characters: browsers drop some of them before they read an address. */
const control = /\p{Cc}/u;

/**
 * The place that was asked for before signing in, as a path with query and fragment.
 *
 * @param asked what the caller sent: any text
 * @returns null for everything that is no path of ours, so that the caller falls back to the first screen
 */
export function safeRedirect(asked: string | null | undefined): string | null {
  if (!asked || asked.length > limits.text.redirectPath) return null;
  if (!/^\/(?![/\\])/.test(asked) || asked.includes('\\') || control.test(asked)) return null;
  if (!asked.isWellFormed() || !URL.canParse(asked, origin)) return null;
  const url = new URL(asked, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
