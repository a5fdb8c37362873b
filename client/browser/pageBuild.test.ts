import { jest } from '@jest/globals';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { reloadForMissingChunk, setPageBuild } from './pageBuild.ts';

const reload = jest.fn();
const gone = 'Failed to fetch dynamically imported module: http://localhost/assets/Dialog-1.js';
let server: FakeServer;
let health: () => Record<string, unknown> | 'no connection';

beforeAll(() => reloadForMissingChunk(reload));
beforeEach(() => {
  reload.mockClear();
  setPageBuild('old');
  health = () => ({ build: 'new' });
  server = openFakeServer({ 'GET /api/v1/health': () => health() });
});
afterEach(() => {
  server.close();
  document.body.replaceChildren();
});

/** Makes a chunk fail to load; returns the event once the server has been asked. */
async function miss(message = gone): Promise<Event> {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
    payload: new TypeError(message),
  });
  window.dispatchEvent(event);
  await new Promise((done) => {
    setTimeout(done, 20);
  });
  return event;
}

test.each([
  gone,
  'error loading dynamically imported module: http://localhost/assets/Dialog-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Dialog-1.css',
])('reloads once after a release: %s', async (message) => {
  await miss(message);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('shows an error when a chunk is still missing after the reload', async () => {
  await miss();
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
  setPageBuild('new');
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('reloads again for the next release', async () => {
  await miss();
  setPageBuild('new');
  health = () => ({ build: 'newer' });
  await miss();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('does not treat an error inside a chunk as a missing chunk, and never hides it', async () => {
  const own = await miss("Cannot read properties of undefined (reading 'map')");
  expect([reload.mock.calls.length, server.calls.length]).toEqual([0, 0]);
  const missing = await miss();
  expect([own.defaultPrevented, missing.defaultPrevented]).toEqual([false, false]);
});

test('does not reload on a weak connection', async () => {
  health = () => 'no connection';
  await miss();
  health = () => ({ build: 'old' });
  await miss();
  expect(reload).not.toHaveBeenCalled();
});

test('never reloads over typed text', async () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = 'Наполовину написанный кейс';
  await miss();
  expect(reload).not.toHaveBeenCalled();
  field.value = ' ';
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
});
