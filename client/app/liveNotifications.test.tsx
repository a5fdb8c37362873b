// What the reader is told while the page is seen: by a stream, and where there is none by asking.
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { Bell } from './Bell.tsx';

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeStream[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
  say(name: string, data: object = {}) {
    act(() => void this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) })));
  }
  fail(readyState: number) {
    this.readyState = readyState;
    act(() => void this.dispatchEvent(new Event('error')));
  }
}

let asked = 0;
const open = () => FakeStream.all.filter(({ readyState }) => readyState !== 2);
const see = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  asked = 0;
  FakeStream.all = [];
  Object.assign(window, { EventSource: FakeStream });
  keepCurrentUser(aUser({ unreadNotifications: 0 }));
  jest.useFakeTimers();
  await renderPage(<Bell />, {
    language: 'en',
    resolvers: { Query: { unreadNotificationsCount: () => (asked += 1) } },
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
  Reflect.deleteProperty(window, 'EventSource');
});

test('the number comes by itself, and nobody asks for it meanwhile', async () => {
  expect(FakeStream.all.map(({ url }) => url)).toEqual(['/api/v1/notifications/stream']);
  open()[0]!.say('unread', { unread: 3 });
  screen.getByRole('button', { name: 'Notifications, unread: 3' });
  await pass(90_000);
  expect(asked).toBe(0);
  // A stream that says nothing for longer than it lives was cut off.
  await pass(280_000);
  expect(FakeStream.all).toHaveLength(2);
  expect(open()).toHaveLength(1);
});

test('a page that is not seen follows nothing, seen again it does', async () => {
  see(true);
  expect(open()).toEqual([]);
  await pass(90_000);
  expect([open(), asked]).toEqual([[], 0]);
  see(false);
  expect(open()).toHaveLength(1);
});

test('without a stream it is asked for every 30 seconds, and the stream is tried again', async () => {
  open()[0]!.say('unread', { unread: 3 });
  open()[0]!.fail(2);
  await pass(31_000);
  expect(asked).toBe(1);
  await pass(30_000);
  expect(open()).toHaveLength(1);
  open()[0]!.say('unread', { unread: 5 });
  screen.getByRole('button', { name: 'Notifications, unread: 5' });
});

test('the browser opens one that ended by itself; one that another page has replaced stays away', async () => {
  open()[0]!.fail(0);
  expect(FakeStream.all).toHaveLength(1);
  open()[0]!.say('end', { reason: 'replaced' });
  await pass(120_000);
  expect(open()).toEqual([]);
  expect(asked).toBeGreaterThan(1);
});
