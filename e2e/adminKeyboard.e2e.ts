// The desks of the admins by keys alone: reports with j, k, 1–4 and o; a synchronisation and a difference with Tab and Enter.
import type { APIRequestContext, Page } from '@playwright/test';
import { control, someBookmark } from './bookmarks.ts';
import { focusFault, pressByKey, walkTo } from './focus.ts';
import { address, expect, signIn, test, wholeAddress } from './journey.ts';

const admin = 'igor.volkov@gdev.example';
const focusedRow = (page: Page) => page.locator('[data-row]:focus');

const headers = () => ({ Origin: address() });

/** A report about a service, as an employee sends it. */
async function report(
  employee: APIRequestContext,
  knowledgeItemId: string,
  complaintType: string,
): Promise<void> {
  const answer = await employee.post(`${address()}/graphql`, {
    data: {
      query: 'mutation Report($input: ComplaintInput!) { reportItem(input: $input) { id } }',
      variables: { input: { knowledgeItemId, complaintType } },
    },
    headers: headers(),
  });
  const { data } = (await answer.json()) as { data: unknown };
  expect(data).not.toBeNull();
}

test('reports: walk, open, decide', async ({ page, context, request }) => {
  await request.post(`${address()}/api/v1/auth/dev-login`, { data: {}, headers: headers() });
  for (const item of ['11', '12', '13']) await report(request, item, 'missing_tags');
  await signIn(page, admin);
  await page.goto(`${address()}/admin/complaints?status=new&type=missing_tags`);
  const rows = page.locator('[data-row]');
  await expect(rows).toHaveCount(3);

  await page.keyboard.press('KeyJ');
  await expect(rows.nth(0)).toBeFocused();
  expect(await focusFault(page)).toBeNull();
  await page.keyboard.press('KeyJ');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('KeyK');
  await expect(rows.nth(0)).toBeFocused();

  const opened = context.waitForEvent('page');
  await page.keyboard.press('KeyO');
  await (await opened).close();
  await page.bringToFront();

  const decided = await focusedRow(page).getAttribute('data-id');
  await page.keyboard.press('Digit3');
  await expect(page.getByText(/Статус: Решена/).first()).toBeVisible();
  await expect(page.locator(`[data-id="${decided}"]`)).toHaveCount(0, { timeout: 8_000 });
  expect(await focusFault(page)).toBeNull();
  await expect(focusedRow(page)).toHaveCount(1);
  await page.keyboard.press('Digit4');
  await expect(page.getByText(/Статус: Отклонена/).first()).toBeVisible();
});

test('a difference: synchronise, choose it, decide it', async ({ page }) => {
  test.setTimeout(120_000);
  const id = await someBookmark(2);
  await signIn(page, admin, wholeAddress());
  await page.goto(`${wholeAddress()}/admin/inconsistencies`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const synchronise = page.getByRole('button', { name: 'Синхронизировать' });
  await pressByKey(page, synchronise);
  await expect(synchronise).toBeEnabled({ timeout: 30_000 });
  await control('edit', { id, changes: { title: 'Sketches without a mouse' } });
  await expect(synchronise).toBeFocused();
  await page.keyboard.press('Enter');
  const row = page.locator('[data-row]', { has: page.getByText(/Название/) }).first();
  await expect(row).toBeVisible({ timeout: 30_000 });

  await page.keyboard.press('KeyJ');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  expect(await focusFault(page)).toBeNull();
  await page.keyboard.press('Enter');
  const take = page.getByRole('button', { name: 'Взять из Raindrop' });
  await walkTo(page, take);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Готово').first()).toBeVisible();
});
