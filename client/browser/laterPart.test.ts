import { jest } from '@jest/globals';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { importLater } from './laterPart.ts';

let server: FakeServer;
let isThere: boolean;
let number = 0;
let file: string;
/** As a browser does: a module whose file did not come is never asked for again. */
let remembered: Promise<string> | undefined;
const load = jest.fn(
  () => (remembered ??= isThere ? Promise.resolve('part') : Promise.reject(new Error('gone'))),
);
let brokenOff: Response | undefined;
const answer = () => brokenOff ?? (isThere ? new Response('export {}') : 'no connection');

beforeEach(() => {
  number += 1;
  file = `assets/part-${number}.js`;
  isThere = true;
  brokenOff = undefined;
  remembered = undefined;
  load.mockClear();
  server = openFakeServer({ [`GET /${file}`]: answer, [`GET /assets/other-${number}.js`]: answer });
});
afterEach(() => {
  server.close();
  document.head.replaceChildren();
});

test('a part whose file did not come comes at the next try', async () => {
  isThere = false;
  await expect(importLater(load, [file])).rejects.toThrow(
    `Failed to fetch dynamically imported module: /${file}`,
  );
  expect(load).not.toHaveBeenCalled();
  isThere = true;
  await expect(importLater(load, [file])).resolves.toBe('part');
});

test('a file that breaks off on its way is not there, and is not asked for as a module', async () => {
  brokenOff = Object.assign(new Response(), {
    arrayBuffer: () => Promise.reject(new TypeError('cut off')),
  });
  await expect(importLater(load, [file])).rejects.toThrow('cut off');
  expect(load).not.toHaveBeenCalled();
});

test('one file of several that does not come is not asked for as a module either', async () => {
  const files = [file, `assets/missing-${number}.js`];
  await expect(importLater(load, files)).rejects.toThrow(`/assets/missing-${number}.js`);
  expect(load).not.toHaveBeenCalled();
});

test('what was fetched once is not fetched again, nor what the page’s HTML asks for by itself', async () => {
  const other = `assets/other-${number}.js`;
  const link = Object.assign(document.createElement('link'), {
    rel: 'modulepreload',
    href: `/${other}`,
  });
  document.head.append(link);
  await Promise.all([importLater(load, [file, other]), importLater(load, [file])]);
  await importLater(load, [file]);
  expect(server.calls.map(({ path }) => path)).toEqual([`/${file}`]);
});

test('the failure is told to the page, which may take it upon itself', async () => {
  isThere = false;
  const heard: unknown[] = [];
  const hear = (event: Event) => {
    heard.push((event as Event & { payload: Error }).payload.message);
    event.preventDefault();
  };
  window.addEventListener('vite:preloadError', hear);
  await expect(importLater(load, [file])).resolves.toBeUndefined();
  window.removeEventListener('vite:preloadError', hear);
  expect(heard).toEqual([`Failed to fetch dynamically imported module: /${file}`]);
});
