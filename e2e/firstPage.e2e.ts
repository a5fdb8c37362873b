// First rendering of the dashboard from data sent with the page, without further requests.
import type { Page } from '@playwright/test';
import { askGraphql } from './apiCalls.ts';
import {
  address,
  expect,
  expectRendered,
  openWithData,
  waitForFonts,
  signIn,
  signInOnScreen,
  createSession,
  test,
} from './journey.ts';
import { setWidth } from './screen.ts';
import { languages } from '../server/shared/language.ts';

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

/** Operations that a page still sends, by the query of its address. */
const firstScreens: Record<string, string[]> = {
  '': [],
  '?search=изображения&page=2': [],
  '?sortBy=title&sortOrder=asc&verified=1&page=3': [],
  '?concepts=voiceover': [],
  // Only the filter suggestions of an empty list.
  '?tags=images': ['LeftOutFilters'],
  // Only the numbers of an open wizard.
  '?concepts=image-editing&cat=create&sub=images': ['ConceptCounts'],
};

test('no other question for the first screen', async ({ page }) => {
  await createSession(page);
  const operations = operationsOf(page);
  for (const [query, asked] of Object.entries(firstScreens))
    await test.step(query, async () => {
      await openWithData(page, `/dashboard${query}`);
      await expect(
        page.getByRole('heading', { name: /^\d+ сервис|[Нн]ичего/ }).first(),
      ).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect.poll(() => operations).toEqual(asked);
    });
});

test('no question of an admin either: the complaint count is included', async ({ page }) => {
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
  expect(operations.toSorted()).toEqual([
    'AccessRequestsToDecideCount',
    'LoadoutStrip',
    'OwnRequestStatuses',
    'SearchKnowledge',
  ]);
});

test('shows the next person nothing of the previous one', async ({ page }) => {
  await createSession(page, 'igor.volkov@gdev.example');
  await openWithData(page, '/dashboard');
  const admins = await bootOf(page);
  expect(admins.firstPage).toHaveLength(6);
  // Pictures that still load would be refused.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signInOnScreen(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  await openWithData(page, '/dashboard');
  const users = await bootOf(page);
  expect(users.firstPage).toHaveLength(4);
  // Translations contain field names too; only the data of the server count.
  const known = JSON.stringify({ ...users, translations: null }, (key, value: unknown) =>
    // The status of the reader themselves, and of their own requests, is allowed.
    key === 'approvalStatus' || key === 'myAccessRequests' ? null : value,
  );
  expect(known).not.toMatch(/approved|adminNotes|complaintsCount/);
});

test.describe('the picture before the scripts', () => {
  interface Part {
    picture: string;
    real: string;
    /** What must be equal. */
    same: ReadonlyArray<'x' | 'y' | 'height'>;
  }

  const placesOf = (page: Page, parts: readonly Part[], which: 'picture' | 'real') =>
    Promise.all(
      parts.map(async (part) => {
        const box = await page.locator(part[which]).first().boundingBox();
        if (!box) throw new Error(`${part[which]} is not to be seen`);
        return box;
      }),
    );

  /** Opens a page without its scripts, and compares it with the page that follows. */
  async function expectSamePlaces(page: Page, path: string, parts: readonly Part[]): Promise<void> {
    await page.route(/\/assets\/.*\.js$/, () => undefined);
    await openWithData(page, path, { waitUntil: 'commit' });
    for (const { picture } of parts) await expect(page.locator(picture).first()).toBeVisible();
    await waitForFonts(page);
    const pictured = new Map<number, Awaited<ReturnType<typeof placesOf>>>();
    for (const width of [360, 768, 1280]) {
      await setWidth(page, width);
      pictured.set(width, await placesOf(page, parts, 'picture'));
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await openWithData(page, path);
    await expectRendered(page);
    for (const [width, before] of pictured) {
      await setWidth(page, width);
      // The page follows a new width in a moment.
      await expect(async () => {
        const after = await placesOf(page, parts, 'real');
        for (const [index, { picture, same }] of parts.entries())
          for (const side of same)
            expect(
              Math.abs(before[index]![side] - after[index]![side]),
              `${side} of ${picture} at ${width} px`,
            ).toBeLessThan(1.5);
      }).toPass();
    }
  }

  for (const [who, email] of [
    ['a newcomer', 'anna.krylova@nexters.example'],
    ['an admin', 'igor.volkov@gdev.example'],
  ] as const) {
    test(`for ${who} the catalogue stands where its picture stood`, async ({ page }) => {
      await createSession(page, email);
      await expectSamePlaces(page, '/dashboard', [
        { picture: '.first-search', real: '[role=search]', same: ['y'] },
        { picture: '.first-card', real: 'article', same: ['x', 'y'] },
      ]);
    });
  }

  for (const language of languages) {
    test(`the name of a service and what it is for stand where their picture stood (${language})`, async ({
      page,
    }) => {
      await createSession(page, 'anna.krylova@nexters.example');
      await page.context().addCookies([{ name: 'language', value: language, url: address() }]);
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      await expectSamePlaces(page, '/services/1', [
        {
          picture: '.first-service h1',
          real: '#main [data-part=name] h1',
          same: ['x', 'y', 'height'],
        },
        {
          picture: '.first-service p',
          real: '#main [data-part=lead] p',
          same: ['x', 'y', 'height'],
        },
        { picture: '.first-may', real: '#main [data-part=may]', same: ['y'] },
      ]);
    });
  }
});
