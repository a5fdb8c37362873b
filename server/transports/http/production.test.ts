// Production: no introspection and no hints (G2), developer pages behind the sign-in, headers and cookies (C4, A7), and masked
// errors (G3).
import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '../../shared/log.ts';
import { anItem } from '../../testing/builders.ts';
import {
  buildRowCall,
  documentOf,
  filled,
  matrix,
  startRightsWorld,
} from '../../testing/rightsMatrix.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { buildSchema } from '../graphql/schema.ts';

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://loadout.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};
const ourOrigin = { Origin: production.PUBLIC_URL };
const schema = buildSchema();

let live: TestApp;

beforeAll(async () => {
  live = await startTestApp({ env: production });
});
afterAll(() => live.close());

/** A person with a session, since production has no developer sign-in. */
async function livePerson() {
  const [row] = await live.database
    .db('users')
    .insert({ name: 'Anna', email: 'anna@nexters.example', company_key: 'nexters' })
    .returning<{ id: number }[]>('id');
  const { token } = await live.services.sessions.open(row!.id);
  const person = live.visitor();
  person.cookies.set('__Host-sid', token);
  return person;
}

const ask = (query: string) =>
  live
    .visitor()
    .call<{ data?: unknown; errors?: unknown[] }>('POST', '/graphql', { query }, ourOrigin);

test('has no introspection', async () => {
  for (const query of ['{ __schema { types { name } } }', '{ __type(name: "User") { name } }']) {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.data ?? null).toBeNull();
  }
});

const wrong = [
  '{ healt { status } }',
  '{ health { statu } }',
  '{ tags(serch: "1") { id } }',
  '{ clientSettings }',
  '{ knowledgeItem { titleEn } }',
  '{ searchKnowledge(sortBy: like) { total } }',
  '{ health { ...F } } fragment F on Helth { status }',
  'query ($id: Int!) { knowledgeItem(id: $id) { id } }',
  'mutation { reportItem(input: {item: "1"}) { id } }',
  'mutation { checkTelegramLogin(login: 5) { token } }',
  'mutation ($i: ReportInput!) { reportItem(input: $i) { id } }',
];
const names = [
  ...Object.keys(schema.getTypeMap()),
  ...Object.values(schema.getTypeMap()).flatMap((type) =>
    isEnumType(type)
      ? type.getValues().map(({ name }) => name)
      : isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap((field) => [
            field.name,
            ...('args' in field ? field.args.map((one: { name: string }) => one.name) : []),
          ])
        : [],
  ),
].filter((name) => !['code', 'message', 'errors', 'reason', 'name', 'type'].includes(name));

/** Names of the schema in a message that the caller did not write. */
const hintsIn = (message: string, query: string): string[] => {
  const own = new Set(query.match(/\w+/g));
  const quoted = [...message.matchAll(/"([^"]*)"/g)].flatMap(([, one]) => one!.match(/\w+/g) ?? []);
  const hints = quoted.filter((word) => names.includes(word) && !own.has(word));
  return /did you mean/i.test(message) ? [...hints, 'Did you mean'] : hints;
};

test('hints at no name for a wrong one, to visitors and members', async () => {
  const who = [live.visitor(), await livePerson()];
  const hints: string[] = [];
  for (const caller of who) {
    for (const query of wrong) {
      const { status, body } = await caller.call<{ errors?: { message: string }[] }>(
        'POST',
        '/graphql',
        { query },
        ourOrigin,
      );
      expect(status).toBe(400);
      expect(body.errors?.length).toBeGreaterThan(0);
      hints.push(...(body.errors ?? []).flatMap(({ message }) => hintsIn(message, query)));
    }
  }
  expect(hints).toEqual([]);
});

test('shows developer pages to signed-in people only', async () => {
  for (const path of [
    '/api/docs',
    '/api/docs/swagger-ui.css',
    '/api/v1/openapi.json',
    '/schema.graphql',
  ]) {
    expect((await live.visitor().call('GET', path)).status).toBe(401);
  }
});

