// Set-up page: hint in the demo, redirect from an empty catalogue, and a test of every part.
import type { Page } from '@playwright/test';
import { address, expect, createSession, test, fullAddress } from './journey.ts';
import { startProduct } from './server.ts';
import { stopRequests } from './interception.ts';

const admin = 'igor.volkov@gdev.example';

const buttonOf = (page: Page, part: string) => page.getByRole('button', { name: `Test: ${part}` });

/** Tests parts, all at once, and compares the results. */
async function tryParts(page: Page, parts: readonly (readonly [name: string, said: RegExp])[]) {
  for (const [name] of parts) await buttonOf(page, name).click();
  for (const [name, said] of parts) {
    const row = page.getByRole('listitem').filter({ has: buttonOf(page, name) });
    await expect(row.getByRole('status')).toHaveText(said);
  }
}

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('shows the set-up to an admin in the demo: by keys there and back, dismissible, on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await createSession(page, admin);
  await page.goto(`${address()}/dashboard`);
  const strip = page.getByText('Демокаталог с вымышленными данными');
  await expect(strip).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Настроить свой' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/setup$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await isWide(page)).toBe(false);
  await page.goBack();
  await page.getByRole('link', { name: 'Настроить свой' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(strip).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('tests each configured part and shows its facts', async ({ page }) => {
    await createSession(page, admin, fullAddress());
    await page.goto(`${fullAddress()}/admin/setup`);
    await tryParts(page, [
      ['Sign-in', /Sign-in answers and accepts the key.*http.*@loadout_stand_in_bot/],
      ['Your services', /The bookmarks source answers/],
      // Demo admins do not count.
      ['Administrators', /own administrator.*create-admin/],
      ['Email', /We’ve sent you a test email.*igor\.volkov@gdev\.example/],
      ['Language model', /The model answered.+/],
      ['Telegram', /The bot answers.*@loadout_stand_in_bot/],
      ['Backups', /No backup found\..*npm run loadout -- backup/],
      ['Companies and domains', /Preset companies can sign in here\..*Keep yours/],
    ]);
  });

  test('keeps a button under the pointer while other answers arrive', async ({ page }) => {
    // Too low for all rows: a page that does not scroll cannot follow.
    await page.setViewportSize({ width: 1280, height: 480 });
    await createSession(page, admin, fullAddress());
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await stopRequests(page, {
      pattern: { urlPattern: '*/graphql' },
      take: async ({ request }, hand) => {
        if (!request.postData?.includes('"operationName":"TestSetupPart"')) return false;
        await released;
        await hand.pass();
        return true;
      },
    });
    await page.goto(`${fullAddress()}/admin/setup`);
    await buttonOf(page, 'Sign-in').click();
    await buttonOf(page, 'Your services').click();
    const mail = buttonOf(page, 'Email');
    await mail.hover();
    const topOf = async () => (await mail.boundingBox())!.y;
    const before = await topOf();
    release();
    for (const part of ['Sign-in', 'Your services']) {
      const row = page.getByRole('listitem').filter({ has: buttonOf(page, part) });
      await expect(row.getByRole('status')).not.toBeEmpty();
    }
    // The page keeps its scroll position in spite of the answers above; the browser rounds to whole pixels.
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(2);
  });

  test('an empty catalogue leads to the set-up once; what does not answer is said in plain words with the next step', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/Failed to load resource/);
    const nobody = 'http://127.0.0.1:9';
    const product = await startProduct({
      DEVELOPER_SIGN_IN: 'true',
      GOOGLE_ISSUER: nobody,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'hidden-secret',
      TELEGRAM_API_URL: nobody,
      TELEGRAM_BOT_TOKEN: '7000000001:hidden-token',
      TELEGRAM_BOT_NAME: 'some_bot',
      RAINDROP_URL: `${nobody}/rest/v1`,
      RAINDROP_TOKEN: 'hidden-token',
      LANGUAGE_MODEL_URL: `${nobody}/v1`,
      LANGUAGE_MODEL_NAME: 'some-model',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Loadout <loadout@example.com>',
      ACCESS_REQUESTS_TO: 'it@example.com',
    });
    try {
      await createSession(page, admin, product.url);
      await page.goto(`${product.url}/dashboard`);
      await expect(page).toHaveURL(/\/admin\/setup$/);
      await expect(
        page.getByText(/required connections? (isn’t|aren’t) set up|^Needs attention: /),
      ).toBeVisible();
      await tryParts(page, [
        ['Sign-in', /Couldn’t reach the server\..*Check GOOGLE_CLIENT_ID/],
        ['Your services', /Couldn’t reach the server\..*Check RAINDROP_TOKEN/],
        ['Email', /Couldn’t reach the server\..*Check SMTP_URL/],
        ['Language model', /Couldn’t reach the server\..*Check LANGUAGE_MODEL_URL/],
        ['Telegram', /Couldn’t reach the server\..*Check TELEGRAM_BOT_TOKEN/],
      ]);
      expect(await page.locator('body').innerText()).not.toContain('hidden');
      // The catalogue works before the set-up is complete, and links back to it.
      await page
        .getByRole('link', { name: /Loadout/ })
        .first()
        .click();
      await expect(page.getByText('Setup isn’t finished')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to setup' })).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
    } finally {
      await product.stop();
    }
  });
});
