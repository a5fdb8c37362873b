import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from '../graphql/schema.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { buildOpenApi } from './openapi.ts';
import { routes } from './routes.ts';

/** The calls of the specification's section 7, in its order; methods that it leaves open as docs/api.md settles them. */
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

/** Served by a handler of its own, as no GraphQL document answers bytes or files (server/transports/http). */
const byHand = ['GET /api/v1/proxy/image', 'GET /locales/{lng}/{ns}.json'];

/** Rows may stand beside the specification's: `server/testing/acceptance/rights.json` has a line for each. */
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
  test('are named once each, and are the paths of the text', () => {
    expect(new Set(calls).size).toBe(calls.length);
    const inText = new Set(
      section.matchAll(/\/(?:api|auth|locales)\/[^\s,;:?)]*[^\s,;:?).]/g).map(([path]) => path),
    );
    const inCalls = new Set(calls.map((call) => call.split(' ')[1]!));
    // The text writes the nine paths that decide a difference as one.
    const isNamed = (path: string) =>
      inText.has(path) ||
      (path.startsWith(decisions) && section.includes(path.slice(decisions.length)));
    expect([...inCalls].filter((path) => !isNamed(path))).toEqual([]);
    expect([...inText].filter((path) => !inCalls.has(path))).toEqual([]);
  });

  test('are rows of the table', () => {
    expect(calls.filter((call) => ![...rows, ...byHand].includes(call))).toEqual([]);
  });

  test('stand in the OpenAPI document, as every row does, and nothing else', () => {
    const stream = 'GET /api/v1/notifications/stream';
    expect(documented.toSorted()).toEqual([...rows, ...byHand, stream].toSorted());
  });

  describe('over a real connection', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startTestApp({
        env: {
          TELEGRAM_BOT_TOKEN: '1:a',
          TELEGRAM_BOT_NAME: 'loadout_bot',
          TELEGRAM_WEBHOOK_SECRET: 'secret',
          TELEGRAM_API_URL: 'http://127.0.0.1:9',
        },
      });
    });

    afterAll(() => app.close());

    /** Nobody is there to answer; what counts is that somebody is asked. */
    test.each(calls)('%s is served', async (call) => {
      const [method = '', template = ''] = call.split(' ');
      const path = template
        .replace('{lng}', 'ru')
        .replace('{ns}', 'common')
        .replaceAll(/\{\w+\}/g, '1');
      const body = ['GET', 'DELETE'].includes(method) ? undefined : {};
      const answer = await app.visitor().call<{ detail?: string }>(method, path, body);
      expect(answer.body.detail ?? '').not.toBe('There is no such path');
      expect(answer.status).not.toBe(405);
      expect(answer.status).toBeLessThan(500);
    });
  });
});
