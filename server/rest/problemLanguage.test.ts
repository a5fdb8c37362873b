// Errors speak the language that the caller asks for; their stable words and the English texts stay as they are.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { answerErrors } from '../http/errors.ts';
import { DomainError, errorCodes, type ErrorCode } from '../shared/domainError.ts';
import { fieldError } from '../shared/fieldErrors.ts';
import { createLog } from '../shared/log.ts';
import { refusalReasons, type RefusalReason } from '../shared/refusalReasons.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';
import type { Problem } from './problems.ts';

const locale = join(import.meta.dirname, '../../client/i18n/locales/ru/dashboard.json');
const { refusals } = JSON.parse(readFileSync(locale, 'utf8')) as {
  refusals: { reasons: Record<string, string> };
};

const russian = { 'Accept-Language': 'ru-RU,ru;q=0.9,en;q=0.8' };
const cyrillic = /[а-яё]{3}/i;
const english = 'It does not go';

let app: TestApp;
let person: Caller;
let refusing: Server;
let refusingUrl: string;

/** Refuses with the code, the reason and the fault of a field that the address names. */
function refuse(request: express.Request): never {
  const { code, reason, fault } = request.query as Record<string, string | undefined>;
  throw new DomainError(code as ErrorCode, english, {
    ...(reason ? { reason: reason as RefusalReason } : {}),
    ...(fault ? { errors: [fieldError('name', fault)] } : {}),
  });
}

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  const log = createLog(app.config.log);
  refusing = createServer(express().get('/', refuse).use(answerErrors(log)));
  await new Promise<void>((resolve) => {
    refusing.listen(0, '127.0.0.1', resolve);
  });
  refusingUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => {
    refusing.close(resolve);
    refusing.closeAllConnections();
  });
  await app.close();
});

async function refusal(query: string, headers: Record<string, string>): Promise<Problem> {
  const response = await fetch(`${refusingUrl}/?${query}`, { headers });
  return (await response.json()) as Problem;
}

test.each([...refusalReasons])('the reason %s is said in Russian', async (reason) => {
  const query = `code=CONFLICT&reason=${reason}`;
  const sentence = refusals.reasons[reason];
  expect(sentence).toMatch(cyrillic);
  expect(await refusal(query, russian)).toMatchObject({
    success: false,
    error: sentence,
    detail: sentence,
    title: 'Конфликт',
    code: 'CONFLICT',
    reason,
  });
  const others: Record<string, string>[] = [{}, { 'Accept-Language': 'en,ru;q=0.5' }];
  for (const headers of others) {
    expect(await refusal(query, headers)).toMatchObject({
      error: english,
      detail: english,
      title: 'Conflict',
      reason,
    });
  }
});

test.each([...errorCodes])('the code %s without a reason is said in Russian', async (code) => {
  const { error, detail, title, ...rest } = await refusal(`code=${code}`, russian);
  for (const text of [error, detail, title]) expect(text).toMatch(cyrillic);
  expect(rest.code).toBe(code);
  expect((await refusal(`code=${code}`, {})).error).toBe(english);
});

test.each([
  'required',
  'unknown',
  'repeated',
  'same',
  'unstorable',
  'invalid_json',
  'invalid_type',
  'too_long',
  'too_deep',
  'too_big',
  'too_small',
  'something_new',
])('the fault %s of a field is said in Russian and names the field', async (fault) => {
  const { error, errors } = await refusal(`code=INVALID&fault=${fault}`, russian);
  expect(error).toMatch(/^Поле «name» [а-яё]/);
  expect(errors).toEqual([expect.objectContaining({ path: 'name', code: fault, message: error })]);
});

const access = { service: 'x', features: ' ', subscriptionType: 'basic' };
const mail = '/api/v1/email/request-access';

const calls: [string, string, string, unknown, string, string][] = [
  [
    'a blank text',
    'POST',
    mail,
    access,
    'features: The text is empty',
    'Поле «features» не заполнено.',
  ],
  [
    'a text that is too long',
    'POST',
    mail,
    { ...access, features: 'x'.repeat(2_001) },
    'features may hold at most 2,000 characters',
    'Поле «features» вмещает знаков: не больше 2\u00A0000.',
  ],
  [
    'a value that does not exist',
    'POST',
    mail,
    { ...access, subscriptionType: 'gold' },
    'subscriptionType must be one of basic, pro, enterprise',
    'Поле «subscriptionType» принимает одно из значений: basic, pro, enterprise.',
  ],
  [
    'a wrong type',
    'POST',
    '/api/v1/use-cases/analyze',
    { text: 5 },
    'text must be a text',
    'Поле «text» должно быть текстом.',
  ],
  [
    'half of a JSON',
    'POST',
    mail,
    '{"features":',
    'The body must be JSON',
    'Тело запроса должно быть в формате JSON.',
  ],
  [
    'a call for admins',
    'PATCH',
    '/api/v1/complaints/1/status',
    { status: 'new' },
    'Administrators only',
    'Это могут только администраторы.',
  ],
  [
    'what does not exist',
    'POST',
    '/api/v1/knowledge/999/like',
    {},
    'There is no such item',
    'Этого нет: возможно, его удалили.',
  ],
  [
    'another method',
    'PUT',
    '/api/v1/knowledge/1/like',
    {},
    'This path takes POST, DELETE',
    'Сервер не знает такого действия. Обновите страницу.',
  ],
];

test.each(calls)('%s', async (_what, method, path, body, inEnglish, inRussian) => {
  const told = await person.call(method, path, body, russian);
  expect(told.body).toMatchObject({ success: false, error: inRussian, detail: inRussian });
  expect(told.headers.get('content-language')).toBe('ru');
  expect(told.headers.get('vary')).toContain('Accept-Language');
  // Node's own fetch asks for any language.
  for (const language of ['en', '*', 'fr']) {
    const answer = await person.call(method, path, body, { 'Accept-Language': language });
    expect(answer.body['error']).toBe(inEnglish);
    expect(answer.headers.get('content-language')).toBe('en');
  }
});

test('the errors of GraphQL keep their English message and their code', async () => {
  const query = 'mutation { likeKnowledge(id: "999") { isLiked } }';
  const { body } = await person.call('POST', '/graphql', { query }, russian);
  expect(body['errors']).toEqual([
    expect.objectContaining({
      message: 'There is no such item',
      extensions: expect.objectContaining({ code: 'NOT_FOUND' }) as unknown,
    }),
  ]);
});
