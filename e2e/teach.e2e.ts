// An admin teaches the search a word that somebody searched in vain, and it finds by it; taken back, it does not.
import { address, expect, takeSession, test } from './journey.ts';

const admin = 'igor.volkov@gdev.example';
const word = 'гравицаппа';

test('a word that found nothing is taught as a concept, and finds; taken back, it does not', async ({
  page,
}) => {
  await takeSession(page, admin);
  // It is a wish once somebody stays with it.
  const counted = page.waitForResponse((answer) =>
    /SettleSearch/.test(answer.request().postData() ?? ''),
  );
  await page.goto(`${address()}/dashboard?search=${word}`);
  const nothing = page.getByRole('heading', { name: /ничего не нашлось/ });
  await expect(nothing).toBeVisible();
  await counted;

  await page.goto(`${address()}/admin/wishes`);
  await page.getByRole('button', { name: `Научить поиск: ${word}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Найти понятие' }).fill('озвучка');
  const concepts = dialog.getByRole('combobox', { name: /^Понятие/ });
  await expect(concepts.locator('option', { hasText: 'озвучка · voiceover' })).toBeAttached();
  await concepts.selectOption('voiceover');
  await dialog.getByRole('button', { name: 'Научить поиск' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`${word} → озвучка`)).toBeVisible();

  await page.goto(`${address()}/dashboard?search=${word}`);
  await expect(page.getByRole('article').filter({ hasText: 'ElevenLabs' })).toBeVisible();

  await page.goto(`${address()}/admin/wishes`);
  await page.getByRole('button', { name: `Убрать слово «${word}»` }).click();
  await expect(page.getByText(`${word} → озвучка`)).toHaveCount(0);
  await page.goto(`${address()}/dashboard?search=${word}`);
  await expect(nothing).toBeVisible();
});
