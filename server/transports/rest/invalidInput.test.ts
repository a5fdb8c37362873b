// Validation of request bodies: each refusal names the field and its type and repeats no value.
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import type { Problem } from './problems.ts';

let app: TestApp;
let admin: Caller;
let itemId: number;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signedIn({ isAdmin: true });
  itemId = (await anItem(app.database.db)).id;
});
afterAll(() => app.close());

const kindsOfReports = expect.arrayContaining(['broken_link', 'other', 'spam']) as unknown;
const secret = 'evil-input-4711';

const line = { entry: 'x', source: 'x', timestamp: '2026-10-01T09:30:00.000Z' };
const access = { service: 'x', features: 'x', subscriptionType: 'basic' };
const reports = '/api/v1/complaints';
const telegram = '/auth/telegram/callback';

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
    'PATCH',
    '/api/v1/knowledge/$item',
    { adminNotes: { text: secret } },
    [{ path: 'adminNotes', code: 'invalid_type', message: 'adminNotes must be a text' }],
  ],
  [
    'POST',
    reports,
    { knowledgeItemId: '$item', complaintType: secret },
    [{ path: 'complaintType', code: 'invalid_type', values: kindsOfReports }],
  ],
  [
    'POST',
    `${reports}?comment=${secret}`,
    { knowledgeItemId: '$item', complaintType: 'spam' },
    [{ path: 'comment', code: 'unknown' }],
  ],
  [
    'PATCH',
    '/api/v1/knowledge/$item?expectedUpdatedAt=2026-10-01T09:30:00.000Z',
    { adminVisibility: 'hidden' },
    [{ path: 'expectedUpdatedAt', code: 'unknown' }],
  ],
  [
    'PUT',
    '/api/v1/rules?company=nexters',
    { company: 'nexters', rules: [] },
    [{ path: 'company', code: 'unknown' }],
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
    'PATCH',
    `${reports}/1/status`,
    { status: secret },
    [{ path: 'status', code: 'invalid_type', values: expect.arrayContaining(['new']) as unknown }],
  ],
  [
    'PATCH',
    `${reports}/1/status`,
    { status: 'new', expectedUpdatedAt: secret },
    [{ path: 'expectedUpdatedAt', code: 'invalid_type', expected: 'date-time' }],
  ],
  ['PATCH', `${reports}/1/status`, {}, [{ path: 'status', code: 'required' }]],
  [
    'POST',
    '/api/v1/email/request-access',
    { ...access, subscriptionType: secret },
    [
      {
        path: 'subscriptionType',
        code: 'invalid_type',
        values: expect.arrayContaining(['basic', 'pro', 'enterprise']) as unknown,
      },
    ],
  ],
  [
    'POST',
    '/api/v1/email/request-access',
    { ...access, needsTesting: secret },
    [{ path: 'needsTesting', code: 'invalid_type', message: 'needsTesting must be true or false' }],
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
    '/api/v1/use-cases/analyze',
    { text: 5 },
    [{ path: 'text', code: 'invalid_type', message: 'text must be a text' }],
  ],
  [
    'POST',
    '/api/v1/companies/confirm',
    { keys: secret },
    [{ path: 'keys', code: 'invalid_type', message: 'keys must be a list' }],
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
    '/api/v1/knowledge/tags/$item/merge',
    { fromIds: [] },
    [{ path: 'fromIds', code: 'too_small', message: 'fromIds allows at least 1', limit: 1 }],
  ],
  [
    'POST',
    '/api/v1/knowledge/tags/names/ask',
    { ids: [] },
    [{ path: 'ids', code: 'too_small', message: 'ids allows at least 1', limit: 1 }],
  ],
  [
    'PUT',
    '/api/v1/knowledge/tags/names',
    { rows: [] },
    [{ path: 'rows', code: 'too_small', message: 'rows allows at least 1', limit: 1 }],
  ],
  [
    'PUT',
    '/api/v1/rules',
    { company: 'nexters', rules: [{ itemId: '$item', owner: 'x'.repeat(5_000) }] },
    [{ path: 'rules.0.owner', code: 'too_long' }],
  ],
  [
    'POST',
    '/api/v1/logs',
    { ...line, level: secret },
    [{ path: 'level', code: 'invalid_type', values: expect.arrayContaining(['warn']) as unknown }],
  ],
  [
    'POST',
    '/api/v1/logs',
    { ...line, level: 'info', metadata: JSON.parse('['.repeat(12) + ']'.repeat(12)) },
    [{ path: 'metadata', code: 'too_deep', limit: 10 }],
  ],
  [
    'POST',
    telegram,
    { id: 1, first_name: secret },
    [
      { path: 'auth_date', code: 'required' },
      { path: 'hash', code: 'required' },
    ],
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

test('more services than can be compared are refused by the name of their parameter', async () => {
  const { status, body } = await admin.call<Problem>(
    'GET',
    '/api/v1/knowledge/compare?ids=1,2,3,4,5',
  );
  expect(status).toBe(400);
  expect(body.error).toBe('ids allows at most 4');
  expect(body.errors).toEqual([
    { path: 'ids', code: 'too_big', message: 'ids allows at most 4', limit: 4 },
  ]);
});

test.each(refused)('%s %s refuses %j', async (method, path, sent, expected) => {
  const text = JSON.stringify(sent).replace('$item', String(itemId));
  const address = path.replace('$item', String(itemId));
  const { status, body } = await admin.call<Problem>(method, address, text);
  expect({ status, body }).toMatchObject({
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
  expect(JSON.stringify(body)).not.toMatch(/Variable|\$|got invalid|BAD_USER_INPUT|Too big|enum/);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('half of a JSON is refused in our words', async () => {
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

test('a name that nobody gave is not repeated in full', async () => {
  const { body } = await admin.call<Problem>('POST', reports, { ['n'.repeat(50_000)]: 1 });
  expect(JSON.stringify(body).length).toBeLessThan(1_000);
});

/** A call checks its answer against the OpenAPI document: what is answered must stand there. */
test.each([
  ['PUT', '/api/v1/knowledge/tags/names', { rows: [{ id: 'x', nameRu: 'а', nameEn: 'b' }] }],
  ['POST', '/api/v1/knowledge/tags/names/ask', { ids: ['x'] }],
  ['POST', '/api/v1/knowledge', { sourceUrl: 'https://x.example/', titleEn: 'X', proposalId: 'x' }],
])('%s %s: an id in the body that can be nobody’s is not found', async (method, path, body) => {
  expect(await admin.call(method, path, body)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
});
