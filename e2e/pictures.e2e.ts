// Pictures through the image proxy from a misbehaving server: placeholder and retry rules.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { askRest } from './apiCalls.ts';
import { expect, createSession, test } from './journey.ts';
import { startProduct, type Running } from './server.ts';

const kinds = ['good', 'gone', 'busy', 'empty', 'broken', 'text'] as const;
let pictures: Server;
let product: Running;
let folder: string;
let refusals = 0;

const answers: Record<string, (response: ServerResponse, picture: Buffer) => void> = {
  good: (response, picture) => response.end(picture),
  gone: (response) => response.writeHead(410).end(),
  // Answers 429 twice.
  busy(response, picture) {
    refusals += 1;
    if (refusals <= 2) response.writeHead(429, { 'Retry-After': '1' }).end();
    else response.end(picture);
  },
  empty: (response) => response.end(),
  broken: (response) => response.writeHead(500).end(),
  text: (response) => response.setHeader('Content-Type', 'image/png').end('no picture at all'),
};

// The browser logs every refused request.
test.use({ expectedMessages: [/Failed to load resource/] });

test.beforeAll(async () => {
  const picture = await sharp({
    create: { width: 120, height: 120, channels: 3, background: '#b4430b' },
  })
    .png()
    .toBuffer();
  pictures = createServer((request, response) => {
    const kind = request.url?.slice(1).replace('.png', '') ?? '';
    answers[kind]?.(response, picture);
  });
  await new Promise<void>((done) => {
    pictures.listen(0, '127.0.0.1', done);
  });
  const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'loadout-pictures-'));
  const rows = kinds.map(
    (kind, index) =>
      `${index + 1},Zyxel ${kind},,A service,https://${kind}.service.example/,,,2026-01-01T00:00:00Z,http://${host}/${kind}.png,,false`,
  );
  const file = join(folder, 'bookmarks.csv');
  writeFileSync(
    file,
    ['id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite', ...rows].join('\n'),
  );
  product = await startProduct({ IMAGE_PROXY_ALLOW: host, BOOKMARKS_FILE: file });
});

test.afterAll(async () => {
  await product.stop();
  pictures.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a synchronisation as the admin and waits for its end. */
async function synchronise(page: Page): Promise<void> {
  await createSession(page, 'igor.volkov@gdev.example', product.url);
  const headers = { origin: product.url };
  await page.request.post(`${product.url}/api/v1/knowledge/sync`, { data: {}, headers });
  await expect
    .poll(async () => {
      const answer = await askRest(
        page,
        `${product.url}/api/v1/knowledge/search?search=Zyxel&perPage=12`,
      );
      return ((await answer.json()) as { total: number }).total;
    })
    .toBe(kinds.length);
}

test('shows valid pictures, letters for invalid ones, and follows the retry rules', async ({
  page,
}) => {
  await synchronise(page);
  const asked: Record<string, number[]> = {};
  page.on('response', (response) => {
    const kind = /%2F(\w+)\.png$/.exec(response.url())?.[1];
    if (kind) (asked[kind] ??= []).push(response.status());
  });
  await page.goto(`${product.url}/dashboard?search=Zyxel`);
  const card = (kind: string) =>
    page.getByRole('article').filter({ has: page.getByRole('link', { name: `Zyxel ${kind}` }) });
  await expect(card('good').locator('img')).toBeVisible();
  // The third answer comes after waits of one and of two seconds.
  await expect(card('busy').locator('img')).toBeVisible();
  expect(asked['busy']).toEqual([429, 429, 200]);
  for (const [kind, status] of Object.entries({ gone: 410, empty: 503, broken: 503, text: 503 })) {
    await expect(card(kind)).toBeVisible();
    await expect(card(kind).locator('img')).toHaveCount(0);
    await expect(card(kind)).toContainText('Z');
    expect([kind, asked[kind]]).toEqual([kind, [status]]);
  }

  // A second search on the same page does not request missing pictures again.
  await page.keyboard.press('KeyS');
  await page.getByRole('button', { name: 'Очистить поиск' }).click();
  await expect(page).not.toHaveURL(/search=/);
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('Zyxel');
  await expect(card('good').locator('img')).toBeVisible();
  expect(asked['gone']).toEqual([410]);
});
