// Missing or damaged files: first load, screens, dialogs, translations; offline and after a release.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { address, createSession, expect, goInApp, messageWith, signIn, test } from './journey.ts';
import { admin, member } from './screen.ts';
import { breakOff, stopNothing, stopRequests } from './interception.ts';

test.use({
  expectedMessages: [
    // A screen may send late requests while there is no connection.
    /Failed to load resource|^No usable answer to \w+ TypeError: Failed to fetch|Failed to fetch dynamically|^Error [0-9a-f]{8}|could not (?:start|be loaded)|SyntaxError|Unexpected end of input|does not provide an export|is not a constructor|Cannot read properties/,
  ],
});

const manifest = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8'),
) as Record<string, { file: string; imports?: string[] }>;

/** The built file that contains a module of the client. */
function fileOf(module: string): string {
  const file = manifest[module]?.file;
  if (!file) throw new Error(`No file of the build stands for ${module}`);
  return `**/${file}`;
}

const visitorScreens: ReadonlyArray<[string, string]> = [
  ['/login', 'pages/LoginPage.tsx'],
  ['/terms-of-service', 'pages/LegalPages.tsx'],
  ['/auth/direct-access?token=x', 'pages/SigningInPages.tsx'],
  ['/oauth/google/callback?error=x', 'pages/SigningInPages.tsx'],
];
/** Screens in groups: the frame of a group is loaded when the next group begins. */
const memberScreens: ReadonlyArray<ReadonlyArray<[string, string]>> = [
  [
    ['/services/2', 'pages/ServicePage.tsx'],
    ['/compare?ids=1,2', 'pages/ComparePage.tsx'],
    ['/check', 'pages/CheckPage.tsx'],
    ['/profile/use-cases', 'features/useCases/MyUseCases.tsx'],
    ['/profile/requests', 'pages/ProfileRequestsPage.tsx'],
    ['/profile/settings', 'pages/ProfileSettingsPage.tsx'],
    ['/admin/inconsistencies', 'pages/AdminInconsistenciesPage.tsx'],
    ['/admin/access', 'pages/ApprovalsPage.tsx'],
    ['/admin/rules', 'features/dataRules/RulesMatrix.tsx'],
    ['/admin/tokens', 'features/tokens/Tokens.tsx'],
    ['/admin/catalogue-gaps', 'features/catalogueGaps/CatalogueGaps.tsx'],
    ['/admin/insights', 'pages/InsightsPage.tsx'],
    ['/admin/audit-log', 'features/auditLog/AuditLog.tsx'],
    ['/admin/tags', 'pages/AdminTagsPage.tsx'],
    ['/admin/search-words', 'features/catalogueGaps/CustomVocabulary.tsx'],
    ['/admin/approvers', 'features/access/AccessApprovers.tsx'],
    ['/admin/companies', 'features/companies/Companies.tsx'],
    ['/admin/webhooks', 'features/webhooks/Webhooks.tsx'],
    ['/admin/demo', 'pages/AdminDemoPage.tsx'],
    ['/admin/complaints', 'pages/AdminComplaintsPage.tsx'],
  ],
  [['/profile', 'pages/ProfilePage.tsx']],
  [['/admin', 'pages/AdminPage.tsx']],
];

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Что-то пошло не так' });
const reloadButton = (page: Page) =>
  page.getByRole('button', { name: /^(?:Обновить страницу|Reload the page)$/ }).first();
const drop = (page: Page, file: string) => stopRequests(page, breakOff(file));

async function expectFailure(page: Page): Promise<void> {
  await expect(failure(page)).toBeVisible();
  await expect(page.getByRole('banner').or(page.locator('.first-head'))).toBeVisible();
  await expect(reloadButton(page)).toBeVisible();
}

/** A module's file and its imports, without those that every page loads. */
const filesWith = (module: string): string[] => [
  manifest[module]!.file,
  ...(manifest[module]!.imports ?? [])
    .filter((one) => !/^_(?:start|dashboard|rolldown-runtime)-/.test(one))
    .flatMap(filesWith),
];