test('sends every security header with every answer', async () => {
  const person = await livePerson();
  const paths = [
    '/api/v1/health',
    '/api/v1/auth/me',
    '/graphql',
    '/nowhere',
    '/livez',
    '/.well-known/ai-catalog.json',
    '/locales/en/common.json',
    '/api/docs',
    '/schema.graphql',
  ];
  let violations = 0;
  for (const path of paths) {
    const { headers } = await person.call('GET', path);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values.join(' ')] as const;
      }),
    );
    const scripts = policy.get('script-src') ?? '*';
    const held = [
      policy.get('default-src') === "'none'",
      /'nonce-[^']+'/.test(scripts),
      !/unsafe|\*|data:|blob:|http:/.test(scripts),
      policy.get('object-src') === "'none'",
      policy.get('base-uri') === "'none'",
      policy.get('frame-ancestors') === "'none'",
      policy.get('form-action') === "'self'",
      headers.get('x-content-type-options') === 'nosniff',
      headers.get('strict-transport-security')?.startsWith('max-age=31536000'),
      headers.get('referrer-policy') === 'strict-origin-when-cross-origin',
      headers.get('x-powered-by') === null,
      /(^|, )camera=\(\)(, |$)/.test(headers.get('permissions-policy') ?? ''),
    ];
    violations += held.filter((one) => one !== true).length;
  }
  expect(violations).toBe(0);
});

