// Checks of the focus: visible, marked by a ring, not covered, kept inside dialogs.
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Description of a fault in the focus; null when the focus is visible. */
export const focusFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'the focus is nowhere';
    const name = element.outerHTML.slice(0, 160);
    // A heading or a page that received focus after a navigation is no Tab stop and needs no ring.
    const isStop = (element as HTMLElement).tabIndex >= 0;
    // A field may draw the ring around the row or the card that contains it.
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const isMarked = around.some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    if (isStop && !isMarked) return `nothing marks ${name}`;
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) {
      return `outside the window: ${name}`;
    }
    const [x, y] = [
      Math.min(innerWidth - 1, Math.max(0, left + Math.min(width, 40) / 2)),
      Math.min(innerHeight - 1, Math.max(0, top + Math.min(height, 40) / 2)),
    ];
    const above = document.elementFromPoint(x, y);
    const isSeen = above && (element.contains(above) || above.contains(element));
    return isSeen ? null : `under ${above?.outerHTML.slice(0, 120)}: ${name}`;
  });

const hasFocus = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement);

/** Presses a key until the target has the focus, and checks the focus after every press. */
export async function moveFocusTo(
  page: Page,
  wanted: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
  atMost = 90,
): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < atMost; step += 1) {
    await page.keyboard.press(key);
    expect(await focusFault(page)).toBeNull();
    if (await hasFocus(wanted)) return;
  }
  throw new Error(`${key} does not reach ${wanted}`);
}

/** Moves the focus to an element and presses it. */
export async function pressByKey(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await moveFocusTo(page, wanted);
  await page.keyboard.press(key);
}

/** Checks an open dialog: the focus is in it and stays there under Tab; everything outside is inert. */
export async function expectModal(page: Page, dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect(dialog).toBeVisible();
  await expect.poll(isInside, { message: 'the focus is in the dialog' }).toBe(true);
  const stops = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press(key);
      expect(await isInside(), `${key} stays in the dialog`).toBe(true);
      expect(await focusFault(page)).toBeNull();
      const stop = await page.evaluate(() => {
        const all = [...document.querySelectorAll('*')];
        return document.activeElement ? String(all.indexOf(document.activeElement)) : '';
      });
      if (stops.has(`${key} ${stop}`)) break;
      stops.add(`${key} ${stop}`);
    }
  }
  const isInert = await page
    .locator('#main, header')
    .evaluateAll((outside) => outside.every((element) => element.closest('[inert]') !== null));
  expect(isInert, 'the page behind the dialog is inert').toBe(true);
}

/** A newly painted menu does not have the focus yet, so it receives no keys. */
export const expectMenu = (page: Page): Promise<void> =>
  expect(page.locator('[role=menu]:focus-within')).toBeVisible();

/** Closes the front dialog with Escape once it has the focus: a newly painted dialog receives no keys. */
export async function closeByEscape(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog]:focus-within').first()).toBeVisible();
  await page.keyboard.press('Escape');
}
