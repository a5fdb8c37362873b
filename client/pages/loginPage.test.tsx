import i18next from 'i18next';
import { act, screen, waitFor } from '@testing-library/react';
import { requireReauthentication } from '../browser/signedOut.ts';
import { storeTelegramLogin } from '../browser/signIn.ts';
import { widgetPageUrl } from '../features/signIn/TelegramSignIn.tsx';
import { expectErrors } from '../testing/expectedErrors.ts';
import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { aUser } from '../testing/fixtures.ts';
import { answerGraphql } from '../testing/schemaClient.ts';

let server: FakeServer;
const open = (table: Parameters<typeof openFakeServer>[0] = {}) => {
  server = openFakeServer({
    'POST /graphql': answerGraphql({ Query: { demoAccounts: () => [], likedKnowledge: () => [] } }),
    ...table,
  });
};
const withAgent = (agent: string) =>
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: agent });
const google = { signInProviders: ['google'] };
const widget = { signInProviders: ['telegram'], telegramBotName: 'loadout_bot' };
const telegramFields =
  '?id=42&first_name=Anna&auth_date=1760000000&hash=abc&asked=n1&from=%2Fprofile%2Fknowledge';

afterEach(() => {
  server?.close();
  localStorage.removeItem('telegramLogin');
  sessionStorage.removeItem('telegramAsked');
  Reflect.deleteProperty(navigator, 'userAgent');
});

test('shows the restricted note, the documents and a quote, in English too', async () => {
  open();
  await openPage('/login', { language: 'en', settings: google });
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  expect(screen.getByText(/Access is limited to partner-company employees/)).toBeInTheDocument();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining(['/terms-of-service', '/privacy-policy']));
  expect(await screen.findByRole('figure')).toBeInTheDocument();
});

