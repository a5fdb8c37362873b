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

/** An address as people write it: an IPv4 address that came over an IPv6 socket without its prefix, and no zone. */
export function plainAddress(ip: string): string {
  const address = ip.split('%')[0] ?? '';
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** An address as it is counted: IPv4 whole, IPv6 by its /64, which one household or host has to itself. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** A token of another tool is counted apart from the person who made it. */
export const callerKey = (viewer: Viewer, ip: string): string => {
  if (viewer.kind === 'visitor') return `address ${addressKey(ip)}`;
  return `${viewer.via === 'session' ? 'user' : 'token of'} ${viewer.user.id}`;
};
