// Services side by side: picked from cards, kept for a reload, found by one address, turned by the arrow keys on a phone.
import { address, expect, takeSession, test } from './journey.ts';
import { member } from './screen.ts';

test('picked from cards, kept for a reload, compared in one call, and one taken out again', async ({
  page,
}) => {
  await takeSession(page, member);
  await page.goto(`${address()}/dashboard`);
  const pick = page.getByRole('button', { name: /^Сравнить: / });
  for (const place of [0, 1, 2]) await pick.nth(place).click();
  const bar = page.getByRole('region', { name: 'Сравнение' });
  await page.reload();
  await expect(bar.getByRole('listitem')).toHaveCount(3);
  await expect(pick.nth(2)).toHaveAttribute('aria-pressed', 'true');
  // The content ends above the bar.
  await page.keyboard.press('End');
  await expect
    .poll(async () => {
      const last = await page.getByRole('navigation', { name: 'Страницы каталога' }).boundingBox();
      const edge = await bar.boundingBox();
      return last!.y + last!.height <= edge!.y;
    })
    .toBe(true);
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.url().endsWith('/graphql') ? request.postDataJSON() : null;
    if (body) asked.push((body as { operationName: string }).operationName);
  });
  await bar.getByRole('link', { name: 'Сравнить (3)' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 1, name: 'Сравнение сервисов' })).toBeFocused();
  expect(asked.filter((name) => name === 'Compare')).toHaveLength(1);
  await expect(bar).toHaveCount(0);
  await page
    .getByRole('columnheader')
    .nth(3)
    .getByRole('button', { name: /^Убрать/ })
    .click();
  await expect(page).toHaveURL(/\/compare\?ids=\d+,\d+$/);
  await page.goBack();
  await expect(bar.getByRole('listitem')).toHaveCount(2);
});

test('on a phone two stand side by side, and the arrow keys bring the next', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await takeSession(page, member);
  await page.goto(`${address()}/compare?ids=1,4,2,3`);
  const names = page.getByRole('columnheader').filter({ has: page.getByRole('link') });
  await expect(names).toHaveCount(4);
  await expect(names.nth(1)).toBeInViewport({ ratio: 0.9 });
  await expect(names.nth(3)).not.toBeInViewport({ ratio: 0.1 });
  const lines = page.locator('[data-part=lines]');
  await lines.focus();
  for (const [key, shown] of [
    ['ArrowRight', 2],
    ['ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(names.nth(shown)).toBeInViewport({ ratio: 0.9 });
  }
  // The second press falls into the frame in which the names follow the first: they do not call the lines back.
  await lines.evaluate(async (place) => {
    const press = () => place.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    press();
    await new Promise(requestAnimationFrame);
    press();
  });
  await expect(names.nth(3)).toBeInViewport({ ratio: 0.9 });
  await expect(names.nth(1)).not.toBeInViewport({ ratio: 0.5 });
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('the address is for everybody: who is not signed in comes back to it', async ({ page }) => {
  await page.goto(`${address()}/compare?ids=1,4`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('button', { name: 'Войти как выбранный сотрудник' }).click();
  await expect(page).toHaveURL(/\/compare\?ids=1,4$/);
  await expect(page.getByRole('columnheader').nth(1)).toBeVisible();
});
