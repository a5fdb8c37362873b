// Telegram: the invitation on the page, the bot's `/start`, the page's update, and sign-in with the widget.
import { startFakeTelegram } from '../fakes/telegram.ts';
import { expect, telegramAddress, test, fullAddress } from './journey.ts';

test('connects Telegram through the bot, and the page notices', async ({ page }) => {
  await page.goto(`${fullAddress()}/login`);
  await page.getByRole('button', { name: 'Войти через Google' }).click();
  await page.getByLabel('Another e-mail address').fill('timur.telegramov@nexters.com');
  await page.getByRole('button', { name: 'Sign in' }).click();

  // The prompt does not appear on the first page, but after the first useful act, when its dialog is closed.
  const prompt = page.getByRole('dialog', { name: 'Подключите Telegram' });
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).pressSequentially('к');
  await expect(prompt).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('');
  // The cards of the previous answer would move away under the pointer.
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(12);
  const likes = page.getByRole('article').locator('[data-like=unused]');
  await likes.first().click();
  await page.getByRole('button', { name: 'Написать кейс' }).click();
  const cases = page.getByRole('dialog', { name: /^Мои кейсы/ });
  await cases.getByRole('textbox').fill('Пишу');
  await expect(prompt).toHaveCount(0);
  await page.keyboard.press('Escape');
  await cases.getByRole('button', { name: 'Не сохранять' }).click();
  await prompt.getByRole('button', { name: 'Подключить Telegram' }).click();

  const verification = page.getByRole('dialog', { name: 'Подтверждение Telegram' });
  const link = verification.getByRole('link', { name: /Подключить Telegram/ });
  await expect(link).toHaveAttribute('href', /\?start=/);
  await page.keyboard.press('Escape');
  await expect(verification).toBeVisible();
  await verification.getByRole('button', { name: 'Проверить подключение' }).click();
  await expect(verification.getByText(/пока\sне\sподключён/)).toBeVisible();

  const token = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start');
  const tellBot = async (fields: Record<string, string>): Promise<string> => {
    const person = { id: '4242', name: 'Timur', username: 'timur_t', language: 'ru', ...fields };
    await fetch(`${telegramAddress()}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(person),
    });
    return (await fetch(`${telegramAddress()}/`)).text();
  };
  await tellBot({ text: `/start ${token}` });
  let yes: string | undefined;
  await expect(async () => {
    const chat = await (await fetch(`${telegramAddress()}/`)).text();
    yes = /linkYes \d+/.exec(chat)?.[0];
    expect(yes).toBeDefined();
  }).toPass();

  await expect(async () => {
    const check = verification.getByRole('button', { name: 'Проверить подключение' });
    if (await check.isVisible()) await check.click();
    await expect(verification).toHaveCount(0, { timeout: 1500 });
  }).toPass();
  const question = page.getByRole('status', { name: 'Подключение Telegram' });
  await expect(question).toContainText('@timur_t');
  await question.getByRole('button', { name: 'Да, это мой Telegram' }).click();
  await expect(question).toContainText('Ответьте боту');
  await tellBot({ press: yes ?? '' });
  await expect(async () => {
    const check = question.getByRole('button', { name: 'Проверить подключение' });
    if (await check.isVisible()) await check.click();
    await expect(question).toContainText('подключён к', { timeout: 1500 });
  }).toPass();
  const me = await page.evaluate(
    async () =>
      (await fetch('/api/v1/auth/me')).json() as Promise<{ data: { telegramId: string } }>,
  );
  expect(me.data.telegramId).toBe('4242');
  await question.getByRole('button', { name: 'Понятно' }).click();
  await expect(question).toHaveCount(0);
});

test('asks the same question for the bot’s link when signed in', async ({ page }) => {
  const tellBot = async (fields: Record<string, string>): Promise<string> => {
    await fetch(`${telegramAddress()}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ id: '4343', name: 'Lena', username: 'lena_l', ...fields }),
    });
    return (await fetch(`${telegramAddress()}/`)).text();
  };
  await tellBot({ text: '/start', language: 'ru' });
  let token: string | undefined;
  await expect(async () => {
    const chat = await (await fetch(`${telegramAddress()}/`)).text();
    token = /telegramToken=([\w-]+)/.exec(chat)?.[1];
    expect(token).toBeDefined();
  }).toPass();

  const enter = async () => {
    await page.getByLabel('Another e-mail address').fill('lena.lunina@nexters.com');
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto(`${fullAddress()}/login`);
  await page.getByRole('button', { name: 'Войти через Google' }).click();
  await enter();
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.goto(`${fullAddress()}/login?telegramToken=${token}`);
  const question = page.getByRole('status', { name: 'Подключение Telegram' });
  await expect(question).toContainText('lena.lunina@nexters.com');
  await expect(page).toHaveURL(/\/dashboard$/);
  await question.getByRole('button', { name: 'Подтвердить через Google' }).click();
  await enter();
  await expect(question).toContainText('Подключить Telegram @lena_l к аккаунту');
});

/** Replaces Telegram's script: shows a frame whose button sends the browser back with signed data. */
const widgetScript = (login: Record<string, string>): string => `
  const script = document.currentScript;
  const frame = document.createElement('iframe');
  frame.src = 'https://oauth.telegram.org/embed/' + script.dataset.telegramLogin;
  script.before(frame);
  const press = document.createElement('button');
  press.textContent = 'Log in as Anna';
  press.onclick = () => {
    const back = new URL(script.dataset.authUrl);
    for (const [name, value] of Object.entries(${JSON.stringify(login)})) back.searchParams.set(name, value);
    location.assign(back);
  };
  script.before(press);`;

test('runs Telegram’s widget only on the sign-in page', async ({ page }) => {
  // Signs like the fake of this worker: both have the same token.
  const telegram = await startFakeTelegram();
  const login = telegram.login({ id: 1001, first_name: 'Anna' });
  await page.route('https://telegram.org/js/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: widgetScript(login) }),
  );
  await page.route('https://oauth.telegram.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Telegram</p>' }),
  );

  // The page was loaded at another path and changed to the sign-in without a request.
  const loaded = await page.goto(`${fullAddress()}/profile/knowledge`);
  expect(loaded?.headers()['content-security-policy']).not.toContain('oauth.telegram.org');
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('button', { name: 'Войти через Telegram' }).click();
  await expect(page).toHaveURL(/with=telegram/);
  await expect(page.frameLocator('iframe').locator('p')).toHaveText('Telegram');
  await page.getByRole('button', { name: 'Log in as Anna' }).click();
  await expect(page).toHaveURL(`${fullAddress()}/profile/knowledge`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await telegram.close();
});
