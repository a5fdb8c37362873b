// What every journey shares: the address of the product, and a failure for any error or warning in the console.
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

/** Where the product runs with nothing outside. */
export const address = (): string => started().bare;

/** Where it runs with an OpenID provider, a bot, a language model, a mail server and a bookmarks service. */
export const wholeAddress = (): string => started().whole;

/** The page of the bot's stand-in, and the mails that arrived. */
export const telegramAddress = (): string => started().telegram;
/** Where the bookmarks service's stand-in takes commands. */
export const raindropAddress = (): string => started().raindrop;
export const mailAddress = (): string => started().mail;

interface Watched {
  /** Errors and warnings that this journey expects: matched against the text. */
  expectedMessages: RegExp[];
}

interface Following {
  /** Whether the page hears at once what one is told; by default it asks, since a stream is a request that never ends. */
  follows: boolean;
}

interface OfWorker {
  /** Everything that the journeys of a worker meet, on data of its own, so that workers do not meet each other. */
  started: void;
}

/**
 * Runs a journey on a page; fails it for any error or warning in the browser's console.
 * @param expected what the journey expects to be said
 */
export async function watchConsole(
  page: Page,
  expected: RegExp[],
  journey: () => Promise<void>,
): Promise<void> {
  const complaints: string[] = [];
  const onMessage = (message: ConsoleMessage) => {
    const text = message.text();
    const { url } = message.location();
    // The pages of the far ends are not ours: one asks for an icon that it has not.
    const isOurs = url === '' || [address(), wholeAddress()].some((ours) => url.startsWith(ours));
    // The pictures of a page that was just left still hold their places: those of the next page wait and come again.
    const isLater = url.includes('/api/v1/proxy/image') && text.includes('status of 429');
    const isExpected = !isOurs || isLater || expected.some((one) => one.test(text));
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      complaints.push(`${text} ${url}`);
  };
  const onError = ({ message }: Error) => {
    if (!expected.some((one) => one.test(message))) complaints.push(message);
  };
  page.on('console', onMessage).on('pageerror', onError);
  await journey();
  page.off('console', onMessage).off('pageerror', onError);
  expect(complaints, 'errors and warnings in the console').toEqual([]);
}

/** A page that asks for what one is told and does not hear it. */
export const neverFollow = (page: Page): Promise<unknown> =>
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
    if (!follows) await neverFollow(page);
    await watchConsole(page, expectedMessages, () => use(page));
  },
});

export { expect };

/** Gives the browser a session of a demo account, as the login screen does; the page stays where it is. */
export async function takeSession(page: Page, email?: string, at = address()): Promise<void> {
  const answer = await page.request.post(`${at}/api/v1/auth/dev-login`, {
    data: { email },
    headers: { origin: at },
    // The server ends a connection that has rested for five seconds, perhaps in the moment in which it is used again.
    maxRetries: 2,
  });
  expect(answer.ok(), `sign-in of ${email ?? 'the first account'}`).toBe(true);
}

/** Presses what stands below: people scroll there first, and cards that are drawn only then take their true heights. */
export async function pressBelow(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.click();
}

/**
 * Opens a page that has its data with it. A server that is busy sends it without them in good time (`limits.firstPage`), and the
 * page asks by itself: then it is opened again.
 */
export const openWithData = (
  page: Page,
  path: string,
  options: Parameters<Page['goto']>[1] = {},
): Promise<void> =>
  expect(async () => {
    const answer = await page.goto(address() + path, options);
    expect(await answer?.text(), 'the page has its data').toContain('"firstPage":');
  }).toPass({ timeout: 30_000 });

/**
 * A message at the edge of the screen. Nothing else: as long as its place is on its way, which a slow machine makes longer, a
 * live region says the same words.
 */
export const messageOf = (page: Page, words: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: words }).first();

/** What is measured next is set in the page's own fonts: they are asked for once something is laid out, and may come late. */
export const ownFonts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });

/** Takes a session and opens the catalogue. */
export async function signIn(page: Page, email?: string, at = address()): Promise<void> {
  await takeSession(page, email, at);
  await page.goto(`${at}/dashboard`);
  // Not the picture of the first moment, which no key reaches.
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Signs in through the login screen: for journeys that are about it. */
export async function signInOnScreen(page: Page, email?: string, at = address()): Promise<void> {
  await page.goto(`${at}/login`);
  const accounts = page.getByRole('combobox');
  await expect(accounts.locator('option')).not.toHaveCount(0);
  if (email) await accounts.selectOption(email);
  await page.getByRole('button', { name: /Войти как выбранный|Sign in as this person/ }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}
