// A14: with default settings the server is reachable from its own machine only.
import { networkInterfaces } from 'node:os';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';

const development = { APP_ENV: 'development' };
const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://loadout.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};

let database: TestDatabase;
let bare: ServerProcess;
let published: ServerProcess;
let besideGoogle: ServerProcess;
let behindProxy: ServerProcess;
let everywhere: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = (settings: Record<string, string>) =>
    startServer({ DATABASE_URL: database.url, ...settings });
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  bare = await start(development);
  published = await start({ ...development, PUBLIC_URL: 'https://loadout.example.com' });
  besideGoogle = await start({ ...development, ...google });
  behindProxy = await start({ ...production, TRUST_PROXY: '1' });
  everywhere = await start({ ...production, HOST: '0.0.0.0' });
});

afterAll(async () => {
  const started = [bare, published, besideGoogle, behindProxy, everywhere];
  await Promise.all(started.map((server) => server?.end('SIGTERM')));
  await database?.drop();
});

/** Addresses of this machine other than the usual loopback one: a server that listens on all addresses is reachable at each. */
const otherAddresses = [
  '127.0.0.2',
  ...Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address),
];

const reachable = async ({ port }: ServerProcess): Promise<string[]> => {
  const tried = await Promise.all(
    otherAddresses.map(async (address) => {
      const answer = await fetch(`http://${address}:${port}/livez`).catch(() => null);
      return answer ? [address] : [];
    }),
  );
  return tried.flat();
};

const call = (server: ServerProcess, path: string, body: unknown, headers = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('is not reachable from other machines by default', async () => {
  const closed = [bare, published, besideGoogle, behindProxy];
  const open = (await Promise.all(closed.map(reachable))).flat().length;
  // With HOST=0.0.0.0 they are reachable, so the test can fail.
  expect(await reachable(everywhere)).toEqual(otherAddresses);
  expect(open).toBe(0);
});

test('has no developer sign-in when other machines or other sign-ins are possible', async () => {
  const servers = [published, besideGoogle];
  const answers = await Promise.all(
    servers.flatMap((server) => [
      call(server, '/api/v1/auth/dev-login', {}),
      call(server, '/api/v1/auth/dev-login', { email: 'igor.volkov@gdev.example' }),
      call(server, '/graphql', { query: 'mutation { signInAsDeveloper { user { id } } }' }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const accounts = await call(published, '/graphql', { query: '{ demoAccounts { email } }' });
  expect(await accounts.json()).toEqual({ data: { demoAccounts: [] } });
});

test('has the developer sign-in on its own machine', async () => {
  expect((await call(bare, '/api/v1/auth/dev-login', {})).status).toBe(200);
});

test('ignores a forged X-Forwarded-For of a direct connection', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 14; guess += 1) {
    const forged = { 'X-Forwarded-For': `203.0.113.${guess}` };
    const answer = await call(
      everywhere,
      '/api/v1/auth/validate-token',
      { token: 'a guess' },
      forged,
    );
    statuses.push(answer.status);
  }
  const letIn = statuses.filter((status) => status !== 429).length;
  expect(letIn).toBe(10);
});
