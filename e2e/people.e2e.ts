// Journeys of an employee with fakes of an OpenID provider, a language model, a mail server and a bot.
import { closeByEscape } from './focus.ts';
import { expect, mailAddress, messageWith, waitForFonts, test, fullAddress } from './journey.ts';

test('a new person signs in, writes, likes, reaches 100, asks for access, reports, and signs out', async ({
  page,
}) => {
  await page.goto(`${fullAddress()}/login`);
  await page.getByRole('button', { name: 'Войти через Google' }).click();
  await page.getByLabel('Another e-mail address').fill('nina.novaya@nexters.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('10 из 100')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/Следующие шаги: опишите/)).toBeVisible();

  await page.goto(`${fullAddress()}/dashboard?search=Midjourney`);
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /пользуются/ }).click();
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
  // After the first useful act, not over a dialog.
  await page
    .getByRole('dialog', { name: 'Подключите Telegram' })
    .getByRole('button', { name: 'Позже' })
    .click();
  await expect(page.getByText('55 из 100')).toBeVisible();

  await page.goto(`${fullAddress()}/dashboard?search=ChatGPT`);
  await page.getByRole('article').first().getByRole('button', { name: /кейс/ }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Полезно/ })
    .first()
    .click();
  await closeByEscape(page);
  await expect(
    page
      .getByText('100 из 100')
      .or(page.getByText(/Отлично: теперь коллеги/))
      .first(),
  ).toBeVisible();

  await page.goto(`${fullAddress()}/dashboard?search=Cursor`);
  await page.getByRole('article').first().getByRole('button', { name: 'Запросить доступ' }).click();
  const request = page.getByRole('dialog');
  await expect(request.getByRole('button', { name: 'Отправить запрос' })).toBeDisabled();
  await request.getByRole('radio', { name: /Расширенная/ }).check();
  await request.getByRole('textbox').fill('Ревью кода в команде сервера');
  await request.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(messageWith(page, 'Запрос отправлен')).toBeVisible();
  await expect
    .poll(async () => (await fetch(mailAddress())).text(), { timeout: 30_000 })
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
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test.describe('a refused sign-in', () => {
  // The browser itself reports the refusal of the callback's call.
  test.use({ expectedMessages: [/status of 403/] });

  test('a stranger is told that access is restricted, and has no session', async ({
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

test('a sign-in that is cancelled says so', async ({ page }) => {
  await page.goto(`${fullAddress()}/login`);
  await page.getByRole('button', { name: 'Войти через Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('alert')).toContainText(/отменён|не удал|Authentication/i);
});

test.describe('what one is told', () => {
  test.use({ follows: true });

  test('comes to the open page by itself, and is read there', async ({ page, playwright }) => {
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
    // Far sooner than the page would ask.
    const bell = page.getByRole('button', { name: 'Уведомления, непрочитанных: 1' });
    await expect(bell).toBeVisible();
    expect(await language.boundingBox(), 'the bell moves nothing from under the pointer').toEqual(
      before,
    );
    // With the bell there is no room for the name on the narrowest phones: the mark stays.
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
