// Slow connections and late answers.
import type { Locator, Page } from '@playwright/test';
import { address, expect, createSession, test } from './journey.ts';
import { admin, ownItem } from './screen.ts';
import { stopRequests } from './interception.ts';

/** Chromium's preset "slow 3G". */
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

test('accepts and searches text from the first paint', async ({ page }) => {
  await createSession(page);
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
  await expect(search).toBeVisible();
  await expect(search).toHaveValue('voicee');
  await expect(search).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(search).toHaveValue('voice');
  await expect(page).toHaveURL(/search=voice$/);
});

test('shows a search of the address from the first paint', async ({ page }) => {
  await createSession(page);
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto(`${address()}/dashboard?search=видео`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox', { name: 'Поиск по каталогу' })).toHaveValue('видео');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('late answers', () => {
  /** Holds the answers of an operation until the returned function is called. */
  async function holdBack(page: Page, operation: string): Promise<() => void> {
    let letGo = (): void => undefined;
    const free = new Promise<void>((done) => {
      letGo = done;
    });
    await stopRequests(page, {
      pattern: { urlPattern: '*/graphql' },
      take: async ({ request }, hand) => {
        if (!request.postData?.includes(`"operationName":"${operation}"`)) return false;
        await free;
        await hand.pass();
        return true;
      },
    });
    return letGo;
  }

  /** An opening dialog slides in from below for a moment, even with reduced motion. */
  async function hasComeIn(dialog: Locator): Promise<void> {
    await expect(dialog).toHaveAttribute('data-enter');
    await dialog.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished)),
    );
  }

  const placeOf = async (control: Locator) => {
    await expect(control).toBeVisible();
    return control.boundingBox();
  };

  test('do not shift the form when own use cases arrive', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await createSession(page, admin);
    const letGo = await holdBack(page, 'MyUseCasesForItem');
    await page.goto(`${address()}/dashboard?search=Midjourney&dialog=useCases&item=${ownItem}`);
    const dialog = page.getByRole('dialog');
    const check = dialog.getByRole('button', { name: /Проверить/ }).first();
    await hasComeIn(dialog);
    const before = await placeOf(check);
    letGo();
    await expect(dialog.getByRole('textbox')).not.toHaveCount(1);
    expect(await placeOf(check)).toEqual(before);
  });
});
