// The MCP endpoint under third-party checks: the conformance suite of the protocol, and the strict mode of its inspector.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { revisions } from '../../testing/agents.ts';
import { startBearerProxy, type BearerProxy } from '../../testing/bearerProxy.ts';
import { aMember, anItem } from '../../testing/builders.ts';
import { startServer, type ServerProcess } from '../../testing/serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { testSessions } from '../../testing/testSessions.ts';

const packages = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
const suite = join(packages, 'conformance/dist/index.js');
const inspector = join(packages, 'inspector/clients/launcher/build/index.js');

/** Total of passed checks, which shows that the whole suite ran. */
const passed = { '2026-07-28': 105, '2025-11-25': 37 };

let folder: string;
let database: TestDatabase;
let proxy: BearerProxy;
let server: ServerProcess;
let token: string;

/** A token as a person creates it in a browser. */
async function makeToken(): Promise<string> {
  const { user } = await aMember(database.db);
  const session = await testSessions(database.db).open(user.id);
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Cookie: `sid=${session.token}`,
      Origin: proxy.url,
    },
    body: JSON.stringify({
      query: 'mutation { made: createApiToken(name: "Judge", scope: write) { token } }',
    }),
  });
  const { data } = (await answer.json()) as { data: { made: { token: string } } };
  return data.made.token;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-conformance-'));
  database = await createTestDatabase();
  await anItem(database.db);
  proxy = await startBearerProxy();
  server = await startServer({ DATABASE_URL: database.url, PUBLIC_URL: proxy.url });
  token = await makeToken();
  proxy.lead({ url: server.url, token });
});
afterAll(async () => {
  proxy?.close();
  await server?.end('SIGTERM');
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  said: string;
  complaints: string;
}

/** Runs a program in an empty folder, without the environment of this run. */
const run = (program: string, args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { HOME: folder }, maxBuffer: 64_000_000 },
      (error, said, complaints) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said, complaints }),
    );
  });

test.each(revisions)(
  'passes the conformance suite of %s except for known deviations',
  async (revision) => {
    const { code, said, complaints } = await run(suite, [
      'server',
      '--url',
      `${proxy.url}/mcp`,
      '--requirements',
      revision,
      '--expected-failures',
      join(import.meta.dirname, 'conformance', `${revision}.yaml`),
    ]);
    // The suite prints deviations at its end.
    const verdict = `${said}${complaints}`.split(/^Total: .*$/m).at(-1) ?? '';
    expect(code === 0 ? '' : verdict).toBe('');
    expect(Number(/^Total: (\d+) passed/m.exec(said)?.[1])).toBe(passed[revision]);
  },
);

test.each([
  { era: 'legacy', revision: '2025-11-25' },
  { era: 'modern', revision: '2026-07-28' },
])('passes the inspector for all tools, in $revision', async ({ era }) => {
  const { code, said, complaints } = await run(inspector, [
    '--cli',
    `${server.url}/mcp`,
    '--transport',
    'http',
    '--protocol-era',
    era,
    '--header',
    `Authorization: Bearer ${token}`,
    '--method',
    'tools/list',
    '--strict',
  ]);
  expect(complaints).toBe('');
  expect(code).toBe(0);
  expect((JSON.parse(said) as { tools: object[] }).tools).toHaveLength(9);
});
