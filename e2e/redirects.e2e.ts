// Open redirects: no return URL of the login leads to another site.
import { hostileForms } from '../server/testing/redirectForms.ts';
import { address, expect, test } from './journey.ts';

const forms = hostileForms
  // A longer request line is refused before the page is there.
  .filter((form) => form.length < 2500)
  .map((form) => form.toWellFormed());

test('no return address leads a signed-in person to another origin', async ({ page }) => {
  test.setTimeout(480_000);
  const { origin } = new URL(address());
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== origin)
      left.push(request.url());
  });
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  const answer = await page.request.post(`${address()}/api/v1/auth/dev-login`, {
    data: {},
    headers: { Origin: address() },
  });
  expect(answer.ok()).toBe(true);

  for (const form of forms) {
    await test.step(JSON.stringify(form).slice(0, 60), async () => {
      await page.goto(`${address()}/login?from=${encodeURIComponent(form)}`, {
        waitUntil: 'commit',
      });
      await expect(page).not.toHaveURL(/\/login/);
      expect(new URL(page.url()).origin).toBe(origin);
      expect(new URL(page.url()).pathname).toBe('/dashboard');
    });
  }
  expect(left).toEqual([]);
});
