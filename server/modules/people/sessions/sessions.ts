// Sessions: types, and names of browsers.
import Bowser from 'bowser';

export interface Session {
  id: number;
  /** User-Agent header at sign-in. */
  userAgent: string | null;
  startedAt: Date;
  /** To within ten minutes. */
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface OwnSession extends Session {
  /** True for the session of the viewer's request. */
  isCurrent: boolean;
}

interface BrowserNames {
  /** Chrome, Safari, Yandex Browser. */
  browser: string | null;
  /** Windows, macOS, Android. */
  system: string | null;
}

/** Null for each that the header does not name. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
