// `npm run bench:accessibility`: every state in every combination, and the whole job by keyboard; too long for every day.
// `npm run bench:accessibility -- keyboard` runs the files of that name only, `-- matrix` the combinations.
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

export default defineConfig(base, {
  testDir: '.',
  testMatch: ['**/*.matrix.ts', '**/*.check.ts'],
  outputDir: '../test-results/accessibility',
  globalSetup: './server.ts',
  fullyParallel: true,
  reporter: [['line'], ['./screens/cellCount.ts']],
});
