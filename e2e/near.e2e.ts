// A task in words that no service says: what comes close is shown, by the server as it runs.
import { address, expect, takeSession, test } from './journey.ts';

test('what is near stands under the words that nothing was found, and its cards work', async ({
  page,
}) => {
  await takeSession(page);
  const near = page.getByRole('feed', { name: 'Близкое к запросу' });
  // The index is built in the background, after the server has become ready.
  await expect(async () => {
    await page.goto(`${address()}/dashboard?search=убрать фон с фото`);
    await expect(page.getByText('По запросу «убрать фон с фото» ничего не нашлось')).toBeVisible();
    await expect(near).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const card = near.getByRole('article', { name: 'Adobe Photoshop' });
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: /кейс/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
