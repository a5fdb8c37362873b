// Over a slow 3G connection: what is seen first is a page that can be used, not an empty box.
import type { Page } from '@playwright/test';
import { address, expect, takeSession, test } from './journey.ts';

/** What Chromium calls slow 3G. */
const slow3g = {
  offline: false,
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

async function openSlowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', slow3g);
  await page.goto(`${address()}/dashboard`, { waitUntil: 'commit' });
}

test('the search can be typed in from the first paint, and what was typed is searched', async ({
  page,
}) => {
  await takeSession(page);
  await openSlowly(page);
  const first = page.getByRole('textbox', { name: 'Поиск по каталогу' });
  await expect(first).toBeVisible();
  await expect(page.locator('.first-card').first()).toBeVisible();
  await first.click();
  await page.keyboard.type('voicee');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(first).toHaveValue('voicee');

  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  await expect(search).toBeVisible({ timeout: 60_000 });
  await expect(search).toHaveValue('voicee');
  await expect(search).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(search).toHaveValue('voice');
  await expect(page).toHaveURL(/search=voice$/, { timeout: 30_000 });
});

test('a search in the address stands in the field from the first paint', async ({ page }) => {
  await takeSession(page);
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto(`${address()}/dashboard?search=видео`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox', { name: 'Поиск по каталогу' })).toHaveValue('видео');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
