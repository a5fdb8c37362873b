// A task in the words of a person, asked of the server as it runs: what is found, how surely, and why.
import { address, expect, signIn, test } from './journey.ts';

test.beforeEach(({ page }) => signIn(page));

const open = (text: string) => `${address()}/dashboard?search=${encodeURIComponent(text)}`;

test('a task finds services with the reason on each card, and what is near stands behind them', async ({
  page,
}) => {
  await page.goto(open('убрать фон с фото'));
  const answers = page.getByRole('feed', { name: /^Найден/ });
  const photoshop = answers.getByRole('article', { name: 'Adobe Photoshop' });
  await expect(photoshop).toContainText('Для этого подходит: убрать фон с фото');
  await expect(photoshop.locator('[data-part=found-by] mark')).toHaveText([
    'убрать',
    'фон',
    'фото',
  ]);
  const near = page.getByRole('feed', { name: 'Близкое к запросу' });
  const card = near.getByRole('article', { name: 'CapCut' });
  await expect(card).toContainText('убрать фон на видео');
  await card.getByRole('button', { name: /кейс/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('words of the other language find the same service', async ({ page }) => {
  await page.goto(open('remove the background of a photo'));
  await expect(page.getByRole('article', { name: 'Adobe Photoshop' })).toBeVisible();
});

test('an answer that is not sure says so', async ({ page }) => {
  await page.goto(open('расписание автобусов'));
  await expect(page.getByText('Точного ответа нет, ниже ближайшее')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Ближайшее: / })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('services like another one, without it', async ({ page }) => {
  await page.goto(open('аналог Midjourney'));
  await expect(page.getByText('Похожие на Midjourney')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Кандинский' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Midjourney' })).toHaveCount(0);
});

test('a task among the suggestions is searched when it is chosen, by keys alone', async ({
  page,
}) => {
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  await search.pressSequentially('озвучк');
  const task = page.getByRole('group', { name: 'Задачи' }).getByRole('option').first();
  await expect(task).toContainText('озвучка');
  while ((await task.getAttribute('aria-selected')) !== 'true') await search.press('ArrowDown');
  await search.press('Enter');
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent('озвучка')}$`));
  await expect(page.getByRole('article', { name: 'ElevenLabs' })).toBeVisible();
});
