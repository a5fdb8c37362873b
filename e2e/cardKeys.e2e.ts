// The list of cards is one stop of the Tab key, however many cards it has; other keys go from card to card.
import type { Page } from '@playwright/test';
import { focusFault } from './focus.ts';
import { address, expect, signIn, test } from './journey.ts';

/** How often Tab is pressed from the search to what stands after the cards. */
async function stopsBetween(page: Page): Promise<number> {
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).focus();
  const isAfter = () =>
    page.evaluate(() => {
      const feed = document.querySelector('[role=feed]');
      const at = document.activeElement;
      if (!feed || !at) return true;
      return (
        !feed.contains(at) &&
        (feed.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
      );
    });
  let stops = 0;
  do {
    await page.keyboard.press('Tab');
    expect(await focusFault(page)).toBeNull();
    stops += 1;
  } while (stops < 120 && !(await isAfter()));
  return stops;
}

const focusedCard = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-posinset') ?? null);

test('from the search to the pages there are as many stops for one card as for many', async ({
  page,
}) => {
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  // The wizard's buttons come with their own question, maybe after the cards.
  await expect(page.getByRole('button', { name: 'Анализировать' })).toBeVisible();
  const many = await stopsBetween(page);
  expect(many).toBeLessThan(30);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${address()}/dashboard?page=2`);
  await expect(page.getByRole('article')).toHaveCount(24);
  await expect(page.getByRole('button', { name: 'Анализировать' })).toBeVisible();
  expect(await stopsBetween(page)).toBeLessThanOrEqual(many + 2);
});

test('the keys go from card to card, Tab goes into one, Escape out of it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  const first = page.getByRole('article').first();
  await first.focus();
  const steps: ReadonlyArray<[string, string]> = [
    ['ArrowRight', '2'],
    ['ArrowDown', '5'],
    ['End', '12'],
    ['ArrowUp', '9'],
    ['PageUp', '8'],
    ['Home', '1'],
    ['PageDown', '2'],
  ];
  for (const [key, place] of steps) {
    await page.keyboard.press(key);
    expect(await focusedCard(page), key).toBe(place);
    expect(await focusFault(page)).toBeNull();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await focusedCard(page)).toBe('2');
});
