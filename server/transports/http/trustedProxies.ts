// Trusted proxies, whose X-Forwarded-For is used.
import { isPrivateAddress } from '../../shared/publicAddress.ts';

/**
 * Function for Express's `trust proxy`. The nearest proxy is trusted only at a private address: a caller who reaches the port from
 * the internet can forge X-Forwarded-For.
 * @param count number of chained proxies; 0 for none
 */
export const trustedProxies =
  (count: number) =>
  (address: string, hop: number): boolean =>
    hop < count && (hop > 0 || isPrivateAddress(address));
