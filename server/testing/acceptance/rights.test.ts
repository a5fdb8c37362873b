// Z1: who may do what, over both doors. Every root field and every REST row has a line in rights.json, and obeys it.
import { getDirective } from '@graphql-tools/utils';
import { isObjectType } from 'graphql';
import { routes } from '../../transports/rest/routes.ts';
import { startTestApp } from '../testApp.ts';
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

async function everyCell(
  name: string,
  line: Line,
  send: (call: Call, named: Record<string, string>) => Promise<string>,
): Promise<void> {
  const seen: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  // The developer sign-in offers a few accounts only: those of the lines before make room.
  await world.app.database.db('users').whereNot({ name: 'Demo' }).update({ is_demo: false });
  for (const [index, caller] of matrix.callers.entries()) {
    const who = opensSession.test(name) ? await world.newPeople() : world.people;
    const cell = getCells(line)[index]!;
    const named = await world.things(who.user.userId, wordsOf(line));
    const code = await send(world.callOf(caller, who), named);
    wanted[caller] = cell;
    seen[caller] = cell === 'allowed' && !refusals.has(code) ? 'allowed' : code;
  }
  expect(seen).toEqual(wanted);
}

test('the callers are all there are', () => {
  expect(matrix.callers).toEqual([
    'visitor',
    'user',
    'other',
    'admin',
    'token read',
    'token write',
    'token admin',
    'service',
  ]);
});

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
  await everyCell(name, line, async (call, named) => {
    const variables = filled(line.arguments ?? {}, named);
    const { body } = await call<{ errors?: { extensions: { code: string } }[] }>(
      'POST',
      '/graphql',
      { query: documentOf(name, variables), variables },
    );
    return body.errors?.[0]?.extensions.code ?? 'allowed';
  });
});

test.each(Object.entries(matrix.rows))('%s over REST', async (name, line) => {
  await everyCell(name, line, async (call, named) => {
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
  const ofAdmins = ({ rule }: Line) => {
    const [, user, , admin] = matrix.rules[rule]!;
    return user === 'FORBIDDEN' && admin === 'allowed';
  };
  const entered: string[] = [];
  for (const [name, line] of Object.entries(matrix.fields).filter(([, one]) => ofAdmins(one))) {
    const named = await world.things(chosen.userId, wordsOf(line));
    const variables = filled(line.arguments ?? {}, named);
    const { body } = await chosen.graphql(documentOf(name, variables), variables);
    if (body.errors?.[0]?.extensions.code !== 'FORBIDDEN') entered.push(name);
  }
  for (const [name, line] of Object.entries(matrix.rows).filter(([, one]) => ofAdmins(one))) {
    const named = await world.things(chosen.userId, wordsOf(line));
    const { method, path, body } = buildRowCall(name, line, named);
    const answer = await chosen.call<{ code?: string }>(method, path, body);
    if (answer.body.code !== 'FORBIDDEN') entered.push(name);
  }
  expect(entered.sort()).toEqual([...matrix.chosenToo].sort());
});

/** What answers beside the two doors, and how: visitor, user, admin, a token for reading. */
const beside: [string, number[]][] = [
  ['/schema.graphql', [401, 200, 200, 200]],
  ['/api/v1/proxy/image?url=https%3A%2F%2Funknown.example%2Fa.png', [401, 404, 404, 404]],
  ['/metrics', [404, 404, 404, 404]],
  ['/livez', [200, 200, 200, 200]],
  ['/.well-known/ai-catalog.json', [200, 200, 200, 200]],
  ['/readyz', [200, 200, 200, 200]],
  ['/locales/en/common.json', [200, 200, 200, 200]],
];

test.each(beside)('%s beside the doors', async (path, wanted) => {
  const seen: number[] = [];
  for (const who of ['visitor', 'user', 'admin', 'token read']) {
    const { status } = await world.callOf(who)('GET', path);
    seen.push(status);
  }
  expect(seen).toEqual(wanted);
});

test('in production the pages for developers are for people who are signed in', async () => {
  const live = await startTestApp({
    env: {
      APP_ENV: 'production',
      PUBLIC_URL: 'https://loadout.example.com',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  for (const path of [
    '/api/docs',
    '/api/v1/openapi.json',
    '/schema.graphql',
    '/api/docs/swagger-ui.css',
  ]) {
    const { status } = await live.visitor().call('GET', path);
    expect({ path, status }).toEqual({ path, status: 401 });
  }
  await live.close();
});

/** Rows for people who are signed in; the others say 401 to a wrong code or token only. */
const forMembers = Object.entries(matrix.rows).filter(
  ([, line]) => getCells(line)[0] === 'UNAUTHENTICATED' && getCells(line)[1] !== 'UNAUTHENTICATED',
);

test.each(forMembers)('%s refuses before it looks at the input', async (name, line) => {
  const { method, path } = buildRowCall(name, line, { $item: 'x' });
  const bad = method === 'GET' || method === 'DELETE' ? undefined : { nonsense: [1] };
  const { body } = await world.callOf('visitor')(method, path, bad);
  expect(body['code']).toBe('UNAUTHENTICATED');
  expect(JSON.stringify(body)).not.toContain('nonsense');
});
