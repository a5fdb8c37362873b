import { jest } from '@jest/globals';
import { whenConnected } from './whenConnected.ts';

const gone = new TypeError('Failed to fetch dynamically imported module');
let online: boolean;

beforeEach(() => {
  online = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('a part that does not come without a connection comes with the next one', async () => {
  online = false;
  const load = jest.fn(() => (online ? Promise.resolve('part') : Promise.reject(gone)));
  const part = whenConnected(load);
  await Promise.resolve();
  expect(load).toHaveBeenCalledTimes(1);
  await new Promise((done) => {
    setTimeout(done, 0);
  });
  // A connection for a moment only: it goes on waiting.
  window.dispatchEvent(new Event('online'));
  await new Promise((done) => {
    setTimeout(done, 0);
  });
  expect(load).toHaveBeenCalledTimes(2);
  online = true;
  window.dispatchEvent(new Event('online'));
  await expect(part).resolves.toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a part that does not come although there is a connection is a failure', async () => {
  await expect(whenConnected(() => Promise.reject(gone))).rejects.toBe(gone);
});
