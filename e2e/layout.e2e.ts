// Layout of cards, printed pages and phone tabs, and scroll restoration.
import type { Locator } from '@playwright/test';
import { address, expect, waitForFonts, signIn, createSession, test } from './journey.ts';

test.describe('card of a service', () => {
  const boxOf = async (part: Locator) => (await part.boundingBox())!;

  for (const width of [360, 768, 1280]) {
    test(`at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(page);
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(12);
      await waitForFonts(page);
      // The ribbon is the reader's own company's: below the picture, none of which it hides, and as wide as it.
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

      // The others are a number on one line, which opens their names.
      const others = cards.locator('[data-part=partners]').first();
      await others.scrollIntoViewIfNeeded();
      expect((await boxOf(others)).height).toBeLessThanOrEqual(28.5);
      await others.getByRole('button').press('Enter');
      await expect(others.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
      await expect(others).toHaveText(/Одобрено для/);
      await others.getByRole('button').press('Enter');

      for (const card of await cards.all()) {
        const badges = card.locator('[data-part=badges]');
        if ((await badges.locator(':scope > *').count()) === 0) continue;
        await card.scrollIntoViewIfNeeded();
        expect((await boxOf(badges)).height, await card.innerText()).toBeLessThanOrEqual(26);
      }

      // What may go in stands on that line too, uncut; it makes no card higher.
      const marks = cards.locator('[data-part=data]');
      expect(await marks.count()).toBeGreaterThan(0);
      for (const mark of await marks.all()) {
        await mark.scrollIntoViewIfNeeded();
        const line = mark.locator('..');
        for (const part of [line, mark.locator('[data-part=data-word]')]) {
          const cut = await part.evaluate((one) => one.scrollWidth - one.clientWidth);
          expect(cut, await line.innerText()).toBeLessThanOrEqual(0);
        }
        const name = line.locator('..');
        const marked = await boxOf(name);
        await mark.evaluate((one) => (one as HTMLElement).style.setProperty('display', 'none'));
        expect((await boxOf(name)).height).toBe(marked.height);
        await mark.evaluate((one) => (one as HTMLElement).style.removeProperty('display'));
      }

      const group = cards.getByRole('img', { name: /^Эксперты/ }).first();
      await group.scrollIntoViewIfNeeded();
      const [one, other] = await group.locator(':scope > span').all();
      const left = await boxOf(one!);
      expect((await boxOf(other!)).x).toBeLessThan(left.x + left.width);
    });
  }

  for (const [email, name] of [
    ['lukas.becker@gamegears.example', 'GameGears'],
    ['vera.gromova@cubicgames.example', 'Cubic Games'],
  ] as const) {
    test(`the ribbon shows the whole name ${name}`, async ({ page }) => {
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

  test('the count of services stands on one line of a phone beside “Approved only”', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page);
    await waitForFonts(page);
    const count = page.getByRole('heading', { name: /^Найдено \d+ сервис/ });
    const range = () =>
      count.evaluate((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return text.getBoundingClientRect().height;
      });
    expect(await range()).toBeLessThan(26);
    const [number, approved] = [
      await boxOf(count),
      await boxOf(page.getByRole('switch', { name: 'Только одобренные' })),
    ];
    expect(approved.y).toBeLessThan(number.y + number.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test.describe('print', () => {
  test('the catalogue prints whole descriptions and addresses, without its controls', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await signIn(page);
    const card = page.getByRole('article').first();
    await expect(card.getByRole('button', { name: 'Показать полностью' })).toBeVisible();
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
    // Nothing is cut off; a verdict on a condition is written so.
    expect(printed.replaceAll('если…', '')).not.toContain('…');
    const look = await card.evaluate((element) => ({
      paper: getComputedStyle(document.body).backgroundColor,
      address: getComputedStyle(element.querySelector('a[href^=http]')!, '::after').content,
    }));
    expect(look.address).toContain('https://');
    expect(look.paper).toBe('rgb(255, 255, 255)');
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

test.describe('tabs on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the last tab of the admin panel is in sight when counts have made the row longer', async ({
    page,
  }) => {
    await createSession(page, 'igor.volkov@gdev.example');
    await page.goto(`${address()}/admin/people`);
    const row = page.getByRole('navigation', { name: 'Панель администратора' });
    await expect(row.getByRole('link', { name: /Жалобы\s*\d/ })).toBeAttached();
    await expect(row.getByRole('link', { name: 'Люди' })).toBeInViewport({ ratio: 0.95 });
  });
});
