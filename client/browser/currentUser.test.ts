import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { aUser } from '../testing/people.ts';
import {
  findCurrentUser,
  forgetCurrentUser,
  keepCurrentUser,
  refreshCurrentUser,
} from './currentUser.ts';
import { onSignedOut } from './signedOut.ts';

const path = '/api/v1/auth/me';
let server: FakeServer;
afterEach(() => server.close());

test('the person is looked up once', async () => {
  server = openFakeServer({ [`GET ${path}`]: () => ({ success: true, data: aUser() }) });
  const both = await Promise.all([refreshCurrentUser(), findCurrentUser()]);
  expect(both.map((user) => user?.name)).toEqual(['Анна Крылова', 'Анна Крылова']);
  await findCurrentUser();
  expect(server.callsTo(path)).toHaveLength(1);
});

test('a visitor is nobody, and that is remembered too', async () => {
  server = openFakeServer({ [`GET ${path}`]: () => json({ success: false }, 401) });
  expect(await refreshCurrentUser()).toBeNull();
  expect(await findCurrentUser()).toBeNull();
  expect(server.callsTo(path)).toHaveLength(1);
});

test('a server that does not answer is no sign-out', async () => {
  server = openFakeServer({ [`GET ${path}`]: () => json({ success: false, error: 'down' }, 503) });
  keepCurrentUser(aUser());
  await expect(refreshCurrentUser()).rejects.toThrow('down');
  expect(await findCurrentUser()).toEqual(aUser());
});

test('signing out clears the cache and tells the page', async () => {
  server = openFakeServer({});
  keepCurrentUser(aUser());
  const heard: string[] = [];
  const stop = onSignedOut((reason) => heard.push(reason));
  forgetCurrentUser('left');
  stop();
  forgetCurrentUser('left');
  expect(heard).toEqual(['left']);
  expect(await findCurrentUser()).toBeNull();
});
