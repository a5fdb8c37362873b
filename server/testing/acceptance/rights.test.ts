// Z1: rights of each caller over GraphQL and REST. Every root field and every REST row has a line in rights.json and obeys it.
import { getDirective } from '@graphql-tools/utils';
import { isObjectType } from 'graphql';
import { routes } from '../../transports/rest/routes.ts';
import { aUseCase, anItem } from '../builders.ts';
import {
  buildRowCall,
  documentOf,
  filled,
  getCells,
  matrix,
  rootFields,
  schema,
  startRightsWorld,
  wordsOf,
  type Call,
  type Line,
  type RightsWorld,
} from '../rightsMatrix.ts';
import { startTestApp, type Caller, type TestApp } from '../testApp.ts';

/** Codes that refuse a caller; any other outcome means that the caller was allowed. */
const refusals = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
const opensSession = /signIn|signOut|endSession$|completeSignIn|validateToken|\/auth\//;

let world: RightsWorld;

beforeAll(async () => {
  world = await startRightsWorld();
});
afterAll(async () => {
  await world.app.close();
});

async function tryCallers(
  callers: string[],
  name: string,
  line: Line,
  send: (call: Call, named: Record<string, string>) => Promise<string>,
): Promise<void> {
  const seen: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  // The developer sign-in lists few accounts: removes those that earlier lines created.
  await world.app.database.db('users').whereNot({ name: 'Demo' }).update({ is_demo: false });
  const isReading = /^(?:Query\.|get )/.test(name);
  let named: Record<string, string> | null = null;
  for (const caller of callers) {
    const isAlone = opensSession.test(name);
    const who = isAlone ? await world.newPeople() : world.people;
    const cell = getCells(line)[matrix.callers.indexOf(caller)]!;
    named ??= await world.things(who.user.userId, wordsOf(line));
    const code = await send(world.callOf(caller, who), named);
    // An unchanged fixture is reused for the next caller.
    if (isAlone || !(isReading || refusals.has(code))) named = null;
    wanted[caller] = cell;
    seen[caller] = cell === 'allowed' && !refusals.has(code) ? 'allowed' : code;
  }
  expect(seen).toEqual(wanted);
}

test('lists exactly the root fields', () => {
  expect(Object.keys(matrix.fields).sort()).toEqual([...rootFields.keys()].sort());
});

test('lists exactly the REST rows', () => {
  const rows = routes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(matrix.rows).sort()).toEqual(rows.sort());
});

test('lists every admin-only field', () => {
  const guarded = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter((field) => getDirective(schema, field, 'allow')?.[0]?.['otherwise'] === 'NULL')
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
  expect(guarded.sort()).toEqual([...matrix.adminOnly].sort());
});

test.each(Object.entries(matrix.fields))('%s over GraphQL', async (name, line) => {
  await tryCallers(matrix.callers, name, line, async (call, named) => {
    const variables = filled(line.arguments ?? {}, named);
    const { body } = await call<{ errors?: { extensions: { code: string } }[] }>(
      'POST',
      '/graphql',
      { query: documentOf(name, variables), variables },
    );
    return body.errors?.[0]?.extensions.code ?? 'allowed';
  });
});

/** GraphQL fields answer the rows, and all callers are tested there: these callers show that REST passes on the caller. */
const callersOfRest = ['visitor', 'user', 'admin', 'token read'];

test.each(Object.entries(matrix.rows))('%s over REST', async (name, line) => {
  await tryCallers(callersOfRest, name, line, async (call, named) => {
    const { method, path, body } = buildRowCall(name, line, named);
    const answer = await call<{ code?: string }>(method, path, body);
    return answer.body.code ?? 'allowed';
  });
});

test('an approver may call the marked lines of admins only', async () => {
  const { app } = world;
  const chosen = await app.signedIn({ email: 'chosen@nexters.example', company: 'nexters' });
  await app.database
    .db('access_approvers')
    .insert({ company_key: 'nexters', user_id: chosen.userId });
  const ofAdmins = (line: Line) => {
    const [, user, , admin] = getCells(line);
    return user === 'FORBIDDEN' && admin === 'allowed';
  };
  const entered: string[] = [];
  for (const [name, line] of Object.entries(matrix.fields).filter(([, one]) => ofAdmins(one))) {
    const named = await world.things(chosen.userId, wordsOf(line));
    const variables = filled(line.arguments ?? {}, named);
    const { body } = await chosen.graphql(documentOf(name, variables), variables);
    if (body.errors?.[0]?.extensions.code !== 'FORBIDDEN') entered.push(name);
  }
  expect(entered.sort()).toEqual([...matrix.chosenToo].sort());
});

/** Endpoints beside GraphQL and REST, with the status for visitor, user, admin, and a token for reading. */
const beside: [string, number[]][] = [
  ['/schema.graphql', [401, 200, 200, 200]],
  ['/api/v1/proxy/image?url=https%3A%2F%2Funknown.example%2Fa.png', [401, 404, 404, 404]],
  ['/metrics', [404, 404, 404, 404]],
  ['/livez', [200, 200, 200, 200]],
  ['/.well-known/ai-catalog.json', [200, 200, 200, 200]],
  ['/readyz', [200, 200, 200, 200]],
  ['/locales/en/common.json', [200, 200, 200, 200]],
];

test('endpoints beside GraphQL and REST', async () => {
  for (const [path, wanted] of beside) {
    const seen: number[] = [];
    for (const who of callersOfRest) seen.push((await world.callOf(who)('GET', path)).status);
    expect({ path, seen }).toEqual({ path, seen: wanted });
  }
});

