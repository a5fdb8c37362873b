// Sessions: types, and names of browsers.
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
