// Who may do what, over both doors: every root field and every REST row has a line in rights.json, and obeys it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDirective } from '@graphql-tools/utils';
import { getNamedType, isObjectType, type GraphQLField } from 'graphql';
import { buildSchema } from './graphql/schema.ts';
import { routes } from './rest/routes.ts';
import { aUseCase, anItem } from './testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from './testing/testApp.ts';

interface Line {
  arguments?: Record<string, unknown>;
  id?: string;
  body?: Record<string, unknown>;
  /** One per caller, in the order of `callers`. */
  cells: string[];
}

const matrix = JSON.parse(readFileSync(join(import.meta.dirname, 'rights.json'), 'utf8')) as {
  callers: string[];
  adminOnly: string[];
  fields: Record<string, Line>;
  rows: Record<string, Line>;
};

const schema = buildSchema();
const rootFields = new Map<string, GraphQLField<unknown, unknown>>(
  [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const),
  ),
);

/** What refuses somebody; any other outcome is that of a caller who may enter. */
const refusals = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
const opensSession = /signIn|signOut|completeGoogle|completeTelegram|validateToken|\/auth\//;

type Person = Caller & { userId: number };
type Call = Caller['call'];

let app: TestApp;
let people: { user: Person; other: Person; admin: Person };
let tokens: Map<string, string>;

const newPeople = async () => ({
  user: await app.signedIn(),
  other: await app.signedIn(),
  admin: await app.signedIn({ isAdmin: true }),
});

beforeAll(async () => {
  app = await startTestApp();
  people = await newPeople();
  await app.database
    .db('users')
    .insert({ name: 'Demo', email: 'demo@gdev.example', is_demo: true });
  tokens = new Map();
  for (const scope of ['read', 'write', 'admin'] as const) {
    const { body } = await people.admin.graphql<{ made: { token: string } }>(
      `mutation { made: createApiToken(name: "Tool", scope: ${scope}) { token } }`,
    );
    tokens.set(`token ${scope}`, body.data.made.token);
  }
});
afterAll(() => app.close());

/** Things that a call may name, all new, owned by `user`. */
async function things(userId: number): Promise<Record<string, string>> {
  const { db } = app.database;
  const item = await anItem(db);
  const useCase = await aUseCase(db, { itemId: item.id, userId });
  const deleted = await aUseCase(db, { itemId: item.id, userId, deletedAt: new Date() });
  const insert = async (table: string, row: Record<string, unknown>) => {
    const [made] = await db(table).insert(row).returning<{ id: number }[]>('id');
    return String(made!.id);
  };
  return {
    $item: String(item.id),
    $service: item.titleEn!,
    $useCase: String(useCase.id),
    $deletedUseCase: String(deleted.id),
    $complaint: await insert('complaints', {
      item_id: item.id,
      user_id: userId,
      complaint_type: 'other',
    }),
    $inconsistency: await insert('inconsistencies', {
      item_id: item.id,
      type: 'title_changed',
      old_value: JSON.stringify('Old'),
      new_value: JSON.stringify('New'),
    }),
    $synonym: await insert('search_synonyms', {
      word: `word${item.id}`,
      synonym: `other${item.id}`,
    }),
    $apiToken: await insert('api_tokens', {
      name: 'Spare',
      prefix: 'spare',
      token_hash: Buffer.from(`spare ${item.id}`),
      scope: 'read',
      expires_at: new Date(Date.now() + 60_000),
    }),
    $demoEmail: 'demo@gdev.example',
  };
}

const filled = <Value>(value: Value, named: Record<string, string>): Value =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' ? (named[one] ?? one) : one,
  ) as Value;

function callOf(name: string, who: typeof people): Call {
  const token = tokens.get(name);
  if (token) {
    const tool = app.visitor();
    return (method, path, body, headers) =>
      tool.call(method, path, body, { ...headers, Authorization: `Bearer ${token}` });
  }
  return name === 'visitor' ? app.visitor().call : who[name as keyof typeof people].call;
}

/** Only what is given: a variable that is left out takes the default of its argument. */
const documentOf = (line: string, given: Record<string, unknown>): string => {
  const field = rootFields.get(line)!;
  const args = field.args.filter((one) => one.name in given);
  const [type = '', name = ''] = line.split('.');
  const variables = args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const passed = args.map((one) => `${one.name}: $${one.name}`).join(', ');
  const selection = isObjectType(getNamedType(field.type)) ? '{ __typename }' : '';
  return `${type.toLowerCase()} Rights${args.length > 0 ? `(${variables})` : ''} { result: ${name}${args.length > 0 ? `(${passed})` : ''} ${selection} }`;
};

async function everyCell(
  name: string,
  line: Line,
  send: (call: Call, named: Record<string, string>) => Promise<string>,
): Promise<void> {
  const seen: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  // The developer sign-in offers a few accounts only: those of the lines before make room.
  await app.database.db('users').whereNot({ name: 'Demo' }).update({ is_demo: false });
  for (const [index, caller] of matrix.callers.entries()) {
    const who = opensSession.test(name) ? await newPeople() : people;
    const cell = line.cells[index] ?? 'no cell';
    const code = await send(callOf(caller, who), await things(who.user.userId));
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
    const [method = '', path = ''] = name.split(' ');
    const place = path.replace('{id}', filled(line.id ?? '', named));
    const body = line.body ? filled(line.body, named) : undefined;
    const answer = await call<{ code?: string }>(method.toUpperCase(), place, body);
    return answer.body.code ?? 'allowed';
  });
});
