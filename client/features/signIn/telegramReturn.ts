/** Parameters that Telegram's login widget adds to the return URL. */
import { randomId } from '../../browser/randomId.ts';
import type { TelegramLogin } from '../../browser/signIn.ts';

const fields = [
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'hash',
] as const;

/** All fields as received; null for other URLs. */
export function parseTelegramReturn(query: URLSearchParams): TelegramLogin | null {
  if (!query.has('id') || !query.has('auth_date') || !query.has('hash')) return null;
  const received = fields.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(received) as TelegramLogin;
}

/** Nonce that ties a return to the widget of this tab. */
const nonceParameter = 'asked';
const nonceKey = 'telegramAsked';

/** Return URL with the nonce of this tab. */
export function createReturnUrl(redirectTo: string): string {
  const nonce = sessionStorage.getItem(nonceKey) ?? randomId();
  sessionStorage.setItem(nonceKey, nonce);
  const back = new URL(location.pathname, location.origin);
  back.searchParams.set('from', redirectTo);
  back.searchParams.set(nonceParameter, nonce);
  return back.href;
}

/** False for a link made by somebody else. */
export function isReturnToThisTab(query: URLSearchParams): boolean {
  const nonce = sessionStorage.getItem(nonceKey);
  return nonce !== null && query.get(nonceParameter) === nonce;
}

/** A nonce is valid once. */
export const clearNonce = (): void => sessionStorage.removeItem(nonceKey);

/** Query string without the parameters of Telegram. */
export function stripTelegramReturn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of [...fields, nonceParameter]) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}
