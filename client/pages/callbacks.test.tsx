import { screen, waitFor } from '@testing-library/react';
import { json, openFakeServer, type FakeAnswer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { aUser } from '../testing/fixtures.ts';
import { answerGraphql } from '../testing/schemaClient.ts';

const callback = '/api/v1/auth/google/callback';
const validate = '/api/v1/auth/validate-token';
let server: FakeServer;
const open = (table: Record<string, FakeAnswer> = {}) => {
  server = openFakeServer({
    'POST /graphql': answerGraphql({ Query: { demoAccounts: () => [], likedKnowledge: () => [] } }),
    'GET /api/v1/auth/me': () => json({ success: false }, 401),
    ...table,
  });
};
const failure = () => screen.findByRole('alert');

afterEach(() => {
  server.close();
  sessionStorage.removeItem('signInPlace');
});

describe('the Google callback', () => {
  test('posts the code once under StrictMode, and follows the server’s redirect', async () => {
    open({
      [`POST ${callback}`]: () => ({
        success: true,
        user: aUser(),
        redirectTo: '/profile/knowledge',
      }),
    });
    // Path and token in a state are ignored: the server stores them.
    const state = '{"redirectTo":"/compare","telegramToken":"tt"}';
    const { place } = await openPage(
      `/oauth/google/callback?code=c1&state=${encodeURIComponent(state)}`,
    );
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(server.callsTo(callback).map(({ body }) => body)).toEqual([{ code: 'c1', state }]);
    expect(window.location.search).toBe('');
  });

  test.each([
    ['?error=access_denied&state=s', 'Вход отменён или не удался'],
    ['?state=s', 'Google не передал код входа'],
  ])('%s leads to the login screen with a message', async (query, text) => {
    open();
    const { place } = await openPage(`/oauth/google/callback${query}`);
    expect(await failure()).toHaveTextContent(text);
    expect(place()).toBe('/login');
    expect(server.callsTo(callback)).toEqual([]);
  });

  test('shows the provider’s description as one line of at most 200 characters', async () => {
    open();
    const description = `<b>Consent</b>\n\u202eneeded ${'é'.repeat(300)}`;
    await openPage(
      `/oauth/google/callback?error=access_denied&error_description=${encodeURIComponent(description)}`,
      { language: 'en' },
    );
    const shown = `<b>Consent</b> needed ${'é'.repeat(178)}`;
    expect(shown).toHaveLength(200);
    expect(await failure()).toHaveTextContent(
      `Authentication was cancelled or failed. The sign-in service says: “${shown}”`,
    );
  });

  test.each([
    [
      json({ success: false, error: 'Доступ только для партнёров' }, 403),
      'Доступ только для партнёров',
    ],
    [
      json({ success: false, error: 'Этот вход истёк', reason: 'signInExpired' }, 401),
      'Этот вход истёк',
    ],
    [json({ success: false }, 401), 'Не удалось завершить вход через Google'],
  ])('shows the server’s message for a refusal, else the specified one', async (answer, text) => {
    open({ [`POST ${callback}`]: () => answer });
    await openPage(`/oauth/google/callback?code=refused-${text.length}&state=s`);
    expect(await failure()).toHaveTextContent(text);
  });
});

describe('an expired or foreign sign-in', () => {
  const over = {
    [`POST ${callback}`]: () =>
      json({ success: false, reason: 'signInExpired', error: 'Этот вход завершён' }, 401),
  };
  const session = { 'GET /api/v1/auth/me': () => ({ success: true, data: aUser() }) };

  beforeEach(() => sessionStorage.setItem('signInPlace', '/profile/knowledge'));

  test.each([
    ['an old address', '?code=over-1&state=s'],
    ['an address without its code, after a reload', ''],
    ['an address of a cancelled sign-in', '?error=access_denied&state=s'],
  ])('%s leads a signed-in person to the wanted address', async (_name, query) => {
    open({ ...over, ...session });
    const { place } = await openPage(`/oauth/google/callback${query}`, { user: aUser() });
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps the session when the provider does not answer, with a message', async () => {
    const away = () => json({ success: false, error: 'Google не отвечает' }, 503);
    open({ [`POST ${callback}`]: away, ...session });
    const { place } = await openPage('/oauth/google/callback?code=away&state=s', {
      user: aUser(),
    });
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(await screen.findByText('Google не отвечает')).toBeInTheDocument();
  });

  test('explains the next step without a session; a new sign-in keeps the address', async () => {
    open({ ...over, 'POST /api/v1/auth/login': () => json({ success: false }, 503) });
    const { user, place } = await openPage('/oauth/google/callback?code=over-2&state=s', {
      settings: { signInProviders: ['google'] },
    });
    expect(await failure()).toHaveTextContent('Этот вход завершён');
    expect(place()).toBe('/login?from=%2Fprofile%2Fknowledge');
    await user.click(await screen.findByRole('button', { name: 'Войти через Google' }));
    expect(server.callsTo('/api/v1/auth/login')[0]?.body).toMatchObject({
      redirectTo: '/profile/knowledge',
    });
  });
});

describe('direct access', () => {
  const good = {
    'POST /graphql': answerGraphql({
      Query: {
        demoAccounts: () => [],
        likedKnowledge: () => [],
        signInPreview: (_root, { token }: { token: string }) =>
          token.startsWith('good')
            ? { name: 'Мария Орлова', email: 'maria@nexters.example', telegramUsername: null }
            : null,
      },
    }),
    [`POST ${validate}`]: () => ({
      success: true,
      user: aUser({ name: 'Мария Орлова' }),
      redirectTo: '/profile/knowledge',
    }),
  };
  const question = () => screen.findByRole('heading', { name: 'Продолжить как Мария Орлова?' });

  test('names the account before it signs in', async () => {
    open(good);
    const { user, place } = await openPage('/auth/direct-access?token=good');
    expect(await question()).toHaveFocus();
    expect(screen.getByText('maria@nexters.example')).toBeInTheDocument();
    expect(window.location.search).toBe('');
    expect(server.callsTo(validate)).toEqual([]);
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(server.callsTo(validate).map(({ body }) => body)).toEqual([{ token: 'good' }]);
  });

  test('warns a signed-in person in English; cancelling keeps the session', async () => {
    open(good);
    const { user, place } = await openPage('/auth/direct-access?token=good2', {
      language: 'en',
      user: aUser(),
    });
    await screen.findByRole('heading', { name: 'Continue as Мария Орлова?' });
    expect(await screen.findByText(/signed in as Анна Крылова/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(server.callsTo(validate)).toEqual([]);
  });

  test('isolates a right-to-left name', async () => {
    const account = { name: '\u202Eדנה', email: null, telegramUsername: null };
    open({ 'POST /graphql': answerGraphql({ Query: { signInPreview: () => account } }) });
    await openPage('/auth/direct-access?token=right-to-left');
    const heading = await screen.findByRole('heading', { name: /^Продолжить как/ });
    expect(heading.textContent).toBe('Продолжить как \u2068דנה\u2069?');
  });

  test.each(['?token=bad', ''])('%p leads to the login screen', async (query) => {
    open(good);
    const { place } = await openPage(`/auth/direct-access${query}`);
    expect(await failure()).toHaveTextContent(/Ссылка для входа недействительна/);
    expect(place()).toBe('/login');
    expect(server.callsTo(validate)).toEqual([]);
  });
});
