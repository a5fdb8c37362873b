// Z1: who may do what, over GraphQL and REST. Every root field and every REST row has a line in rights.json, and obeys it.
import { getDirective } from '@graphql-tools/utils';
import { isObjectType } from 'graphql';
import { aUseCase } from '../builders.ts';
import { routes } from '../../transports/rest/routes.ts';
import {
  buildRowCall,
  getCells,
  documentOf,
  filled,
  matrix,
  rootFields,
  schema,
  startRightsWorld,
  type Call,
  type Line,
  wordsOf,
  type RightsWorld,
} from '../rightsMatrix.ts';

/** What refuses somebody; any other outcome is that of a caller who may enter. */
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
  // The developer sign-in offers a few accounts only: those of the lines before make room.
  await world.app.database.db('users').whereNot({ name: 'Demo' }).update({ is_demo: false });
  for (const caller of callers) {
    const who = opensSession.test(name) ? await world.newPeople() : world.people;
    const cell = getCells(line)[matrix.callers.indexOf(caller)]!;
    const named = await world.things(who.user.userId, wordsOf(line));
    const code = await send(world.callOf(caller, who), named);
    wanted[caller] = cell;
    seen[caller] = cell === 'allowed' && !refusals.has(code) ? 'allowed' : code;
  }
  expect(seen).toEqual(wanted);
}

test('every root field has a line, and every line a root field', () => {
  expect(Object.keys(matrix.fields).sort()).toEqual([...rootFields.keys()].sort());
});

test('every REST row has a line, and every line a row', () => {
  const rows = routes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(matrix.rows).sort()).toEqual(rows.sort());
});

test('every field that only admins may read is listed', () => {
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

/** A row is answered by the fields above, for all callers: these show that REST asks as the same caller. */
const callersOfRest = ['visitor', 'user', 'admin', 'token read'];

test.each(Object.entries(matrix.rows))('%s over REST', async (name, line) => {
  await tryCallers(callersOfRest, name, line, async (call, named) => {
    const { method, path, body } = buildRowCall(name, line, named);
    const answer = await call<{ code?: string }>(method, path, body);
    return answer.body.code ?? 'allowed';
  });
});

test('somebody chosen to decide on access enters the lines that are for those people too, and no other line of admins', async () => {
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

/** What answers beside GraphQL and REST, and how: visitor, user, admin, a token for reading. */
const beside: [string, number[]][] = [
  ['/schema.graphql', [401, 200, 200, 200]],
  ['/api/v1/proxy/image?url=https%3A%2F%2Funknown.example%2Fa.png', [401, 404, 404, 404]],
  ['/metrics', [404, 404, 404, 404]],
  ['/livez', [200, 200, 200, 200]],
  ['/.well-known/ai-catalog.json', [200, 200, 200, 200]],
  ['/readyz', [200, 200, 200, 200]],
  ['/locales/en/common.json', [200, 200, 200, 200]],
];

test('what answers beside GraphQL and REST', async () => {
  for (const [path, wanted] of beside) {
    const seen: number[] = [];
    for (const who of callersOfRest) seen.push((await world.callOf(who)('GET', path)).status);
    expect({ path, seen }).toEqual({ path, seen: wanted });
  }
});

/** Rows for people who are signed in; the others say 401 to a wrong code or token only. */
const forMembers = Object.entries(matrix.rows).filter(
  ([, line]) => getCells(line)[0] === 'UNAUTHENTICATED' && getCells(line)[1] !== 'UNAUTHENTICATED',
);

test('a row for people who are signed in refuses a visitor before it looks at the input', async () => {
  expect(forMembers.length).toBeGreaterThan(100);
  for (const [name, line] of forMembers) {
    const { method, path } = buildRowCall(name, line, { $item: 'x' });
    if (method === 'GET' || method === 'DELETE') continue;
    const { body } = await world.callOf('visitor')(method, path, { nonsense: [1] });
    expect({ name, code: body['code'] }).toEqual({ name, code: 'UNAUTHENTICATED' });
    expect(JSON.stringify(body)).not.toContain('nonsense');
  }
});

// Z2: people change their own use cases only, nobody likes their own, and an admin has no extra right there.
describe('use cases', () => {
  const rows = () => world.app.database.db('use_cases').orderBy('id');

  test('nobody changes what is not theirs', async () => {
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
    // The author's own like.
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

  test('the author may all that', async () => {
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

test('the loss of the admin’s role acts on the next request, in the browser and through every token', async () => {
  const { app, people } = world;
  const { admin } = people;
  const named = await world.things(admin.userId);
  const place = (caller: string) => matrix.callers.indexOf(caller);
  const ofAdmins = Object.entries(matrix.fields).filter(([, line]) => {
    const cells = getCells(line);
    return cells[place('admin')] === 'allowed' && cells[place('user')] === 'FORBIDDEN';
  });
  const callers = ['admin', 'token admin', 'token write', 'token read'];
  // Each is known and has just been used: nothing may be remembered of it.
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
