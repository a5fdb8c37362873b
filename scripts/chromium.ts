// Finds the browser for the browser tests.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** What to tell when there is none. */
export const howToGetChromium = [
  'There is no Chromium for the browser tests. Get one in one of these ways:',
  '  apt-get install -y chromium       (Debian, Ubuntu)',
  '  npx playwright install chromium   (elsewhere)',
  'or set CHROMIUM_PATH to the program of one that you have.',
].join('\n');

/** The program of a Chromium: CHROMIUM_PATH, the system's, or the one that Playwright installed; null when there is none. */
export function findChromium(): string | null {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return existsSync(chosen) ? chosen : null;
  const candidates = ['/usr/bin/chromium', chromium.executablePath()];
  return candidates.find((path) => existsSync(path)) ?? null;
}