/** The scripts of the first load, without those of optional parts. */
async function firstFiles(page: Page, path: string): Promise<string[]> {
  const unmissed = filesWith('features/quotes/QuoteBanner.tsx');
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isUnmissed =
      unmissed.includes(pathname.slice(1)) || /\/(?:vitals|translationFiles)-/.test(pathname);
    if (pathname.endsWith('.js') && !isUnmissed) files.add(pathname);
  });
  await page.goto(`${address()}${path}`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('request');
  return [...files];
}

test('each lost or damaged file of a first load shows the error and a reload', async ({ page }) => {
  const tried = new Set<string>();
  for (const [path, language] of [
    ['/dashboard', 'ru'],
    ['/dashboard', 'en'],
    ['/login', 'ru'],
  ] as const) {
    if (path === '/login') await page.context().clearCookies();
    else await createSession(page, member);
    // A document without scripts, for the storage of the origin.
    await page.goto(`${address()}/favicon.svg`);
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    const files = await firstFiles(page, path);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files.filter((one) => !tried.has(one))) {
      tried.add(file);
      for (const damage of ['lost', 'damaged'] as const)
        await test.step(`${path}, ${language}: ${file} ${damage}`, async () => {
          await page.route(`**${file}`, (route) => {
            if (damage === 'damaged')
              return route.fulfill({ contentType: 'text/javascript', body: 'export const a = {' });
            return tried.size % 2 === 0 ? route.abort() : route.fulfill({ status: 404 });
          });
          await page.goto(`${address()}${path}`);
          await expect(failure(page).first(), `${file} ${damage}`).toBeVisible();
          await expect(reloadButton(page), `${file} ${damage}`).toBeVisible();
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
    }
  }
  await reloadButton(page).click();
  await expect(failure(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('shows an error under a header on every screen of a visitor whose file is missing', async ({
  page,
}) => {
  for (const [path, module] of visitorScreens) {
    await drop(page, fileOf(module));
    await page.goto(`${address()}${path}`);
    await expectFailure(page);
    stopNothing(page);
  }
});

test('keeps the frame in the app, and loads the screen with the reload', async ({ page }) => {
  await signIn(page, admin);
  for (const screens of memberScreens) {
    for (const [path, module] of screens)
      await test.step(path, async () => {
        // Applies to files of the previous screen too: `page.route` disables the browser's cache.
        await page.route(fileOf(module), (route) => route.abort());
        const missed = page.waitForEvent('requestfailed', (request) =>
          request.url().endsWith(manifest[module]!.file),
        );
        await goInApp(page, path);
        await missed;
        await expectFailure(page);
        await expect(page.getByRole('button', { name: /^Меню профиля/ })).toBeVisible();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    await reloadButton(page).click();
    await expect(failure(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('loads the screen by itself when the connection is back', async ({ page, context }) => {
  await signIn(page, admin);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await goInApp(page, '/profile/use-cases');
  await expectFailure(page);
  await context.setOffline(false);
  await expect(failure(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('reloads once after a release', async ({ page }) => {
  await signIn(page, admin);
  let isReleased = false;
  await page.route(fileOf('pages/AdminPage.tsx'), (route) =>
    isReleased ? route.continue() : route.fulfill({ status: 404 }),
  );
  await page.route('**/api/v1/health', (route) => {
    isReleased = true;
    return route.fulfill({ json: { build: 'newer' } });
  });
  const reloaded = page.waitForEvent('load');
  await goInApp(page, '/admin/complaints');
  await reloaded;
  await expect(
    page.getByRole('heading', { level: 1, name: 'Панель администратора' }),
  ).toBeVisible();
});

const menuOf = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /Ещё действия/ })
    .click();
const fromMenu = async (page: Page, name: string) => {
  await menuOf(page);
  await page.getByRole('menuitem', { name }).click();
};

type Opened = readonly [module: string, open: (page: Page) => Promise<void>];

/** Menus and dialogs in groups: those of the second are opened through a menu of the first. */
const opened: Record<string, { as: string; parts: readonly Opened[] }> = {
  'parts of the page': {
    as: member,
    parts: [
      ['features/catalogue/ItemMenu.tsx', menuOf],
      [
        'features/catalogue/SortMenu.tsx',
        (page) => page.getByRole('button', { name: /^Сортировка/ }).click(),
      ],
      [
        'app/AccountMenu.tsx',
        (page) => page.getByRole('button', { name: /^Меню профиля/ }).click(),
      ],
      [
        'pages/RequestAccess.tsx',
        (page) => page.getByRole('button', { name: 'Запросить доступ' }).first().click(),
      ],
      ['app/ShortcutsDialog.tsx', (page) => page.keyboard.press('Shift+Slash')],
    ],
  },
  'parts behind the menu of a service': {
    as: admin,
    parts: [
      ['features/complaints/ComplaintDialog.tsx', (page) => fromMenu(page, 'Пожаловаться')],
      ['features/useCases/UseCasesDialog.tsx', (page) => fromMenu(page, 'Мои кейсы')],
      ['features/itemControls/ItemControls.tsx', (page) => fromMenu(page, 'Видимость и заметки')],
    ],
  },
};

for (const [group, { as, parts }] of Object.entries(opened)) {
  test(`reports a missing menu or dialog with a reload, and keeps the page usable: ${group}`, async ({
    page,
  }) => {
    await signIn(page, as);
    const heading = page.getByRole('heading', { level: 1 });
    const message = messageWith(page, 'Этот раздел не загрузился');
    for (const [module, open] of parts)
      await test.step(module, async () => {
        await heading.focus();
        await page.route(fileOf(module), (route) => route.abort());
        await open(page);
        await expect(message).toBeVisible();
        await expect(page).not.toHaveURL(/dialog=/);
        const mode = page.getByRole('button', { name: /^Тема/ });
        const before = (await mode.getAttribute('aria-label')) ?? '';
        await mode.click();
        await expect(mode, 'the page can be used').not.toHaveAttribute('aria-label', before);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        if (module === parts.at(-1)![0]) return;
        await message.getByRole('button', { name: 'Закрыть' }).click();
        await expect(message).toHaveCount(0);
      });
    const reloaded = page.waitForEvent('load');
    await message.getByRole('button', { name: 'Обновить страницу' }).click();
    await reloaded;
    await expect(page.getByRole('article').first()).toBeVisible();
    for (const [module, open] of parts)
      await test.step(`${module} after the reload`, async () => {
        await heading.focus();
        await open(page);
        const shown = page.getByRole('dialog').or(page.getByRole('menu')).first();
        await expect(shown).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(shown).toBeHidden();
      });
  });
}

test('is silent about missing optional parts', async ({ page }) => {
  const missed = page.waitForEvent('requestfailed', (one) => one.url().includes('QuoteBanner'));
  await page.route(fileOf('features/quotes/QuoteBanner.tsx'), (route) => route.abort());
  await page.goto(`${address()}/login`);
  await missed;
  await expect(page.getByRole('heading', { level: 1, name: /Каталог/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Translation keys shown instead of texts: `screens.dashboard`, `dashboard:heading`. */
const names = /(?:^|\s)(?:[a-z]+:)?[a-z]+[A-Za-z]*(?:\.[a-z]+[A-Za-z]*)+(?:\s|$)/;
const bodyText = (page: Page) => page.locator('body').innerText();

test('falls back to the other language for missing translations, never to keys', async ({
  page,
}) => {
  await signIn(page, admin);
  await expect(page.getByRole('article')).toHaveCount(12);
  await drop(page, '*/locales/en/*.json*');
  await page.getByRole('button', { name: /^EN/ }).click();
  await expect(page.getByText('Нет связи с сервером').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Что нужно сделать сегодня/);
  expect(await bodyText(page)).not.toMatch(names);
  stopNothing(page);
  await page.getByRole('button', { name: /^EN/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('body')).not.toContainText(/Сначала популярные|Что нужно сделать/);
});

test('starts in the other language without the chosen translations', async ({ page }) => {
  await signIn(page, admin);
  // The server picks the language from the cookie, which differs from the choice in this browser.
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await drop(page, '*/locales/en/*.json*');
  await page.goto(`${address()}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Что нужно сделать сегодня/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page).toHaveTitle('Каталог · Loadout');
  expect(await bodyText(page)).not.toMatch(names);
  // The server now knows the choice: the next page includes its texts.
  await page.goto(`${address()}/admin/complaints`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin panel');
  expect(await bodyText(page)).not.toMatch(names);
});
