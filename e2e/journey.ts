// What every journey shares: the address of the product, and a failure for any error or warning in the console.
import { test as base, expect, type Page } from '@playwright/test';

/** Where the product runs. */
export const address = (): string => {
  const url = process.env['LOADOUT_E2E_URL'];
  if (!url) throw new Error('The server of the journeys was not started');
  return url;
};

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
      const isExpected = expectedMessages.some((expected) => expected.test(text));
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(text);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(page);
    expect(complaints, 'errors and warnings in the console').toEqual([]);
  },
});

export { expect };

/** Signs in through the login screen as a demo account. */
export async function signIn(page: Page, email?: string): Promise<void> {
  await page.goto(`${address()}/login`);
  const accounts = page.getByRole('combobox');
  await expect(accounts.locator('option')).not.toHaveCount(0);
  if (email) await accounts.selectOption(email);
  await page.getByRole('button', { name: /Войти как выбранный|Sign in as this person/ }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}
