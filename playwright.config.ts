// Browser journeys against the product as users start it, on a database of its own.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium, howToGetChromium } from './scripts/chromium.ts';

const browser = await findChromium();
if (!browser) throw new Error(howToGetChromium);
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: join(import.meta.dirname, 'e2e/globalSetup.ts'),
  outputDir: './test-results',
  // Each starts a product of its own (e2e/journey.ts).
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Guards against what hangs; a busy machine is not a fault.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    locale: 'ru-RU',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...process.env, ...browser.env },
      // Chromium refuses its sandbox to root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
});
