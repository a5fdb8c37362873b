// What comes out of a printer: the words and the addresses, on white, without the page's controls.
import { address, expect, signIn, test } from './journey.ts';

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