/** Rows for people who are signed in; the others answer 401 only to a wrong code or token. */
const forMembers = Object.entries(matrix.rows).filter(
  ([, line]) => getCells(line)[0] === 'UNAUTHENTICATED' && getCells(line)[1] !== 'UNAUTHENTICATED',
);

test('a row for members refuses a visitor before it validates input', async () => {
  expect(forMembers.length).toBeGreaterThan(100);
  for (const [name, line] of forMembers) {
    const { method, path } = buildRowCall(name, line, { $item: 'x' });
    if (method === 'GET' || method === 'DELETE') continue;
    const { body } = await world.callOf('visitor')(method, path, { nonsense: [1] });
    expect({ name, code: body['code'] }).toEqual({ name, code: 'UNAUTHENTICATED' });
    expect(JSON.stringify(body)).not.toContain('nonsense');
  }
});

describe('use cases', () => {
  const rows = () => world.app.database.db('use_cases').orderBy('id');

  test('refuses changes of other people’s use cases', async () => {
    const { db } = world.app.database;
    const { user } = world.people;
    const { id, itemId } = await aUseCase(db, { userId: user.userId });
    const { id: deleted } = await aUseCase(db, {
      itemId,
      userId: user.userId,
      deletedAt: new Date(),
    });
    const texts = { descriptionRu: 'Чужими руками', descriptionEn: 'By the hands of others' };
    const passed = 'descriptionRu: "Чужими руками", descriptionEn: "By the hands of others"';
    const before = await rows();
    const likes = await db('use_case_likes').select();
    let taken = 0;
    const send = async (caller: string, method: string, path: string, body?: unknown) => {
      const { status } = await world.callOf(caller)(method, path, body);
      if (status < 400) taken += 1;
    };
    for (const caller of [
      'visitor',
      'other',
      'admin',
      'token read',
      'token write',
      'token admin',
    ]) {
      await send(caller, 'PUT', `/api/v1/use-cases/${id}`, texts);
      await send(caller, 'DELETE', `/api/v1/use-cases/${id}`);
      for (const query of [
        `mutation { updateUseCase(id: "${id}", ${passed}) { useCase { id } } }`,
        `mutation { deleteUseCase(id: "${id}") { success } }`,
        `mutation { restoreUseCase(id: "${deleted}") { id } }`,
      ])
        await send(caller, 'POST', '/graphql', { query });
    }
    await send('user', 'POST', `/api/v1/use-case-likes/${id}/like`);
    await send('user', 'POST', '/graphql', {
      query: `mutation { toggleUseCaseLike(id: "${id}") { isLiked } }`,
    });
    const after = await rows();
    const changed = before.filter(
      (row, index) => JSON.stringify(row) !== JSON.stringify(after[index]),
    ).length;
    const liked = (await db('use_case_likes').select()).length - likes.length;
    expect({ changed, liked, taken }).toEqual({ changed: 0, liked: 0, taken: 0 });
  });

  test('allows all of it to the author', async () => {
    const { user } = world.people;
    const { id } = await aUseCase(world.app.database.db, { userId: user.userId });
    const call = world.callOf('user');
    const path = `/api/v1/use-cases/${id}`;
    expect((await call('PUT', path, { descriptionRu: 'Мой пример' })).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(200);
    const { body } = await user.graphql<{ back: { id: string } }>(
      `mutation { back: restoreUseCase(id: "${id}") { id } }`,
    );
    expect(body.data.back.id).toBe(String(id));
  });
});

test('the loss of the admin role takes effect on the next request, in the browser and for every token', async () => {
  const { app, people } = world;
  const { admin } = people;
  const named = await world.things(admin.userId);
  const place = (caller: string) => matrix.callers.indexOf(caller);
  const ofAdmins = Object.entries(matrix.fields).filter(([, line]) => {
    const cells = getCells(line);
    return cells[place('admin')] === 'allowed' && cells[place('user')] === 'FORBIDDEN';
  });
  const callers = ['admin', 'token admin', 'token write', 'token read'];
  // Each session was just used: its rights must not be cached.
  for (const who of callers) {
    const { status } = await world.callOf(who)('GET', '/api/v1/auth/me');
    expect({ who, status }).toEqual({ who, status: 200 });
  }
  for (const who of ['admin', 'token admin']) {
    const { status } = await world.callOf(who)('GET', '/api/v1/complaints');
    expect({ who, status }).toEqual({ who, status: 200 });
  }
  await app.database.db('users').where({ id: admin.userId }).update({ is_admin: false });
  const accepted: string[] = [];
  for (const who of callers) {
    for (const [name, line] of ofAdmins) {
      const variables = filled(line.arguments ?? {}, named);
      const query = documentOf(name, variables);
      const { status } = await world.callOf(who)('POST', '/graphql', { query, variables });
      if (status < 400) accepted.push(`${who}: ${name}`);
    }
    const { status } = await world.callOf(who)('GET', '/api/v1/complaints');
    if (status < 400) accepted.push(`${who}: complaints over REST`);
  }
  const { body } = await admin.call<{ data: { isAdmin: boolean } }>('GET', '/api/v1/auth/me');
  expect(accepted).toEqual([]);
  expect(ofAdmins.length).toBeGreaterThan(40);
  expect(body.data.isAdmin).toBe(false);
});

describe('Z6: no extra field, header or spelling of a path gives more rights', () => {
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

  test('a row refuses unknown fields', async () => {
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

  test('a GraphQL input refuses unknown fields', async () => {
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

  test('no header changes the caller or their rights', async () => {
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

  test('a complaint does not store a forged address', async () => {
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

  test('no spelling of a path and no repeated parameter bypasses the check', async () => {
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

  test('only GET and HEAD read a row', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const { status } = await user.call(method, '/api/v1/auth/me', undefined);
      expect({ method, status }).toEqual({ method, status: 405 });
    }
  });
});
