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
