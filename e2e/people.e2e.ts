// Journeys of an employee with fakes of an OpenID provider, a language model, a mail server and a bot.
import type { BrowserContext, Page } from '@playwright/test';
import { startFakeGoogle, type FakeGoogle } from '../fakes/google.ts';
import { closeByEscape } from './focus.ts';
import { expect, mailAddress, messageWith, waitForFonts, test, fullAddress } from './journey.ts';
import { startDemo, type Running } from './server.ts';

test('a new person signs in, writes, likes, reaches 100, asks for access, reports, and signs out', async ({
  page,
}) => {
  await page.goto(`${fullAddress()}/login`);
  await page.getByRole('button', { name: 'Войти через Google' }).click();
  await page.getByLabel('Another e-mail address').fill('nina.novaya@nexters.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const progress = page.getByRole('progressbar', { name: 'Ваш прогресс' });
  await expect(progress).toHaveAttribute('aria-valuenow', '10');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/Дальше: опишите/)).toBeVisible();

  await page.goto(`${fullAddress()}/dashboard?search=Midjourney`);
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /пользуются/ }).click();
  await page.getByRole('button', { name: 'Написать кейс' }).click();
  const dialog = page.getByRole('dialog');
  const text =
    'Наш художник собрал доску настроений для нового биома за час вместо двух дней, и команда выбрала стиль.';
  await dialog.getByRole('textbox').first().fill(text);
  await dialog.getByRole('button', { name: 'Сохранить кейс' }).click();
  const keep = dialog.getByRole('button', { name: 'Сохранить мой' });
  await expect(keep.or(dialog.getByRole('button', { name: 'Удалить кейс' })).first()).toBeVisible();
  if (await keep.isVisible()) await keep.click();
  await expect(dialog.getByRole('button', { name: 'Удалить кейс' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The prompt follows the first useful act, but not over a dialog.
  await page
    .getByRole('dialog', { name: 'Подключите Telegram' })
    .getByRole('button', { name: 'Позже' })
    .click();
  await expect(progress).toHaveAttribute('aria-valuenow', '55');

  await page.goto(`${fullAddress()}/dashboard?search=ChatGPT`);
  await page.getByRole('article').first().getByRole('button', { name: /кейс/ }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Полезно/ })
    .first()
    .click();
  await closeByEscape(page);
  await expect(progress).toHaveAttribute('aria-valuenow', '100');

  await page.goto(`${fullAddress()}/dashboard?search=Cursor`);
  await page.getByRole('article').first().getByRole('button', { name: 'Запросить доступ' }).click();
  const request = page.getByRole('dialog');
  await expect(request.getByRole('button', { name: 'Отправить запрос' })).toBeDisabled();
  await request.getByRole('radio', { name: /Расширенная/ }).check();
  await request.getByRole('textbox').fill('Ревью кода в команде сервера');
  await request.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(messageWith(page, 'Запрос отправлен')).toBeVisible();
  await expect
    .poll(async () => (await fetch(mailAddress())).text())
    .toContain('Ревью кода в команде сервера');

  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /Ещё действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Пожаловаться' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Ссылка не работает' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить' }).click();
  await expect(messageWith(page, 'Жалоба отправлена. Спасибо!')).toBeVisible();

  await page.goto(`${fullAddress()}/profile/use-cases`);
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: /^EN/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto(`${fullAddress()}/profile/requests`);
  await expect(page.getByText('Cursor').first()).toBeVisible();

  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test.describe('a sign-in in several tabs at once', () => {
  let google: FakeGoogle;
  let product: Running;
  // Each test has its own product: sign-in attempts per address are limited.
  test.beforeEach(async () => {
    google = await startFakeGoogle();
    product = await startDemo(google.settings);
  });
  test.afterEach(async () => {
    await product.stop();
    await google.close();
  });

  const begin = async (context: BrowserContext, place: string): Promise<Page> => {
    const tab = await context.newPage();
    await tab.goto(`${product.url}/login?from=${encodeURIComponent(place)}`);
    await tab.getByRole('button', { name: 'Войти через Google' }).dblclick();
    await expect(tab.getByLabel('Another e-mail address')).toBeVisible();
    return tab;
  };
  const finish = async (tab: Page, place: string) => {
    await tab.getByLabel('Another e-mail address').fill('tanya.tabova@nexters.com');
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await expect(tab).toHaveURL(product.url + place);
    await expect(tab.getByRole('button', { name: /^Меню профиля/ })).toBeVisible();
  };

  test('signs in each tab with its own address, in any order', async ({ context }) => {
    const places = ['/profile/knowledge', '/profile/use-cases', '/check'];
    const tabs: Page[] = [];
    for (const place of places) tabs.push(await begin(context, place));
    for (const number of [1, 0, 2]) await finish(tabs[number]!, places[number]!);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('signin'))).toEqual([]);
  });

  test.describe('an attempt that is over', () => {
    // The browser logs the refused call of the callback.
    test.use({ expectedMessages: [/status of 401/] });

    test('leads to the session; without one it explains the next step with a button', async ({
      page,
      context,
    }) => {
      const tab = await begin(context, '/profile/use-cases');
      const returned = tab.waitForRequest(/\/oauth\/google\/callback\?/);
      await finish(tab, '/profile/use-cases');
      const callback = (await returned).url();

      // Back to the provider's page, which redirects again.
      await tab.goBack();
      await tab.goto(callback);
      await expect(tab).toHaveURL(`${product.url}/profile/use-cases`);
      // As in a tab that the browser restored.
      await page.goto(callback);
      await expect(page).toHaveURL(`${product.url}/dashboard`);

      await context.clearCookies();
      await tab.goto(callback);
      await expect(tab.getByRole('alert')).toContainText('Начните вход заново');
      await expect(tab).toHaveURL(/from=%2Fprofile%2Fuse-cases$/);
      await tab.getByRole('button', { name: 'Войти через Google' }).click();
      await finish(tab, '/profile/use-cases');
    });
  });
});

