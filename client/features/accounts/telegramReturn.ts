/** The fields that Telegram's login widget puts into the address when it sends the browser back. */
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
export function readTelegramReturn(query: URLSearchParams): TelegramLogin | null {
  if (!query.has('id') || !query.has('auth_date') || !query.has('hash')) return null;
  const received = fields.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(received) as TelegramLogin;
}

/** The same address without them. */
export function withoutTelegramReturn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of fields) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}
