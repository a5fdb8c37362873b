import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { keepBuild } from '../browser/pageBuild.ts';
import { expectErrors } from '../testing/expectedErrors.ts';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { useNewVersion, versionCheckMs } from './newVersion.ts';

let server: FakeServer;
let build: string | null;

beforeEach(() => {
  jest.useFakeTimers();
  keepBuild('old');
  build = 'old';
  server = openFakeServer({
    'GET /api/v1/health': () => (build === null ? 'no connection' : { success: true, build }),
  });
});
afterEach(() => {
  server.close();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const hide = (hidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));

test('another build of the server is noticed within five minutes, and stays noticed', async () => {
  expectErrors(/No answer/);
  const { result } = renderHook(() => useNewVersion());
  await wait(versionCheckMs);
  expect([server.calls.length, result.current]).toEqual([1, false]);
  build = 'new';
  await wait(versionCheckMs);
  expect(result.current).toBe(true);
  build = null;
  await wait(versionCheckMs);
  expect(result.current).toBe(true);
});

test('a hidden tab asks nothing, and asks at once when it is seen again', async () => {
  build = 'new';
  hide(true);
  const { result } = renderHook(() => useNewVersion());
  await wait(3 * versionCheckMs);
  expect(server.calls).toEqual([]);
  hide(false);
  await comeBack();
  await wait(0);
  expect(result.current).toBe(true);
  await comeBack();
  expect(server.calls).toHaveLength(1);
});