test.describe('a refused sign-in', () => {
  // The browser logs the refused call of the callback.
  test.use({ expectedMessages: [/status of 40[13]/] });

  test('tells a stranger that access is restricted, without a session', async ({
    page,
    context,
  }) => {
    await page.goto(`${fullAddress()}/login`);
    await page.getByRole('button', { name: 'Войти через Google' }).click();
    await page.getByRole('button', { name: /stranger@gmail\.com/ }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('alert')).toContainText(/партнёров/);
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('sid');
  });
});

test.describe('notifications', () => {
  test.use({ follows: true });

  test('arrive on the open page by themselves, and are read there', async ({
    page,
    playwright,
  }) => {
    await page.goto(`${fullAddress()}/login`);
    await page.getByRole('button', { name: 'Войти через Google' }).click();
    await page.getByLabel('Another e-mail address').fill('olga.sluhova@nexters.com');
    const followed = page.waitForResponse('**/api/v1/notifications/stream');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await followed;
    const language = page.getByRole('button', { name: /^RU/ });
    await expect(language).toBeVisible();
    await waitForFonts(page);
    const before = await language.boundingBox();
    const headers = { origin: fullAddress() };
    const reported = await page.request.post(`${fullAddress()}/api/v1/complaints`, {
      data: { knowledgeItemId: '3', complaintType: 'other', comment: 'Проверка связи' },
      headers,
    });
    const { data } = (await reported.json()) as { data: { id: string } };
    const admin = await playwright.request.newContext();
    await admin.post(`${fullAddress()}/api/v1/auth/dev-login`, {
      data: { email: 'igor.volkov@gdev.example' },
      headers,
    });
    await admin.patch(`${fullAddress()}/api/v1/complaints/${data.id}/status`, {
      data: { status: 'resolved' },
      headers,
    });
    await admin.dispose();
    // Far sooner than the page would poll.
    const bell = page.getByRole('button', { name: 'Уведомления, непрочитанных: 1' });
    await expect(bell).toBeVisible();
    expect(await language.boundingBox(), 'the bell moves nothing from under the pointer').toEqual(
      before,
    );
    // On the narrowest phones the notifications leave no room for the name; the logo stays.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height });
    await expect(async () => {
      const mark = await page.getByRole('link', { name: /^Loadout/ }).boundingBox();
      const next = await bell.boundingBox();
      expect(mark!.width).toBeGreaterThanOrEqual(24);
      expect(mark!.x + mark!.width).toBeLessThanOrEqual(next!.x);
    }).toPass();
    await page.setViewportSize({ width, height });
    await bell.click();
    const dialog = page.getByRole('dialog', { name: 'Уведомления' });
    await expect(dialog.getByText('Новое')).toBeVisible();
    await closeByEscape(page);
    await expect(page.getByRole('button', { name: 'Уведомления', exact: true })).toBeVisible();
  });
});
