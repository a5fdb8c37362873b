// Visual stability: layout shifts, skeletons, polling, colours of the first paint.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { address, expect, scrollAndClick, createSession, test } from './journey.ts';

const admin = 'igor.volkov@gdev.example';
const maxShift = 0.02;

declare global {
  interface Window {
    /** Layout shifts so far, as CLS counts them. */
    shifts?: { value: number; moved: string[]; isBelowCards: boolean }[];
    /** Skeletons that were added to the page, and when they became visible. */
    skeletons?: { came: number; shown: number | null }[];
  }
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      }[]) {
        const moved = entry.sources.map(
          ({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? '?',
        );
        const cards = document.querySelector('[role=feed]');
        const isBelowCards = entry.sources.every(
          ({ node }) =>
            !!node &&
            !!cards &&
            !!(cards.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING),
        );
        if (!entry.hadRecentInput) window.shifts?.push({ value: entry.value, moved, isBelowCards });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/**
 * Sum of the shifts since the last call, after the page has settled.
 * @param isGrowing more cards were requested: the content below them moves, however long the answer takes
 */
async function shiftOf(page: Page, isGrowing = false): Promise<number> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(700);
  const all = await page.evaluate(() => window.shifts?.splice(0) ?? []);
  const shifts = all.filter(({ isBelowCards }) => !(isGrowing && isBelowCards));
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum > maxShift) console.log(JSON.stringify(shifts));
  return sum;
}

for (const [device, size] of Object.entries({
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
})) {
  test(`nothing jumps on a ${device}: load, pictures, filter, page`, async ({ page }) => {
    await page.setViewportSize(size);
    await createSession(page);
    await watchShifts(page);
    await page.goto(`${address()}/dashboard`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.locator('article img').first()).toBeVisible();
    expect(await shiftOf(page), 'load and pictures').toBeLessThanOrEqual(maxShift);
    await page.keyboard.press('KeyS');
    await expect(page).toHaveURL(/sortOrder=asc/);
    expect(await shiftOf(page), 'sort').toBeLessThanOrEqual(maxShift);
    await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('видео');
    await expect(page).toHaveURL(/search=/);
    expect(await shiftOf(page), 'search').toBeLessThanOrEqual(maxShift);
    await page.getByRole('button', { name: 'Очистить поиск' }).click();
    await expect(page).not.toHaveURL(/search=/);
    expect(await shiftOf(page), 'search cleared').toBeLessThanOrEqual(maxShift);
    const isGrowing = device === 'phone';
    if (isGrowing) await scrollAndClick(page.getByRole('button', { name: 'Показать ещё' }));
    else await scrollAndClick(page.getByRole('link', { name: 'Страница 2' }));
    await expect(page).toHaveURL(/page=2/);
    if (isGrowing) await expect(page.getByRole('article')).toHaveCount(24);
    expect(await shiftOf(page, isGrowing), 'page').toBeLessThanOrEqual(maxShift);
  });
}

test('shifts nothing on the login screen', async ({ page }) => {
  await watchShifts(page);
  await page.goto(`${address()}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await shiftOf(page)).toBeLessThanOrEqual(maxShift);
});

/** Records every skeleton that is added to the page. */
const watchSkeletons = (page: Page) =>
  page.addInitScript(() => {
    window.skeletons = [];
    new MutationObserver((changes) => {
      for (const { target, type, addedNodes } of changes) {
        const isHolder = (node: Node): node is Element =>
          node instanceof Element &&
          (node.matches('[data-early]') || !!node.querySelector('[data-early]'));
        if (
          type === 'attributes' &&
          target instanceof Element &&
          !target.hasAttribute('data-early')
        ) {
          const last = window.skeletons?.at(-1);
          if (last && last.shown === null) last.shown = performance.now();
        }
        if ([...addedNodes].some((node) => isHolder(node)))
          window.skeletons?.push({ came: performance.now(), shown: null });
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-early'] });
  });

test('shows a skeleton only for slow answers, in reserved space', async ({ page }) => {
  await createSession(page);
  await watchSkeletons(page);
  // The page comes without its data, and the answer is slow.
  await page.route(/\/dashboard$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"firstPage":', '"other":'),
    });
  });
  await page.route(/\/graphql$/, async (route) => {
    await new Promise((done) => {
      setTimeout(done, 1_000);
    });
    await route.continue();
  });
  await page.goto(`${address()}/dashboard`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const [skeleton] = (await page.evaluate(() => window.skeletons)) ?? [];
  expect(skeleton?.shown).not.toBeNull();
  expect(skeleton?.shown ?? 0).toBeGreaterThan(skeleton?.came ?? 0);
});

test('polls for complaints every 30 seconds without a visible change', async ({ page }) => {
  await createSession(page, admin);
  await page.clock.install();
  await watchSkeletons(page);
  await page.goto(`${address()}/dashboard`);
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.waitForLoadState('networkidle');
  const before = await page.getByRole('article').first().elementHandle();
  for (let round = 0; round < 3; round += 1) {
    // A slow page may send its first poll only after the first half minute.
    await expect(async () => {
      const asked = page.waitForResponse(
        (response) => response.request().postData()?.includes('NewReportsCount') ?? false,
        { timeout: 5_000 },
      );
      await Promise.all([asked, page.clock.runFor(30_500)]);
    }).toPass();
  }
  expect(await before?.evaluate((node) => node.isConnected)).toBe(true);
  expect(await page.evaluate(() => window.skeletons)).toEqual([]);
});

for (const [kept, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test(`the first paint is ${kept} where that was chosen, though the system is ${system}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((mode) => localStorage.setItem('theme', mode), kept);
    // Without scripts only the HTML is visible.
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(`${address()}/login`, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    const picture = await page.screenshot({ clip: { x: 1270, y: 700, width: 4, height: 4 } });
    const [red = 0, green = 0, blue = 0] = await sharp(picture).raw().toBuffer();
    expect([red, green, blue]).toEqual(kept === 'dark' ? [14, 20, 19] : [245, 243, 236]);
    expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe(kept);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    release();
  });
}
