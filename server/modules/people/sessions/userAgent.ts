// Browser and operating system from a User-Agent header.
import Bowser from 'bowser';

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