test('shows a provider that the server names, with its label from the locale, and begins its sign-in', async () => {
  i18next.addResourceBundle(
    'ru',
    'guest',
    { login: { providers: { keycloak: { label: 'Войти через Keycloak' } } } },
    true,
  );
  open({
    'POST /api/v1/auth/login': () => json({ success: false, error: 'Keycloak молчит' }, 503),
  });
  const { user } = await openPage('/login', {
    settings: { signInProviders: ['google', 'keycloak'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Войти через Keycloak' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Keycloak молчит');
  expect(server.callsTo('/api/v1/auth/login')[0]?.body).toMatchObject({ provider: 'keycloak' });
});

test('the Back button after a sign-in leads to the wanted address', async () => {
  open({ 'GET /api/v1/auth/me': () => ({ success: true, data: aUser() }) });
  const { place } = await openPage('/login?from=%2Fprofile%2Fknowledge');
  await screen.findByRole('heading', { level: 1 });
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await waitFor(() => expect(place()).toBe('/profile/knowledge'));
});

test('reports a missing configuration', async () => {
  open();
  await openPage('/login', { settings: { developerSignIn: false } });
  const button = await screen.findByRole('button', { name: 'Войти через Google' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Вход через Google не настроен на этом сервере.');
  expect(screen.queryByRole('button', { name: /Telegram/ })).toBeNull();
  expect(screen.queryByText('Вход для разработки')).toBeNull();
});

test('reports a failed start of a Google sign-in inline and as a notice', async () => {
  open({ 'POST /api/v1/auth/login': () => json({ success: false, error: '' }, 503) });
  const { user } = await openPage('/login?from=%2Fprofile%2Fknowledge&telegramToken=tt', {
    settings: google,
  });
  await user.click(await screen.findByRole('button', { name: 'Войти через Google' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось начать вход через Google');
  expect(server.callsTo('/api/v1/auth/login')[0]?.body).toEqual({
    provider: 'google',
    redirectTo: '/profile/knowledge',
    telegramToken: 'tt',
  });
  expect(screen.getByRole('button', { name: 'Войти через Google' })).toBeEnabled();
});

test.each([
  ['Mozilla/5.0 (Linux; Android 14) Telegram-Android/11', /Открыть в Chrome/],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Telegram', /Открыть в Safari/],
])('asks for a regular browser inside Telegram (%s)', async (userAgent, hint) => {
  withAgent(userAgent);
  open();
  await openPage('/login', {
    settings: { signInProviders: ['google', 'telegram'], telegramBotName: 'loadout_bot' },
  });
  expect(await screen.findByText(hint)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Войти через Google' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Войти через Telegram' })).toBeNull();
});

describe('back from Telegram’s widget', () => {
  const table = {
    'POST /auth/telegram/callback': () => ({ success: true, token: 'single-use' }),
    'POST /api/v1/auth/validate-token': () => ({ success: true, user: aUser(), redirectTo: null }),
  };

  beforeEach(() => sessionStorage.setItem('telegramAsked', 'n1'));

  test.each([
    ['another tab', () => sessionStorage.setItem('telegramAsked', 'n2')],
    ['nobody', () => sessionStorage.removeItem('telegramAsked')],
  ])('a link that %s requested signs in only after a press', async (_who, prepare) => {
    prepare();
    open(table);
    const { user, place } = await openPage(`/login${telegramFields.replace('abc', 'stu')}`);
    expect(await screen.findByRole('heading', { name: 'Продолжить как Anna?' })).toHaveFocus();
    expect(window.location.search).toBe('?from=%2Fprofile%2Fknowledge');
    expect(server.calls.filter(({ path }) => path.includes('auth/telegram'))).toEqual([]);
    expect(localStorage.getItem('telegramLogin')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Продолжить' }));
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
  });

  test('Cancel drops an unrequested link', async () => {
    sessionStorage.removeItem('telegramAsked');
    open(table);
    const { user } = await openPage(`/login${telegramFields}`, { language: 'en' });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/catalogue of AI/);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(server.callsTo('/auth/telegram/callback')).toEqual([]);
    expect(localStorage.getItem('telegramLogin')).toBeNull();
  });

  test('exchanges the data once and removes it from the address', async () => {
    open(table);
    const { place } = await openPage(`/login${telegramFields}`);
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(server.callsTo('/auth/telegram/callback').map(({ body }) => body)).toEqual([
      { id: '42', first_name: 'Anna', auth_date: '1760000000', hash: 'abc' },
    ]);
    expect(server.callsTo('/api/v1/auth/validate-token').map(({ body }) => body)).toEqual([
      { token: 'single-use' },
    ]);
    expect(window.location.search).toBe('?from=%2Fprofile%2Fknowledge');
    expect(localStorage.getItem('telegramLogin')).toBeNull();
  });

  test('removes the stored login after a refusal', async () => {
    expectErrors(/The Telegram sign-in failed/);
    open({ 'POST /auth/telegram/callback': () => json({ success: false, error: 'Stale' }, 403) });
    await openPage(`/login${telegramFields.replace('hash=abc', 'hash=def')}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Stale');
    expect(localStorage.getItem('telegramLogin')).toBeNull();
  });

  const lost = async (hash: string) => {
    expectErrors(/The Telegram sign-in failed/, /No answer from/);
    open({ 'POST /auth/telegram/callback': () => 'no connection' });
    const page = await openPage(`/login${telegramFields.replace('hash=abc', `hash=${hash}`)}`, {
      settings: widget,
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось войти через Telegram');
    return page;
  };

  test('keeps the login without a connection, for a retry by press', async () => {
    const { user, place } = await lost('ghi');
    expect(JSON.parse(localStorage.getItem('telegramLogin') ?? '{}')).toMatchObject({
      hash: 'ghi',
    });
    const proceed = await screen.findByRole('button', { name: 'Продолжить как Anna' });
    server.close();
    open(table);
    await user.click(proceed);
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(localStorage.getItem('telegramLogin')).toBeNull();
  });

  test('waits for a press with a stored login, in both languages', async () => {
    storeTelegramLogin({ id: 42, username: 'anna_k', auth_date: 1_760_000_000, hash: 'jkl' });
    open(table);
    const { user, place } = await openPage('/login', { settings: widget, language: 'en' });
    const proceed = await screen.findByRole('button', { name: 'Continue as @anna_k' });
    expect(server.callsTo('/auth/telegram/callback')).toEqual([]);
    await user.click(proceed);
    await waitFor(() => expect(place()).toBe('/dashboard'));
  });
});

describe('Telegram’s own button', () => {
  test('is shown in a page that was loaded for it', async () => {
    open();
    await openPage('/login?with=telegram', { settings: widget });
    expect(
      await screen.findByRole('group', { name: 'Кнопка входа через Telegram' }),
    ).toBeInTheDocument();
  });

  test('keeps the wanted address', () => {
    window.history.replaceState(null, '', '/login?from=%2Fprofile');
    expect(widgetPageUrl()).toMatch(/\/login\?from=%2Fprofile&with=telegram$/);
  });
});

// These tests come last, since the page keeps the state until it is reloaded.
test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0', 'ru', /подтверждал ваш аккаунт\. Войдите/],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0', 'en', /confirmed your account .* Sign in/],
  ['Mozilla/5.0 (Linux; Android 14) Telegram-Android/11', 'ru', /Откройте Loadout в браузере/],
  ['Mozilla/5.0 (Linux; Android 14) Telegram-Android/11', 'en', /Open Loadout in a browser/],
] as const)(
  'sends a session due for Google, in %s (%s), to a browser only from an in-app one',
  async (userAgent, language, words) => {
    withAgent(userAgent);
    open();
    requireReauthentication();
    await openPage('/login', { language, settings: google });
    expect(await screen.findByText(words)).toBeInTheDocument();
  },
);
