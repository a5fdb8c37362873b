import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { errorCodes } from '../../server/shared/domainError.ts';
import { refusalReasons } from '../../server/shared/refusalReasons.ts';
import type { Language } from '../i18n/languages.ts';
import { startTestWords, translations } from '../testing/words.ts';
import { changedMeanwhile, failureText, isConflict, keptFailure } from './graphqlFailure.ts';

const refusal = (extensions: object, message = 'English of the server') =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { ...extensions } }] });

type Words = Record<'codes' | 'reasons' | 'fields', Record<string, string>>;
const wordsOf = (language: Language) =>
  (translations[language]!['dashboard'] as { refusals: Words }).refusals;

describe.each(['ru', 'en'] as const)('in %s', (language) => {
  test('every reason and every code of the server has a sentence, and nothing else has one', () => {
    const { reasons, codes } = wordsOf(language);
    expect(Object.keys(reasons).toSorted()).toEqual([...refusalReasons].toSorted());
    expect(Object.keys(codes).toSorted()).toEqual([...errorCodes].toSorted());
  });

  test('the login screen says the same as the other screens', () => {
    const login = (translations[language]!['guest'] as { refusals: Record<string, string> })
      .refusals;
    expect(Object.keys(login).length).toBeGreaterThan(5);
    expect(wordsOf(language).reasons).toMatchObject(login);
  });

  test('each sentence is in the language of the reader', () => {
    const { reasons, codes, fields } = wordsOf(language);
    for (const text of Object.values({ ...reasons, ...codes, ...fields })) {
      expect([text, /[а-яё]/i.test(text)]).toEqual([text, language === 'ru']);
    }
  });

  test.each([...refusalReasons])(
    'the reason %s is never said in the server’s words',
    async (reason) => {
      await startTestWords(language);
      const text = failureText(refusal({ code: 'CONFLICT', reason }));
      expect(text).toBe(wordsOf(language).reasons[reason]);
    },
  );
});

test('what the server has kept is said by its reason, and in its own words only where it has none', async () => {
  await startTestWords('ru');
  const error = 'The bookmarks service does not answer.';
  expect(keptFailure({ error, errorReason: 'bookmarksUnreachable' })).toBe(
    'Raindrop не отвечает. Повторите позже.',
  );
  expect(keptFailure({ error, errorReason: null })).toBe(`Ответ сервера: ${error}`);
  expect(keptFailure({ error: null, errorReason: null })).toBeNull();
});

test('a reason goes before a field, a field before a code', async () => {
  await startTestWords('ru');
  const errors = [{ path: 'word', code: 'too_long', message: 'long' }];
  expect(failureText(refusal({ code: 'CONFLICT', reason: 'synonymKnown', errors }))).toBe(
    'Поиск уже знает эту пару.',
  );
  expect(failureText(refusal({ code: 'INVALID', errors }))).toBe('Текст слишком длинный.');
  expect(failureText(refusal({ code: 'FORBIDDEN', reason: 'unheardOf' }))).toBe(
    'У вас нет прав на это действие.',
  );
});

test('what has no sentence keeps the server’s words behind ours', async () => {
  await startTestWords('ru');
  expect(failureText(refusal({}, 'Too far'))).toBe('Ответ сервера: Too far');
  expect(failureText(refusal({}, ''), 'Произошла ошибка')).toBe('Произошла ошибка');
  expect(failureText(refusal({}, ''))).toBe('Неизвестная ошибка');
});

test('a masked error is named by its number', async () => {
  await startTestWords('en');
  const failure = refusal({ code: 'INTERNAL', errorId: '4711' }, 'Something went wrong');
  expect(failureText(failure, 'Error occurred')).toBe('Error occurred. Error number: 4711');
});

test('a long wait says when to try again, a short one does not', async () => {
  await startTestWords('ru');
  const limited = (retryAfter: number) =>
    failureText(refusal({ code: 'TOO_MANY', reason: 'mail', retryAfter }));
  expect(limited(40)).toBe('Слишком много запросов доступа подряд. Отправьте этот позже.');
  expect(limited(40 * 60)).toMatch(/позже\. Повторите через 40 минут\.$/);
});

test('no answer at all is the network’s fault', async () => {
  await startTestWords('ru');
  expect(failureText(new TypeError('Failed to fetch'))).toBe(
    'Нет связи с сервером. Проверьте сеть и повторите.',
  );
});

test('an answer that is none of ours is not the network’s fault', async () => {
  await startTestWords('ru');
  const response = new Response('<h1>Bad Gateway</h1>', { status: 502 });
  const failure = new ServerError('502', { response, bodyText: '<h1>Bad Gateway</h1>' });
  expect(failureText(failure)).toBe('Неизвестная ошибка');
  expect(failureText(failure, 'Не удалось отправить запрос')).toBe('Не удалось отправить запрос');
});

test('who was faster is told apart from other conflicts', () => {
  const facts = { who: 'Вера', when: '2026-11-21T10:00:00.000Z', status: 'rejected' };
  const faster = refusal({ code: 'CONFLICT', reason: 'changedMeanwhile', facts });
  expect(changedMeanwhile(faster)).toEqual({ who: 'Вера', when: facts.when });
  const twin = refusal({ code: 'CONFLICT', reason: 'anotherOpen' });
  expect([isConflict(twin), changedMeanwhile(twin)]).toEqual([true, null]);
});
