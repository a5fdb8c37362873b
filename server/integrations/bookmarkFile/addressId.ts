// Stable bookmark ids derived from addresses, for files without ids.
import { createHash } from 'node:crypto';
import { normaliseAddress } from '../../modules/catalogue/pageAddresses/normaliseAddress.ts';

const firstId = 2 ** 52;

/**
 * A positive safe integer between 2^52 and 2^53, derived from the normalised address. Ids of Raindrop are far smaller, so the two
 * never collide.
 */
export function addressId(link: string): number {
  const digest = createHash('sha256').update(normaliseAddress(link)).digest();
  // 48 + 4 bits, as many as fit.
  return firstId + digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >> 4);
}
