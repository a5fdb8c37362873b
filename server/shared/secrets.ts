// Random secrets and their stored hashes.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in a URL and in a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a secret, stored in its place. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two texts in constant time. */
export const equalSecrets = (a: string, b: string): boolean =>
  timingSafeEqual(hashSecret(a), hashSecret(b));