test('never repeats a nonce', async () => {
  const nonces = new Set<string | undefined>();
  for (let count = 0; count < 5; count += 1) {
    const { headers } = await live.visitor().call('GET', '/api/v1/health');
    nonces.add(/'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]);
  }
  expect(nonces.size).toBe(5);
});

test('sends no referrer from an address with a secret', async () => {
  for (const path of ['/auth/direct-access?token=canary', '/oauth/google/callback?code=canary']) {
    const { headers } = await live.visitor().call('GET', path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

describe('errors', () => {
  let app: TestApp;
  let person: Caller;

  beforeAll(async () => {
    app = await startTestApp();
    person = await app.signedIn();
  });
  afterAll(() => app.close());

  test('do not report an aborted upload as a database failure', async () => {
    const lines: { level: number; msg: string }[] = [];
    const destination = {
      write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
    };
    const world = await startTestApp({ log: createLog({ level: 'debug', destination }) });
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"q`,
    );
    // Long enough to identify the caller and wait for the body.
    await setTimeout(300);
    socket.destroy();
    await setTimeout(300);
    await world.close();
    expect(lines.filter(({ level }) => level > 20)).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain('A request broke off');
  });

  describe('content of errors', () => {
    const secrets =
      /\bat \S+ \(|node_modules|\.ts:\d|stacktrace|\bselect\b.+\bfrom\b|insert into|violates|relation "|127\.0\.0\.1:\d|postgres(ql)?:/i;

    test('has no stack, SQL or host for a wrong query', async () => {
      for (const query of [
        '{ knowledgeItem(id: "x\' or 1=1 --") { id } }',
        '{ knowledgeItem(id: "99999999999999999999") { id } }',
        String.raw`{ searchKnowledge(search: "a\u0000b") { total } }`,
        '{ me { ',
        '{ searchKnowledge(page: "one") { total } }',
      ]) {
        const { status, body } = await person.graphql(query);
        expect(status).toBeLessThan(500);
        expect(JSON.stringify(body)).not.toMatch(secrets);
      }
    });

    test('is masked before the call is routed, and never repeats unreadable input', async () => {
      const world = await startTestApp();
      const caller = await world.signedIn();
      const { db } = world.database;
      await db.schema.renameTable('sessions', 'sessions_gone');
      const answers = [];
      for (const [method, path, body] of [
        ['GET', '/api/v1/auth/me', undefined],
        ['POST', '/graphql', { query: '{ me { id } }' }],
        ['GET', '/api/v1/proxy/image?url=x', undefined],
        ['GET', '/schema.graphql', undefined],
      ] as const)
        answers.push(await caller.call(method, path, body));
      await db.schema.renameTable('sessions_gone', 'sessions');
      const failed = answers.filter(({ status }) => status === 500).length;
      const parts = ['{"entry": canary', '{"canary": }', '"canary', '{"a": "\u0001canary"}'];
      for (const body of parts) answers.push(await caller.call('POST', '/api/v1/logs', body));
      for (const type of ['application/json; charset=canary', 'application/json'])
        answers.push(
          await caller.call('POST', '/graphql', '{"query": "{ canary', { 'Content-Type': type }),
        );
      await world.close();
      const leaks = answers
        .map(({ body }) => JSON.stringify(body))
        .filter((text) => secrets.test(text) || /sessions|canary/.test(text));
      expect(leaks).toEqual([]);
      expect(failed).toBe(4);
    });

    test('is masked with an id for every operation without tables, over GraphQL and REST', async () => {
      const world = await startRightsWorld();
      const { db } = world.app.database;
      const named = await world.things(world.people.user.userId);
      // Identifying the caller still works.
      const whoAsks = 'users sessions identities companies company_domains api_tokens'.split(' ');
      const tables: { name: string }[] = await db('pg_tables')
        .where({ schemaname: 'public' })
        .select('tablename as name');
      const broken = tables.map(({ name }) => name).filter((name) => !whoAsks.includes(name));
      for (const name of broken) await db.schema.renameTable(name, `${name}_gone`);
      const call = world.callOf('admin');
      const answers: { what: string; status: number; text: string }[] = [];
      for (const [what, line] of Object.entries(matrix.fields)) {
        if (/sign/i.test(what)) continue;
        const variables = filled(line.arguments ?? {}, named);
        const query = documentOf(what, variables);
        const { status, body } = await call('POST', '/graphql', { query, variables });
        answers.push({ what, status, text: JSON.stringify(body) });
      }
      for (const [what, line] of Object.entries(matrix.rows)) {
        // The fields above answer the others in the same way.
        if (!/^get .*(knowledge|use-cases|rules)/.test(what)) continue;
        const { method, path, body: sent } = buildRowCall(what, line, named);
        const { status, body } = await call(method, path, sent);
        answers.push({ what, status, text: JSON.stringify(body) });
      }
      const own = await call('POST', '/graphql', { query: '{ myApiTokens { id } }' });
      await world.app.close();
      expect(own.status).toBe(200);
      const failed = answers.filter(({ status }) => status === 500);
      const leaks = answers.filter(
        ({ text }) => secrets.test(text) || broken.some((name) => text.includes(name)),
      );
      expect(leaks).toEqual([]);
      expect(failed.length).toBeGreaterThan(30);
      for (const { what, text } of failed)
        expect({ what, text }).toEqual({
          what,
          text: expect.stringMatching(/"errorId":"[0-9a-f-]{36}"/) as string,
        });
    });
  });

  test('is a temporary refusal for a change that keeps conflicting', async () => {
    const { db } = app.database;
    const { id } = await anItem(db);
    await db.raw(`
    create function give_up() returns trigger language plpgsql as $$
      begin raise exception 'deadlock' using errcode = '40P01'; end $$;
    create trigger give_up before insert on item_likes for each row execute function give_up()`);
    const rest = await person.call('POST', `/api/v1/knowledge/${id}/like`);
    const { body } = await person.graphql(`mutation { likeKnowledge(id: ${id}) { isLiked } }`);
    await db.raw('drop trigger give_up on item_likes; drop function give_up()');
    expect(rest.status).toBe(503);
    expect(rest.body).toMatchObject({ code: 'UNAVAILABLE', reason: 'databaseSlow', retryAfter: 2 });
    expect(body.errors?.[0]?.extensions).toMatchObject({ reason: 'databaseSlow', retryAfter: 2 });
  });
});
