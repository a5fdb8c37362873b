// Files of the page that do not come: a screen's, its words', the page's own; at first, in the app, offline, after a release.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { address, expect, signIn, takeSession, test } from './journey.ts';
import { breakOff, stopNothing, stopRequests } from './stops.ts';

test.use({
  expectedMessages: [
    /Failed to load resource|Failed to fetch dynamically|^Error [0-9a-f]{8}|could not (?:start|be loaded)|have no place|is not measured|SyntaxError|Unexpected end of input|does not provide an export/,
  ],
});

const admin = 'igor.volkov@gdev.example';
const manifest = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8'),
) as Record<string, { file: string; name?: string }>;

/** The file of the build in which a module of the client stands. */
function fileOf(module: string): string {
  const file =
    manifest[module]?.file ??
    // What the frame and the dashboard are made of stands in one file (client/vite.config.ts).
    Object.values(manifest).find((one) => one.name === module)?.file;
  if (!file) throw new Error(`No file of the build stands for ${module}`);
  return `*/${file}`;
}

const visitorScreens: ReadonlyArray<[string, string]> = [
  ['/login', 'pages/LoginPage.tsx'],
  ['/privacy-policy', 'pages/PrivacyPolicyPage.tsx'],
  ['/terms-of-service', 'pages/TermsOfServicePage.tsx'],
  ['/auth/direct-access?token=x', 'pages/DirectAccessPage.tsx'],
  ['/oauth/google/callback?error=x', 'pages/GoogleCallbackPage.tsx'],
  ['/oauth/telegram/callback?error=x', 'pages/TelegramCallbackPage.tsx'],
];
const memberScreens: ReadonlyArray<[string, string]> = [
  ['/dashboard', 'dashboard'],
  ['/profile', 'pages/ProfilePage.tsx'],
  ['/profile/knowledge', 'pages/ProfileKnowledgePage.tsx'],
  ['/profile/use-cases', 'pages/ProfileUseCasesPage.tsx'],
  ['/profile/requests', 'pages/ProfileRequestsPage.tsx'],
  ['/admin', 'pages/AdminPage.tsx'],
  ['/admin/complaints', 'pages/AdminComplaintsPage.tsx'],
  ['/admin/inconsistencies', 'pages/AdminInconsistenciesPage.tsx'],
  ['/admin/tokens', 'pages/AdminTokensPage.tsx'],
  ['/admin/wishes', 'pages/AdminWishesPage.tsx'],
  ['/admin/activity', 'pages/AdminActivityPage.tsx'],
];

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Что-то пошло не так' });
const reloadButton = (page: Page) => page.getByRole('button', { name: 'Обновить страницу' });
const drop = (page: Page, file: string) => stopRequests(page, breakOff(file));
/** The login page has fetched what the dashboard needs: it would come from the cache, which `page.route` switches off. */
const dropFetched = (page: Page, file: string) => page.route(`*${file}`, (route) => route.abort());

/** Goes to another screen as a link does, without a new page. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

async function expectFailure(page: Page): Promise<void> {
  await expect(failure(page)).toBeVisible();
  await expect(page.getByRole('banner').or(page.locator('.first-head'))).toBeVisible();
  await expect(reloadButton(page)).toBeVisible();
}

test('at first: every screen whose file is dropped says so under a header, and comes with the reload', async ({
  page,
}) => {
  for (const [path, module] of visitorScreens.slice(1)) {
    await drop(page, fileOf(module));
    await page.goto(`${address()}${path}`);
    await expectFailure(page);
    stopNothing(page);
  }
  await drop(page, fileOf('pages/LoginPage.tsx'));
  await page.goto(`${address()}/login`);
  await expectFailure(page);
  stopNothing(page);
  await reloadButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Каталог/ })).toBeVisible();
  await takeSession(page, admin);
  for (const [path, module] of memberScreens) {
    await dropFetched(page, fileOf(module));
    await page.goto(`${address()}${path}`);
    await expectFailure(page);
    await page.unrouteAll();
  }
});

test('in the app: the frame stays, the screen comes with the button, typed addresses too', async ({
  page,
}) => {
  await takeSession(page, admin);
  for (const [path, module] of memberScreens.slice(1)) {
    await page.goto(`${address()}/dashboard`);
    await expect(page.getByRole('article')).toHaveCount(12);
    await drop(page, fileOf(module));
    await go(page, path);
    await expectFailure(page);
    await expect(page.getByRole('button', { name: /^Меню профиля/ })).toBeVisible();
    stopNothing(page);
    await reloadButton(page).click();
    await expect(failure(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

async function openAndGoOffline(page: Page, context: BrowserContext): Promise<void> {
  await signIn(page, admin);
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
}

test('offline: the screen waits, and comes by itself with the connection', async ({
  page,
  context,
}) => {
  await openAndGoOffline(page, context);
  await go(page, '/profile/use-cases');
  await expectFailure(page);
  await reloadButton(page).click();
  await expect(failure(page), 'a press without a connection loses nothing').toBeVisible();
  await context.setOffline(false);
  await expect(failure(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('offline: a dialog that was asked for comes by itself with the connection', async ({
  page,
  context,
}) => {
  await openAndGoOffline(page, context);
  const missed = page.waitForEvent('requestfailed', (one) => one.url().includes('ShortcutsDialog'));
  await page.keyboard.press('Shift+Slash');
  await missed;
  await expect(page.getByRole('dialog')).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Горячие клавиши' })).toBeVisible();
});

test('a release under an open page: one reload brings the new page', async ({ page }) => {
  await signIn(page, admin);
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.route(`*${fileOf('pages/AdminPage.tsx')}`, (route) => route.fulfill({ status: 404 }), {
    times: 2,
  });
  await page.route('**/api/v1/health', (route) => route.fulfill({ json: { build: 'newer' } }));
  const reloaded = page.waitForEvent('load');
  await go(page, '/admin/complaints');
  await reloaded;
  await expect(
    page.getByRole('heading', { level: 1, name: 'Панель администратора' }),
  ).toBeVisible();
});

