// The first hour of a company: 410 services of its own from an export, without the demo and without duplicates, and back again.
// Needs its own product: the restored demo services have other ids.
import type { Locator, Page } from '@playwright/test';
import { ownCount, ownTags } from '../server/testing/ownExport.ts';
import { askGraphql } from './apiCalls.ts';
import { buildOwnCatalogue } from './jobs.ts';
import { expect, createSession, test } from './journey.ts';
import { startDemo, type Running } from './server.ts';

let product: Running;
test.beforeAll(async () => {
  product = await startDemo({});
});
test.afterAll(() => product.stop());

const count = 410;

/** An export as Raindrop writes it, with a duplicate by address, a duplicate by name and a row that is no bookmark. */
const exported = [
  'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
  ...Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const tags = `"own tools, свои ${number % 7}"`;
    return `${9_000_000 + number},Own tool ${number},Свой инструмент ${number},What it does for work number ${number},https://own${number}.example.com/,,${tags},2026-01-01T00:00:00.000Z,,,false`;
  }),
  '9900001,Another,,,http://www.own7.example.com/?utm_source=x,,,2026-01-01T00:00:00.000Z,,,false',
  '9900002,Broken,,,javascript:alert(1),,,2026-01-01T00:00:00.000Z,,,false',
].join('\n');

const file = { name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(exported) };

/** Number of services that everybody sees. */
async function totalOf(page: Page): Promise<number> {
  const { searchKnowledge } = await askGraphql<{ searchKnowledge: { total: number } }>(
    page,
    product.url,
    '{ searchKnowledge(perPage: 1) { total } }',
  );
  return searchKnowledge.total;
}

test('turns an export into a catalogue in a few presses, with undo of everything', async ({
  page,
}) => {
  await createSession(page, 'igor.volkov@gdev.example', product.url);
  await page.goto(`${product.url}/admin/import`);
  const before = await totalOf(page);
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  presses += 1;
  await page.getByLabel('Перетащите файлы или выберите их').setInputFiles(file);
  await expect(page.getByRole('checkbox', { name: `Новые: ${count} закладок` })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Дубли.*1 закладка/ })).not.toBeChecked();
  await expect(page.getByText(/javascript:/)).toBeVisible();
  expect(await totalOf(page)).toBe(before);

  await press(page.getByRole('button', { name: `Импортировать ${count} закладок` }));
  const question = page.getByRole('dialog', { name: 'Что сделать с демокаталогом?' });
  await press(question.getByRole('button', { name: 'Убрать после импорта' }));
  await expect(page.getByText(`Добавлено ${count} сервисов`).first()).toBeVisible();
  expect(await totalOf(page)).toBe(count);
  expect(presses).toBeLessThanOrEqual(40);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать отчёт' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('loadout-import.csv');

  await page.goto(`${product.url}/dashboard?search=Own+tool+7`);
  await expect(page.getByRole('link', { name: /^Own tool 7/ }).first()).toBeVisible();

  await page.goto(`${product.url}/admin/import`);
  await page.getByRole('button', { name: /^Отменить импорт от/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click();
  await expect(page.getByText('отменён', { exact: true })).toBeVisible();
  expect(await totalOf(page)).toBe(0);
  await page.goto(`${product.url}/admin/demo`);
  await expect(page.getByText('Демокаталог не загружен.')).toBeVisible();
  await page.getByRole('button', { name: 'Загрузить демокаталог' }).click();
  await expect(page.getByText(/^Демокаталог загружен: \d+/).first()).toBeVisible();
  expect(await totalOf(page)).toBe(before);
});

// `npm run bench:jobs` measures the variants with the mouse and in Russian.
test('turns a fresh product into a catalogue with the keyboard only, on a phone', async ({
  browser,
}) => {
  const fresh = await startDemo({});
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 360, height: 800 },
  });
  try {
    const page = await context.newPage();
    await createSession(page, 'igor.volkov@gdev.example', fresh.url);
    const { presses } = await buildOwnCatalogue(page, fresh.url, {
      language: 'en',
      byKeyboard: true,
    });
    expect(presses).toBeLessThanOrEqual(40);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    const data = await askGraphql<{
      searchKnowledge: { total: number };
      demo: { isLoaded: boolean };
      duplicates: { total: number };
      tags: { nameRu: string; nameEn: string }[];
    }>(
      page,
      fresh.url,
      '{ searchKnowledge(perPage: 1) { total } demo { isLoaded } duplicates { total } tags { nameRu nameEn } }',
    );
    expect(data).toMatchObject({
      searchKnowledge: { total: ownCount },
      demo: { isLoaded: false },
      duplicates: { total: 0 },
    });
    expect(data.tags.filter(({ nameRu, nameEn }) => nameRu === nameEn)).toEqual([]);
    expect(data.tags).toHaveLength(ownTags.length);
  } finally {
    await context.close();
    await fresh.stop();
  }
});
