// Accessibility of every route and main overlay × two languages × two colour modes × two widths: axe, reflow, target sizes.
// With PICTURES set, screenshots go to test-results/pictures.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { address, createSession, expect, expectRendered, test } from './journey.ts';
import { admin, axeFaults, expectFits, member, ownItem, setWidth } from './screen.ts';
import { languages, type Language } from '../server/shared/language.ts';

const widths = [1280, 360];
const colourModes = ['light', 'dark'] as const;

interface Screen {
  path: string;
  /** A demo account; default: the admin. Null: a visitor. */
  as?: string | null;
  /** Selector of an element that must be visible; default: the heading of the screen. */
  shows?: string;
  /** Opens an overlay on the screen. */
  open?: (page: Page) => Promise<void>;
  /** Allowed messages of the browser console. */
  expectedMessages?: RegExp[];
}

/** Visible overlays; the overlay that `open` opens must still be open when axe runs. */
const overlays = (page: Page) =>
  page.locator(':is([role=menu], [role=dialog], [role=listbox]):visible');

const cardMenu = async (page: Page) => {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^(?:Ещё действия|More actions)/ })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};
const fromCardMenu = (name: RegExp) => async (page: Page) => {
  await cardMenu(page);
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const screens: Record<string, Screen> = {
  login: { path: '/login', as: null },
  'privacy policy': { path: '/privacy-policy', as: null },
  'terms of service': { path: '/terms-of-service', as: null },
  'not found': { path: '/nowhere', as: null, expectedMessages: [/status of 404/] },
  dashboard: { path: '/dashboard', shows: 'article' },
  'dashboard of a member': { path: '/dashboard', as: member, shows: 'article' },
  'nothing found': { path: '/dashboard?search=qqzzqqzz' },
  service: { path: `/services/${ownItem}` },
  'service for a member': { path: `/services/${ownItem}`, as: member },
  loadouts: { path: '/loadouts', shows: 'article' },
  loadout: { path: '/loadouts/1', as: member, shows: 'ol > li:visible' },
  'editor of a loadout': { path: '/loadouts/1?edit', shows: 'ol > li:visible' },
  comparison: { path: '/compare?ids=1,2,3' },
  check: { path: '/check' },
  'own services': { path: '/profile/knowledge' },
  'own use cases': { path: '/profile/use-cases' },
  'own requests': { path: '/profile/requests' },
  settings: { path: '/profile/settings' },
  reports: { path: '/admin/complaints' },
  inconsistencies: { path: '/admin/inconsistencies' },
  'access requests': { path: '/admin/access' },
  'audit log': { path: '/admin/audit-log' },
  insights: { path: '/admin/insights?days=365', shows: 'svg[role=img]' },
  services: { path: '/admin/services' },
  gaps: { path: '/admin/catalogue-gaps' },
  tokens: { path: '/admin/tokens' },
  webhooks: { path: '/admin/webhooks' },
  people: { path: '/admin/people' },
  import: { path: '/admin/import' },
  'set-up': { path: '/admin/setup' },
  'data rules': { path: '/admin/rules' },
  'rules to review': { path: '/admin/rules/review' },
  'changed sources': { path: '/admin/rules/sources' },
  'menu of a data rule': {
    path: '/admin/rules',
    open: async (page) => {
      const isGrid = await page.evaluate(() => matchMedia('(min-width: 1024px)').matches);
      if (isGrid) {
        await page.getByRole('grid').getByRole('checkbox').nth(1).check();
        await page.getByRole('gridcell').nth(1).click();
      } else {
        await page
          .getByRole('button', { name: /^Правила по видам|^Rules by data class/ })
          .first()
          .click();
        await page
          .getByRole('main')
          .getByRole('listitem')
          .getByRole('listitem')
          .getByRole('button')
          .first()
          .click();
      }
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  tags: { path: '/admin/tags' },
  'search words': { path: '/admin/search-words' },
  companies: { path: '/admin/companies' },
  approvers: { path: '/admin/approvers' },
  demo: { path: '/admin/demo' },
  'account menu': {
    path: '/profile/settings',
    open: async (page) => {
      await page.getByRole('button', { name: /^(?:Меню профиля|Account menu)/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  'menu of a service': { path: '/dashboard', shows: 'article', open: cardMenu },
  report: { path: '/dashboard', shows: 'article', open: fromCardMenu(/Пожаловаться|Report/) },
  'own use cases of a service': {
    path: '/dashboard',
    shows: 'article',
    open: fromCardMenu(/Мои кейсы|My use cases/),
  },
  suggestions: {
    path: '/dashboard',
    shows: 'article',
    open: async (page) => {
      await page.getByRole('search').getByRole('combobox').fill('vid');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
};

/** Traces of missing translations or values. */
const missingWords =
  /undefined|NaN|\[object Object\]|\{\{|Invalid Date|(?:^|\s)[a-z]+(?:\.[a-z]+[A-Z][A-Za-z]*)+(?:\s|$)/;

/** Changes the language of the page in place, as another tab does. */
async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((newValue) => {
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

async function expectAccessible(page: Page, screen: Screen, where: string): Promise<void> {
  await expect(page.locator(screen.shows ?? 'h1').first()).toBeVisible();
  await expectFits(page, where);
  expect.soft(await page.locator('body').innerText(), where).not.toMatch(missingWords);
  for (const colorScheme of colourModes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (screen.open) await expect(overlays(page).first()).toBeVisible();
    const asked = colorScheme === 'light' ? 'all' : 'colours';
    expect.soft(await axeFaults(page, asked), `${where}, ${colorScheme}`).toEqual([]);
    if (process.env['PICTURES']) {
      const file = `${test.info().title}, ${where}, ${colorScheme}.png`;
      await page.screenshot({ path: join('test-results/pictures', file) });
    }
  }
}

test.describe.configure({ mode: 'parallel' });

for (const [name, screen] of Object.entries(screens)) {
  test.describe(() => {
    test.use({ expectedMessages: screen.expectedMessages ?? [] });
    test(name, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (screen.as !== null) await createSession(page, screen.as ?? admin);
      for (const width of widths) {
        await setWidth(page, width);
        // A narrower window closes open overlays.
        if (width === widths[0] || screen.open) {
          await page.goto(address() + screen.path);
          await expectRendered(page);
          // Axe skips cards outside the viewport otherwise.
          await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
          await expect(page.locator(screen.shows ?? 'h1').first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          await screen.open?.(page);
        }
        for (const language of languages) {
          await setLanguage(page, language);
          await expectAccessible(page, screen, `${language}, ${width} px`);
        }
      }
    });
  });
}
