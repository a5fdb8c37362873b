// REST calls, the current user, and failures of GraphQL.
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { errorCodes } from '../../server/shared/domainError.ts';
import { refusalReasons } from '../../server/shared/refusalReasons.ts';
import type { Language } from '../i18n/languages.ts';
import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { aUser } from '../testing/fixtures.ts';
import { startTestWords, translations } from '../testing/texts.ts';
import {
  findCurrentUser,
  clearCurrentUser,
  setCurrentUser,
  refreshCurrentUser,
} from './currentUser.ts';
import { conflictingChange, failureText, isConflict, storedFailureText } from './graphqlFailure.ts';
import { CallFailed, restCall } from './serverCalls.ts';
import { onSignedOut } from './signedOut.ts';

describe('REST calls', () => {
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

  test('sends and reads JSON in the language of the page', async () => {
    document.documentElement.lang = 'en';
    expect(await restCall('/api/v1/auth/login', { body: { provider: 'google' } })).toEqual({
      success: true,
      provider: 'google',
    });
    expect(server.calls[0]?.headers.get('accept-language')).toBe('en');
  });

  test('raises the signed-out event for UNAUTHENTICATED', async () => {
    await expect(restCall('/api/v1/auth/validate-token')).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'Not signed in',
    });
    expect(heard).toEqual(['ended']);
  });

  test.each(['/api/v1/auth/logout', '/api/v1/auth/google/callback'])(
    '%s raises no event',
    async (path) => {
      await expect(restCall(path)).rejects.toBeInstanceOf(CallFailed);
      expect(heard).toEqual([]);
    },
  );

  test('treats `success: false` as a failure, whatever the status', async () => {
    await expect(restCall('/auth/telegram/callback')).rejects.toThrow('Wrong hash');
  });
});

describe('the current user', () => {
  const path = '/api/v1/auth/me';
  let server: FakeServer;
  afterEach(() => server.close());

  test('queries the person once', async () => {
    server = openFakeServer({ [`GET ${path}`]: () => ({ success: true, data: aUser() }) });
    const both = await Promise.all([refreshCurrentUser(), findCurrentUser()]);
    expect(both.map((user) => user?.name)).toEqual(['Анна Крылова', 'Анна Крылова']);
    await findCurrentUser();
    expect(server.callsTo(path)).toHaveLength(1);
  });

  test('remembers a visitor too', async () => {
    server = openFakeServer({ [`GET ${path}`]: () => json({ success: false }, 401) });
    expect(await refreshCurrentUser()).toBeNull();
    expect(await findCurrentUser()).toBeNull();
    expect(server.callsTo(path)).toHaveLength(1);
  });

  test('does not sign out when the server does not answer', async () => {
    server = openFakeServer({
      [`GET ${path}`]: () => json({ success: false, error: 'down' }, 503),
    });
    setCurrentUser(aUser());
    await expect(refreshCurrentUser()).rejects.toThrow('down');
    expect(await findCurrentUser()).toEqual(aUser());
  });

  test('signing out clears the cache and tells the page', async () => {
    server = openFakeServer({});
    setCurrentUser(aUser());
    const heard: string[] = [];
    const stop = onSignedOut((reason) => heard.push(reason));
    clearCurrentUser('left');
    stop();
    clearCurrentUser('left');
    expect(heard).toEqual(['left']);
    expect(await findCurrentUser()).toBeNull();
  });
});

describe('failures of GraphQL', () => {
  const refusal = (extensions: object, message = 'English of the server') =>
    new CombinedGraphQLErrors({ errors: [{ message, extensions: { ...extensions } }] });

  type Words = Record<'codes' | 'reasons' | 'fields', Record<string, string>>;
  const wordsOf = (language: Language) =>
    (translations[language]!['dashboard'] as { refusals: Words }).refusals;

  describe.each(['ru', 'en'] as const)('in %s', (language) => {
    test('has a text for exactly the reasons and codes of the server', () => {
      const { reasons, codes } = wordsOf(language);
      expect(Object.keys(reasons).toSorted()).toEqual([...refusalReasons].toSorted());
      expect(Object.keys(codes).toSorted()).toEqual([...errorCodes].toSorted());
    });

    test('never shows the server’s text for a known reason', async () => {
      await startTestWords(language);
      const { reasons } = wordsOf(language);
      for (const reason of refusalReasons)
        expect([reason, failureText(refusal({ code: 'CONFLICT', reason }))]).toEqual([
          reason,
          reasons[reason],
        ]);
    });
  });

  test('shows a stored refusal by its reason, and the server’s text without one', async () => {
    await startTestWords('ru');
    const error = 'The bookmarks service does not answer.';
    expect(storedFailureText({ error, errorReason: 'bookmarksUnreachable' })).toBe(
      'Raindrop не отвечает. Повторите позже.',
    );
    expect(storedFailureText({ error, errorReason: null })).toBe(`Ответ сервера: ${error}`);
    expect(storedFailureText({ error: null, errorReason: null })).toBeNull();
  });

  test('prefers reason over field, and field over code', async () => {
    await startTestWords('ru');
    const errors = [{ path: 'word', code: 'too_long', message: 'long' }];
    expect(failureText(refusal({ code: 'CONFLICT', reason: 'synonymKnown', errors }))).toBe(
      'Поиск уже знает эту пару.',
    );
    expect(failureText(refusal({ code: 'INVALID', errors }))).toBe(
      'Текст слишком длинный. Сократите его.',
    );
    expect(failureText(refusal({ code: 'FORBIDDEN', reason: 'unheardOf' }))).toBe(
      'У вас нет прав на это действие.',
    );
  });

  test('appends the server’s text when there is none of ours', async () => {
    await startTestWords('ru');
    expect(failureText(refusal({}, 'Too far'))).toBe('Ответ сервера: Too far');
    expect(failureText(refusal({}, ''), 'Произошла ошибка')).toBe('Произошла ошибка');
    expect(failureText(refusal({}, ''))).toBe('Неизвестная ошибка');
  });

  test('shows a network error when there is no answer', async () => {
    await startTestWords('ru');
    expect(failureText(new TypeError('Failed to fetch'))).toBe(
      'Нет связи с сервером. Проверьте сеть и повторите.',
    );
  });

  test('shows no network error for a foreign answer', async () => {
    await startTestWords('ru');
    const answered = (status: number) => {
      const bodyText = `<h1>${status}</h1>`;
      return new ServerError('', { response: new Response(bodyText, { status }), bodyText });
    };
    expect(failureText(answered(413))).toContain('до 12 МБ');
    for (const status of [408, 502, 503, 504])
      expect(failureText(answered(status), 'Не отправлено')).not.toMatch(/Неизвестн|Не отправлено/);
    expect(failureText(answered(418))).toContain('(418)');
    expect(failureText(answered(418), 'Не отправлено')).toBe('Не отправлено');
  });

  test('distinguishes a lost race from other conflicts', () => {
    const facts = { who: 'Вера', when: '2026-11-21T10:00:00.000Z', status: 'rejected' };
    const faster = refusal({ code: 'CONFLICT', reason: 'changedMeanwhile', facts });
    expect(conflictingChange(faster)).toEqual({ who: 'Вера', when: facts.when });
    const twin = refusal({ code: 'CONFLICT', reason: 'anotherOpen' });
    expect([isConflict(twin), conflictingChange(twin)]).toEqual([true, null]);
  });
});
