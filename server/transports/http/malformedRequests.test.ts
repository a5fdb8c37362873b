// Requests that break off, stand still or are no requests: refused with a problem (T14); uploads of admins have their time.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

const listener = {
  headerBytes: 8_192,
  headersMs: 300,
  requestMs: 500,
  uploadIdleMs: 800,
  uploadBytesPerSecond: 1_000,
  keepAliveMs: 100,
  lookMs: 50,
  stillMs: 5_000,
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ listener });
});
afterAll(() => app.close());

const start = (method: string) => `${method} /graphql HTTP/1.1\r\nHost: x\r\n`;
const chunked = `${start('POST')}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

const refused: { what: string; words: string; status: number }[] = [
  { what: 'what is no request', words: 'nonsense\r\n\r\n', status: 400 },
  { what: 'a method that nobody knows', words: start('BREW').concat('\r\n'), status: 400 },
  { what: 'a broken header', words: 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n', status: 400 },
  {
    what: 'two lengths of a body',
    words: `${start('POST')}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    status: 400,
  },
  { what: 'a broken body', words: `${chunked}zz\r\n`, status: 400 },
  {
    what: 'no host',
    words: 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n',
    status: 400,
  },
  { what: 'headers that do not end', words: start('GET'), status: 408 },
  { what: 'a body that does not end', words: `${chunked}1\r\n{\r\n`, status: 408 },
  {
    what: 'chunks with too much beside them',
    words: `${chunked}1;${'x'.repeat(20_000)}\r\n`,
    status: 413,
  },
  {
    what: 'too many headers',
    words: `${start('GET')}X-Long: ${'x'.repeat(listener.headerBytes)}\r\n\r\n`,
    status: 431,
  },
];

/** All that the server says until it ends the connection. */
async function answerTo(words: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(words);
  return text(socket);
}

/** What of an answer is no problem with this status; null where it is one. */
function faultOf(answer: string, status: number): string | null {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  if (!head.startsWith(`HTTP/1.1 ${status} `)) return head.split('\r\n')[0] ?? '';
  const header = (name: string) => new RegExp(`^${name}: (.+?)\\r?$`, 'im').exec(head)?.[1];
  if (!header('Content-Type')?.includes('json')) return `a bare ${status}`;
  const problem = JSON.parse(body) as Record<string, unknown>;
  const isWhole =
    problem['success'] === false &&
    problem['status'] === status &&
    String(problem['type']).startsWith('urn:loadout:problem:') &&
    problem['requestId'] === header('X-Request-Id') &&
    ['title', 'detail', 'code', 'error'].every((name) => problem[name] !== undefined);
  return isWhole ? null : body;
}

test('what never becomes a request, or names no host, is refused with a problem', async () => {
  const found = await Promise.all(
    refused.map(async ({ what, words, status }) => {
      const fault = faultOf(await answerTo(words), status);
      return fault === null ? [] : [`${what}: ${fault}`];
    }),
  );
  const faults = found.flat();
  expect(faults).toEqual([]);
});

// Uploads of admins go on as long as their bytes flow; all other bodies have a time.
describe('the time of a body', () => {
  const patient = {
    headerBytes: 16_384,
    headersMs: 500,
    requestMs: 500,
    uploadIdleMs: 1_000,
    uploadBytesPerSecond: 100,
    keepAliveMs: 100,
    lookMs: 50,
    stillMs: 60_000,
  };

  let app: TestApp;
  let authorization: string;
  beforeAll(async () => {
    app = await startTestApp({ listener: patient });
    const admin = await app.signedIn({ isAdmin: true });
    const { body } = await admin.graphql<{ made: { token: string } }>(
      'mutation { made: createApiToken(name: "Tool", scope: admin) { token } }',
    );
    authorization = `Authorization: Bearer ${body.data.made.token}\r\nContent-Type: text/csv\r\n`;
  });
  afterAll(() => app.close());

  /** The answer to a file that comes in pieces with pauses between them. */
  async function sendSlowly(headers: string, pieces: string[], pauseMs: number): Promise<string> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const answer = text(socket);
    const length = pieces.join('').length;
    socket.write(
      `POST /api/v1/knowledge/import/preview HTTP/1.1\r\nHost: ${hostname}\r\n${headers}Connection: close\r\nContent-Length: ${length}\r\n\r\n`,
    );
    for (const piece of pieces) {
      if (socket.destroyed) break;
      socket.write(piece);
      await pause(pauseMs);
    }
    return answer;
  }

  const rows = Array.from(
    { length: 6 },
    (_, n) => `https://t${n}.example.com/,${'x'.repeat(200)}\n`,
  );
  const file = ['url,title\n', ...rows];

  test('an upload of an admin goes on longer than other bodies may', async () => {
    expect(await sendSlowly(authorization, file, 150)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('an upload that stands still, or all but still, is ended, and so is the body of a stranger', async () => {
    const drops = [...'url,title\nhttps://a.example.com/,Aaaaaaaaaaaaaaa'];
    const answers = await Promise.all([
      sendSlowly(authorization, file, 2_000),
      sendSlowly(authorization, drops, 50),
      sendSlowly('Content-Type: application/json\r\n', file, 150),
    ]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});
