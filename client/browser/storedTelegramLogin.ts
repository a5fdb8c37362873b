/** The last Telegram login, kept in this browser for at most 24 hours (specification, section 4). */
import * as z from 'zod/mini';

const key = 'telegramLogin';
export const telegramLoginLifetimeMs = 24 * 60 * 60 * 1000;

/** The fields of Telegram's login widget, as received. */
export interface TelegramLogin {
  id: number | string;
  first_name?: string;
  last_name?: string;
  username?: string;
  photo_url?: string;
  auth_date: number | string;
  hash: string;
}

const text = z.union([z.string(), z.number()]);
const storedSchema = z.looseObject({
  id: text,
  auth_date: text,
  hash: z.string(),
  stored_at: z.number(),
});

export function storeTelegramLogin(login: TelegramLogin, now: number = Date.now()): void {
  localStorage.setItem(key, JSON.stringify({ ...login, stored_at: now }));
}

export const removeTelegramLogin = (): void => localStorage.removeItem(key);

/** The kept login; one without `auth_date` or of 24 hours and older is removed, and null given. */
export function readTelegramLogin(now: number = Date.now()): TelegramLogin | null {
  const kept = localStorage.getItem(key);
  if (kept === null) return null;
  const parsed = storedSchema.safeParse(parseJson(kept));
  if (!parsed.success || now - parsed.data.stored_at >= telegramLoginLifetimeMs) {
    removeTelegramLogin();
    return null;
  }
  const { stored_at: _storedAt, ...login } = parsed.data;
  return login as TelegramLogin;
}

/** Something else than JSON reads as nothing: whoever wrote it, it is no login. */
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (failure) {
    console.debug('The kept Telegram login is not readable', failure);
    return null;
  }
}
