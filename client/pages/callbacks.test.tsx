import { screen, waitFor } from '@testing-library/react';
import { expectErrors } from '../testing/expectedErrors.ts';
import { json, openFakeServer, type FakeAnswer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { aUser } from '../testing/people.ts';
import { answerGraphql } from '../testing/schemaClient.ts';

const callback = '/api/v1/auth/google/callback';
const validate = '/api/v1/auth/validate-token';
const welcome: FakeAnswer = () => ({ success: true, user: aUser(), redirectTo: null });
let server: FakeServer;
const open = (table: Record<string, FakeAnswer> = {}) => {
  server = openFakeServer({
    'POST /graphql': answerGraphql({ Query: { demoAccounts: () => [], likedKnowledge: () => [] } }),
    ...table,
  });
};
const failure = () => screen.findByRole('alert');

afterEach(() => server.close());

describe('the Google callback', () => {
  test('posts the code once, though React runs effects twice, and goes where the state says', async () => {
    open({ [`POST ${callback}`]: welcome });
    const state = JSON.stringify({ redirectTo: '/profile/knowledge', telegramToken: 'tt' });
    const { place } = await openPage(
      `/oauth/google/callback?code=c1&state=${encodeURIComponent(state)}`,
    );
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(server.callsTo(callback).map(({ body }) => body)).toEqual([
      { code: 'c1', state, telegramToken: 'tt' },
    ]);
  });

  test('takes the code out of the address', async () => {
    open({ [`POST ${callback}`]: () => new Promise(() => undefined) });
    await openPage('/oauth/google/callback?code=c2&state=s');
    expect(await screen.findByRole('heading', { name: 'Входим…' })).toBeInTheDocument();
    expect(window.location.href).toBe('http://localhost/oauth/google/callback');
  });

  test.each([
    ['/profile/knowledge', '/profile/knowledge'],
    ['//evil.example/x', '/dashboard'],
    ['{"redirectTo":"https://evil.example"}', '/dashboard'],
  ])('the state %s leads to %s', async (state, expected) => {
    open({ [`POST ${callback}`]: welcome });
    const { place } = await openPage(
      `/oauth/google/callback?code=${encodeURIComponent(`c-${state}`)}&state=${encodeURIComponent(state)}`,
    );
    await waitFor(() => expect(place()).toBe(expected));
  });

  test.each([
    ['?error=access_denied&state=s', 'Вход отменён или не удался'],
    ['?state=s', 'Google не передал код входа'],
  ])('%s ends at the login screen with its text', async (query, text) => {
    open();
    const { place } = await openPage(`/oauth/google/callback${query}`);
    expect(await failure()).toHaveTextContent(text);
    expect(place()).toBe('/login');
    expect(server.callsTo(callback)).toEqual([]);
  });

  test.each([
    [
      json({ success: false, error: 'Доступ только для партнёров' }, 403),
      'Доступ только для партнёров',
    ],
    [
      json({ success: false, error: 'This sign-in has expired', reason: 'signInExpired' }, 401),
      'Время входа истекло. Начните вход заново.',
    ],
    [json({ success: false }, 401), 'Не удалось завершить вход через Google'],
  ])(
    'a refusal shows words of ours for its reason, else the server’s, else the specified ones',
    async (answer, text) => {
      open({ [`POST ${callback}`]: () => answer });
      await openPage(`/oauth/google/callback?code=refused-${text.length}`);
      expect(await failure()).toHaveTextContent(text);
    },
  );
});

describe('direct access', () => {
  test('a good token signs in', async () => {
    open({
      [`POST ${validate}`]: () => ({
        success: true,
        user: aUser(),
        redirectTo: '/profile/knowledge',
      }),
    });
    const { place } = await openPage('/auth/direct-access?token=good');
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(server.callsTo(validate).map(({ body }) => body)).toEqual([{ token: 'good' }]);
  });

  test.each(['?token=bad', ''])('%p goes to the login screen', async (query) => {
    expectErrors(/The direct access failed/);
    open({ [`POST ${validate}`]: () => json({ success: false, error: 'no' }, 401) });
    const { place } = await openPage(`/auth/direct-access${query}`);
    expect(await failure()).toHaveTextContent(/Ссылка для входа недействительна/);
    expect(place()).toBe('/login');
  });
});

test('Telegram’s callback completes over GraphQL', async () => {
  open({
    'POST /graphql': answerGraphql({
      Query: { likedKnowledge: () => [] },
      Mutation: {
        completeTelegramSignIn: (_root, { code, state }: Record<string, string>) => ({
          user: aUser({ name: `${code} ${state}` }),
          redirectTo: '/profile/knowledge',
        }),
      },
    }),
  });
  const { place } = await openPage('/oauth/telegram/callback?code=t1&state=s1');
  await waitFor(() => expect(place()).toBe('/profile/knowledge'));
});
