/** The fields that Telegram's login widget puts into the address when it sends the browser back. */
import { randomId } from '../../browser/randomId.ts';
import type { TelegramLogin } from '../../browser/storedTelegramLogin.ts';

const fields = [
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'hash',
] as const;

/** All fields as received; null when the address is no return from Telegram. */
export function parseTelegramReturn(query: URLSearchParams): TelegramLogin | null {
  if (!query.has('id') || !query.has('auth_date') || !query.has('hash')) return null;
  const received = fields.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(received) as TelegramLogin;
}

/** Names the widget of this tab in the address that Telegram sends the browser back to. */
const nonceParameter = 'asked';
const nonceKey = 'telegramAsked';

/** The address to come back to, by which this tab knows that it asked itself. */
export function createReturnUrl(redirectTo: string): string {
  const asked = sessionStorage.getItem(nonceKey) ?? randomId();
  sessionStorage.setItem(nonceKey, asked);
  const back = new URL(location.pathname, location.origin);
  back.searchParams.set('from', redirectTo);
  back.searchParams.set(nonceParameter, asked);
  return back.href;
}

/** Whether a return from Telegram answers the widget of this tab; a link that somebody made does not. */
export function isReturnToThisTab(query: URLSearchParams): boolean {
  const asked = sessionStorage.getItem(nonceKey);
  return asked !== null && query.get(nonceParameter) === asked;
}

/** Each asking is answered once. */
export const clearNonce = (): void => sessionStorage.removeItem(nonceKey);

/** The same address without them. */
export function stripTelegramReturn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of [...fields, nonceParameter]) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}
