// Whether a page is in the catalogue: the bookmark opens our page, which asks to sign in and comes back with its question.
import { address, expect, takeSession, test } from './journey.ts';
import { member } from './screen.ts';

test('a visitor signs in and comes back to the page that was asked about', async ({ page }) => {
  await page.goto(
    `${address()}/check?url=${encodeURIComponent('https://claude.ai/?hl=ru&a=1#/x')}`,
  );
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('button', { name: /Войти как выбранный/ }).click();
  await expect(page).toHaveURL(/\/check\?url=/);
  await expect(page.getByRole('textbox', { name: 'Адрес страницы' })).toHaveValue(
    'https://claude.ai/?hl=ru&a=1#/x',
  );
});

test('the bookmark asks about the page it is pressed on, in a tab of its own', async ({
  page,
  context,
}) => {
  await takeSession(page, member);
  await page.goto(`${address()}/check`);
  const link = page.getByRole('link', { name: 'Есть в Loadout?' });
  // As a browser runs it from its bar: outside the rules of the page, which would not let it run.
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
