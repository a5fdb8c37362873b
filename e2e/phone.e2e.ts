// Horizontal overflow on a phone and its visual hints.
import { address, expect, createSession, test, fullAddress } from './journey.ts';

test.use({ viewport: { width: 360, height: 740 } });

const admin = 'igor.volkov@gdev.example';

test('fades a row of tabs only where it continues', async ({ page }) => {
  await createSession(page);
  await page.goto(`${address()}/profile/knowledge`);
  const row = page.getByRole('navigation', { name: 'Профиль' });
  const fades = () =>
    row.evaluate((element) => {
      const style = getComputedStyle(element);
      const isFaded = (side: string) => !/^0(px)?$/.test(style.getPropertyValue(side).trim());
      return style.maskImage === 'none' ? null : [isFaded('--before'), isFaded('--after')];
    });
  await expect.poll(fades).toEqual([false, true]);
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect.poll(fades).toEqual([true, false]);
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect.poll(fades).toEqual([false, false]);
});

test('shows a new token without scrolling', async ({ page }) => {
  await createSession(page, admin);
  await page.goto(`${address()}/admin/tokens`);
  await page.getByRole('textbox', { name: 'Название' }).fill('Отчёты');
  await page.getByRole('button', { name: 'Создать ключ' }).click();
  await expect(page.getByLabel('Новый ключ')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Скопировать' })).toBeInViewport({ ratio: 1 });
});

test('shows the Telegram prompt and a message side by side', async ({ page }) => {
  await page.goto(`${fullAddress()}/login`);
  await page.getByRole('button', { name: 'Войти через Google' }).click();
  await page.getByLabel('Another e-mail address').fill('tonya.teleova@nexters.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('article').locator('[data-like=unused]').first().click();
  await page.getByRole('button', { name: 'Написать кейс' }).click();
  const cases = page.getByRole('dialog', { name: /^Мои кейсы/ });
  await cases
    .getByRole('textbox')
    .fill('Мы собрали в нём доску концептов за день вместо недели, без художника.');
  await cases.getByRole('textbox').press('Enter');
  const message = page.locator('[data-sonner-toast]').first();
  await expect(message).toBeVisible();
  await message.hover();
  await cases.getByRole('button', { name: 'Закрыть' }).press('Enter');
  const prompt = page.getByRole('dialog', { name: 'Подключите Telegram' });
  await expect(prompt).toBeVisible();
  await expect(message).toBeVisible();
  // Both are animated into place.
  await expect(async () => {
    const [below, above] = [(await prompt.boundingBox())!, (await message.boundingBox())!];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  }).toPass();
});

for (const [language, ask, width] of [
  ['ru', 'Запросить доступ', 360],
  ['en', 'Request access', 768],
  ['ru', 'Запросить доступ', 1280],
] as const) {
  test(`a message beside a dialog covers none of its buttons: ${language}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await createSession(page);
    await page.addInitScript((wanted) => localStorage.setItem('language', wanted), language);
    await page.goto(`${address()}/dashboard`);
    await page.getByRole('button', { name: ask }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().check({ force: true });
    await dialog.getByRole('textbox').fill('Нужен для озвучки');
    const errors = [{ message: 'No', extensions: { code: 'UNAVAILABLE' } }];
    await page.route(/\/graphql$/, (route) => route.fulfill({ json: { data: null, errors } }));
    await dialog.locator('button[type=submit]').click();
    const message = page.locator('[data-sonner-toast]').first();
    await expect(message).toBeVisible();
    await message.hover();
    await expect(async () => {
      const of = (await message.boundingBox())!;
      for (const button of await dialog.locator('button:visible').all()) {
        const one = (await button.boundingBox())!;
        const isApart =
          one.x + one.width <= of.x ||
          of.x + of.width <= one.x ||
          one.y + one.height <= of.y ||
          of.y + of.height <= one.y;
        expect(isApart, (await button.textContent()) ?? '').toBe(true);
      }
    }).toPass();
  });
}

test('handles a shared link and shortcuts in the installed application', async ({ page }) => {
  await createSession(page);
  await page.goto(`${address()}/dashboard`);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(new URL(href!, address()).href)).json();
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const icon = await page.request.get(address() + src);
    expect([icon.status(), sizes]).toEqual([200, sizes]);
  }
  for (const { url } of manifest.shortcuts as { url: string }[]) {
    await page.goto(address() + url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Такой страницы нет')).toHaveCount(0);
  }
  const { action, params } = manifest.share_target;
  const shared = new URLSearchParams({
    [params.title]: 'A tool',
    [params.text]: 'Посмотри: https://nowhere.example/tool.',
  });
  await page.goto(`${address()}${action}?${shared}`);
  await expect(page.getByLabel('Адрес страницы')).toHaveValue('https://nowhere.example/tool');
  await expect(page.getByRole('button', { name: 'Предложить сервис' })).toBeVisible();
});
