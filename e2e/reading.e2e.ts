// What a screen reader is told, kept word for word: parts of fifteen screens in both languages.
import type { Page } from '@playwright/test';
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
  'check, known': '[data-part=may]',
  reports: '#main table',
  'inconsistencies, a description': '#main article',
};

test.use({ timezoneId: 'Europe/Moscow' });

/** As `page.clock.setFixedTime`, but it ends with the test, so that the page can be kept. */
const fixTime = (page: Page, time: string) =>
  page.addInitScript((at) => {
    globalThis.Date = new Proxy(Date, {
      construct: (real, given) =>
        Reflect.construct(real, given.length === 0 ? [at] : given) as Date,
      get: (real, name) => (name === 'now' ? () => at : Reflect.get(real, name)),
    });
  }, Date.parse(time));

for (const state of allStates) {
  const part = parts[state.name];
  if (!part) continue;
  for (const language of languages) {
    test(`${state.name}, ${language}`, async ({ page }) => {
      if (!state.name.startsWith('callback')) await fixTime(page, '2026-11-21T12:00:00Z');
      await openState(page, state, { language, width: 1280, theme: 'light' });
      const name = `${state.name.replaceAll(', ', ' ').replaceAll(' ', '-')}.${language}.aria.yml`;
      await expect(page.locator(part).first()).toMatchAriaSnapshot({ name });
    });
  }
}