for (const module of ['main.tsx', 'i18n/i18n.ts', 'app/showPage.tsx', 'dashboard']) {
  test(`the page's own file (${module}): no white page, and the reload helps`, async ({ page }) => {
    await takeSession(page, admin);
    await drop(page, module === 'main.tsx' ? '*/assets/index-*.js' : fileOf(module));
    await page.goto(`${address()}/dashboard`);
    await expectFailure(page);
    stopNothing(page);
    await reloadButton(page).click();
    await expect(page.getByRole('article')).toHaveCount(12);
  });
}

/** The scripts that a page asks for at first, in the order in which it asks. */
async function firstFiles(page: Page, path: string): Promise<string[]> {
  const files = new Set<string>();
  const keep = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/\.(?:js|css)$/.test(pathname)) files.add(pathname);
  };
  page.on('request', keep);
  await page.goto(`${address()}${path}`, { waitUntil: 'networkidle' });
  await expect.poll(() => [...files].some((file) => file.includes('/vitals-'))).toBe(true);
  page.off('request', keep);
  return [...files];
}

/** What is only measured or decoration is not missed, and without its words the page stands in the other language. */
const isMissed = (file: string) => !/\/(?:vitals|QuoteBanner|translationFiles)-/.test(file);

const sentence = (page: Page) =>
  page.getByText(/Что-то пошло не так|часть страницы не загрузилась|part of the page did/i).first();
const wayOn = (page: Page) =>
  page.getByRole('button', { name: /^(?:Обновить страницу|Reload the page|Повторить)$/ }).first();

