// T8: every error of the REST door is a problem of RFC 9457 that bears `success` and `error` of the specification too.
import { routes } from './routes.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
});
afterAll(() => app.close());

interface Sent {
  what: string;
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const json = 'application/json';

/** Everything that can be wrong with a call before its own rules come into play. */
function* wrongCalls(): Generator<Sent> {
  for (const row of routes) {
    const method = row.method.toUpperCase();
    const path = row.path.replace('{id}', '1');
    const to = (what: string, more: Partial<Sent> = {}): Sent => ({ what, method, path, ...more });
    yield { ...to('a method that is none'), method: 'PROPPATCH' };
    if (row.path.includes('{id}')) {
      for (const id of ['%zz', '%c0%af', '-1', 'x', '9'.repeat(40), '%00'])
        yield to(`the id ${id}`, { path: row.path.replace('{id}', id) });
    }
    if (method === 'GET' || method === 'DELETE') continue;
    yield to('half of a JSON', { body: '{"a":' });
    yield to('a list for a body', { body: '[1]' });
    yield to('a text for a body', { body: '"text"' });
    yield to('a number for a body', { body: '1' });
    yield to('a field that is none', { body: { nonsense: 1 } });
    for (const charset of ['koi8-r', 'utf-7', '"'])
      yield to(`the charset ${charset}`, {
        body: '{}',
        headers: { 'Content-Type': `${json}; charset=${charset}` },
      });
    for (const encoding of ['snappy', 'gzip'])
      yield to(`the encoding ${encoding}`, {
        body: '{}',
        headers: { 'Content-Type': json, 'Content-Encoding': encoding },
      });
    yield to('another origin', { body: {}, headers: { Origin: 'https://evil.example' } });
  }
  for (const path of [
    '/api/v1',
    '/api/v1/',
    '/api/v1/nowhere',
    '/api/v1/%zz',
    '/api/v1/knowledge/%',
  ])
    yield { what: 'a path that is none', method: 'GET', path };
  for (const body of ['{"query":', '{"query":1}', '[]', '1'])
    yield { what: 'a body that is none', method: 'POST', path: '/graphql', body };
}

const problemMembers = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'error'];

test('whatever is wrong, the answer is a problem', async () => {
  const faults: string[] = [];
  let answers = 0;
  for (const { what, method, path, body, headers } of wrongCalls()) {
    const answer = await person.call(method, path, body, headers);
    if (answer.status < 400) continue;
    answers += 1;
    const { success, type, status, code, reason } = answer.body;
    const isProblem =
      success === false &&
      problemMembers.every((name) => answer.body[name] !== undefined) &&
      status === answer.status &&
      String(type).startsWith('urn:loadout:problem:') &&
      /json/.test(answer.headers.get('content-type') ?? '') &&
      answer.headers.get('x-request-id') === answer.body['requestId'];
    // What Apollo itself answers speaks the language of GraphQL.
    const isGraphql = path === '/graphql' && Array.isArray(answer.body['errors']);
    if (!isProblem && !isGraphql)
      faults.push(`${what}: ${method} ${path} ${answer.status} ${code} ${reason}`);
    if (answer.status >= 500 && answer.status !== 503) faults.push(`${what}: ${answer.status}`);
  }
  expect(faults).toEqual([]);
  expect(answers).toBeGreaterThan(300);
});

test.each(['/%zz', '/%', '/locales/%zz/common.json', '/assets/%zz', '/%c0%af'])(
  '%s is no error of ours',
  async (path) => {
    const { status, body } = await app.visitor().call('GET', path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(/);
  },
);
