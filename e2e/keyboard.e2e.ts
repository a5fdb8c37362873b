// Main journey by keyboard alone, with a visible focus at every step.
import type { Locator, Page } from '@playwright/test';
import { expectMenu, focusFault, pressByKey, moveFocusTo } from './focus.ts';
import { address, expect, signIn, test } from './journey.ts';

const search = (page: Page) => page.getByRole('combobox', { name: 'Поиск по каталогу' });
const card = (page: Page) => page.getByRole('article').first();

async function find(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('Control+KeyK');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Control+KeyA');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`search=${text}`));
  await expect(card(page)).toContainText(text);
  return card(page);
}

/** Opens the account menu from any focus, and leaves the focus in it. */
async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).focus();
  await moveFocusTo(page, page.getByRole('button', { name: /^Меню профиля/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectMenu(page);
}

test('signs in, searches, likes, writes, reports, requests access, opens the profile, signs out', async ({
  page,
}) => {
  await page.goto(`${address()}/login`);
  await expect(page.locator('option')).not.toHaveCount(0);
  await moveFocusTo(page, page.getByRole('combobox', { name: 'Аккаунт' }));
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await pressByKey(page, page.getByRole('button', { name: 'Войти как выбранный сотрудник' }));
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(card(page)).toBeVisible();

  await test.step('search and like', async () => {
    const found = await find(page, 'Suno');
    const like = found.getByRole('button', { name: /пользуются/ });
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await pressByKey(page, like, 'Space');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('write a use case', async () => {
    const write = page.getByRole('button', { name: 'Написать кейс' });
    // The message moves into its place first.
    await write.click({ trial: true });
    await page.keyboard.press('Alt+T');
    await pressByKey(page, write);
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox').first();
    await expect(field).toBeFocused();
    expect(await focusFault(page)).toBeNull();
    await page.keyboard.type(
      'Композитор набросал в Suno три темы для меню за вечер, команда выбрала одну и доработала её.',
    );
    await pressByKey(page, dialog.getByRole('button', { name: 'Сохранить кейс' }));
    const keep = dialog.getByRole('button', { name: /Сохранить мой|Сохранить как есть/ });
    const saved = dialog.getByRole('button', { name: 'Удалить кейс' });
    await expect(keep.or(saved).first()).toBeVisible();
    if (await keep.isVisible()) await pressByKey(page, keep);
    await expect(saved).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card(page).getByRole('button', { name: /пользуются/ })).toBeFocused();
  });

  await test.step('report', async () => {
    await moveFocusTo(page, card(page).getByRole('button', { name: /Ещё действия/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectMenu(page);
    await moveFocusTo(page, page.getByRole('menuitem', { name: 'Пожаловаться' }), 'ArrowDown', 6);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
    expect(await focusFault(page)).toBeNull();
    await moveFocusTo(page, dialog.getByRole('textbox'));
    await page.keyboard.type('Проверено без мыши.');
    await pressByKey(page, dialog.getByRole('button', { name: 'Отправить' }));
    await expect(page.getByText('Жалоба отправлена. Спасибо!').first()).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card(page).getByRole('button', { name: /Ещё действия/ })).toBeFocused();
  });

  await test.step('ask for access', async () => {
    const found = await find(page, 'ElevenLabs');
    await pressByKey(page, found.getByRole('button', { name: 'Запросить доступ' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('Space');
    await moveFocusTo(page, dialog.getByRole('textbox'));
    await page.keyboard.type('Ревью кода');
    const trial = dialog.getByRole('checkbox', { name: 'Нужен тестовый период' });
    await pressByKey(page, trial, 'Space');
    await expect(trial).toBeChecked();
    await pressByKey(page, dialog.getByRole('button', { name: 'Отправить запрос' }));
    await expect(page.getByText('Запрос отправлен').first()).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the profile', async () => {
    await openAccountMenu(page);
    await page.keyboard.press('Home');
    await expect(page.getByRole('menu').getByRole('menuitem').first()).toBeFocused();
    expect(await focusFault(page)).toBeNull();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/profile\/knowledge/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await pressByKey(page, page.getByRole('link', { name: 'Мои кейсы' }));
    await expect(page).toHaveURL(/\/profile\/use-cases/);
    const remove = page.getByRole('button', { name: 'Удалить кейс' }).first();
    await pressByKey(page, remove);
    await expect(page.getByText('Кейс удалён').first()).toBeVisible();
    expect(await focusFault(page)).toBeNull();
  });

  await test.step('sign out', async () => {
    await openAccountMenu(page);
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Выйти' })).toBeFocused();
    expect(await focusFault(page)).toBeNull();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('list of cards', () => {
  /** Number of Tab presses from the search to the first control after the cards. */
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

  test('has equally many tab stops after the search for one card and for many', async ({
    page,
  }) => {
    await signIn(page);
    await expect(page.getByRole('article')).toHaveCount(12);
    // The wizard's buttons load separately, possibly after the cards.
    await expect(page.getByRole('button', { name: 'Анализ' })).toBeVisible();
    const many = await stopsBetween(page);
    // Categories, filters and the tools of the list count; the controls of the twelve cards do not.
    expect(many).toBeLessThan(46);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${address()}/dashboard?page=2`);
    await expect(page.getByRole('article')).toHaveCount(24);
    await expect(page.getByRole('button', { name: 'Анализ' })).toBeVisible();
    expect(await stopsBetween(page)).toBeLessThanOrEqual(many + 2);
  });

  test('moves between cards by keys, into one by Tab, out by Escape', async ({ page }) => {
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
});
