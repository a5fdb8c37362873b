// What can be wrong with a screen whatever it shows: axe's rules, its width, its targets, its words.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import type { Screen, ScreenState } from './screenState.ts';
import { expectStill } from './still.ts';
import { keyNames } from './words.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `AxeBuilder` puts the long form of axe into the page, twice each time, and takes out what is right besides what is wrong. */
const axeOfPackage = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(axeOfPackage.resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(what: Document, options: object): ReturnType<AxeBuilder['analyze']>;
}

/** Violations of any impact, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  // A notice that fades out while axe looks has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectStill(page);
  // No screen has frames of other origins, which axe could not look into like this.
  await Promise.all(page.frames().map((frame) => frame.evaluate(axeSource)));
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: Axe };
    // None of these rules reads the style sheets (`css-orientation-lock` is experimental, and never ran), which axe would
    // fetch and take apart each time; `no-autoplay-audio` needs the media.
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `axe ${id}: ${html.slice(0, 240)} — ${failureSummary}`,
      ),
    );
  }, rules);
}

/** Content that is wider than the window (WCAG 1.4.10). */
export async function widthFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= window.innerWidth) return [];
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
    );
    return [
      `${scrollWidth} px wide in a window of ${window.innerWidth}: ${beyond
        .slice(-2)
        .map((element) => element.outerHTML.slice(0, 160))
        .join(' | ')}`,
    ];
  });
}

/**
 * Targets smaller than 24 × 24 px anywhere (WCAG 2.5.8), and buttons smaller than 40 × 40 px on a phone. A link in a
 * sentence is as high as its line; of a hidden radio button or checkbox the label is what one presses.
 */
async function targetFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPhone = window.innerWidth < 400;
    const pressable =
      'a[href], button, input, select, textarea, summary, [role=button], [role^=menuitem], [role=option], [role=switch]';
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    return [...document.querySelectorAll<HTMLElement>(pressable)].flatMap((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
      if (!isShown || element.closest('[inert]') || isInSentence(element)) return [];
      const hidden = element.matches('input[type=radio], input[type=checkbox]');
      const target = (hidden ? element.closest('label') : null) ?? element;
      const { width, height } = target.getBoundingClientRect();
      // Not on the screen until it has the focus: the skip link.
      if (width <= 1 || height <= 1) return [];
      const isButton = element.matches(
        'button, [role=button], summary, select, [role^=menuitem], [role=option]',
      );
      const least = isPhone && isButton ? 40 : 24;
      // Layout rounds to fractions of a pixel.
      if (width >= least - 0.5 && height >= least - 0.5) return [];
      return [`${width.toFixed(1)} × ${height.toFixed(1)} px: ${element.outerHTML.slice(0, 200)}`];
    });
  });
}

/** Names of keys, values that are missing, the wrong language or title. */
async function wordFaults({ page, t, language }: Screen, state: ScreenState): Promise<string[]> {
  const title = t('common:title', {
    page: state.named ?? t(`common:screens.${state.title}`),
  });
  return page.evaluate(
    ({ keys, lang, expected }) => {
      const named = ['aria-label', 'title', 'placeholder', 'alt'];
      const texts = [document.body.innerText];
      for (const name of named) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          texts.push(element.getAttribute(name) ?? '');
        }
      }
      const all = texts.join('\n');
      const words = new Set(all.split(/[\s:;,()«»“”]+/));
      const faults = keys.filter((key) => words.has(key)).map((key) => `the key ${key} is shown`);
      for (const value of ['undefined', 'NaN', '[object Object]', '{{', 'Invalid Date']) {
        if (all.includes(value)) faults.push(`${value} is shown`);
      }
      if (document.documentElement.lang !== lang) {
        faults.push(`the language is ${document.documentElement.lang}, not ${lang}`);
      }
      if (document.title !== expected)
        faults.push(`the title is ${document.title}, not ${expected}`);
      return faults;
    },
    { keys: keyNames, lang: language, expected: title },
  );
}

const softly = expect.configure({ soft: true });

/** Nothing is too wide and no target too small, once everything has followed the width of the window. */
export async function expectRoom(page: Page, where: string): Promise<void> {
  const followed = { message: where, timeout: 5_000 };
  await softly.poll(() => widthFaults(page), followed).toEqual([]);
  await softly.poll(() => targetFaults(page), followed).toEqual([]);
}

/** The words are right, once the title has followed what the screen shows. */
export async function expectWords(
  screen: Screen,
  state: ScreenState,
  where: string,
): Promise<void> {
  const followed = { message: `words, ${where}`, timeout: 5_000 };
  await softly.poll(() => wordFaults(screen, state), followed).toEqual([]);
}
