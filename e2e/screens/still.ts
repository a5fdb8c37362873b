// A screen that is looked at does not move.
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';

/** Waits until nothing fades or slides any more: what is half there has neither its colour nor its place. */
export const expectStill = async (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      ),
    )
    .toBe(0);

/** Waits until what is still to come is shown in grey: its place is kept unseen at first. */
export const skeletonsShown = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-early]')).toHaveCount(0);
};
