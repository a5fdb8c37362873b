// Rate limit key of a caller: the person, or the address of a visitor.
import { isIPv6 } from 'node:net';
import type { Viewer } from '../../modules/people/accounts/accounts.ts';

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

/** An address as people write it: without an IPv4-mapped prefix and without a zone. */
export function plainAddress(ip: string): string {
  const address = ip.split('%')[0] ?? '';
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Key of an address: IPv4 in full, IPv6 by its /64, which belongs to one household or host. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** A service token has a key apart from the person who created it. */
export const callerKey = (viewer: Viewer, ip: string): string => {
  if (viewer.kind === 'visitor') return `address ${addressKey(ip)}`;
  return `${viewer.via === 'session' ? 'user' : 'token of'} ${viewer.user.id}`;
};
