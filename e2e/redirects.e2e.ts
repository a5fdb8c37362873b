// Open redirects: no return URL of the login leads to another site.
import { hostileForms } from '../server/testing/redirectForms.ts';
import { address, expect, goInApp, signIn, test } from './journey.ts';

const forms = hostileForms
  // The server refuses a longer request line before the page loads.
  .filter((form) => form.length < 2500)
  .map((form) => form.toWellFormed());

test('no return address leads a signed-in person to another origin', async ({ page }) => {
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
  await signIn(page);
  for (const [index, form] of forms.entries()) {
    await test.step(JSON.stringify(form).slice(0, 60), async () => {
      const path = `/login?from=${encodeURIComponent(form)}`;
      // A new page takes a second, the way through the app none.
      if (index % 20 === 0) await page.goto(address() + path);
      else await goInApp(page, path);
      await page.waitForURL((url) => url.pathname !== '/login');
      expect(new URL(page.url()).origin).toBe(origin);
      expect(new URL(page.url()).pathname).toBe('/dashboard');
    });
  }
  expect(left).toEqual([]);
});
