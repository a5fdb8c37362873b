// Browser journeys against the product as users start it, on a database of its own.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { throwawayFolder } from './server/testing/throwawayFolder.ts';

const browser = await findChromium();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: join(import.meta.dirname, 'e2e/prepareOnce.ts'),
  outputDir: './test-results',
  // Each starts a product of its own (e2e/journey.ts).
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Guards against what hangs; a busy machine is not a fault.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PLAYWRIGHT_REPORT']
    ? [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_REPORT'] }]]
    : 'line',
  use: {
    locale: 'ru-RU',
    // No recordings: they took a third of the processor time, and files with and without them would need products of their
    // own, as a worker has one kind. `npm run test:journey -- --trace retain-on-failure` records the failures.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser && {
        executablePath: browser.executablePath,
        env: { ...process.env, ...browser.env },
      }),
      // Playwright has Chromium pass what its processes share through files of a disk, as containers often have little room in
      // memory. The making of those files was a sixth of its time in the kernel.
      ...(throwawayFolder() !== tmpdir() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // The processor has no picture card beside it: what would draw in a process of its own draws in the browser's.
        '--in-process-gpu',
        // What V8 compiles beside the page, and often for nothing, takes its time from the other worker. No page stays open
        // long enough to win back what the optimizing compilers take: a sixth of the time of the page's process. What is
        // compiled stays for the next page, and a page has room before V8 begins to clear up.
        '--js-flags=--single-threaded --no-maglev --no-turbofan --no-flush-bytecode --min-semi-space-size=16 --max-semi-space-size=32 --initial-heap-size=400',
      ],
    },
  },
});
