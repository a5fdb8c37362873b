// Main journey: sign in, search, filter, compare, check an address, add a synonym, sign out.
import { address, createSession, expect, scrollAndClick, signIn, test } from './journey.ts';
import { member } from './screen.ts';

test('sends a visitor to the login screen and back to the requested address', async ({ page }) => {
  await page.goto(`${address()}/dashboard?search=Midjourney`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Каталог ИИ/);
  await page.getByRole('button', { name: /Войти как выбранный/ }).click();
  await expect(page).toHaveURL(/\/dashboard\?search=Midjourney/);
  await expect(page.getByRole('link', { name: /Midjourney/ }).first()).toBeVisible();
});

test('searches in Russian and English with every state in the address', async ({ page }) => {
  await signIn(page);
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  const results = page.getByRole('heading', { name: /^\d+ сервис/ });
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
  await expect(page.getByRole('heading', { name: /^\d+ сервис/ })).toHaveText(found ?? '');
  await expect(search).toHaveValue('voice');
  await page.goBack();
  await expect(page).not.toHaveURL(/search=voice/);
});

test('keeps typed text within the debounce with the home link and a step back', async ({
  page,
}) => {
  await signIn(page);
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  const results = page.getByRole('heading', { name: /^\d+ сервис/ });
  await expect(results).toHaveText(/158/);
  // Within one task of the page, so that the debounced search cannot start in between.
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
  // Longer than the debounce of the search.
  await page.waitForTimeout(500);
  await expect(search).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('switch', { name: /^Только одобренные/ }).click();
  await expect(page).toHaveURL(/verified=1/);
  await typeAnd('back');
  await page.waitForTimeout(500);
  await expect(search).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');
});

test('keeps sort, verified only and page in the address', async ({ page }) => {
  await signIn(page);
  const results = page.getByRole('heading', { name: /^\d+ сервис/ });
  await page.keyboard.press('KeyS');
  await expect(page).toHaveURL(/sortOrder=asc/);
  await page.keyboard.press('KeyS');
  await expect(page).toHaveURL(/sortBy=title/);
  await page.getByRole('switch', { name: /^Только одобренные/ }).click();
  await expect(page).toHaveURL(/verified=1/);
  await expect(results).not.toHaveText(/158/);
  const card = page.getByRole('article').first();
  const before = (await card.textContent()) ?? '';
  await scrollAndClick(page.getByRole('link', { name: 'Страница 2' }));
  await expect(page).toHaveURL(/page=2/);
  // The previous page stays until the answer arrives.
  await expect(card).not.toHaveText(before);
  const first = await card.textContent();
  await page.reload();
  await expect(card).toHaveText(first ?? '');
});

test('keeps a like after a reload and in the profile, with undo', async ({ page }) => {
  await createSession(page);
  await page.goto(`${address()}/dashboard?search=Suno`);
  const card = page.getByRole('article').first();
  const like = card.getByRole('button', { name: /пользуются/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  // The button is pressed at once; leaving before the answer may cancel the request.
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

test('switches the language in place for later visits', async ({ page }) => {
  await signIn(page);
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('черновик');
  await page.getByRole('button', { name: /^(EN|English)/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue('черновик');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
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

test.describe('check of an address', () => {
  test('checks the current page by the bookmarklet in a new tab', async ({ page, context }) => {
    await createSession(page, member);
    await page.goto(`${address()}/check`);
    const link = page.getByRole('link', { name: 'Есть в Loadout?' });
    // Like a browser's bookmarklet: the Content-Security-Policy of the page does not apply.
    const code = ((await link.getAttribute('href')) ?? '').replace(/^javascript:/, '');
    await page.goto(`${address()}/services/2?from=mail#top`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const [opened] = await Promise.all([context.waitForEvent('page'), page.evaluate(code)]);
    await expect(opened.getByRole('textbox', { name: 'Адрес страницы' })).toHaveValue(
      `${address()}/services/2?from=mail`,
    );
    await opened
      .getByRole('textbox', { name: 'Адрес страницы' })
      .fill('http://www.claude.ai/?utm_source=mail');
    await opened.keyboard.press('Enter');
    await opened.getByRole('region', { name: 'Claude' }).getByRole('link').click();
    await expect(opened.getByRole('heading', { level: 1, name: 'Claude' })).toBeVisible();
  });
});

test.describe('comparison', () => {
  test('selects from cards, survives a reload, compares in one call, and removes one', async ({
    page,
  }) => {
    await createSession(page, member);
    await page.goto(`${address()}/dashboard`);
    for (const place of [0, 1, 2]) {
      await page
        .getByRole('button', { name: /^Ещё действия/ })
        .nth(place)
        .click();
      await page.getByRole('menuitemcheckbox', { name: 'Сравнить' }).click();
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    const bar = page.getByRole('region', { name: 'Сравнение' });
    await page.reload();
    await expect(bar.getByRole('listitem')).toHaveCount(3);
    // The content must end above the bottom bar.
    await page.keyboard.press('End');
    await expect
      .poll(async () => {
        const last = await page
          .getByRole('navigation', { name: 'Страницы каталога' })
          .boundingBox();
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

  test('shows two services on a phone, and moves by arrow keys', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await createSession(page, member);
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
    // The second press falls into the frame in which names are drawn after the first; they must not undo the change of lines.
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
});

test.describe('a custom word of the search', () => {
  const admin = 'igor.volkov@gdev.example';
  const word = 'гравицаппа';

  test('finds results after it is added as a concept, until it is removed', async ({ page }) => {
    await createSession(page, admin);
    // It becomes a catalogue gap once the search has settled.
    const counted = page.waitForResponse((answer) =>
      /SettleSearch/.test(answer.request().postData() ?? ''),
    );
    await page.goto(`${address()}/dashboard?search=${word}`);
    const nothing = page.getByRole('heading', { name: /ничего не нашлось/ });
    await expect(nothing).toBeVisible();
    await counted;

    await page.goto(`${address()}/admin/catalogue-gaps`);
    await page.getByRole('button', { name: `Обучить поиск: ${word}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Найти понятие' }).fill('озвучка');
    const concepts = dialog.getByRole('combobox', { name: /^Понятие/ });
    await expect(concepts.locator('option', { hasText: 'озвучка · voiceover' })).toBeAttached();
    await concepts.selectOption('voiceover');
    await dialog.getByRole('button', { name: 'Обучить поиск' }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`${address()}/dashboard?search=${word}`);
    await expect(page.getByRole('article').filter({ hasText: 'ElevenLabs' })).toBeVisible();

    await page.goto(`${address()}/admin/search-words`);
    await expect(page.getByText(`${word} → озвучка`)).toBeVisible();
    await page.getByRole('button', { name: `Убрать слово «${word}»` }).click();
    await expect(page.getByText(`${word} → озвучка`)).toHaveCount(0);
    await page.goto(`${address()}/dashboard?search=${word}`);
    await expect(nothing).toBeVisible();
  });
});
