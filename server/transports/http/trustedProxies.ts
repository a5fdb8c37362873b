// Trusted proxies: whose X-Forwarded-For counts.
import { isPrivateAddress } from '../../shared/publicAddress.ts';

/**
 * For Express's `trust proxy`. The nearest proxy is believed only at a private address: whoever comes from the
 * internet straight to the port writes what he likes into X-Forwarded-For, and it counts for nothing.
 * @param count how many proxies stand in front, one behind the other; 0: none
 */
export const trustedProxies =
  (count: number) =>
  (address: string, hop: number): boolean =>
    hop < count && (hop > 0 || isPrivateAddress(address));
