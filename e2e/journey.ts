// Shared parts of the journeys: addresses, sessions, and failures for errors in the console.
import {
  test as base,
  expect,
  type ConsoleMessage,
  type Locator,
  type Page,
} from '@playwright/test';
import { startServers, type Servers } from './server.ts';
import { stress } from './stress.ts';

let servers: Servers | null = null;

function started(): Servers {
  if (!servers) throw new Error('The servers of the journeys were not started');
  return servers;
}

/** Product without external services. */
export const address = (): string => started().bare;

/** Product with fakes of all external services. */
export const fullAddress = (): string => started().whole;

/** Page of the bot's fake. */
export const telegramAddress = (): string => started().telegram;
/** Control address of the Raindrop fake. */
export const raindropAddress = (): string => started().raindrop;
export const mailAddress = (): string => started().mail;

interface Watched {
  /** Expected errors and warnings, matched against their text. */
  expectedMessages: RegExp[];
}

interface Following {
  /** True when the page keeps an event stream open; off by default, because a stream is a request that never ends. */
  follows: boolean;
}

interface OfWorker {
  /** Products and fakes of this worker. */
  started: void;
}

/**
 * Runs a journey on a page; fails it for any error or warning in the browser's console.
 * @param expected patterns of allowed messages
 */
export async function watchConsole(
  page: Page,
  expected: RegExp[],
  journey: () => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  const onMessage = (message: ConsoleMessage) => {
    const text = message.text();
    const { url } = message.location();
    // Pages of the fakes are ignored: one requests a missing icon.
    const isOurs = url === '' || [address(), fullAddress()].some((ours) => url.startsWith(ours));
    // Pictures of the previous page still use the rate limit; those of the next page are retried.
    const isLater = url.includes('/api/v1/proxy/image') && text.includes('status of 429');
    const isExpected = !isOurs || isLater || expected.some((one) => one.test(text));
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      problems.push(`${text} ${url}`);
  };
  const onError = ({ message }: Error) => {
    if (!expected.some((one) => one.test(message))) problems.push(message);
  };
  page.on('console', onMessage).on('pageerror', onError);
  await journey();
  page.off('console', onMessage).off('pageerror', onError);
  expect(problems, 'errors and warnings in the console').toEqual([]);
}

/** Makes the page poll instead of using an event stream. */
export const disableEventSource = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'));

/** A page that fails its journey for any error or warning in the browser's console. */
export const test = base.extend<Watched & Following, OfWorker>({
  started: [
    async ({ browserName: _any }, use) => {
      const running = await startServers();
      servers = running.servers;
      await use();
      await running.stop();
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  expectedMessages: [[], { option: true }],
  follows: [false, { option: true }],
  page: async ({ page, expectedMessages, follows }, use) => {
    await stress(page);
    if (!follows) await disableEventSource(page);
    await watchConsole(page, expectedMessages, () => use(page));
  },
});

export { expect };

/** Creates a session of a demo account without leaving the page. */
export async function createSession(page: Page, email?: string, at = address()): Promise<void> {
  const answer = await page.request.post(`${at}/api/v1/auth/dev-login`, {
    data: { email },
    headers: { origin: at },
    // The server may close an idle connection at the moment it is used again.
    maxRetries: 2,
  });
  expect(answer.ok(), `sign-in of ${email ?? 'the first account'}`).toBe(true);
}

/** Scrolls first, because cards get their true heights only when they are drawn. */
export async function scrollAndClick(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.click();
}

/** Opens a page until its data came with it: a busy server sends the page without data (`limits.firstPage`). */
export const openWithData = (
  page: Page,
  path: string,
  options: Parameters<Page['goto']>[1] = {},
): Promise<void> =>
  expect(async () => {
    const answer = await page.goto(address() + path, options);
    expect(await answer?.text(), 'the page has its data').toContain('"firstPage":');
  }).toPass();

/** Waits until React has rendered: the first paint before it has a heading too. */
export const expectRendered = (page: Page): Promise<void> =>
  expect(page.locator('[class^=first-]')).toHaveCount(0);

/** Goes to another screen as a link does, without a new page. */
export const goInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** Toast with this text. A live region may hold the same text for a moment. */
export const messageWith = (page: Page, words: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: words }).first();

/** Waits for the web fonts, before a measurement. */
export const waitForFonts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });

/** Creates a session and opens the catalogue. */
export async function signIn(page: Page, email?: string, at = address()): Promise<void> {
  await createSession(page, email, at);
  await page.goto(`${at}/dashboard`);
  // The skeleton has no focusable elements.
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Signs in through the login screen. */
export async function signInOnScreen(page: Page, email?: string, at = address()): Promise<void> {
  await page.goto(`${at}/login`);
  const accounts = page.getByRole('combobox');
  await expect(accounts.locator('option')).not.toHaveCount(0);
  if (email) await accounts.selectOption(email);
  await page.getByRole('button', { name: /Войти как выбранный|Sign in as this person/ }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}
