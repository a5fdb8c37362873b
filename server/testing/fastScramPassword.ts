// Password with few SCRAM iterations. PostgreSQL and its client compute 4,096 hashes each when a connection opens, and a run
// of the tests opens thousands.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803), with one hash instead of 4,096. */
export function quickVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256');
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const server = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${stored}:${server}`;
}
