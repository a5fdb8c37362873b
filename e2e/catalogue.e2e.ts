// The main job in a browser: sign in, search in both languages, filter, like, page, reload, sign out.
import { address, expect, pressBelow, signIn, takeSession, test } from './journey.ts';

test('a visitor is sent to the login screen and comes back to the requested place', async ({
  page,
}) => {
  await page.goto(`${address()}/dashboard?search=Midjourney`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Каталог ИИ/);
  await page.getByRole('button', { name: /Войти как выбранный/ }).click();
  await expect(page).toHaveURL(/\/dashboard\?search=Midjourney/);
  await expect(page.getByRole('link', { name: /Midjourney/ }).first()).toBeVisible();
});

test('search in Russian and English, and every state in the address', async ({ page }) => {
  await signIn(page);
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  const results = page.getByRole('heading', { name: /^Найден/ });
  await expect(results).toHaveText(/158/);

  await search.fill('перевод');
  await search.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(results).not.toHaveText(/158/);
  await expect(page.getByRole('article').first()).toBeVisible();

  const foundBefore = await results.textContent();
  await search.fill('voice');
  await search.press('Enter');
  await expect(page).toHaveURL(/search=voice/);
  await expect(results).not.toHaveText(foundBefore ?? '');
  const found = await results.textContent();

  await page.reload();
  await expect(page.getByRole('heading', { name: /^Найден/ })).toHaveText(found ?? '');
  await expect(search).toHaveValue('voice');
  await page.goBack();
  await expect(page).not.toHaveURL(/search=voice/);
});

test('what is typed and still rests goes with the link home and with a step back', async ({
  page,
}) => {
  await signIn(page);
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  const results = page.getByRole('heading', { name: /^Найден/ });
  await expect(results).toHaveText(/158/);
  // Within one task of the page, so that the text cannot rest long enough to be searched.
  const typeAnd = (press: string) =>
    page.evaluate((what) => {
      const field = document.querySelector<HTMLInputElement>('[role=combobox]')!;
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      set!.call(field, 'voice');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      if (what === 'back') history.back();
      else document.querySelector<HTMLElement>('header nav a')!.click();
    }, press);
  await typeAnd('home');
  // Longer than the text would rest.
  await page.waitForTimeout(500);
  await expect(search).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('switch', { name: 'Только одобренные' }).click();
  await expect(page).toHaveURL(/verified=1/);
  await typeAnd('back');
  await page.waitForTimeout(500);
  await expect(search).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');
});

test('sort, verified only and pages keep their place in the address', async ({ page }) => {
  await signIn(page);
  const results = page.getByRole('heading', { name: /^Найден/ });
  await page.keyboard.press('KeyS');
  await expect(page).toHaveURL(/sortOrder=asc/);
  await page.keyboard.press('KeyS');
  await expect(page).toHaveURL(/sortBy=title/);
  await page.getByRole('switch', { name: 'Только одобренные' }).click();
  await expect(page).toHaveURL(/verified=1/);
  await expect(results).not.toHaveText(/158/);
  const card = page.getByRole('article').first();
  const before = (await card.textContent()) ?? '';
  await pressBelow(page.getByRole('link', { name: 'Страница 2' }));
  await expect(page).toHaveURL(/page=2/);
  // Until its answer is there, the page before stays.
  await expect(card).not.toHaveText(before);
  const first = await card.textContent();
  await page.reload();
  await expect(card).toHaveText(first ?? '');
});

test('a like is there after a reload and in the profile, and can be taken back', async ({
  page,
}) => {
  await takeSession(page);
  await page.goto(`${address()}/dashboard?search=Suno`);
  const card = page.getByRole('article').first();
  const like = card.getByRole('button', { name: /пользуются/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  // It is shown as pressed at once; whoever leaves before the answer may take the question back.
  const saved = page.waitForResponse((one) =>
    (one.request().postData() ?? '').includes('"operationName":"LikeKnowledge"'),
  );
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await page.keyboard.press('Escape');
  await page.goto(`${address()}/profile/knowledge`);
  await expect(page.getByRole('link', { name: /Suno/ }).first()).toBeVisible();
  await page.goto(`${address()}/dashboard?search=Suno`);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('the language switches in place, and stays', async ({ page }) => {
  await signIn(page);
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('черновик');
  await page.getByRole('button', { name: /^(EN|English)/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue('черновик');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('on a phone the list grows with “show more”', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  await pressBelow(page.getByRole('button', { name: 'Показать ещё' }));
  await expect(page.getByRole('article')).toHaveCount(24);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(24);
});

test('signing out ends the session on the server', async ({ page, context }) => {
  await signIn(page);
  const before = await context.cookies();
  await page.getByRole('button', { name: /Меню профиля/ }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
  const session = before.find((cookie) => cookie.name === 'sid');
  const replay = await fetch(`${address()}/api/v1/auth/me`, {
    headers: { Cookie: `sid=${session?.value}` },
  });
  expect(replay.status).toBe(401);
});

test('no screen is wider than the window, at 360, 768 and 1280', async ({ page }) => {
  await takeSession(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/dashboard', '/profile/knowledge', '/privacy-policy']) {
      await page.goto(address() + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    }
  }
});
