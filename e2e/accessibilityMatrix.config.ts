// `npm run bench:accessibility`: every named state of every screen in every combination; too long for every day. Parts of
// it: `npm run bench:accessibility -- --shard=1/16`, `npm run bench:accessibility -- -g dashboard`.
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

export default defineConfig(base, {
  testDir: '.',
  testMatch: '**/*.matrix.ts',
  outputDir: '../test-results/accessibility',
  fullyParallel: true,
  reporter: [['line'], ['./screens/cellCount.ts']],
});
