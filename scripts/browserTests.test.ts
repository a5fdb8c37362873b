// Every command with browser tests finds what it prepares first, wherever its configuration stands.
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import matrix from '../e2e/accessibilityMatrix.config.ts';
import journeys from '../playwright.config.ts';

test.each([
  ['the journeys', journeys],
  ['the accessibility matrix', matrix],
])('%s', (_name, { globalSetup }) => {
  const path = String(globalSetup);
  expect(isAbsolute(path) && existsSync(path)).toBe(true);
});
