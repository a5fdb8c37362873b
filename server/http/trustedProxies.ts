// Whose word about a caller's address is taken: that of the proxies in front of us, and never the caller's own.
import { BlockList, isIPv6 } from 'node:net';

/** Addresses that are not routed on the internet: this machine, its links, private networks. */
const inside = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  inside.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(net, prefix, 'ipv6');

const isInside = (address: string): boolean => {
  const plain = address.split('%')[0] ?? '';
  return inside.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
};

/**
 * For Express's `trust proxy`. The nearest proxy is believed only at an address that is not public: whoever comes from the
 * internet straight to the port writes what he likes into X-Forwarded-For, and it counts for nothing.
 * @param count how many proxies stand in front, one behind the other; 0: none
 */
export const trustedProxies =
  (count: number) =>
  (address: string, hop: number): boolean =>
    hop < count && (hop > 0 || isInside(address));
