// T8: every REST error is a problem of RFC 9457 that bears `success` and `error` of the specification too.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { answerErrors } from '../http/errors.ts';
import { DomainError, errorCodes, type ErrorCode } from '../../shared/domainError.ts';
import { fieldError } from '../../shared/fieldErrors.ts';
import { createLog } from '../../shared/log.ts';
import { refusalReasons, type RefusalReason } from '../../shared/refusalReasons.ts';
import { routes } from './routes.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
});
afterAll(() => app.close());

interface Sent {
  what: string;
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const json = 'application/json';

/** Everything that can be wrong with a call before its own rules come into play. */
function* wrongCalls(): Generator<Sent> {
  for (const row of routes) {
    const method = row.method.toUpperCase();
    const path = row.path.replace('{id}', '1');
    const to = (what: string, more: Partial<Sent> = {}): Sent => ({ what, method, path, ...more });
    yield { ...to('a method that is none'), method: 'PROPPATCH' };
    if (row.path.includes('{id}')) {
      for (const id of ['%zz', '%c0%af', '-1', 'x', '9'.repeat(40), '%00'])
        yield to(`the id ${id}`, { path: row.path.replace('{id}', id) });
    }
    if (method === 'GET' || method === 'DELETE') continue;
    yield to('half of a JSON', { body: '{"a":' });
    yield to('a list for a body', { body: '[1]' });
    yield to('a text for a body', { body: '"text"' });
    yield to('a number for a body', { body: '1' });
    yield to('a field that is none', { body: { nonsense: 1 } });
    for (const charset of ['koi8-r', 'utf-7', '"'])
      yield to(`the charset ${charset}`, {
        body: '{}',
        headers: { 'Content-Type': `${json}; charset=${charset}` },
      });
    for (const encoding of ['snappy', 'gzip'])
      yield to(`the encoding ${encoding}`, {
        body: '{}',
        headers: { 'Content-Type': json, 'Content-Encoding': encoding },
      });
    yield to('another origin', { body: {}, headers: { Origin: 'https://evil.example' } });
  }
  for (const path of [
    '/api/v1',
    '/api/v1/',
    '/api/v1/nowhere',
    '/api/v1/%zz',
    '/api/v1/knowledge/%',
  ])
    yield { what: 'a path that is none', method: 'GET', path };
  for (const body of ['{"query":', '{"query":1}', '[]', '1'])
    yield { what: 'a body that is none', method: 'POST', path: '/graphql', body };
}

const problemMembers = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'error'];

test('whatever is wrong, the answer is a problem', async () => {
  const faults: string[] = [];
  let answers = 0;
  for (const { what, method, path, body, headers } of wrongCalls()) {
    const answer = await person.call(method, path, body, headers);
    if (answer.status < 400) continue;
    answers += 1;
    const { success, type, status, code, reason } = answer.body;
    const isProblem =
      success === false &&
      problemMembers.every((name) => answer.body[name] !== undefined) &&
      status === answer.status &&
      String(type).startsWith('urn:loadout:problem:') &&
      /json/.test(answer.headers.get('content-type') ?? '') &&
      answer.headers.get('x-request-id') === answer.body['requestId'];
    // What Apollo itself answers speaks the language of GraphQL.
    const isGraphql = path === '/graphql' && Array.isArray(answer.body['errors']);
    if (!isProblem && !isGraphql)
      faults.push(`${what}: ${method} ${path} ${answer.status} ${code} ${reason}`);
    if (answer.status >= 500 && answer.status !== 503) faults.push(`${what}: ${answer.status}`);
  }
  expect(faults).toEqual([]);
  expect(answers).toBeGreaterThan(300);
});

test.each(['/%zz', '/%', '/locales/%zz/common.json', '/assets/%zz', '/%c0%af'])(
  '%s is no error of ours',
  async (path) => {
    const { status, body } = await app.visitor().call('GET', path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(/);
  },
);

describe('in the language that the caller asks for', () => {
  const russian = { 'Accept-Language': 'ru-RU,ru;q=0.9,en;q=0.8' };
  const cyrillic = /[а-яё]{3}/i;

  test('every code, reason and fault of a field has a Russian sentence', async () => {
    const refuse = ({ query }: express.Request): never => {
      const { code, reason, fault } = query as Record<string, string | undefined>;
      throw new DomainError(code as ErrorCode, 'In English', {
        ...(reason ? { reason: reason as RefusalReason } : {}),
        ...(fault ? { errors: [fieldError('name', fault)] } : {}),
      });
    };
    const server = express()
      .get('/', refuse)
      .use(answerErrors(createLog({ level: 'silent' })))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const faults =
      'required unknown repeated invalid_type too_long too_big too_small something_new';
    const queries = [
      ...errorCodes.map((code) => `code=${code}`),
      ...refusalReasons.map((reason) => `code=CONFLICT&reason=${reason}`),
      ...faults.split(' ').map((fault) => `code=INVALID&fault=${fault}`),
    ];
    const english: string[] = [];
    for (const query of queries) {
      const ask = async (headers: Record<string, string>) =>
        (await (await fetch(`http://127.0.0.1:${port}/?${query}`, { headers })).json()) as {
          error: string;
          title: string;
        };
      const { error, title } = await ask(russian);
      if (!cyrillic.test(error) || !cyrillic.test(title)) english.push(query);
      if (!query.includes('fault')) expect((await ask({})).error).toBe('In English');
    }
    server.close();
    server.closeAllConnections();
    expect(english).toEqual([]);
  });

  test.each([
    [
      'POST',
      '/api/v1/email/request-access',
      { service: 'x', features: ' ', subscriptionType: 'basic' },
      'features: The text is empty',
      'Поле «features» не заполнено.',
    ],
    [
      'POST',
      '/api/v1/email/request-access',
      { service: 'x', features: 'x', subscriptionType: 'gold' },
      'subscriptionType must be one of basic, pro, enterprise',
      'Поле «subscriptionType» принимает одно из значений: basic, pro, enterprise.',
    ],
    [
      'POST',
      '/api/v1/knowledge/999/like',
      {},
      'There is no such item',
      'Не найдено: возможно, это удалили.',
    ],
  ])('%s %s %j', async (method, path, body, inEnglish, inRussian) => {
    const reader = await app.signedIn();
    const told = await reader.call(method, path, body, russian);
    expect(told.body).toMatchObject({ success: false, error: inRussian, detail: inRussian });
    expect(told.headers.get('content-language')).toBe('ru');
    expect(told.headers.get('vary')).toContain('Accept-Language');
    // Node's own fetch asks for any language.
    for (const language of ['en', '*', 'fr']) {
      const answer = await reader.call(method, path, body, { 'Accept-Language': language });
      expect(answer.body['error']).toBe(inEnglish);
      expect(answer.headers.get('content-language')).toBe('en');
    }
  });
});
