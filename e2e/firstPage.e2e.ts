// First rendering of the dashboard from data sent with the page, without further requests.
import type { Locator, Page } from '@playwright/test';
import { askGraphql } from './apiCalls.ts';
import {
  address,
  expect,
  openWithData,
  waitForFonts,
  signIn,
  signInOnScreen,
  createSession,
  test,
} from './journey.ts';

interface Answer {
  name: string;
  variables: Record<string, unknown>;
  data: unknown;
}

/** Operations for the numbers of the filters, which load after the first screen. */
const laterNumbers = ['FilterCounts', 'CatalogueTags'];

/** The operations that the last opened page sends to POST /graphql. */
function operationsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) names.length = 0;
    if (request.url().endsWith('/graphql')) {
      const { operationName } = request.postDataJSON() as { operationName: string };
      if (!laterNumbers.includes(operationName)) names.push(operationName);
    }
  });
  return names;
}

const bootOf = (page: Page) =>
  page.evaluate(() => JSON.parse(document.getElementById('boot')!.textContent)) as Promise<{
    firstPage?: Answer[];
    translations?: unknown;
  }>;

for (const query of [
  '',
  '?search=voice',
  '?search=изображения&page=2',
  '?sortBy=title&page=3',
  '?sortOrder=asc&verified=1',
  '?concepts=voiceover',
]) {
  test(`no question for the first screen of /dashboard${query}`, async ({ page }) => {
    await createSession(page);
    const operations = operationsOf(page);
    await openWithData(page, `/dashboard${query}`);
    await expect(page.getByRole('heading', { name: /^\d+ сервис|Ничего/ }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(operations).toEqual([]);
  });
}

test('queries only the filter suggestions for an empty list', async ({ page }) => {
  await createSession(page);
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard?tags=images');
  await expect(page.getByRole('button', { name: /^Убрать «тег images»/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual(['LeftOutFilters']);
});

test('queries only the numbers of an open wizard', async ({ page }) => {
  await createSession(page);
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard?concepts=image-editing&cat=create&sub=images');
  await expect(page.getByRole('list', { name: 'Изображения' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual(['ConceptCounts']);
});

test('queries nothing for an admin either: the complaint count is included', async ({ page }) => {
  await createSession(page, 'igor.volkov@gdev.example');
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual([]);
});

test('includes the same answers as POST /graphql', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  const requested = page.waitForRequest((request) =>
    Boolean(request.postData()?.includes('"operationName":"SearchKnowledge"')),
  );
  await page.keyboard.press('KeyS');
  const { query } = (await requested).postDataJSON() as { query: string };
  await openWithData(page, '/dashboard?search=видео');
  const [first] = (await bootOf(page)).firstPage ?? [];
  expect(first?.data).toEqual(await askGraphql(page, address(), query, first?.variables));
});

test('includes the pages of the address on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await createSession(page);
  await page.setExtraHTTPHeaders({ 'sec-ch-ua-mobile': '?1' });
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard?page=2');
  await expect(page.getByRole('article')).toHaveCount(24);
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual([]);
});

test('queries the server after the first screen', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  const operations = operationsOf(page);
  await page.keyboard.press('KeyS');
  await expect(page).toHaveURL(/sortOrder=asc/);
  await page.goBack();
  await expect(page).not.toHaveURL(/sortOrder=asc/);
  await expect.poll(() => operations).toEqual(['SearchKnowledge', 'SearchKnowledge']);
});

test('queries everything itself without included data', async ({ page }) => {
  await createSession(page);
  await page.route(/\/dashboard$/, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({ response: answer, body: html.replace('"firstPage":', '"other":') });
  });
  const operations = operationsOf(page);
  await page.goto(`${address()}/dashboard`);
  await expect(page.getByRole('article')).toHaveCount(12);
  expect(operations).toEqual(['SearchKnowledge', 'LoadoutStrip']);
});

test('shows the next person nothing of the previous one', async ({ page }) => {
  await createSession(page, 'igor.volkov@gdev.example');
  await openWithData(page, '/dashboard');
  const admins = await bootOf(page);
  expect(admins.firstPage).toHaveLength(4);
  await page.context().clearCookies();
  await signInOnScreen(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  await openWithData(page, '/dashboard');
  const users = await bootOf(page);
  expect(users.firstPage).toHaveLength(2);
  // Translations contain field names too; only the data of the server count.
  const known = JSON.stringify({ ...users, translations: null }, (key, value: unknown) =>
    // The status of the reader themselves is allowed.
    key === 'approvalStatus' ? null : value,
  );
  expect(known).not.toMatch(/approved|adminNotes|complaintsCount/);
});

test.describe('shapes', () => {
  const widths = [360, 768, 1280];
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox();
    if (!box) throw new Error(`${place} is not to be seen`);
    return box;
  };

  for (const [who, email] of [
    ['a newcomer', 'anna.krylova@nexters.example'],
    ['an admin', 'igor.volkov@gdev.example'],
  ] as const) {
    test(`for ${who} the catalogue stands where its picture stood`, async ({ page }) => {
      await createSession(page, email);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.route(/\/assets\/.*\.js$/, () => undefined);
        await openWithData(page, '/dashboard', { waitUntil: 'commit' });
        await expect(page.locator('.first-card').first()).toBeVisible();
        await waitForFonts(page);
        const search = await boxOf(page.locator('.first-search'));
        const card = await boxOf(page.locator('.first-card').first());
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await openWithData(page, '/dashboard');
        await expect(async () => {
          const searchNow = await boxOf(page.getByRole('search'));
          const cardNow = await boxOf(page.getByRole('article').first());
          expect(Math.abs(search.y - searchNow.y), `search at ${width} px`).toBeLessThan(1.5);
          expect(Math.abs(card.y - cardNow.y), `first card at ${width} px`).toBeLessThan(1.5);
          expect(Math.abs(card.x - cardNow.x), `first card at ${width} px`).toBeLessThan(1.5);
        }).toPass();
      }
    });
  }

  for (const language of ['ru', 'en']) {
    test(`the name of a service and what it is for stand where their picture stood, word for word (${language})`, async ({
      page,
    }) => {
      await createSession(page, 'anna.krylova@nexters.example');
      await page.context().addCookies([{ name: 'language', value: language, url: address() }]);
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.route(/\/assets\/.*\.js$/, () => undefined);
        await openWithData(page, '/services/1', { waitUntil: 'commit' });
        const pictured = page.locator('.first-service');
        await expect(pictured.locator('.first-may')).toBeVisible();
        await waitForFonts(page);
        const name = await boxOf(pictured.locator('h1'));
        const line = await boxOf(pictured.locator('p'));
        const words = await pictured.locator('p').textContent();
        const may = await boxOf(pictured.locator('.first-may'));
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await openWithData(page, '/services/1');
        const head = page.locator('#main [data-part=name]');
        const lead = page.locator('#main [data-part=lead] p');
        await expect(lead).toHaveText(words ?? '');
        await expect(async () => {
          for (const [pictureOf, real] of [
            [name, await boxOf(head.locator('h1'))],
            [line, await boxOf(lead)],
          ] as const) {
            expect(Math.abs(pictureOf.y - real.y), `place at ${width} px`).toBeLessThan(1.5);
            expect(Math.abs(pictureOf.x - real.x), `edge at ${width} px`).toBeLessThan(1.5);
            expect(Math.abs(pictureOf.height - real.height)).toBeLessThan(1.5);
          }
          const mayNow = await boxOf(page.locator('#main [data-part=may]'));
          expect(Math.abs(may.y - mayNow.y), `verdicts at ${width} px`).toBeLessThan(1.5);
        }).toPass();
      }
    });
  }
});
