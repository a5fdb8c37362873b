// Search by a task in natural words: results, certainty and match reasons.
import { address, expect, createSession, test } from './journey.ts';

test.beforeEach(({ page }) => createSession(page));

const open = (text: string) => `${address()}/dashboard?search=${encodeURIComponent(text)}`;

test('finds services for a task with a reason on each card', async ({ page }) => {
  await page.goto(open('убрать фон с фото'));
  const answers = page.getByRole('feed', { name: /^\d+ сервис/ });
  const photoshop = answers.getByRole('article', { name: 'Adobe Photoshop' });
  await expect(photoshop).toContainText('Нашли по словам: убрать фон с фото');
  await expect(photoshop.locator('[data-part=found-by] mark')).toHaveText([
    'убрать',
    'фон',
    'фото',
  ]);
});

test('shows usable near results after few certain ones', async ({ page }) => {
  await page.goto(open('клонировать голос'));
  const answers = page.getByRole('feed', { name: /^\d+ сервис/ });
  await expect(answers.getByRole('article', { name: 'ElevenLabs' })).toBeVisible();
  const near = page.getByRole('feed', { name: 'Близкое к запросу' });
  await expect(near.getByRole('article').first()).toBeVisible();
  const card = near
    .getByRole('article')
    .filter({ has: page.locator('[data-part=found-by]') })
    .first();
  await expect(card.locator('[data-part=found-by]')).not.toBeEmpty();
  await card.getByRole('button', { name: /кейс/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('searches a suggested task when it is chosen by keys', async ({ page }) => {
  await page.goto(`${address()}/dashboard`);
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  // Typed at once: suggestions for fewer letters would appear first, and change during the key press.
  await search.fill('озвучк');
  const task = page.getByRole('group', { name: 'Задачи' }).getByRole('option').first();
  await expect(task).toContainText('озвучка');
  while ((await task.getAttribute('aria-selected')) !== 'true') await search.press('ArrowDown');
  await search.press('Enter');
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent('озвучка')}$`));
  await expect(page.getByRole('article', { name: 'ElevenLabs' })).toBeVisible();
});

test('does not cover results with suggestions on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${address()}/dashboard`);
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('озвучка');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).not.toHaveCount(0);
  await expect(page.getByRole('article').first()).toHaveAccessibleName('ElevenLabs');
  const { height } = (await list.boundingBox())!;
  const field = (await page.getByRole('search').boundingBox())!;
  const card = (await page.getByRole('article').first().boundingBox())!;
  const room = card.y - field.y - field.height;
  expect(height).toBeLessThan(room);
});

test('chooses a wizard task by keys, with as many results as announced', async ({ page }) => {
  await page.goto(`${address()}/dashboard?cat=create`);
  const wizard = page.getByRole('region', { name: 'Подбор по задаче' });
  await wizard.getByRole('button', { name: 'Звук' }).focus();
  await page.keyboard.press('Enter');
  const tasks = wizard.getByRole('list', { name: 'Звук' });
  const task = tasks.getByRole('button', { name: /^Озвучить реплики/ });
  while (!(await task.evaluate((one) => one === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  const found = Number(/\d+(?= сервис)/.exec((await task.textContent()) ?? '')?.[0]);
  expect(found).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?]concepts=voiceover&cat=create&sub=sound$/);
  await expect(page.getByRole('heading', { name: /^\d+ сервис/ })).toHaveText(
    new RegExp(`^${found} `),
  );
  await expect(task).toHaveAttribute('aria-pressed', 'true');

  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
  await expect(page.getByRole('button', { name: 'Убрать задачу «озвучка»' })).toBeVisible();
  await search.focus();
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL(/[?]cat=create&sub=sound$/);
});
