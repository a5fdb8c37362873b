// What every journey shares: the address of the product, and a failure for any error or warning in the console.
import { test as base, expect, type Page } from '@playwright/test';

const started = (name: string): string => {
  const url = process.env[name];
  if (!url) throw new Error('The servers of the journeys were not started');
  return url;
};

/** Where the product runs with nothing outside. */
export const address = (): string => started('LOADOUT_E2E_URL');

/** Where it runs with an OpenID provider, a bot, a language model, a mail server and a bookmarks service. */
export const wholeAddress = (): string => started('LOADOUT_E2E_WHOLE_URL');

/** The page of the bot's stand-in, and the mails that arrived. */
export const telegramAddress = (): string => started('LOADOUT_E2E_TELEGRAM_URL');
/** Where the bookmarks service's stand-in takes commands. */
export const raindropAddress = (): string => started('LOADOUT_E2E_RAINDROP_URL');
export const mailAddress = (): string => started('LOADOUT_E2E_MAIL_URL');

interface Watched {
  /** Errors and warnings that this journey expects: matched against the text. */
  expectedMessages: RegExp[];
}

/** A page that fails its journey for any error or warning in the browser's console. */
export const test = base.extend<Watched>({
  expectedMessages: [[], { option: true }],
  page: async ({ page, expectedMessages }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      const text = message.text();
      const { url } = message.location();
      // The pages of the far ends are not ours: one asks for an icon that it has not.
      const isOurs = url === '' || [address(), wholeAddress()].some((ours) => url.startsWith(ours));
      // The pictures of a page that was just left still hold their places: those of the next page wait and come again.
      const isLater = url.includes('/api/v1/proxy/image') && text.includes('status of 429');
      const isExpected =
        !isOurs || isLater || expectedMessages.some((expected) => expected.test(text));
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(text);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(page);
    expect(complaints, 'errors and warnings in the console').toEqual([]);
  },
});

export { expect };

/** Signs in through the login screen as a demo account. */
export async function signIn(page: Page, email?: string, at: string = address()): Promise<void> {
  await page.goto(`${at}/login`);
  const accounts = page.getByRole('combobox');
  await expect(accounts.locator('option')).not.toHaveCount(0);
  if (email) await accounts.selectOption(email);
  await page.getByRole('button', { name: /Войти как выбранный|Sign in as this person/ }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}
