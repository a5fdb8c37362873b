// Sessions: types, names of browsers, and what ends together with them.
import Bowser from 'bowser';

export interface Session {
  id: number;
  /** User-Agent header at sign-in. */
  userAgent: string | null;
  startedAt: Date;
  /** Within ten minutes. */
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface OwnSession extends Session {
  isCurrent: boolean;
}

interface BrowserNames {
  /** For example Chrome, Safari, Yandex Browser. */
  browser: string | null;
  /** For example Windows, macOS, Android. */
  system: string | null;
}

/** Names are null when the header does not contain them. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

interface SessionStores {
  sessions: { removeAllOf(userId: number): Promise<number> };
  oneTimeTokens: { removeAllUnused(userId: number): Promise<void> };
}

/** Ends a person's sessions, unused links and invitations; returns the number of sessions. */
export async function endUserSessions(
  { sessions, oneTimeTokens }: SessionStores,
  userId: number,
): Promise<number> {
  await oneTimeTokens.removeAllUnused(userId);
  return sessions.removeAllOf(userId);
}

/** Ends also the API tokens that the person made and their feeds. */
export async function revokeAccess(
  stores: SessionStores & {
    apiTokens: { revokeAllOf(userId: number, now: Date): Promise<void> };
    endFeeds(userId: number): Promise<void>;
  },
  userId: number,
  now: Date,
): Promise<number> {
  await stores.apiTokens.revokeAllOf(userId, now);
  await stores.endFeeds(userId);
  return endUserSessions(stores, userId);
}
