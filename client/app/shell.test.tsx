// App shell: guards, shortcuts, account menu, notifications, new version.
import { jest } from '@jest/globals';
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../browser/currentUser.ts';
import { setPageBuild } from '../browser/pageBuild.ts';
import { expectErrors } from '../testing/expectedErrors.ts';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { anAdmin, aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { useNewVersion, versionCheckMs } from './Frame.tsx';
import { AccountButton } from './AccountButton.tsx';
import { Bell } from './Bell.tsx';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { redirectSignedIn, requireAdmin, requireUser } from './guards.ts';
import { setSingleKeys } from '../browser/keyboard.ts';

describe('guards', () => {
  const sentTo = async (guard: typeof requireUser, path: string) =>
    guard(new URL(path, location.origin));

  describe('a visitor', () => {
    beforeEach(() => void setCurrentUser(null));
    test('is redirected to the login screen, which keeps the address', async () => {
      expect(await sentTo(requireUser, '/admin/complaints?status=new#row')).toBe(
        '/login?from=%2Fadmin%2Fcomplaints%3Fstatus%3Dnew%23row',
      );
    });
  });

  describe('a user', () => {
    beforeEach(() => void setCurrentUser(aUser()));
    test('is redirected from the admin panel to the dashboard, with a message', async () => {
      await renderPage(<p />);
      expect(await act(() => sentTo(requireAdmin, '/admin'))).toBe('/dashboard');
      expect(
        await screen.findByText('Доступ запрещён: раздел только для администраторов'),
      ).toBeInTheDocument();
    });
    test('skips the login screen and reaches the requested address', async () => {
      expect(await sentTo(redirectSignedIn, '/login?from=%2Fprofile%2Fuse-cases')).toBe(
        '/profile/use-cases',
      );
      expect(await sentTo(redirectSignedIn, '/login?from=https%3A%2F%2Fevil.example')).toBe(
        '/dashboard',
      );
    });
  });
});

describe('single keys', () => {
  const screenWithSearch = (
    <>
      <form role="search">
        <input role="combobox" aria-label="Поиск" aria-expanded="false" aria-controls="x" />
      </form>
      <textarea aria-label="Кейс" />
      <ShortcutKeys />
    </>
  );
  const press = (init: KeyboardEventInit, target: EventTarget = document.body) =>
    act(async () => {
      target.dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  const search = () => screen.getByRole('combobox', { name: 'Поиск', hidden: true });

  beforeEach(() => void setCurrentUser(aUser()));
  afterEach(() => act(() => setSingleKeys(true)));

  test('/ and Ctrl-K focus the search on any keyboard layout, other keys do not', async () => {
    await renderPage(screenWithSearch);
    for (const [isSearch, init] of [
      [true, { code: 'Slash', key: '/' }],
      [true, { code: 'Digit7', key: '/', shiftKey: true }],
      [true, { code: 'KeyK', key: 'k', ctrlKey: true }],
      [true, { code: 'KeyK', key: 'л', ctrlKey: true }],
      [false, { code: 'Slash', key: '.' }],
      [false, { code: 'Slash', key: '÷', altKey: true }],
      [false, { code: 'KeyQ', key: '/', modifierAltGraph: true }],
    ] as const) {
      search().blur();
      await press(init);
      expect({ init, isSearch: document.activeElement === search() }).toEqual({ init, isSearch });
    }
    const field = screen.getByRole('textbox', { name: 'Кейс' });
    field.focus();
    // A character typed into a field is no shortcut.
    await press({ code: 'Slash', key: '/' }, field);
    expect(field).toHaveFocus();
    await press({ code: 'KeyK', key: 'k', ctrlKey: true }, field);
    expect(search()).toHaveFocus();
  });

  test('? opens the list, which contains the switch', async () => {
    const { user } = await renderPage(screenWithSearch);
    await press({ code: 'Slash', key: '?', shiftKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Горячие клавиши' });
    expect(dialog).toHaveTextContent('Ctrl K');
    const single = screen.getByRole('switch', { name: /из одного символа/ });
    expect(single).toBeChecked();
    await user.click(single);
    await waitFor(() => expect(single).not.toBeChecked());
    await press({ code: 'KeyK', key: 'k', ctrlKey: true });
    expect(search()).not.toHaveFocus();
  });
});

describe('account menu', () => {
  test('shows the number of waiting proposals to admins only', async () => {
    let waiting = 2;
    setCurrentUser(anAdmin());
    const resolvers = {
      Query: { complaintsCount: () => ({ count: 0 }), proposalsCount: () => waiting },
    };
    const first = await renderPage(<AccountButton />, { resolvers });
    await first.user.click(screen.getByRole('button', { name: /^Меню профиля/ }));
    const entry = await screen.findByRole('menuitem', { name: /Предложенные сервисы.*2/ });
    expect(entry).toHaveAttribute('href', '/admin/catalogue-gaps');
    cleanup();
    waiting = 0;
    const second = await renderPage(<AccountButton />, { resolvers });
    await second.user.click(screen.getByRole('button', { name: /^Меню профиля/ }));
    await screen.findByRole('menuitem', { name: 'Новые жалобы' });
    expect(screen.queryByRole('menuitem', { name: /Предложенные/ })).toBeNull();
  });

  test('links approvers to access requests, and nobody else', async () => {
    let waiting: number | null = 3;
    setCurrentUser(aUser());
    const company = { key: 'nexters', name: 'Nexters' };
    const resolvers = {
      Query: {
        accessRequestsToDecideCount: () => waiting,
        companiesWithDataRules: () => [{ company, mayDecide: true }],
      },
    };
    const first = await renderPage(<AccountButton />, { resolvers });
    await first.user.click(screen.getByRole('button', { name: /^Меню профиля/ }));
    const entry = await screen.findByRole('menuitem', { name: /Запросы доступа.*3/ });
    expect(entry).toHaveAttribute('href', '/profile/approvals');
    const rules = await screen.findByRole('menuitem', { name: 'Правила данных' });
    expect(rules).toHaveAttribute('href', '/profile/rules');
    expect(screen.getByRole('menuitem', { name: 'Аналитика' })).toHaveAttribute(
      'href',
      '/insights',
    );
    cleanup();
    waiting = null;
    const second = await renderPage(<AccountButton />, { resolvers });
    await second.user.click(screen.getByRole('button', { name: /^Меню профиля/ }));
    await screen.findByRole('menuitem', { name: 'Настройки уведомлений' });
    expect(
      screen.queryByRole('menuitem', { name: /Запросы доступа|Правила данных|Аналитика/ }),
    ).toBeNull();
  });

  test('opens with all entries at once, without a later shift', async () => {
    await import('./AccountMenu.tsx');
    let letGo: (count: number) => void = () => undefined;
    const answer = new Promise<number>((done) => {
      letGo = done;
    });
    let isAsked = false;
    setCurrentUser(aUser());
    const company = { key: 'nexters', name: 'Nexters' };
    const resolvers = {
      Query: {
        accessRequestsToDecideCount: () => {
          isAsked = true;
          return answer;
        },
        companiesWithDataRules: () => [{ company, mayDecide: true }],
      },
    };
    const { user } = await renderPage(<AccountButton />, { resolvers });
    await user.click(screen.getByRole('button', { name: /^Меню профиля/ }));
    await waitFor(() => expect(isAsked).toBe(true));
    expect(screen.queryByRole('menu')).toBeNull();
    letGo(3);
    const menu = await screen.findByRole('menu');
    const entries = within(menu).getAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Запросы доступа'),
        expect.stringContaining('Правила данных'),
      ]),
    );
  });
});

describe('live notifications', () => {
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
    setCurrentUser(aUser({ unreadNotifications: 0 }));
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

  test('tells that an access request needs an answer, read or not', async () => {
    cleanup();
    await renderPage(<Bell />, {
      language: 'en',
      resolvers: {
        Query: { myAccessRequests: () => [{ id: '2', service: 'Krea', status: 'needs_answer' }] },
      },
    });
    await pass(100);
    screen.getByRole('button', { name: 'Notifications. An access request needs your answer' });
  });

  test('receives the number by the stream, without polling', async () => {
    expect(FakeStream.all.map(({ url }) => url)).toEqual(['/api/v1/notifications/stream']);
    open()[0]!.say('unread', { unread: 3 });
    screen.getByRole('button', { name: 'Notifications, unread: 3' });
    await pass(90_000);
    expect(asked).toBe(0);
    // A stream that is silent for longer than its lifetime was cut off.
    await pass(280_000);
    expect(FakeStream.all).toHaveLength(2);
    expect(open()).toHaveLength(1);
  });

  test('closes the stream in a hidden page and reopens it when visible', async () => {
    see(true);
    expect(open()).toEqual([]);
    await pass(90_000);
    expect([open(), asked]).toEqual([[], 0]);
    see(false);
    expect(open()).toHaveLength(1);
  });

  test('polls every 30 seconds without a stream, and retries the stream', async () => {
    open()[0]!.say('unread', { unread: 3 });
    open()[0]!.fail(2);
    await pass(31_000);
    expect(asked).toBe(1);
    await pass(30_000);
    expect(open()).toHaveLength(1);
    open()[0]!.say('unread', { unread: 5 });
    screen.getByRole('button', { name: 'Notifications, unread: 5' });
  });

  test('reconnects after the end of a stream, but not when another page replaced it', async () => {
    open()[0]!.fail(0);
    expect(FakeStream.all).toHaveLength(1);
    open()[0]!.say('end', { reason: 'replaced' });
    await pass(120_000);
    expect(open()).toEqual([]);
    expect(asked).toBeGreaterThan(1);
  });
});

describe('a new version', () => {
  let server: FakeServer;
  let build: string | null;

  beforeEach(() => {
    jest.useFakeTimers();
    setPageBuild('old');
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
  const comeBack = () =>
    act(async () => void document.dispatchEvent(new Event('visibilitychange')));

  test('notices another build of the server within five minutes, permanently', async () => {
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

  test('does not check in a hidden tab, and checks at once when visible', async () => {
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
});
