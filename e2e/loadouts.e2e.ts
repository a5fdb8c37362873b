// Loadouts: a newcomer's first day in at most ten presses (docs/jobs.md), and a loadout that its owner orders by drag and by keyboard.
import type { Locator, Page } from '@playwright/test';
import { address, createSession, expect, fullAddress, messageWith, test } from './journey.ts';
import { newcomerPresses, takeFirstLoadout } from './newcomerJob.ts';
import { axeFaults, expectFits } from './screen.ts';

// Each on another product: the demo has one newcomer, who stops being one in this test.
const ways = [
  { language: 'ru', width: 1280, locale: 'ru-RU', byKeyboard: true, url: address },
  { language: 'en', width: 360, locale: 'en-US', byKeyboard: false, url: fullAddress },
] as const;

for (const { language, width, locale, byKeyboard, url } of ways) {
  test.describe(`a newcomer: ${language}, ${width} px, ${byKeyboard ? 'keyboard' : 'mouse'}`, () => {
    test.use({ locale, viewport: { width, height: 800 } });
    test('takes the loadout of the discipline', async ({ page }) => {
      const { presses } = await takeFirstLoadout(page, url(), { language, byKeyboard });
      expect(presses).toBeLessThanOrEqual(newcomerPresses);
      await expectFits(page, `${width} px`);
      expect(await axeFaults(page)).toEqual([]);
      await page.goto(`${url()}/dashboard`);
      await expect(page.getByText(/[3-7]\s(?:из|of)\s7/).first()).toBeVisible();
    });
  });
}

const editor = 'polina.frolova@cubicgames.example';
const rows = (page: Page): Locator => page.locator('ol > [data-item]');

test('creates a loadout, orders it by drag and keyboard, with undo', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await createSession(page, editor);
  await page.goto(`${address()}/loadouts`);
  await page.getByRole('button', { name: 'Новый набор' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Название/ }).fill('Страница игры за день');
  await dialog.getByRole('button', { name: 'Создать набор' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Изменение набора' })).toBeVisible();

  const search = page.getByRole('combobox', { name: 'Добавить сервис' });
  for (const [at, name] of ['DeepL', 'ChatGPT', 'Midjourney'].entries()) {
    await search.fill(name);
    await page.getByRole('option').filter({ hasText: name }).first().click();
    await expect(rows(page)).toHaveCount(at + 1);
  }
  const order = () => rows(page).locator('strong').allInnerTexts();

  const handle = rows(page).nth(2).locator('[data-part=handle]');
  const from = (await handle.boundingBox())!;
  const first = (await rows(page).nth(0).boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, first.y + first.height, { steps: 6 });
  await page.mouse.move(from.x + 8, first.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['Midjourney', 'DeepL', 'ChatGPT']);
  await messageWith(page, /Midjourney: 1/)
    .getByRole('button', { name: 'Отменить' })
    .click();
  await expect.poll(order).toEqual(['DeepL', 'ChatGPT', 'Midjourney']);

  await page.getByRole('button', { name: 'Ниже: DeepL' }).press('Enter');
  await expect.poll(order).toEqual(['ChatGPT', 'DeepL', 'Midjourney']);
  const reason = page.getByRole('textbox', { name: 'Для чего DeepL' });
  await reason.fill('Перевести описание');
  await reason.press('Enter');
  await page.getByRole('link', { name: 'Готово' }).click();
  await expect(page.getByText('Перевести описание')).toBeVisible();

  await page.getByRole('button', { name: /^Ещё действия: Страница/ }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await expect(page).toHaveURL(/\/loadouts\?mine/);
  await messageWith(page, 'Набор удалён').getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница игры за день');
  await expect(page.getByText('Перевести описание')).toBeVisible();
});
