// Reading of pages from a local website: encodings, compression, size and time.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { limits } from '../../config/limits.ts';
import { encodeAs } from '../../testing/encodeAs.ts';
import { createPageReader } from './pageReader.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const site = createServer((request, response) => answer(request, response));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  port = (site.address() as AddressInfo).port;
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
});

const read = (totalMs = limits.imageProxy.totalMs) =>
  createPageReader({
    limits: { ...limits.imageProxy, totalMs },
    allow: [{ host: '127.0.0.1', port }],
  }).read(`http://127.0.0.1:${port}/`);

const sending =
  (body: Buffer | string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, headers).end(body);

const russian = 'Генератор голосов';
const page = (title: string, head = '') =>
  `<!doctype html><html><head>${head}<title>${title}</title></head>`;

test.each([
  ['utf-8', russian],
  ['utf-16le', russian],
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['windows-1252', 'Création de “voix” à 5 €'],
  ['shift_jis', 'キャラクターの声を作る道具です'],
  ['gb18030', '为游戏角色制作声音的在线工具'],
])('reads %s, declared by the header, the page or nobody', async (encoding, title) => {
  answer = sending(encodeAs(encoding, page(title)), {
    'content-type': `text/html; charset="${encoding}"`,
  });
  expect((await read()).title).toBe(title);
  answer = sending(encodeAs(encoding, page(title, `<META CHARSET='${encoding}'>`)));
  expect((await read()).title).toBe(title);
  answer = sending(encodeAs(encoding, page(title)), { 'content-type': 'text/html' });
  expect((await read()).title).toBe(title);
});

test.each([
  ['a mark over the header', `\uFEFF${page(russian)}`, 'utf-8', 'text/html; charset=koi8-r'],
  [
    'the header over the page',
    page(russian, '<meta charset=utf-8>'),
    'koi8-r',
    'text/html; charset=koi8-r',
  ],
  [
    'the page where the header cannot be',
    page(russian, '<meta charset=koi8-r>'),
    'koi8-r',
    'text/html; charset=utf-8',
  ],
  [
    'the letters of UTF-8 over the header',
    page(russian, '<meta charset=windows-1251>'),
    'utf-8',
    'text/html; charset=windows-1251',
  ],
  [
    'the page over the default of a server',
    page('Ж', '<meta charset=windows-1251>'),
    'windows-1251',
    'text/html; charset=ISO-8859-1',
  ],
  [
    'an old meta tag',
    page('Ж', `<meta content='text/html; CHARSET = "windows-1251"' HTTP-EQUIV=Content-Type>`),
    'windows-1251',
    '',
  ],
])('believes %s', async (_what, html, encoding, type) => {
  answer = sending(encodeAs(encoding, html), { 'content-type': type });
  expect((await read()).title).toBe(/Ж/.test(html) ? 'Ж' : russian);
});

const whole = Buffer.from(page(russian) + '<p>text</p>'.repeat(2_000));
test.each<[string, string, Buffer]>([
  ['gzip', 'gzip', gzipSync(whole)],
  ['gzip that ends early', 'gzip', gzipSync(whole).subarray(0, -12)],
  ['gzip that nothing names', '', gzipSync(whole)],
  ['gzip that is none', 'gzip', whole],
  ['deflate', 'deflate', deflateSync(whole)],
  ['raw deflate', 'deflate', deflateRawSync(whole)],
  ['Brotli', 'br', brotliCompressSync(whole)],
  ['Brotli that is none', 'br', whole],
  ['Zstandard', 'zstd', zstdCompressSync(whole)],
  ['an unknown compression that is none', 'none', whole],
])('reads %s', async (_what, encoding, body) => {
  answer = sending(body, encoding ? { 'content-encoding': encoding } : {});
  expect((await read()).title).toBe(russian);
});

test('stops after the head of an endless page', async () => {
  answer = (_request, response) => {
    response.writeHead(200).write(`${page(russian)}<body>`);
  };
  expect((await read()).title).toBe(russian);
});

test('uses the received part of a truncated page', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '5000' }).write(`<head><title>${russian}</title>`);
    setTimeout(() => response.destroy(), 50);
  };
  expect((await read()).title).toBe(russian);
});

test.each<[string, typeof answer]>([
  ['does not begin', (_request, response) => void response.writeHead(200).flushHeaders()],
  [
    'changes the protocol',
    ({ socket }) =>
      void socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
      ),
  ],
])('gives up on a page that %s', async (_what, does) => {
  answer = does;
  await expect(read(200)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('reads nothing from other files', async () => {
  answer = sending('<title>Not me</title>', { 'content-type': 'application/pdf' });
  expect(await read()).toMatchObject({ title: '', image: null, pictures: [] });
});

const readHtml = () =>
  createPageReader({
    limits: limits.imageProxy,
    allow: [{ host: '127.0.0.1', port }],
  }).readHtml(`http://127.0.0.1:${port}/`);

test('reads a whole page, or returns the reason', async () => {
  const html = `${page(russian)}<body>${'<p>text</p>'.repeat(2_000)}</body>`;
  answer = sending(gzipSync(html), { 'content-encoding': 'gzip' });
  expect(await readHtml()).toEqual({ kind: 'html', html });
  for (const [status, kind] of [
    [404, 'gone'],
    [410, 'gone'],
    [401, 'refused'],
    [403, 'refused'],
    [429, 'failed'],
    [503, 'failed'],
  ] as const) {
    answer = (_request, response) => void response.writeHead(status).end('no');
    expect(await readHtml()).toEqual({ kind });
  }
  answer = sending('%PDF', { 'content-type': 'application/pdf' });
  expect(await readHtml()).toEqual({ kind: 'refused' });
  answer = sending('x'.repeat(limits.sourceWatch.pageBytes));
  expect(await readHtml()).toEqual({ kind: 'refused' });
  // Half a page would look as if the other half was deleted.
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '5000' }).write(page(russian));
    setTimeout(() => response.destroy(), 50);
  };
  expect(await readHtml()).toEqual({ kind: 'failed' });
});
