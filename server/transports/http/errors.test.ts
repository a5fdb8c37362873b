// G3: what an error gives away; and what is none of ours.
import { anItem } from '../../testing/builders.ts';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '../../shared/log.ts';
import {
  buildRowCall,
  documentOf,
  filled,
  matrix,
  startRightsWorld,
} from '../../testing/rightsMatrix.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let person: Caller;

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
});
afterAll(() => app.close());

test('an upload that breaks off is no fault of the database, and hardly worth a line', async () => {
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
  // Long enough for who asks to be known, and the body to be waited for.
  await setTimeout(300);
  socket.destroy();
  await setTimeout(300);
  await world.close();
  expect(lines.filter(({ level }) => level > 20)).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toContain('A request broke off');
});

describe('what an error gives away', () => {
  const secrets =
    /\bat \S+ \(|node_modules|\.ts:\d|stacktrace|\bselect\b.+\bfrom\b|insert into|violates|relation "|127\.0\.0\.1:\d|postgres(ql)?:/i;

  test('no stack, no SQL, no host in the answer to a wrong query', async () => {
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

  test('a fault before the call is answered is masked as well, and what cannot be read is not repeated', async () => {
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

  test('every operation of a broken catalogue is masked, over GraphQL and REST, and has an id', async () => {
    const world = await startRightsWorld();
    const { db } = world.app.database;
    const named = await world.things(world.people.user.userId);
    // Who asks is found all the same.
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
      // The others are answered by the fields above in the same way.
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

test('a change that stands in the way of others however often it is tried is refused for the moment', async () => {
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
