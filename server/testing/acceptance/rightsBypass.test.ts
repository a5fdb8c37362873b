// Z6: no extra field, no header and no spelling of a path gives more rights.
import { anItem } from '../builders.ts';
import { startTestApp, type Caller, type TestApp } from '../testApp.ts';

let app: TestApp;
let user: Caller & { userId: number };
let itemId: number;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.signedIn();
  itemId = (await anItem(app.database.db, { titleEn: 'Plain tool' })).id;
});
afterAll(async () => {
  await app.close();
});

const snapshot = async (): Promise<string> => {
  const { db } = app.database;
  const columns = ['id', 'is_admin', 'company_key', 'email', 'name', 'telegram_id', 'is_demo'];
  return JSON.stringify({
    users: await db('users').orderBy('id').select(columns),
    items: await db('items').orderBy('id').select('id', 'admin_visibility', 'admin_notes'),
    complaints: await db('complaints').orderBy('id').select(),
    likes: await db('item_likes').select('user_id', 'item_id'),
    useCases: await db('use_cases').select('id', 'user_id'),
    tokens: await db('api_tokens').select('id'),
  });
};

const extras = {
  id: 1,
  userId: 1,
  user_id: 1,
  isAdmin: true,
  is_admin: true,
  role: 'admin',
  likesCount: 1_000,
  status: 'resolved',
  resolvedAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
  userIp: '127.0.0.1',
  adminNotes: 'mine',
  adminVisibility: 'hidden',
  viewer: { kind: 'member', user: { id: 1, isAdmin: true } },
  __proto__: { isAdmin: true },
  constructor: { prototype: { isAdmin: true } },
};

const bodies: [string, string, Record<string, unknown>][] = [
  ['POST', '/api/v1/complaints', { knowledgeItemId: '$item', complaintType: 'spam' }],
  ['POST', '/api/v1/use-cases/knowledge/$item', { descriptionRu: 'Мы пишем тесты' }],
  [
    'POST',
    '/api/v1/email/request-access',
    { service: 'Plain tool', subscriptionType: 'basic', features: 'All', needsTesting: true },
  ],
  ['POST', '/api/v1/auth/logout', {}],
];

test('a row takes no field that it does not name', async () => {
  for (const [method, path, body] of bodies) {
    const filled = (value: string) => value.replace('$item', String(itemId));
    for (const [name, value] of Object.entries(extras)) {
      const before = await snapshot();
      const sent = JSON.stringify({ ...body, [name]: value }).replace('$item', String(itemId));
      const { status } = await user.call(method, filled(path), sent);
      expect({ name, status, isSame: (await snapshot()) === before }).toEqual({
        name,
        status: 400,
        isSame: true,
      });
    }
    const nested = filled(`{"__proto__":{"isAdmin":true},${JSON.stringify(body).slice(1)}`);
    await user.call(method, filled(path), nested);
    expect({}).not.toHaveProperty('isAdmin');
  }
});

test('an input of GraphQL takes no field that it does not name', async () => {
  const query = 'mutation ($input: ReportInput!) { reportItem(input: $input) { id } }';
  for (const [name, value] of Object.entries(extras)) {
    const before = await snapshot();
    const input = { knowledgeItemId: String(itemId), complaintType: 'spam', [name]: value };
    const { status } = await user.graphql(query, { input });
    expect({ name, status, isSame: (await snapshot()) === before }).toEqual({
      name,
      status: 400,
      isSame: true,
    });
  }
});

test('no header makes an admin, or somebody else', async () => {
  const headers: Record<string, string>[] = [
    { 'X-Forwarded-User': 'admin' },
    { 'X-Remote-User': 'admin' },
    { 'X-User-Id': '1' },
    { 'X-Is-Admin': 'true' },
    { 'X-Original-URL': '/api/v1/complaints' },
    { 'X-Rewrite-URL': '/api/v1/complaints' },
    { 'X-HTTP-Method-Override': 'GET' },
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1;proto=https;by=admin' },
    { 'X-Forwarded-Host': 'localhost' },
    { Authorization: 'Basic YWRtaW46YWRtaW4=' },
    { 'X-Apollo-Operation-Name': 'complaints', 'Apollo-Require-Preflight': 'true' },
    { Referer: `${app.url}/admin` },
  ];
  for (const one of headers) {
    const listed = await user.call('GET', '/api/v1/complaints', undefined, one);
    const health = await user.call('POST', '/graphql', { query: '{ complaints { id } }' }, one);
    const me = await user.call<{ data: { id: string; isAdmin: boolean } }>(
      'GET',
      '/api/v1/auth/me',
      undefined,
      one,
    );
    const { id, isAdmin } = me.body.data;
    expect([listed.status, health.status, isAdmin, id]).toEqual([
      403,
      403,
      false,
      String(user.userId),
    ]);
  }
});

test('an address forged in a header is not written into a report', async () => {
  const { headers } = await user.call(
    'POST',
    '/api/v1/complaints',
    { knowledgeItemId: String(itemId), complaintType: 'wrong_tags' },
    { 'X-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.7' },
  );
  const forged = await app.database.db('complaints').where('user_ip', 'like', '%203.0.113%');
  expect(forged).toEqual([]);
  expect(headers.get('x-request-id')).toBeTruthy();
});

test('no spelling of a path, and no second value in a query, opens it', async () => {
  const spellings = [
    '/api/v1/Complaints',
    '/API/v1/complaints',
    '/api/v1/complaints/',
    '/api/v1//complaints',
    '//api/v1/complaints',
    '/api/v1/./complaints',
    '/api/v1/health/../complaints',
    '/api/v1/%63omplaints',
    '/api/v1/complaints%2f',
    '/api/v1/complaints%00',
    '/api/v1/complaints;admin=true',
    '/api/v1/complaints.json',
    '/api/v1/complaints?isAdmin=true',
    '/api/v1/complaints?status=new&status=resolved',
    '/api/v1/complaints#admin',
    '/api/v1/knowledge/tags?isAdmin=true',
  ];
  await anItem(app.database.db, { tags: ['gdevapproved'] });
  for (const path of spellings) {
    const { body } = await user.call('GET', path);
    const text = JSON.stringify(body);
    const opened = text.includes('"userIp"') || text.includes('gdevapproved');
    expect({ path, opened }).toEqual({ path, opened: false });
  }
});

test('only GET and HEAD of a row read it: no other method does', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    const { status } = await user.call(method, '/api/v1/auth/me', undefined);
    expect({ method, status }).toEqual({ method, status: 405 });
  }
});
