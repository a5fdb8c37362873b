// OpenID Connect client: discovery, time limits, breaker and refused issuers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '../../shared/log.ts';
import { startFakeGoogle, type FakeGoogle } from '../../../fakes/google.ts';
import { createOpenIdClient } from './openIdClient.ts';

const binding = { state: 'a'.repeat(43), nonce: 'b'.repeat(43), codeVerifier: 'c'.repeat(43) };

let google: FakeGoogle;
let now = new Date();

beforeAll(async () => {
  google = await startFakeGoogle();
});

afterAll(() => google.close());

const providerOf = (issuer: string, timeoutMs = 500) =>
  createOpenIdClient({
    name: 'google',
    label: 'Google',
    issuer,
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    authentication: 'post',
    redirectUri: 'http://localhost:5176/oauth/google/callback',
    scope: 'openid email profile',
    toPerson: (claims) => claims.sub,
    clock: () => now,
    log: createLog({ level: 'silent' }),
    timeoutMs,
  });

test('discovers on first use, once for many, and again after a day', async () => {
  let asked = 0;
  const front = createServer((request, response) => {
    asked += 1;
    const { port } = front.address() as AddressInfo;
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        issuer: `http://127.0.0.1:${port}`,
        authorization_endpoint: `http://127.0.0.1:${port}/auth`,
        token_endpoint: `http://127.0.0.1:${port}/token`,
        jwks_uri: `http://127.0.0.1:${port}/jwks`,
        path: request.url,
      }),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const provider = providerOf(`http://127.0.0.1:${(front.address() as AddressInfo).port}`);
  expect(asked).toBe(0);
  await Promise.all(Array.from({ length: 10 }, () => provider.authorizationUrl(binding)));
  await provider.check();
  expect(asked).toBe(1);
  now = new Date(now.getTime() + 24 * 3_600_000 + 1);
  await provider.check();
  expect(asked).toBe(2);
  front.closeAllConnections();
  front.close();
});

test('refuses metadata of another issuer', async () => {
  const front = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ issuer: 'https://accounts.google.com' }));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const provider = providerOf(`http://127.0.0.1:${(front.address() as AddressInfo).port}`);
  await expect(provider.authorizationUrl(binding)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  front.closeAllConnections();
  front.close();
});

test('repeats a failed discovery; after 5 failures the breaker opens for 30 s', async () => {
  let asked = 0;
  const front = createServer((_request, response) => {
    asked += 1;
    response.statusCode = 503;
    response.end();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const provider = providerOf(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, 10_000);
  const refused = { code: 'UNAVAILABLE', reason: 'providerAway' };
  for (let tries = 0; tries < 5; tries += 1)
    await expect(provider.authorizationUrl(binding)).rejects.toMatchObject(refused);
  expect(asked).toBe(15);
  await expect(provider.authorizationUrl(binding)).rejects.toMatchObject(refused);
  expect(asked).toBe(15);
  now = new Date(now.getTime() + 30_000);
  await expect(provider.authorizationUrl(binding)).rejects.toMatchObject(refused);
  expect(asked).toBe(18);
  front.closeAllConnections();
  front.close();
});

test('accepts plain http for this machine only', () => {
  expect(() => providerOf('http://accounts.example.com')).toThrow('must be https');
  expect(() => providerOf('http://localhost:1')).not.toThrow();
});
