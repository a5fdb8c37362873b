/** Detects Telegram's in-app browser, in which Google refuses to sign in. */

export type InAppPlatform = 'android' | 'ios';

/** Platform inside Telegram; null in a regular browser. */
export function inAppBrowser(
  page: { navigator: { userAgent: string } } & object = window,
): InAppPlatform | null {
  const { userAgent } = page.navigator;
  const isTelegram =
    /Telegram/i.test(userAgent) || 'TelegramWebviewProxy' in page || 'TelegramWebview' in page;
  if (!isTelegram) return null;
  return /android/i.test(userAgent) ? 'android' : 'ios';
}
