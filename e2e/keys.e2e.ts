// Keyboard patterns: skip link, combobox, shortcuts on every layout, modal dialogs.
import type { Page } from '@playwright/test';
import { expectMenu, expectModal, focusFault, moveFocusTo } from './focus.ts';
import { address, expect, signInOnScreen, test } from './journey.ts';

const search = (page: Page) => page.getByRole('combobox', { name: 'Поиск по каталогу' });

/** A key as a Russian layout sends it: another character on the same physical key. */
const pressKey = (
  page: Page,
  init: Pick<KeyboardEventInit, 'code' | 'key' | 'ctrlKey' | 'shiftKey'>,
) =>
  page.evaluate((given) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, init);

const toHeading = (page: Page) => page.getByRole('heading', { level: 1 }).focus();

test.beforeEach(async ({ page }) => {
  // The keys start at the heading, which receives the focus after a change of screen.
  await signInOnScreen(page);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the first Tab skips the header', async ({ page }) => {
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'К содержимому' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  expect(await focusFault(page)).toBeNull();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('#main :focus')).toBeVisible();
});

test('the search: Down, Up, Home, End, Enter, Escape twice', async ({ page }) => {
  const field = search(page);
  await field.focus();
  // Inserted at once: on a slow machine suggestions for the first letter would appear and change during the keys.
  await page.keyboard.insertText('im');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(field).not.toHaveAttribute('aria-activedescendant', /./);
  const marked = async () => page.getByRole('option', { selected: true }).textContent();

  await page.keyboard.press('ArrowDown');
  const first = await options.first().textContent();
  expect(await marked()).toBe(first);
  const active = await field.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveText(first ?? '');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  expect(await marked()).toBe(await options.last().textContent());

  // Home and End move the caret, as in every field.
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await expect(field).toHaveValue('xim');
  await page.keyboard.press('End');
  await page.keyboard.type('y');
  await expect(field).toHaveValue('ximy');

  await page.keyboard.press('Control+KeyA');
  await page.keyboard.type('im');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toHaveValue('im');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();

  await page.keyboard.type('voice');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=voice/);
});

test('shortcuts work on a Russian layout, and can be switched off', async ({ page }) => {
  await toHeading(page);
  await pressKey(page, { code: 'Slash', key: '.' });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await pressKey(page, { code: 'Backslash', key: '/', shiftKey: true });
  await expect(search(page)).toBeFocused();
  await toHeading(page);
  await pressKey(page, { code: 'KeyK', key: 'л', ctrlKey: true });
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('');

  await toHeading(page);
  await moveFocusTo(page, page.getByRole('button', { name: /^Меню профиля/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectMenu(page);
  await moveFocusTo(page, page.getByRole('menuitemcheckbox'), 'ArrowDown', 8);
  await page.keyboard.press('Space');
  await expect(page.getByRole('menuitemcheckbox')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Меню профиля/ })).toBeFocused();
  await toHeading(page);
  await pressKey(page, { code: 'Slash', key: '/' });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await pressKey(page, { code: 'KeyK', key: 'л', ctrlKey: true });
  await expect(search(page)).toBeFocused();
});

/** Presses a key as Safari sends the one that ends a composition. Returns true when the page left it to the input method. */
const endComposition = (page: Page, key: 'Enter' | 'Escape'): Promise<boolean> =>
  page.evaluate((pressed) => {
    const field = document.activeElement!;
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'か' }));
    const options = { key: pressed, code: pressed, keyCode: 229, bubbles: true, cancelable: true };
    return field.dispatchEvent(new KeyboardEvent('keydown', options));
  }, key);

test('ignores Enter and Escape of an input method', async ({ page }) => {
  const field = search(page);
  await field.focus();
  await page.keyboard.insertText('im');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await endComposition(page, 'Enter')).toBe(true);
  expect(await endComposition(page, 'Escape')).toBe(true);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  expect(await endComposition(page, 'Enter')).toBe(true);
  await expect(field).toHaveValue('im');

  await page.goto(`${address()}/dashboard`);
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /Ещё действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Мои кейсы' }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox').first();
  await text.fill('Собрали доску настроений');
  expect(await endComposition(page, 'Enter')).toBe(true);
  expect(await endComposition(page, 'Escape')).toBe(true);
  await expect(text).toHaveValue('Собрали доску настроений');
  await expect(text).toBeFocused();
});

test('every dialog keeps the focus, closes with Escape and gives the focus back', async ({
  page,
}) => {
  const card = page.getByRole('article').first();
  const dialog = page.getByRole('dialog');
  const closes = async (opener: ReturnType<Page['locator']>) => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    expect(await focusFault(page)).toBeNull();
  };

  const cases = card.getByRole('button', { name: /кейс/ }).first();
  await cases.focus();
  await page.keyboard.press('Enter');
  await expectModal(page, dialog);
  await closes(cases);

  const access = page.getByRole('button', { name: 'Запросить доступ' }).first();
  await access.focus();
  await page.keyboard.press('Enter');
  await expectModal(page, dialog);
  await closes(access);

  const menu = card.getByRole('button', { name: /Ещё действия/ });
  for (const name of ['Мои кейсы', 'Пожаловаться']) {
    await menu.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name });
    await expect(item).toBeVisible();
    await item.focus();
    await page.keyboard.press('Enter');
    await expectModal(page, dialog);
    await closes(menu);
  }

  const heading = page.getByRole('heading', { level: 1 });
  await toHeading(page);
  await page.keyboard.press('Shift+Slash');
  await expectModal(page, page.getByRole('dialog', { name: 'Горячие клавиши' }));
  await closes(heading);
});