for (const [path, language] of [
  ['/dashboard', 'ru'],
  ['/dashboard', 'en'],
  ['/login', 'ru'],
] as const) {
  test(`each lost file of a first load has a sentence and a way on: ${path}, ${language}`, async ({
    page,
  }) => {
    if (path !== '/login') await takeSession(page, admin);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const files = (await firstFiles(page, path)).filter(isMissed);
    expect(files.length).toBeGreaterThan(12);
    for (const file of files)
      await test.step(file, async () => {
        // In turn as a network error and as a file that is not there.
        await page.route(`**${file}`, (route) =>
          files.indexOf(file) % 2 === 0 ? route.abort() : route.fulfill({ status: 404 }),
        );
        await page.goto(`${address()}${path}`);
        await expect(sentence(page), file).toBeVisible();
        await expect(wayOn(page), file).toBeVisible();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
  });
}

test('a damaged file of the first lines of the page says so, in the language of the page', async ({
  page,
}) => {
  await takeSession(page, admin);
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  for (const name of ['index', 'react', 'words', 'screens', 'first'])
    for (const body of ['', 'export const a = {']) {
      await page.route(`**/assets/${name}-*.js`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      );
      await page.goto(`${address()}/dashboard`);
      await expect(page.getByText('Something went wrong'), name).toBeVisible();
      await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
});

test('a menu that does not come says so when it is pressed, with a reload', async ({ page }) => {
  await takeSession(page, admin);
  await page.route(`*${fileOf('features/knowledge/ItemMenu.tsx')}`, (route) => route.abort());
  await page.goto(`${address()}/dashboard`);
  await card(page)
    .getByRole('button', { name: /Ещё действия/ })
    .click();
  const message = page.locator('[data-sonner-toast]');
  await expect(message.getByText(/Эта часть страницы не загрузилась/)).toBeVisible();
  await expect(message.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
});

/** What would be a name instead of words: `screens.dashboard`, `dashboard:heading`. */
const names = /(?:^|\s)(?:[a-z]+:)?[a-z]+[A-Za-z]*(?:\.[a-z]+[A-Za-z]*)+(?:\s|$)/;
const bodyText = (page: Page) => page.locator('body').innerText();

test('words that do not come: the other language stands in, never a name', async ({ page }) => {
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

test('at first without the words of the chosen language: the page stands in the other', async ({
  page,
}) => {
  await signIn(page, admin);
  // The server fills the page by the cookie; what was chosen here says otherwise.
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await drop(page, '*/locales/en/*.json*');
  await page.goto(`${address()}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Что нужно сделать сегодня/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page).toHaveTitle('Каталог · Loadout');
  expect(await bodyText(page)).not.toMatch(names);
  // The server knows the choice by now: the next page brings its words along.
  await page.goto(`${address()}/admin/complaints`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel');
  expect(await bodyText(page)).not.toMatch(names);
});

const partFailure = (page: Page) =>
  failure(page).filter({ hasText: 'Эта часть страницы не загрузилась' });
const retryButton = (page: Page) => partFailure(page).getByRole('button', { name: 'Повторить' });
const card = (page: Page) => page.getByRole('article').first();
const fromMenu = async (page: Page, name: string) => {
  await card(page)
    .getByRole('button', { name: /Ещё действия/ })
    .click();
  await page.getByRole('menuitem', { name }).click();
};

const dialogs: ReadonlyArray<[string, (page: Page) => Promise<void>]> = [
  ['features/complaints/ReportDialog.tsx', (page) => fromMenu(page, 'Пожаловаться')],
  ['features/useCases/UseCasesDialog.tsx', (page) => fromMenu(page, 'Мои кейсы')],
  ['features/knowledge/ItemControls.tsx', (page) => fromMenu(page, 'Видимость и заметки')],
  [
    'features/experts/ExpertsDialog.tsx',
    (page) => card(page).getByRole('button', { name: /кейс/ }).first().click(),
  ],
  [
    'features/access/AccessDialog.tsx',
    (page) => page.getByRole('button', { name: 'Запросить доступ' }).first().click(),
  ],
  ['app/ShortcutsDialog.tsx', (page) => page.keyboard.press('Shift+Slash')],
];

test('dialogs: the part alone fails, the page under it can be used, the retry brings it', async ({
  page,
}) => {
  await takeSession(page, admin);
  for (const [module, open] of dialogs) {
    await test.step(module, async () => {
      await page.goto(`${address()}/dashboard`);
      await expect(page.getByRole('article')).toHaveCount(12);
      await page.getByRole('heading', { level: 1 }).focus();
      await drop(page, fileOf(module));
      await open(page);
      await expect(partFailure(page)).toBeVisible();
      await expect(retryButton(page)).toBeFocused();
      await expect(page.getByRole('article')).toHaveCount(12);
      const mode = page.getByRole('button', { name: /^Тема/ });
      const before = (await mode.getAttribute('aria-label')) ?? '';
      await mode.click();
      await expect(mode, 'the page can be used').not.toHaveAttribute('aria-label', before);
      await retryButton(page).click();
      await expect(partFailure(page).getByRole('button', { name: 'Обновить' })).toBeVisible();
      stopNothing(page);
      await retryButton(page).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(partFailure(page)).toBeHidden();
    });
  }
});

test('a dialog that does not come is left with Escape, and comes when it is opened again', async ({
  page,
}) => {
  await signIn(page, admin);
  await drop(page, fileOf('features/complaints/ReportDialog.tsx'));
  await fromMenu(page, 'Пожаловаться');
  await expect(retryButton(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(partFailure(page)).toBeHidden();
  await expect(card(page).getByRole('button', { name: /Ещё действия/ })).toBeFocused();
  stopNothing(page);
  await fromMenu(page, 'Пожаловаться');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a sheet of a phone and a part of the sign-in: the failure stands in their place', async ({
  page,
}) => {
  await drop(page, fileOf('features/accounts/DeveloperSignIn.tsx'));
  await page.goto(`${address()}/login`);
  await expect(partFailure(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /Каталог/ })).toBeVisible();
  stopNothing(page);
  await retryButton(page).click();
  await expect(page.getByRole('combobox', { name: 'Аккаунт' })).toBeVisible();
  await signIn(page, admin);
  await page.setViewportSize({ width: 360, height: 740 });
  await drop(page, fileOf('features/wizard/WizardSheet.tsx'));
  await page.getByRole('region', { name: 'Подбор по задаче' }).getByRole('button').first().click();
  await expect(partFailure(page)).toBeVisible();
  stopNothing(page);
  await retryButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what nobody asked for says nothing when it does not come', async ({ page }) => {
  let asked = 0;
  await page.route(`*${fileOf('features/quotes/QuoteBanner.tsx')}`, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto(`${address()}/login`);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1, name: /Каталог/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
