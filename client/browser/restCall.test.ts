import { jest } from '@jest/globals';
import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { CallFailed, restCall } from './restCall.ts';
import { onSignedOut } from './signedOut.ts';

let server: FakeServer;
let heard: string[];
let stop: () => void;
const refused = () =>
  json({ success: false, error: 'Not signed in', code: 'UNAUTHENTICATED' }, 401);

beforeEach(() => {
  heard = [];
  stop = onSignedOut((reason) => heard.push(reason));
  server = openFakeServer({
    'POST /api/v1/auth/login': ({ body }) => ({ success: true, ...body }),
    'POST /api/v1/auth/logout': refused,
    'POST /api/v1/auth/google/callback': refused,
    'POST /api/v1/auth/validate-token': refused,
    'GET /api/v1/health': () => 'no connection',
    'POST /auth/google/callback': () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    'POST /auth/telegram/callback': () => ({ success: false, error: 'Wrong hash' }),
  });
});
afterEach(() => {
  stop();
  server.close();
});

test('JSON there and back, in the language of the page', async () => {
  document.documentElement.lang = 'en';
  expect(await restCall('/api/v1/auth/login', { body: { provider: 'google' } })).toEqual({
    success: true,
    provider: 'google',
  });
  expect(server.calls[0]?.headers.get('accept-language')).toBe('en');
});

test('a refusal as nobody raises the signed-out event', async () => {
  await expect(restCall('/api/v1/auth/validate-token')).rejects.toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'Not signed in',
  });
  expect(heard).toEqual(['ended']);
});

test.each(['/api/v1/auth/logout', '/api/v1/auth/google/callback'])(
  '%s raises none',
  async (path) => {
    await expect(restCall(path)).rejects.toBeInstanceOf(CallFailed);
    expect(heard).toEqual([]);
  },
);

test('`success: false` is a failure whatever the status', async () => {
  await expect(restCall('/auth/telegram/callback')).rejects.toThrow('Wrong hash');
});

test('a gateway’s own page instead of an answer is a failure', async () => {
  await expect(restCall('/auth/google/callback')).rejects.toMatchObject({
    status: 502,
    code: null,
    message: '',
  });
});

test('no answer goes to the console', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(restCall('/api/v1/health', { method: 'GET' })).rejects.toMatchObject({ status: 0 });
  expect(log).toHaveBeenCalledWith('No answer from /api/v1/health', expect.any(TypeError));
  log.mockRestore();
});
