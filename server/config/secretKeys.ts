// Encryption keys for secrets in the database, from SECRETS_KEY or a key file beside the embedded database.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { errorCode } from '../shared/errorCode.ts';
import { SecretKeyError, type SecretKeys } from '../shared/secrets.ts';

const keyForm = /^[0-9a-f]{64}$/i;

/** Key in the file; null without a file. */
function readKeyFile(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new SecretKeyError(`${path} cannot be read (${errorCode(error)})`, error);
  }
  if (!keyForm.test(text)) throw new SecretKeyError(`${path} does not hold a key of 64 hex digits`);
  return Buffer.from(text, 'hex');
}

/** Creates the file atomically; keeps one that another process has created meanwhile. */
function createKeyFile(folder: string, path: string): void {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    mkdirSync(folder, { recursive: true });
    const file = openSync(unfinished, 'wx', 0o600);
    try {
      writeSync(file, `${randomBytes(32).toString('hex')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(unfinished, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new SecretKeyError(`${path} cannot be created (${errorCode(error)})`, error);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Reads the keys on first use, so that a command without secrets creates no file. */
export function openSecretKeys({
  secretsKeys,
  database,
  dataDir,
}: Pick<Config, 'secretsKeys' | 'database' | 'dataDir'>): SecretKeys {
  const given = secretsKeys.map((key) => Buffer.from(key, 'hex'));
  if (database.url !== null) {
    const read = () => {
      if (given.length > 0) return given;
      throw new SecretKeyError('SECRETS_KEY is not set');
    };
    return { read, readOrCreate: read };
  }
  const path = join(dataDir, 'secrets.key');
  let fromFile: Buffer | null = null;
  const read = () => {
    fromFile ??= readKeyFile(path);
    return fromFile ? [...given, fromFile] : given;
  };
  return {
    read,
    readOrCreate() {
      if (read().length === 0) createKeyFile(dataDir, path);
      return read();
    },
  };
}
