// Page of a service: navigation there and back, and its number of requests.
import { askRest } from './apiCalls.ts';
import { address, expect, openWithData, signIn, createSession, test } from './journey.ts';
import { findSourceCodeVerdict, sourceCodeServices } from './sourceCodeJob.ts';
import { admin, member, ownItem, setWidth } from './screen.ts';

const path = `/services/${ownItem}`;

test('opens the page by the title of a card; Back restores the position', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn(page, member);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const title = page.getByRole('article').nth(7).getByRole('heading').getByRole('link');
  const name = await title.textContent();
  await title.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await title.click();
  await expect(page.getByRole('heading', { level: 1, name: name! })).toBeFocused();
  await expect(page).toHaveURL(/\/services\/\d+$/);
  await expect(page).toHaveTitle(`${name} · Loadout`);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page.getByRole('article').nth(7)).toBeVisible();
  await expect.poll(scrolled).toBe(before);
});

test('includes its data and shifts nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.length = 0;
    const body = request.url().endsWith('/graphql') ? request.postDataJSON() : null;
    if (body) asked.push((body as { operationName: string }).operationName);
  });
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.sum += (entry as { value?: number }).value ?? 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await createSession(page, member);
  // Loads the fonts first: a busy machine may load them after the first text.
  await page.goto(`${address()}/dashboard`);
  await page.evaluate(() => document.fonts.ready);
  await openWithData(page, path);
  await expect(page.getByRole('heading', { level: 1, name: 'Claude' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain('ServicePage');
  expect(
    await page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum),
  ).toBe(0);
});

for (const [width, language, services] of [
  [360, 'ru', sourceCodeServices.slice(0, 5)],
  [1280, 'en', sourceCodeServices.slice(5)],
] as const) {
  test(`finds the verdict for source code of each of five services, ${width} px, ${language}`, async ({
    page,
  }) => {
    await setWidth(page, width);
    await page.context().addCookies([{ name: 'language', value: language, url: address() }]);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await createSession(page, admin);
    const { presses } = await findSourceCodeVerdict(page, address(), {
      language,
      byKeyboard: false,
      services,
    });
    expect(presses).toBe(2);
  });
}

test('signs a reader in and returns; shows nothing to a visitor', async ({ page }) => {
  const answer = await askRest(page, address() + path);
  expect(await answer.text()).not.toContain('Claude');
  await page.goto(address() + path);
  await expect(page).toHaveURL(`${address()}/login?from=${encodeURIComponent(path)}`);
  await page.getByRole('button', { name: 'Войти как выбранный' }).click();
  await expect(page).toHaveURL(address() + path);
  await expect(page.getByRole('heading', { level: 1, name: 'Claude' })).toBeVisible();
});

test('redirects a former link to the page, and copies the page’s address', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await createSession(page, member);
  await page.goto(`${address()}/dashboard?service=${ownItem}`);
  await expect(page).toHaveURL(address() + path);
  await page.getByRole('button', { name: 'Скопировать ссылку' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(address() + path);
});
