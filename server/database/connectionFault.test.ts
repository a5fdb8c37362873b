// Explanations of failed connections, to servers with TLS, without it, and with refusals.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { jest } from '@jest/globals';
import { readConfig } from '../config/config.ts';
import { startRefusingDatabase } from '../testing/refusingDatabase.ts';
import { openDatabase } from './connection.ts';
import { connectionFault } from './connectionFault.ts';

let folder: string;
let certificate: string;
let secureContext: SecureContext;
const servers: { close(): void }[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-certificate-'));
  certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const names = ['-subj', '/CN=db.example', '-addext', 'subjectAltName=DNS:db.example'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, ...files, ...names], { stdio: 'ignore' });
  secureContext = createSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) });
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function startRefusing(code: string, message: string, takesTls = false): Promise<string> {
  const server = await startRefusingDatabase(code, message, takesTls ? secureContext : undefined);
  servers.push(server);
  return `postgres://u:canary@127.0.0.1:${server.port}/db`;
}

async function faultOf(address: string): Promise<string | null> {
  const db = openDatabase(readConfig({ DATABASE_URL: address }).database.url ?? '');
  try {
    await db.raw('select 1');
    return 'connected';
  } catch (error) {
    return connectionFault(error);
  } finally {
    await db.destroy();
  }
}

test('sslmode controls the checks of certificate and name, without a warning of Node', async () => {
  const warn = jest.spyOn(process, 'emitWarning');
  const address = await startRefusing('28P01', 'reached', true);
  const root = `&sslrootcert=${certificate}`;
  const expected = {
    '': 'reached',
    '?sslmode=disable': 'reached',
    '?sslmode=allow': 'reached',
    '?sslmode=prefer': 'reached',
    '?sslmode=no-verify': 'reached',
    '?sslmode=require': 'is signed by itself: name the file of the authority with sslrootcert',
    '?sslmode=verify-full': 'is signed by itself',
    [`?sslmode=verify-ca${root}`]: 'reached',
    [`?sslmode=verify-full${root}`]: 'is for another name than the host',
    [`?sslmode=require${root}`]: 'is for another name than the host',
  };
  for (const [query, said] of Object.entries(expected))
    expect([query, await faultOf(address + query)]).toEqual([
      query,
      expect.stringContaining(said) as string,
    ]);
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  ['28P01', 'password authentication failed for user "u"', '@ as %40'],
  ['3D000', 'database "db" does not exist', 'CREATE DATABASE'],
  ['28000', 'no pg_hba.conf entry for host "x", no encryption', 'sslmode'],
  ['57P03', 'the database system is starting up', 'starting up'],
])('explains a refusal with %s in one line with a remedy', async (code, message, remedy) => {
  const fault = await faultOf(await startRefusing(code, message));
  expect(fault).toContain(message);
  expect(fault).toContain(remedy);
  expect(fault).not.toMatch(/\n|canary/);
});

test('distinguishes no TLS, no server and an unknown host', async () => {
  const plain = await startRefusing('28P01', 'reached');
  expect(await faultOf(`${plain}?sslmode=require`)).toContain('set sslmode=disable');
  expect(await faultOf('postgres://u@127.0.0.1:1/db')).toContain('Nothing listens there');
  expect(await faultOf('postgres://u@nowhere.invalid/db')).toMatch(/host.*check/i);
});

test('does not explain other errors', () => {
  const elsewhere = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(connectionFault(elsewhere)).toBeNull();
});
