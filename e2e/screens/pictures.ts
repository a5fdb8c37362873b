// Pictures of the states, for the eye: test-results/pictures.
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const folder = join(import.meta.dirname, '../../test-results/pictures');
/** A whole catalogue on a phone would be a very long picture; its end looks like its beginning. */
const tallest = 2000;

export async function takePicture(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const isOver = await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count();
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: join(folder, `${name}.png`),
    ...(isOver > 0
      ? {}
      : {
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.max(height, Math.min(whole, tallest)) },
        }),
  });
}
