// Classes of IP addresses: those of the public internet, as opposed to private networks and metadata services (SSRF).
import ipaddr from 'ipaddr.js';

/** Metadata address through which machines in a cloud reach their host. */
const metadataAddress = '168.63.129.16';
/** Contains all public IPv6 addresses; the library treats others as public too. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3');

/** True for an IP address of the public internet, in any notation. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6'
    ? parsed.match(publicIpv6)
    : parsed.toString() !== metadataAddress;
}

const privateRanges = ['loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal'];

/** True for an IP address of this machine, its links or a private network; IPv4-mapped IPv6 counts as IPv4. */
export const isPrivateAddress = (address: string): boolean =>
  ipaddr.isValid(address) && privateRanges.includes(ipaddr.process(address).range());
