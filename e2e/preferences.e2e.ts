// User preferences and network failures: reduced motion, forced colours, larger text, offline.
import type { Page } from '@playwright/test';
import {
  address,
  expect,
  expectRendered,
  messageWith,
  signIn,
  signInOnScreen,
  createSession,
  test,
} from './journey.ts';
import { admin, setWidth, widthFaults } from './screen.ts';

const paths = [
  '/login',
  '/dashboard',
  '/services/2',
  '/profile/requests',
  '/admin/complaints',
  '/admin/inconsistencies',
];

async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (path !== '/login') await createSession(page, admin);
  await page.goto(address() + path);
  await expect(page.locator('h1')).toBeVisible();
  await expectRendered(page);
  await page.waitForLoadState('networkidle');
}

const running = (page: Page) =>
  page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );

/** Ends the session on the server; the page notices with its next call. */
async function endSession(page: Page): Promise<void> {
  const answer = await page.request.post(`${address()}/api/v1/auth/logout`, {
    headers: { origin: address() },
    // As in `createSession`: an idle connection may just have been closed.
    maxRetries: 2,
  });
  expect(answer.ok(), 'the session ends').toBe(true);
}

test.describe('less motion', () => {
  const videos = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media') asked.push(request.url());
    });
    return asked;
  };

  test('loads no video and animates nothing', async ({ page }) => {
    const asked = videos(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${address()}/login`);
    await expect(page.locator('option')).not.toHaveCount(0);
    await expect(page.getByRole('figure')).toBeVisible();
    await expect.poll(() => running(page)).toBe(0);
    await signInOnScreen(page);
    await page
      .getByRole('button', { name: /Ещё действия/ })
      .first()
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect.poll(() => running(page)).toBe(0);
    await page.getByRole('menuitem', { name: 'Пожаловаться' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => running(page)).toBe(0);
    expect(asked).toEqual([]);
  });

  test('plays the video without the preference', async ({ page }) => {
    const asked = videos(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${address()}/login`);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
});

/** What is pressed or typed into, without a visible edge. */
const edgeless = (page: Page) =>
  page.evaluate(() => {
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      const isDrawn = (['border-top', 'outline'] as const).some(
        (edge) =>
          style.getPropertyValue(`${edge}-style`) !== 'none' &&
          parseFloat(style.getPropertyValue(`${edge}-width`)) >= 1 &&
          style.getPropertyValue(`${edge}-color`) !== 'rgba(0, 0, 0, 0)',
      );
      return isDrawn || style.textDecorationLine === 'underline';
    };
    const wanted =
      'button, select, textarea, article, input:not([type=radio]):not([type=checkbox])';
    return [...document.querySelectorAll(wanted)]
      .filter((element) => element.checkVisibility() && !element.closest('[inert]'))
      .filter((element) => {
        // The parent of a control or the picture in it may draw its edge.
        const around = [element, element.parentElement, element.firstElementChild];
        return !around.some((one) => one !== null && hasEdge(one));
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** Elements that hide a part of their text. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        // A button beside it expands the rest.
        const isFolded = document.querySelector(
          `[aria-controls="${element.id}"][aria-expanded=false]`,
        );
        if (isFolded) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        const hides = [overflowX, overflowY].some((way) => way === 'hidden' || way === 'clip');
        const { width, height } = element.getBoundingClientRect();
        // Content for screen readers only has no size.
        if (!hides || width <= 1 || height <= 1 || !element.innerText?.trim()) return false;
        const isWide = overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1;
        const isHigh = overflowY !== 'auto' && element.scrollHeight > element.clientHeight + 1;
        return isWide || isHigh;
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );

for (const path of paths) {
  test(`forced colours and wider text: ${path}`, async ({ page }) => {
    await open(page, path);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await edgeless(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
    await setWidth(page, 360);
    // WCAG 1.4.12.
    await page.addStyleTag({
      content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`,
    });
    await expect.poll(() => widthFaults(page)).toEqual([]);
    expect(await cutTexts(page)).toEqual([]);
  });
}

test.describe('the network', () => {
  test.use({ expectedMessages: [/ERR_INTERNET_DISCONNECTED|No usable answer|status of 401/] });

  test('keeps the content offline with a message, and recovers', async ({ page }) => {
    await signIn(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    // A pending request would fail with an unrelated message.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const banner = page.getByText('Нет соединения. Показаны сохранённые данные.');
    await expect(banner).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(banner).toHaveCount(0);
  });

  test('shows only the end of a session that ended in another tab, without messages of refused calls', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await signIn(page);
    const uses = page.getByRole('article').getByRole('button', { name: /^Использую/ });
    await expect(uses.nth(1)).toBeVisible();
    let marks = 0;
    let answered = 0;
    // Ends the session on the first press: an earlier call would remove the buttons.
    let ended: Promise<void> | null = null;
    await page.route('**/graphql', async (route) => {
      const isMark = /likeKnowledge/i.test(route.request().postData() ?? '');
      const turn = isMark ? (marks += 1) : 0;
      if (isMark) await (ended ??= endSession(page));
      const answer = await route.fetch();
      // The second answer waits for the message about the ended session.
      if (turn === 2) await expect(messageWith(page, 'Сеанс завершён.')).toBeVisible();
      await route.fulfill({ response: answer });
      if (isMark) answered += 1;
    });
    await uses.evaluateAll((buttons: HTMLElement[]) =>
      buttons.slice(0, 2).forEach((button) => button.click()),
    );
    await expect(page).toHaveURL(/\/login\?from=/);
    await expect(messageWith(page, 'Сеанс завершён.')).toBeVisible();
    await expect.poll(() => answered).toBe(2);
    // Time in which a message appears.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 500);
        }),
    );
    expect(await page.locator('[data-sonner-toast]').allInnerTexts()).toHaveLength(1);
  });

  test('returns to the same place after a session that ends meanwhile', async ({ page }) => {
    await createSession(page);
    await page.goto(`${address()}/dashboard?verified=1`);
    await expect(page.getByRole('article').first()).toBeVisible();
    // Ends the session when the search reaches the server: another call might notice it before the typing.
    let ended: Promise<void> | null = null;
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('voice')) await (ended ??= endSession(page));
      await route.continue();
    });
    const search = page.getByRole('combobox', { name: 'Поиск по каталогу' });
    await search.fill('voice');
    // The search runs while typing: the field may be gone before Enter.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login\?from=/);
    await expect(page.getByText('Сеанс завершён.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Войти как выбранный сотрудник' }).click();
    await expect(page).toHaveURL(/\/dashboard\?search=voice&verified=1$/);
    await expect(search).toHaveValue('voice');
  });
});
