// REST: rows, documents and answers of the facade, and the calls of the specification.
import { Validator } from '@seriousme/openapi-schema-validator';
import { getNullableType, isInputObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aUseCase, anItem } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { buildSchema } from '../graphql/schema.ts';
import { buildOpenApi } from './openapi.ts';
import { getVariables, readDocument } from './operation.ts';
import { routes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

describe('the REST facade', () => {
  test('has no further variable beside a single input', () => {
    const schema = buildSchema();
    const unreachable = routes.flatMap((row) => {
      if (!('document' in row)) return [];
      const variables = getVariables(schema, readDocument(row.document)).filter(
        ({ name }) => !row.path.includes(`{${name}}`) && !(name in row.fixed),
      );
      const hasInput = variables.some(({ type }) => isInputObjectType(getNullableType(type)));
      return hasInput && variables.length > 1 ? [`${row.method} ${row.path}`] : [];
    });
    expect(unreachable).toEqual([]);
  });

  test('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const document = buildOpenApi(buildSchema(), { version: '1', serverUrl: 'http://localhost' });
    const result = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, never>,
    );
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('answers problem+json on request', async () => {
    const { headers } = await app
      .visitor()
      .call('GET', '/api/v1/auth/me', undefined, { Accept: 'application/problem+json' });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  test('downloads the data rules as a file named after the company', async () => {
    const admin = await app.signedIn({ isAdmin: true });
    const { headers } = await admin.call('GET', '/api/v1/rules/table?company=nexters');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="data-rules-nexters.csv"',
    );
  });

  test('links the pages of every paged list', async () => {
    const person = await app.signedIn();
    const { id } = await anItem(app.database.db, { titleEn: 'Facade liked' });
    for (let likes = 0; likes < 3; likes += 1)
      await (await app.signedIn()).call('POST', `/api/v1/knowledge/${id}/like`);
    for (const [path, total] of [
      ['/api/v1/knowledge/search?search=Facade&perPage=1', 1],
      [`/api/v1/knowledge/${id}/likes?perPage=1`, 3],
      [`/api/v1/notifications?perPage=1`, 0],
    ] as const) {
      const { body, headers } = await person.call<{ total: number }>('GET', path);
      expect(body.total).toBe(total);
      const links = headers.get('link') ?? '';
      expect(links).toContain(`<${path}&page=0>; rel="first"`);
      expect(links).toContain(`<${path}&page=${Math.max(total - 1, 0)}>; rel="last"`);
      expect(links.includes('rel="next"')).toBe(total > 1);
    }
  });

  test('ignores unknown query parameters in every row', async () => {
    const person = await app.signedIn();
    const { id } = await anItem(app.database.db, { titleEn: 'Ignoring' });
    const noise = '_=1732&env=a&env=b&utm_source=mail&id=0&x=';
    for (const [method, path, body] of [
      ['GET', '/knowledge/search?search=Ignoring&page=', undefined],
      ['GET', '/knowledge/tags?isAdmin=true', undefined],
      ['GET', `/knowledge/${id}/overview?`, undefined],
      ['GET', '/knowledge/check?address=ignoring.example', undefined],
      ['GET', '/auth/me?', undefined],
      ['POST', `/knowledge/${id}/like?`, {}],
      ['DELETE', `/knowledge/${id}/like?`, undefined],
    ] as const) {
      const { status } = await person.call(method, `/api/v1${path}&${noise}`, body);
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test('refuses bad input by name, and accepts the maximum', async () => {
    const person = await app.signedIn();
    const search = (query: string) =>
      person.call<{ errors: { path: string }[]; code: string; error: string; data: unknown }>(
        'GET',
        `/api/v1/knowledge/search?${query}`,
      );
    expect(await search('search=%E0%A4%A')).toMatchObject({
      status: 400,
      body: { code: 'INVALID', error: 'The request cannot be read' },
    });
    for (const [query, path] of [
      ['page=-1', 'page'],
      ['page=10001', 'page'],
      ['perPage=101', 'perPage'],
      ['perPage=x', 'perPage'],
      ['sortBy=evil', 'sortBy'],
      ['page=1&page=2', 'page'],
      ['allowedFor[]=source_code', 'allowedFor[]'],
      ['allowedfor=source_code', 'allowedfor'],
      [`search=${'x'.repeat(201)}`, 'search'],
    ] as const) {
      const { status, body } = await search(query);
      expect({ query, status, code: body.code }).toEqual({ query, status: 400, code: 'INVALID' });
      expect(body.errors.map((error) => error.path)).toContain(path);
    }
    expect(await search('perPage=100&page=10000')).toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });

  test('a known path with another method answers 405 with Allow', async () => {
    const person = await app.signedIn();
    const { status, headers, body } = await person.call('PUT', '/api/v1/knowledge/1/like', {});
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST, DELETE');
    expect(body['success']).toBe(false);
  });

  test('refuses a body of another type, and accepts a missing one', async () => {
    const person = await app.signedIn();
    const { id } = await anItem(app.database.db, {});
    const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = await person.call(
      'POST',
      '/api/v1/complaints',
      `knowledgeItemId=${id}&complaintType=spam`,
      asForm,
    );
    expect([form.status, form.body]).toMatchObject([
      415,
      {
        code: 'INVALID',
        reason: 'body.notJson',
        error: 'The body must be JSON, sent as Content-Type: application/json',
      },
    ]);
    const inRussian = await person.call('POST', '/api/v1/complaints', 'a=1', {
      ...asForm,
      'Accept-Language': 'ru',
    });
    expect(inRussian.body['error']).toBe(
      'Тело запроса должно быть в формате JSON с заголовком Content-Type: application/json.',
    );
    const like = await person.call('POST', `/api/v1/knowledge/${id}/like`, '', asForm);
    expect([like.status, like.body['isLiked']]).toEqual([200, true]);
  });

  test('accepts a body of 100 kB, and refuses one byte more', async () => {
    const person = await app.signedIn();
    const body = (length: number) => `{"email":"${'x'.repeat(length - 12)}"}`;
    const taken = await person.call('POST', '/api/v1/auth/dev-login', body(100_000));
    expect(taken.status).toBe(404);
    const refused = await person.call('POST', '/api/v1/auth/dev-login', body(100_001));
    expect([refused.status, refused.body['success']]).toEqual([413, false]);
  });

  test('returns experts with their use cases, and authors who can be asked', async () => {
    const author = await app.signedIn({ name: 'Maria' });
    const { db } = app.database;
    await db('users').where({ id: author.userId }).update({ telegram_username: 'maria_s' });
    const { id } = await anItem(db, { titleEn: 'Zebrafinch' });
    const useCase = await aUseCase(db, { itemId: id, userId: author.userId });
    const reader = await app.signedIn({ email: 'reader@nexters.com' });
    const found = await reader.call<{ data: { experts: unknown[] }[] }>(
      'GET',
      '/api/v1/knowledge/search?search=Zebrafinch',
    );
    expect(found.body.data[0]?.experts).toMatchObject([
      {
        name: 'Maria',
        telegramUsername: 'maria_s',
        useCases: [{ id: String(useCase.id), knowledgeItemId: String(id), likesCount: 0 }],
      },
    ]);
    const cases = await reader.call<{ data: unknown[] }>(
      'GET',
      `/api/v1/use-cases/knowledge/${id}`,
    );
    expect(cases.body.data).toMatchObject([
      { author: { name: 'Maria', telegramUsername: 'maria_s' } },
    ]);
    const admin = await app.signedIn({ email: 'boss@nexters.com', isAdmin: true });
    const liker = '{ likedKnowledge { likes { users { telegramUsername } } } }';
    await admin.call('POST', `/api/v1/knowledge/${id}/like`);
    await reader.call('POST', `/api/v1/knowledge/${id}/like`);
    await author.call('POST', `/api/v1/knowledge/${id}/like`);
    const seen = await reader.graphql(liker);
    expect(JSON.stringify(seen.body)).not.toContain('maria_s');
  });

  test('answers without an unreadable part, and names it', async () => {
    const author = await app.signedIn();
    const { db } = app.database;
    const { id } = await anItem(db, { titleEn: 'Quokkabird' });
    await aUseCase(db, { itemId: id, userId: author.userId });
    const path = '/api/v1/knowledge/search?search=Quokkabird';
    const whole = await author.call('GET', path);
    expect(whole.body).not.toHaveProperty('errors');
    await db.raw('alter table use_case_likes rename column use_case_id to elsewhere');
    try {
      const part = await author.call<{ data: { titleEn: string; experts: null }[] }>('GET', path);
      expect([part.status, part.body.data[0]?.titleEn, part.body.data[0]?.experts]).toEqual([
        200,
        'Quokkabird',
        null,
      ]);
      expect(part.body).toMatchObject({
        success: true,
        errors: [{ path: 'data.0.experts.0.useCases', code: 'INTERNAL' }],
      });
      expect(JSON.stringify(part.body)).not.toContain('use_case_id');
    } finally {
      await db.raw('alter table use_case_likes rename column elsewhere to use_case_id');
    }
  });
});

/** The calls of the specification's section 7, in its order; docs/api.md settles the methods that it leaves open. */
const calls = [
  'POST /api/v1/auth/google/callback',
  'POST /api/v1/auth/validate-token',
  'POST /api/v1/auth/dev-login',
  'POST /api/v1/auth/logout',
  'GET /api/v1/auth/me',
  'POST /api/v1/auth/login',
  'POST /auth/telegram/callback',
  'POST /api/v1/telegram/generate-invite',
  'POST /api/v1/telegram/webhook',

  'GET /api/v1/knowledge/search',
  'GET /api/v1/knowledge/tags',
  'POST /api/v1/knowledge/{id}/like',
  'DELETE /api/v1/knowledge/{id}/like',
  'GET /api/v1/knowledge/liked',
  'PATCH /api/v1/knowledge/{id}',
  'POST /api/v1/knowledge/sync',
  'GET /api/v1/knowledge/sync/status',

  'POST /api/v1/use-cases/analyze',
  'POST /api/v1/use-cases/knowledge/{id}',
  'PUT /api/v1/use-cases/{id}',
  'DELETE /api/v1/use-cases/{id}',
  'GET /api/v1/use-cases/knowledge/{id}',
  'GET /api/v1/use-cases/knowledge/{id}/my',
  'GET /api/v1/use-cases/my',
  'POST /api/v1/use-case-likes/{id}/like',
  'GET /api/v1/use-case-likes/{id}/likes',
  'GET /api/v1/use-case-likes/has-liked-other-users-cases',

  'POST /api/v1/complaints',
  'GET /api/v1/complaints',
  'GET /api/v1/complaints/count',
  'PUT /api/v1/complaints/{id}/status',
  'PATCH /api/v1/complaints/{id}/status',

  'GET /api/v1/inconsistencies',
  'PATCH /api/v1/inconsistencies/{id}/status',
  'POST /api/v1/inconsistencies/{id}/resolve-title',
  'POST /api/v1/inconsistencies/{id}/resolve-description',
  'POST /api/v1/inconsistencies/{id}/resolve-tags',
  'POST /api/v1/inconsistencies/{id}/resolve-media-type',
  'POST /api/v1/inconsistencies/{id}/resolve-media-source',
  'POST /api/v1/inconsistencies/{id}/resolve-image-url',
  'POST /api/v1/inconsistencies/{id}/resolve-source-url',
  'POST /api/v1/inconsistencies/{id}/resolve-link-broken',
  'POST /api/v1/inconsistencies/{id}/resolve-removed',

  'POST /api/v1/email/request-access',
  'GET /api/v1/proxy/image',
  'GET /api/v1/health',
  'POST /api/v1/logs',
  'GET /locales/{lng}/{ns}.json',
];

/** Handlers outside the table, since no GraphQL document returns bytes or files (server/transports/http). */
const byHand = ['GET /api/v1/proxy/image', 'GET /locales/{lng}/{ns}.json'];

/** Rows beyond the specification have a line in `server/testing/acceptance/rights.json` too. */
const rows = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);

const text = readFileSync(join(import.meta.dirname, '../../../docs/specification.md'), 'utf8');
const section = text.slice(text.indexOf('## 7. Calls'), text.indexOf('## 8. '));
const decisions = '/api/v1/inconsistencies/{id}/';

const documented = Object.entries(
  buildOpenApi(buildSchema(), { version: '0.0.0', serverUrl: 'http://localhost' })[
    'paths'
  ] as Record<string, Record<string, unknown>>,
).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
    .map((method) => `${method.toUpperCase()} ${path}`),
);

describe('the calls of the specification', () => {
  test('are listed once, with the paths of the text', () => {
    expect(new Set(calls).size).toBe(calls.length);
    const inText = new Set(
      section.matchAll(/\/(?:api|auth|locales)\/[^\s,;:?)]*[^\s,;:?).]/g).map(([path]) => path),
    );
    const inCalls = new Set(calls.map((call) => call.split(' ')[1]!));
    // The text lists the nine paths that resolve an inconsistency as one.
    const isNamed = (path: string) =>
      inText.has(path) ||
      (path.startsWith(decisions) && section.includes(path.slice(decisions.length)));
    expect([...inCalls].filter((path) => !isNamed(path))).toEqual([]);
    expect([...inText].filter((path) => !inCalls.has(path))).toEqual([]);
  });

  test('are rows of the table', () => {
    expect(calls.filter((call) => ![...rows, ...byHand].includes(call))).toEqual([]);
  });

  test('are exactly the operations of the OpenAPI document, as all rows', () => {
    const stream = 'GET /api/v1/notifications/stream';
    expect(documented.toSorted()).toEqual([...rows, ...byHand, stream].toSorted());
  });
});
