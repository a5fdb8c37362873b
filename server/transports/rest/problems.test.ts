// T8: every REST error is a problem of RFC 9457 with `success` and `error` of the specification.
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DomainError, errorCodes, type ErrorCode } from '../../shared/domainError.ts';
import { fieldError } from '../../shared/fieldErrors.ts';
import { createLog } from '../../shared/log.ts';
import { refusalReasons, type RefusalReason } from '../../shared/refusalReasons.ts';
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { answerErrors } from '../http/errors.ts';
import type { Problem } from './problems.ts';
import { routes } from './routes.ts';

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

/** All general errors of a call, apart from the rules of its row. */
function* wrongCalls(): Generator<Sent> {
  for (const [place, row] of routes.entries()) {
    const method = row.method.toUpperCase();
    const path = row.path.replace('{id}', '1');
    const to = (what: string, more: Partial<Sent> = {}): Sent => ({ what, method, path, ...more });
    yield { ...to('a method that is none'), method: 'PROPPATCH' };
    if (method !== 'GET' && method !== 'DELETE')
      yield to('a field that is none', { body: { nonsense: 1 } });
    // All rows are read by the same code, so a sample is enough for the other errors.
    if (place % 6 !== 0) continue;
    if (row.path.includes('{id}')) {
      for (const id of ['%zz', '%c0%af', '-1', 'x', '9'.repeat(40), '%00'])
        yield to(`the id ${id}`, { path: row.path.replace('{id}', id) });
    }
    if (method === 'GET' || method === 'DELETE') continue;
    yield to('half of a JSON', { body: '{"a":' });
    yield to('a list for a body', { body: '[1]' });
    yield to('a text for a body', { body: '"text"' });
    for (const charset of ['koi8-r', '"'])
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

test('answers every error with a problem', async () => {
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
    // Errors of Apollo itself have the format of GraphQL.
    const isGraphql = path === '/graphql' && Array.isArray(answer.body['errors']);
    if (!isProblem && !isGraphql)
      faults.push(`${what}: ${method} ${path} ${answer.status} ${code} ${reason}`);
    if (answer.status >= 500 && answer.status !== 503) faults.push(`${what}: ${answer.status}`);
  }
  expect(faults).toEqual([]);
  expect(answers).toBeGreaterThan(250);
});

test('does not treat an unreadable path as a server error', async () => {
  for (const path of ['/%zz', '/locales/%zz/common.json', '/assets/%zz', '/%c0%af']) {
    const { status, body } = await app.visitor().call('GET', path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(/);
  }
});

describe('in the caller’s language', () => {
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

  test('answers a refusal in Russian on request, else in English', async () => {
    const given = { service: 'x', features: 'x', subscriptionType: 'gold' };
    const ask = (language: string) =>
      person.call('POST', '/api/v1/email/request-access', given, { 'Accept-Language': language });
    const inRussian = 'Поле «subscriptionType» принимает одно из значений: basic, pro, enterprise.';
    const told = await ask(russian['Accept-Language']);
    expect(told.body).toMatchObject({ success: false, error: inRussian, detail: inRussian });
    expect(told.headers.get('content-language')).toBe('ru');
    expect(told.headers.get('vary')).toContain('Accept-Language');
    // fetch sends `*` by default.
    for (const language of ['en', '*', 'fr']) {
      const answer = await ask(language);
      expect(answer.body['error']).toBe('subscriptionType must be one of basic, pro, enterprise');
      expect(answer.headers.get('content-language')).toBe('en');
    }
  });
});

describe('a refused body', () => {
  let admin: Caller;
  let itemId: number;
  beforeAll(async () => {
    admin = await app.signedIn({ isAdmin: true });
    itemId = (await anItem(app.database.db)).id;
  });

  const secret = 'evil-input-4711';

  const line = { entry: 'x', source: 'x', timestamp: '2026-10-01T09:30:00.000Z' };
  const access = { service: 'x', features: 'x', subscriptionType: 'basic' };
  const reports = '/api/v1/complaints';

  const refused: [string, string, unknown, Record<string, unknown>[]][] = [
    [
      'PATCH',
      '/api/v1/knowledge/$item',
      { adminVisibility: secret },
      [
        {
          path: 'adminVisibility',
          code: 'invalid_type',
          values: ['visible', 'hidden'],
          message: 'adminVisibility must be one of visible, hidden',
        },
      ],
    ],
    [
      'POST',
      `${reports}?comment=${secret}`,
      { knowledgeItemId: '$item', complaintType: 'spam' },
      [{ path: 'comment', code: 'unknown' }],
    ],
    [
      'POST',
      reports,
      {},
      [
        { path: 'knowledgeItemId', code: 'required', message: 'knowledgeItemId is missing' },
        { path: 'complaintType', code: 'required', message: 'complaintType is missing' },
      ],
    ],
    [
      'POST',
      reports,
      { knowledgeItemId: '$item', complaintType: 'spam', extra: secret },
      [{ path: 'extra', code: 'unknown', message: 'extra is not known here' }],
    ],
    [
      'POST',
      '/api/v1/email/request-access',
      { ...access, features: 'x'.repeat(2_001) },
      [
        {
          path: 'features',
          code: 'too_long',
          limit: 2_000,
          message: 'features may hold at most 2,000 characters',
        },
      ],
    ],
    [
      'POST',
      '/api/v1/notifications/read',
      { upTo: -1 },
      [{ path: 'upTo', code: 'too_small', message: 'upTo allows at least 0', limit: 0 }],
    ],
    [
      'PUT',
      '/api/v1/notifications/settings',
      { kinds: Array.from({ length: 50 }, () => 'case_liked') },
      [{ path: 'kinds', code: 'too_big' }],
    ],
    [
      'POST',
      '/api/v1/logs',
      { ...line, level: 'info', metadata: JSON.parse('['.repeat(12) + ']'.repeat(12)) },
      [{ path: 'metadata', code: 'too_deep', limit: 10 }],
    ],
    [
      'POST',
      reports,
      [secret],
      [
        {
          path: '',
          code: 'invalid_type',
          expected: 'object',
          message: 'The body must be a JSON object',
        },
      ],
    ],
  ];

  test('is named by its field without the sent value', async () => {
    for (const [method, path, sent, expected] of refused) {
      const text = JSON.stringify(sent).replace('$item', String(itemId));
      const address = path.replace('$item', String(itemId));
      const { status, body } = await admin.call<Problem>(method, address, text);
      expect({ path, status, body }).toMatchObject({
        path,
        status: 400,
        body: { success: false, status: 400, code: 'INVALID' },
      });
      expect(body.errors).toEqual(
        expect.arrayContaining(
          expected.map((one) => expect.objectContaining(one) as Record<string, unknown>),
        ),
      );
      expect(body.errors).toHaveLength(expected.length);
      expect(body.error).toBe(body.errors?.map(({ message }) => message).join('; '));
      expect(body.detail).toBe(body.error);
      expect(JSON.stringify(body)).not.toMatch(
        /Variable|\$|got invalid|BAD_USER_INPUT|Too big|enum/,
      );
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  test('is reported in our words when the JSON is truncated', async () => {
    const { status, body } = await admin.call<Problem>('POST', reports, `{"a": ${secret}`);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: 'The body must be JSON',
        code: 'INVALID',
        reason: 'entity.parse.failed',
        errors: [{ path: '', code: 'invalid_json', message: 'The body must be JSON' }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('evil');
  });

  test('does not repeat an unknown name in full', async () => {
    const { body } = await admin.call<Problem>('POST', reports, { ['n'.repeat(50_000)]: 1 });
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });

  test('answers NOT_FOUND for an impossible id', async () => {
    // `call` checks answers against the OpenAPI document.
    for (const [method, path, body] of [
      ['PUT', '/api/v1/knowledge/tags/names', { rows: [{ id: 'x', nameRu: 'а', nameEn: 'b' }] }],
      [
        'POST',
        '/api/v1/knowledge',
        { sourceUrl: 'https://x.example/', titleEn: 'X', proposalId: 'x' },
      ],
    ] as const)
      expect(await admin.call(method, path, body)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
  });
});
