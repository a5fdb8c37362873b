// Uploads of admins go on as long as their bytes flow; all other bodies have a time.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

const listener = {
  headerBytes: 16_384,
  headersMs: 1_000,
  requestMs: 1_000,
  uploadIdleMs: 1_500,
  uploadBytesPerSecond: 100,
  keepAliveMs: 100,
  lookMs: 50,
  stillMs: 60_000,
};

let app: TestApp;
let authorization: string;
beforeAll(async () => {
  app = await startTestApp({ listener });
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

const rows = Array.from({ length: 6 }, (_, n) => `https://t${n}.example.com/,${'x'.repeat(200)}\n`);
const file = ['url,title\n', ...rows];

test('an upload of an admin goes on longer than other bodies may', async () => {
  expect(await sendSlowly(authorization, file, 300)).toMatch(/^HTTP\/1\.1 200 /);
});

test('an upload that stands still, or all but still, is ended, and so is the body of a stranger', async () => {
  const drops = [...'url,title\nhttps://a.example.com/,Aaaaaaaaaaaaaaa'];
  const answers = await Promise.all([
    sendSlowly(authorization, file, 4_000),
    sendSlowly(authorization, drops, 100),
    sendSlowly('Content-Type: application/json\r\n', file, 300),
  ]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});
