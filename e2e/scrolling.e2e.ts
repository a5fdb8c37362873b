// Where a page is scrolled to: at its top when its address is typed, where it was when it is loaded again or gone back to.
import { address, expect, takeSession, test } from './journey.ts';

test('a typed address opens at its top; reloading and going back keep the place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const goTo = async (place: number) => {
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate((top) => scrollTo(0, top), place);
    await expect.poll(scrolled).toBe(place);
  };
  await takeSession(page);
  await page.goto(`${address()}/dashboard`);
  await goTo(400);
  await page.goto(`${address()}/dashboard?sort=date`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await goTo(300);
  await page.reload();
  await expect.poll(scrolled).toBe(300);
  await page.goBack();
  await expect.poll(scrolled).toBe(400);
});
