/**
 * Telegram login that the server has not accepted yet, stored for 24 hours (specification, section 4;
 * docs/decisions/0026).
 */
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

interface StoredLogin extends TelegramLogin {
  /** Milliseconds since 1970. */
  stored_at: number;
}

const isStored = (value: unknown): value is StoredLogin => {
  if (typeof value !== 'object' || value === null) return false;
  const { auth_date: authDate, hash, stored_at: storedAt } = value as Partial<StoredLogin>;
  return Boolean(authDate) && typeof hash === 'string' && typeof storedAt === 'number';
};

export function storeTelegramLogin(login: TelegramLogin, now: number = Date.now()): void {
  localStorage.setItem(key, JSON.stringify({ ...login, stored_at: now }));
}

export const removeTelegramLogin = (): void => localStorage.removeItem(key);

/** The kept login; one without `auth_date` or of 24 hours and older is removed, and null given. */
export function readTelegramLogin(now: number = Date.now()): TelegramLogin | null {
  const kept = localStorage.getItem(key);
  if (kept === null) return null;
  const stored = parseJson(kept);
  if (!isStored(stored) || now - stored.stored_at >= telegramLoginLifetimeMs) {
    removeTelegramLogin();
    return null;
  }
  const { stored_at: _storedAt, ...login } = stored;
  return login;
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
