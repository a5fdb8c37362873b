// What a screen reader is told, kept word for word: parts of fourteen screens in both languages.
import { expect, test } from './journey.ts';
import { allStates } from './screens/allStates.ts';
import { languages, openState } from './screens/openState.ts';

const parts: Record<string, string> = {
  login: 'main',
  'callback that takes long': 'main',
  dashboard: 'header',
  'dashboard, nothing found': '#main section:last-of-type',
  'dashboard, suggestions': '[role=search]',
  'dashboard, wizard, subcategory': '#main section:first-of-type',
  'menu of a service': '[role=menu]',
  'use cases, a question': '[role=dialog]',
  report: '[role=dialog]',
  'access request': '[role=dialog]',
  service: '[data-part=may]',
  'my requests': '#main',
  reports: '#main table',
  'inconsistencies, a description': '#main article',
};

test.use({ timezoneId: 'Europe/Moscow' });

for (const state of allStates) {
  const part = parts[state.name];
  if (!part) continue;
  for (const language of languages) {
    test(`${state.name}, ${language}`, async ({ page }) => {
      if (!state.name.startsWith('callback')) await page.clock.setFixedTime('2026-11-21T12:00:00Z');
      await openState(page, state, language, 1280);
      const name = `${state.name.replaceAll(', ', ' ').replaceAll(' ', '-')}.${language}.aria.yml`;
      await expect(page.locator(part).first()).toMatchAriaSnapshot({ name });
    });
  }
}
