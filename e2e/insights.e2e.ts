// Insights: tables by keyboard, and the printed page.
import { askRest } from './apiCalls.ts';
import { address, expect, createSession, test } from './journey.ts';
import { admin, axeFaults, expectFits, setWidth } from './screen.ts';

test('reads, downloads and prints the table of each plot by keyboard', async ({ page }) => {
  await setWidth(page, 1280);
  await createSession(page, admin);
  await page.goto(`${address()}/admin/insights?days=365`);
  const buttons = page.getByRole('button', { name: /^Таблица/ });
  await expect(buttons).toHaveCount(6);
  for (const button of await buttons.all()) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
  }
  const table = page.getByRole('region', { name: /Пользуются хотя бы одним/ });
  await table.focus();
  await page.keyboard.press('End');
  await expect.poll(() => table.evaluate((frame) => frame.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  await expect(table).not.toBeFocused();
  for (const width of [1280, 768, 360] as const) {
    await setWidth(page, width);
    await expectFits(page, `${width} px`);
    expect(await axeFaults(page), `${width} px`).toEqual([]);
  }

  const link = page.getByRole('link', { name: 'CSV: Кто пользуется' });
  const csv = await askRest(page, address() + (await link.getAttribute('href')));
  expect(csv.headers()['content-type']).toContain('text/csv');

  await page.reload();
  await expect(buttons.first()).toHaveAttribute('aria-expanded', 'false');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).not.toHaveCount(0);
  await expect(buttons.first()).toBeHidden();
  await expect(link).toBeHidden();
  await expect(page.getByRole('img', { name: /^График: Кто пользуется/ })).toBeVisible();
});
