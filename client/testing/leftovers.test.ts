// What a file of tests leaves to the next one is named. This file has a window of its own (keptRuntime.mjs).
import { join } from 'node:path';

const { watchLeftovers } = (await import(join(process.cwd(), 'client/testing/leftovers.mjs'))) as {
  watchLeftovers: (window: typeof globalThis) => () => string[];
};
const find = watchLeftovers(globalThis);
const setUpIsDone = (globalThis as unknown as Record<symbol, () => void>)[
  Symbol.for('loadout.windowIsSetUp')
]!;

test('nothing is found where nothing is left', () => {
  setUpIsDone();
  clearInterval(setInterval(() => undefined, 1_000));
  expect(find()).toEqual([]);
});

test('all that is left is named', () => {
  setUpIsDone();
  const { fetch } = globalThis;
  const { getBoundingClientRect } = Element.prototype;
  globalThis.fetch = () => Promise.reject(new Error());
  Element.prototype.getBoundingClientRect = () => new DOMRect();
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  document.body.append(document.createElement('aside'));
  localStorage.setItem('draft', 'a');
  sessionStorage.setItem('seen', 'a');
  document.cookie = 'language=ru';
  const clock = setInterval(() => undefined, 1_000);
  expect(find()).toEqual([
    'window.fetch is another',
    'navigator.onLine is another',
    'Element.prototype.getBoundingClientRect is another',
    'in the page: <aside></aside>',
    'localStorage.draft',
    'sessionStorage.seen',
    'the cookies language=ru',
    expect.stringContaining('an interval: '),
  ]);
  clearInterval(clock);
  Object.assign(globalThis, { fetch });
  Object.assign(Element.prototype, { getBoundingClientRect });
  Reflect.deleteProperty(navigator, 'onLine');
  document.body.replaceChildren();
  document.cookie = 'language=; max-age=0';
});
