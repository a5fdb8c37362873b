// The dashboard shows its cards from what came with the page: without a question, and with the same answers.
import type { Page } from '@playwright/test';
import { askGraphql } from './ask.ts';
import {
  address,
  expect,
  openWithData,
  signIn,
  signInOnScreen,
  takeSession,
  test,
} from './journey.ts';

interface Answer {
  name: string;
  variables: Record<string, unknown>;
  data: unknown;
}

/** The operations that the page that was opened last sends to POST /graphql. */
function operationsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) names.length = 0;
    if (request.url().endsWith('/graphql')) {
      const { operationName } = request.postDataJSON() as { operationName: string };
      names.push(operationName);
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
    await takeSession(page);
    const operations = operationsOf(page);
    await openWithData(page, `/dashboard${query}`);
    await expect(
      page.getByRole('heading', { name: /^(Найден|По запросу)|Ничего/ }).first(),
    ).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(operations).toEqual([]);
  });
}

test('an empty list asks only which filter to drop', async ({ page }) => {
  await takeSession(page);
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard?tags=images');
  await expect(page.getByRole('button', { name: /^Убрать «тег images»/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual(['LeftOutFilters']);
});

test('an open wizard asks for its numbers alone', async ({ page }) => {
  await takeSession(page);
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard?concepts=image-editing&cat=create&sub=images');
  await expect(page.getByRole('list', { name: 'Изображения' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual(['ConceptCounts']);
});

test('no question for an admin either: the count of reports comes along', async ({ page }) => {
  await takeSession(page, 'igor.volkov@gdev.example');
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual([]);
});

test('what came along is what POST /graphql answers', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  const requested = page.waitForRequest(/\/graphql$/);
  await page.keyboard.press('KeyS');
  const { query } = (await requested).postDataJSON() as { query: string };
  await openWithData(page, '/dashboard?search=видео');
  const [first] = (await bootOf(page)).firstPage ?? [];
  expect(first?.data).toEqual(await askGraphql(page, address(), query, first?.variables));
});

test('on a phone the pages of the address come along', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await takeSession(page);
  await page.setExtraHTTPHeaders({ 'sec-ch-ua-mobile': '?1' });
  const operations = operationsOf(page);
  await openWithData(page, '/dashboard?page=2');
  await expect(page.getByRole('article')).toHaveCount(24);
  await page.waitForLoadState('networkidle');
  expect(operations).toEqual([]);
});

test('after the first screen the server is asked again', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  const operations = operationsOf(page);
  await page.keyboard.press('KeyS');
  await expect(page).toHaveURL(/sortOrder=asc/);
  await page.goBack();
  await expect(page).not.toHaveURL(/sortOrder=asc/);
  await expect.poll(() => operations).toEqual(['SearchKnowledge', 'SearchKnowledge']);
});

test('a page without data asks by itself', async ({ page }) => {
  await takeSession(page);
  await page.route(/\/dashboard$/, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({ response: answer, body: html.replace('"firstPage":', '"other":') });
  });
  const operations = operationsOf(page);
  await page.goto(`${address()}/dashboard`);
  await expect(page.getByRole('article')).toHaveCount(12);
  expect(operations).toEqual(['SearchKnowledge']);
});

test('the next person at the same browser sees nothing of the one before', async ({ page }) => {
  await takeSession(page, 'igor.volkov@gdev.example');
  await openWithData(page, '/dashboard');
  const admins = await bootOf(page);
  expect(admins.firstPage).toHaveLength(3);
  await page.context().clearCookies();
  await signInOnScreen(page);
  await expect(page.getByRole('article')).toHaveCount(12);
  await openWithData(page, '/dashboard');
  const users = await bootOf(page);
  expect(users.firstPage).toHaveLength(1);
  // The words of the screens name fields; what counts is what the server knows.
  const known = JSON.stringify({ ...users, translations: null }, (key, value: unknown) =>
    // What may go into a service is for everybody of the company.
    key === 'marked' ? null : value,
  );
  expect(known).not.toMatch(/approved|adminNotes|complaintsCount/);
});
