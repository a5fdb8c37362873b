// What a browser says of itself, in words that people know.
import Bowser from 'bowser';

export interface BrowserWords {
  /** Chrome, Safari, Yandex Browser. */
  browser: string | null;
  /** Windows, macOS, Android. */
  system: string | null;
}

/** Null for each that it does not say, or that nobody knows. */
export function describeBrowser(userAgent: string | null): BrowserWords {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
