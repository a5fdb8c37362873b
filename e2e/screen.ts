// Checks of a screen: axe rules, reflow and target sizes.
import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { expect } from './journey.ts';

/** The admin of the demo catalogue, with services, use cases and full progress. */
export const admin = 'igor.volkov@gdev.example';
/** An employee of another company. */
export const member = 'anna.krylova@nexters.example';
/** A service that the admin uses and has written about (demo catalogue). */
export const ownItem = '2';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Sets the width of the window and waits until the styles have followed. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 800 });
  await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width);
}

/** Ends animations, during which elements have neither their colour nor their place, until none begins. */
const finishAnimations = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const running = document
            .getAnimations()
            .filter(({ playState }) => playState === 'running');
          for (const animation of running) animation.finish();
          return running.length;
        }),
      { intervals: [50] },
    )
    .toBe(0);

/** Rules whose result depends on colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations of axe's rules of any impact, one line each. `colours` runs only the rules that another colour mode can change. */
export async function axeFaults(page: Page, asked: 'all' | 'colours' = 'all'): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await finishAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly: RunOnly =
    asked === 'all' ? { type: 'tag', values: rules } : { type: 'rule', values: colourRules };
  return page.evaluate(async (only) => {
    const { axe: scanner } = window as unknown as { axe: typeof axe };
    // By default axe also describes passed checks, which takes most of the time.
    const { violations } = await scanner.run({
      runOnly: only,
      resultTypes: ['violations'],
      // `targetFaults` is stricter and faster.
      rules: { 'target-size': { enabled: false } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `axe ${id}: ${html.slice(0, 240)} — ${failureSummary}`,
      ),
    );
  }, runOnly);
}

/** Content that is wider than the window (WCAG 1.4.10). */
export const widthFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .slice(-2)
      .map((element) => `wider than ${window.innerWidth} px: ${element.outerHTML.slice(0, 160)}`);
  });

/** Buttons smaller than 40 × 40 px on a phone, and targets smaller than 24 × 24 px anywhere (WCAG 2.5.8). */
const targetFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const buttons = 'button, [role=button], summary, select, [role^=menuitem], [role=option]';
    return [...document.querySelectorAll<HTMLElement>(`a[href], input, textarea, ${buttons}`)]
      .filter((element) => {
        const isInSentence = element.matches('a') && getComputedStyle(element).display === 'inline';
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        if (isInSentence || element.closest('[inert]')) return false;
        const isHidden = element.matches('input[type=radio], input[type=checkbox]');
        const target = (isHidden ? element.closest('label') : null) ?? element;
        const box = target.getBoundingClientRect();
        // Small controls have a pseudo-element of touch size.
        const layer = getComputedStyle(target, '::after');
        const isLayer = layer.position === 'absolute' && layer.content !== 'none';
        const width = Math.max(box.width, isLayer ? Number.parseFloat(layer.width) : 0);
        const height = Math.max(box.height, isLayer ? Number.parseFloat(layer.height) : 0);
        // The skip link has no size until it has the focus; layout rounds to fractions of a pixel.
        if (width <= 1 || height <= 1) return false;
        const least = (window.innerWidth < 400 && element.matches(buttons) ? 40 : 24) - 0.5;
        return width < least || height < least;
      })
      .map((element) => `too small to press: ${element.outerHTML.slice(0, 200)}`);
  });

/** Fields with text under 16 px, into which Safari on a phone zooms. */
const fieldFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (window.innerWidth >= 768) return [];
    const others = ['checkbox', 'radio', 'hidden', 'file'].map((type) => `[type=${type}]`);
    return [
      ...document.querySelectorAll(
        `input:not(${others.join()}), textarea, select, [contenteditable]`,
      ),
    ]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `letters under 16 px: ${field.outerHTML.slice(0, 200)}`);
  });

/** Checks width, target sizes and text sizes of fields once the layout has followed the window's width. */
export async function expectFits(page: Page, where: string): Promise<void> {
  const softly = expect.configure({ soft: true });
  await softly.poll(() => widthFaults(page), { message: where }).toEqual([]);
  await softly.poll(() => targetFaults(page), { message: where }).toEqual([]);
  expect.soft(await fieldFaults(page), where).toEqual([]);
}
