// Admin pages by keyboard alone: complaints, a sync run and an inconsistency.
import type { APIRequestContext, Page } from '@playwright/test';
import { control, bookmarkIdAt, synchronise } from './bookmarks.ts';
import { focusFault, pressByKey, moveFocusTo } from './focus.ts';
import { address, expect, raindropAddress, createSession, test, fullAddress } from './journey.ts';
import { createInconsistencies } from './tenInconsistencies.ts';

const admin = 'igor.volkov@gdev.example';
const focusedRow = (page: Page) => page.locator('[data-row]:focus');

const headers = () => ({ Origin: address() });

/** A complaint about an item, as an employee sends it. */
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

test('complaints: move, open, resolve', async ({ page, request }) => {
  await request.post(`${address()}/api/v1/auth/dev-login`, {
    data: {},
    headers: headers(),
    maxRetries: 2,
  });
  for (const item of ['11', '12', '13']) await report(request, item, 'missing_tags');
  await createSession(page, admin);
  await page.goto(`${address()}/admin/complaints?status=new&type=missing_tags`);
  const rows = page.locator('[data-row]');
  await expect(rows).toHaveCount(3);
  // The review is hidden for up to a second, until the synchronisation above it has loaded; until then nothing in it takes focus.
  await expect(rows.nth(2)).toBeVisible();

  await page.keyboard.press('KeyJ');
  await expect(rows.nth(0)).toBeFocused();
  expect(await focusFault(page)).toBeNull();
  await page.keyboard.press('KeyJ');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('KeyK');
  await expect(rows.nth(0)).toBeFocused();

  const details = focusedRow(page).getByRole('button', { expanded: true });
  await page.keyboard.press('Enter');
  await expect(details).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(details).toHaveCount(0);

  const decided = await focusedRow(page).getAttribute('data-id');
  await page.keyboard.press('Digit3');
  await expect(page.getByText(/Статус: Решена/).first()).toBeVisible();
  await expect(page.locator(`[data-id="${decided}"]`)).toHaveCount(0);
  expect(await focusFault(page)).toBeNull();
  await expect(focusedRow(page)).toHaveCount(1);
  await page.keyboard.press('Digit4');
  await expect(page.getByRole('textbox', { name: 'Причина' })).toBeFocused();
  await page.keyboard.type('Ссылка открывается');
  await pressByKey(page, page.getByRole('button', { name: 'Отклонить', exact: true }));
  await expect(page.getByText(/Статус: Отклонена/).first()).toBeVisible();
  await expect(focusedRow(page)).toHaveCount(1);
});

test('an inconsistency: synchronise, choose, resolve', async ({ page }) => {
  const id = await bookmarkIdAt(2);
  await createSession(page, admin, fullAddress());
  await page.goto(`${fullAddress()}/admin/inconsistencies`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await synchronise(page, (button) => pressByKey(page, button));
  await control('edit', { id, changes: { title: 'Sketches without a mouse' } });
  await synchronise(page, async (button) => {
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  });
  const row = page.locator('[data-row]', { has: page.getByText(/Название/) }).first();
  await expect(row).toBeVisible();

  await page.keyboard.press('KeyJ');
  await expect(page.locator('[data-row][aria-current]')).toBeFocused();
  expect(await focusFault(page)).toBeNull();
  const take = page.getByRole('button', { name: 'Взять из Raindrop' });
  await moveFocusTo(page, take);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Готово').first()).toBeVisible();
});

/** Tells if two boxes share a point. */
const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

test('resolves ten inconsistencies with ten keys, with stable and uncovered buttons', async ({
  page,
}) => {
  await createSession(page, admin, fullAddress());
  const places = { whole: fullAddress(), raindrop: raindropAddress() };
  await createInconsistencies(page, places, { name: 'sketch-board', count: 11 });
  await page.goto(`${fullAddress()}/admin/inconsistencies?type=title_changed`);
  const rows = page.locator('[data-row]');
  await expect(rows).toHaveCount(11);

  const boxOf = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRect;
  const take = page.getByRole('button', { name: 'Взять из Raindrop' });
  await page.getByRole('heading', { level: 1 }).focus();
  let answered = 0;
  page.on('response', (response) => {
    const asked = response.request().postData() ?? '';
    if (asked.includes('"operationName":"ResolveDifference"')) answered += 1;
  });
  const before = await take.evaluate(boxOf);
  await page.keyboard.press('Digit2');
  const message = page.locator('[data-sonner-toast]');
  await expect(message).toContainText(/«.+»: Взять/);
  expect(await take.evaluate(boxOf)).toEqual(before);
  expect(overlap(await message.first().evaluate(boxOf), before)).toBe(false);
  for (let key = 1; key < 10; key += 1) await page.keyboard.press('Digit2');
  await expect(rows).toHaveCount(1);
  await expect(rows).toBeFocused();
  await expect(rows).toHaveAttribute('aria-current', 'true');
  // The key removes a row at once; a reload would cancel pending decisions.
  await expect.poll(() => answered).toBe(10);
  await page.reload();
  await expect(rows).toHaveCount(1);

  await page.setViewportSize({ width: 360, height: 740 });
  // At this width the chosen inconsistency is a page of its own, with its id in the URL.
  const small = await take.evaluate(boxOf);
  await page.keyboard.press('Digit2');
  await expect(message.first()).toBeVisible();
  expect(overlap(await message.first().evaluate(boxOf), small)).toBe(false);
  await page.keyboard.press('KeyU');
  // The inconsistency is in the list again; a busy machine may check after the message has gone.
  await expect(
    page.getByRole('listitem').getByRole('link', { name: /sketch-board/ }),
  ).toBeVisible();
});
