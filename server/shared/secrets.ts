// Random secrets, their stored hashes, and encryption of secrets in the database (AES-256-GCM).
import {
  createHash,
  randomBytes,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
} from 'node:crypto';

/** 256 random bits, safe in a URL and in a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a secret, stored in its place. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two texts in constant time. */
export const equalSecrets = (a: string, b: string): boolean =>
  timingSafeEqual(hashSecret(a), hashSecret(b));

const algorithm = 'aes-256-gcm';
const version = 'enc1';
const nonceBytes = 12;
const tagBytes = 16;

/** No usable key exists. The message tells admins which setting to fix. */
export class SecretKeyError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SecretKeyError';
  }
}

/** The keys of an installation: the first encrypts, the others only decrypt. */
export interface SecretKeys {
  /** Existing keys. @throws SecretKeyError */
  read(): readonly Buffer[];
  /** Existing keys, or a new one where it may be created. @throws SecretKeyError */
  readOrCreate(): readonly Buffer[];
}

/** Id that links an encrypted value to its key. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12);

export function createSecretBox(keys: SecretKeys) {
  const headOf = (key: Buffer): string => `${version}:${idOf(key)}:`;
  const current = (): Buffer => {
    const [first] = keys.readOrCreate();
    if (!first) throw new SecretKeyError('There is no key');
    return first;
  };
  return {
    /** @throws SecretKeyError */
    seal(secret: string): string {
      const key = current();
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(headOf(key)));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const body = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return headOf(key) + body.toString('base64url');
    },

    /** The secret; null when it was changed or its key is missing. @throws SecretKeyError */
    open(sealed: string): string | null {
      const key = keys.read().find((one) => sealed.startsWith(headOf(one)));
      if (!key) return null;
      const body = Buffer.from(sealed.slice(headOf(key).length), 'base64url');
      if (body.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, body.subarray(0, nonceBytes))
        .setAAD(Buffer.from(headOf(key)))
        .setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const text = decipher.update(body.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },

    isSealed: (text: string): boolean => text.startsWith(`${version}:`),

    /** True when it is encrypted with the current key. @throws SecretKeyError */
    isCurrent: (sealed: string): boolean => sealed.startsWith(headOf(current())),

    /** The reason why secrets cannot be encrypted or decrypted; null when they can. */
    problem(): string | null {
      try {
        keys.read();
        return null;
      } catch (error) {
        if (error instanceof SecretKeyError) return error.message;
        throw error;
      }
    },
  };
}

export type SecretBox = ReturnType<typeof createSecretBox>;
