// Layout of cards, printed pages and phone tabs, and scroll restoration.
import type { Locator } from '@playwright/test';
import {
  address,
  createSession,
  expect,
  expectRendered,
  signIn,
  test,
  waitForFonts,
} from './journey.ts';
import { setWidth } from './screen.ts';

test.describe('card of a service', () => {
  const boxOf = async (part: Locator) => (await part.boundingBox())!;

  test('has its parts in their places at every width', async ({ page }) => {
    await signIn(page);
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(12);
    for (const width of [360, 768, 1280]) {
      await setWidth(page, width);
      await waitForFonts(page);
      // The approval ribbon for the reader's company: below the picture, covering none of it, and equally wide.
      const approved = cards.locator('[data-part=tile]:has([data-part=ribbon])');
      expect(await approved.count()).toBeGreaterThan(0);
      for (const tile of await approved.all()) {
        await tile.scrollIntoViewIfNeeded();
        const picture = await boxOf(tile.locator(':scope > :first-child'));
        const ribbon = await boxOf(tile.locator('[data-part=ribbon]'));
        expect(ribbon.y).toBeGreaterThanOrEqual(picture.y + picture.height - 0.5);
        expect(ribbon.x).toBe(picture.x);
        expect(ribbon.width).toBe(picture.width);
      }

      // Further companies appear as a number, which opens their names.
      const others = cards.locator('[data-part=partners]').first();
      await others.scrollIntoViewIfNeeded();
      await others.press('Enter');
      await expect(page.getByRole('dialog')).toHaveText(/Также одобрено/);
      await page.keyboard.press('Escape');

      for (const card of await cards.all()) {
        const badges = card.locator('[data-part=badges]');
        if ((await badges.locator(':scope > *').count()) === 0) continue;
        await card.scrollIntoViewIfNeeded();
        expect((await boxOf(badges)).height, await card.innerText()).toBeLessThanOrEqual(28);
      }

      const group = cards.getByRole('img', { name: /^Эксперты/ }).first();
      await group.scrollIntoViewIfNeeded();
      const [one, other] = await group.locator(':scope > span').all();
      const left = await boxOf(one!);
      expect((await boxOf(other!)).x).toBeLessThan(left.x + left.width);
    }
  });

  for (const [email, name] of [
    ['lukas.becker@gamegears.example', 'Gears'],
    ['vera.gromova@cubicgames.example', 'Cubic'],
  ] as const) {
    test(`the ribbon shows the short name ${name}`, async ({ page }) => {
      await signIn(page, email);
      await waitForFonts(page);
      const ribbon = page.locator('[data-part=ribbon]').first();
      await expect(ribbon).toHaveText(name);
      const cut = await ribbon.evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        one.scrollHeight - one.clientHeight,
      ]);
      expect(cut).toEqual([0, 0]);
    });
  }

  test('the first screen begins with cards, whatever the width', async ({ page }) => {
    await signIn(page);
    for (const [width, top] of [
      [360, 300],
      [768, 310],
      [1280, 310],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await waitForFonts(page);
      expect((await boxOf(page.getByRole('article').first())).y).toBeLessThanOrEqual(top);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    expect((await boxOf(page.getByRole('article').nth(5))).y).toBeLessThan(900 - 251);
  });
});

test.describe('print', () => {
  test('the catalogue prints whole descriptions and addresses, without its controls', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await signIn(page);
    const card = page.getByRole('article').first();
    await expect(card.getByRole('button', { name: 'ещё', exact: true })).toBeVisible();
    const shown = await card.innerText();
    await page.emulateMedia({ media: 'print' });
    for (const control of [
      page.locator('header'),
      page.getByRole('search'),
      page.getByRole('progressbar'),
      page.getByRole('navigation'),
      card.getByRole('button', { name: /^Использую/ }),
    ]) {
      await expect(control.first()).toBeHidden();
    }
    const printed = await card.innerText();
    expect(printed.length).toBeGreaterThan(shown.length / 2);
    // No text is truncated; the verdict on a condition ends with an ellipsis by design.
    expect(printed.replaceAll('если…', '')).not.toContain('…');
    const look = await card.evaluate((element) => ({
      paper: getComputedStyle(document.body).backgroundColor,
      address: getComputedStyle(element.querySelector('a[href^=http]')!, '::after').content,
    }));
    expect(look.address).toContain('https://');
    expect(look.paper).toBe('rgb(255, 255, 255)');
  });

  test('a service and a loadout print their names, without the header of the page', async ({
    page,
  }) => {
    await createSession(page);
    for (const path of ['/services/2', '/loadouts/1']) {
      await page.goto(address() + path);
      await expectRendered(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('banner')).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    }
  });

  test('a legal page prints its text without its contents and its way back', async ({ page }) => {
    await page.goto(`${address()}/privacy-policy`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await expect(page.getByRole('button').first()).toBeHidden();
    await expect(page.locator('main section').last()).toBeVisible();
  });
});

test.describe('scrolling', () => {
  test('a typed address opens at its top; reloading and going back keep the place', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const goTo = async (place: number) => {
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.evaluate((top) => scrollTo(0, top), place);
      await expect.poll(scrolled).toBe(place);
    };
    await createSession(page);
    await page.goto(`${address()}/dashboard`);
    await goTo(400);
    await page.goto(`${address()}/dashboard?sort=date`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect.poll(scrolled).toBe(0);
    await goTo(300);
    await page.reload();
    await expect.poll(scrolled).toBe(300);
    await page.goBack();
    await expect.poll(scrolled).toBe(400);
  });
});

test('the admin panel is led through by a select on a phone and by a rail beside the screen', async ({
  page,
}) => {
  await createSession(page, 'igor.volkov@gdev.example');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${address()}/admin`);
  await page
    .getByRole('combobox', { name: 'Панель администратора' })
    .selectOption({ label: 'Люди' });
  await expect(page).toHaveURL(/\/admin\/people$/);
  await page.setViewportSize({ width: 1280, height: 900 });
  const rail = page.getByRole('navigation', { name: 'Панель администратора' });
  await rail.getByRole('link', { name: 'Вебхуки' }).click();
  await expect(page).toHaveURL(/\/admin\/webhooks$/);
  await rail.getByRole('link', { name: /^Жалобы/ }).click();
  const firstRow = page.getByRole('row').nth(1);
  await expect(firstRow).toBeVisible();
  expect((await firstRow.boundingBox())?.y).toBeLessThanOrEqual(180);
});
