// Brings a page into a state: language, width, who is signed in, and everything the state asks for.
import type { Page } from '@playwright/test';
import { address, expect, takeSession } from '../journey.ts';
import { expectStill, skeletonsShown } from './still.ts';
import type { Screen, ScreenState } from './screenState.ts';
import { wordsIn, type Language } from './words.ts';

/** Heights that belong to the widths at which every screen is looked at. */
const heights = { 320: 740, 360: 740, 768: 1024, 1280: 800 } as const;
export type Width = keyof typeof heights;
export const widths = [360, 768, 1280] as const;
export const languages = ['ru', 'en'] as const;
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The styles have followed the width; what floats over the page may take a moment longer. */
export async function setWidth(page: Page, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] });
  // `waitForFunction` puts all of Playwright's own script into the page for this.
  await page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        const styles = matchMedia(`(width: ${wanted}px)`);
        if (styles.matches) return done();
        return styles.addEventListener('change', () => done(), { once: true });
      }),
    width,
  );
}

/** The page follows the system; nothing is looked at before the last colour has changed. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expectStill(page);
}

/** Opens a state where it will be looked at: a page that turns from one colour mode to the other computes every style anew. */
export async function openState(
  page: Page,
  state: ScreenState,
  { language, width, theme }: { language: Language; width: Width; theme: Theme },
): Promise<Screen> {
  const screen: Screen = { page, language, t: wordsIn(language) };
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await setWidth(page, width);
  await page.context().addCookies([{ name: 'language', value: language, url: address() }]);
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (state.as) await takeSession(page, state.as);
  await state.before?.(screen);
  await page.goto(address() + state.path, { waitUntil: 'domcontentloaded' });
  await state.show(screen);
  // What is kept unseen at first, as desks are until the synchronisation above them is told, is looked at too.
  await skeletonsShown(page);
  // Cards that are not in sight yet stand in places of a guessed height; axe measures what is in them all the same.
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  await page.evaluate(async () => document.fonts.ready.then(() => undefined));
  return screen;
}
