// Classes of IP addresses: those of the public internet, as opposed to private networks and metadata services (SSRF).
import ipaddr from 'ipaddr.js';

/** By which machines of a cloud ask their host. */
const metadataAddress = '168.63.129.16';
/** All public addresses of IPv6 are in it; the library calls what lies past it public too. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address, in any spelling, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6'
    ? parsed.match(publicIpv6)
    : parsed.toString() !== metadataAddress;
}

const privateRanges = ['loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal'];

/** Whether an IP address belongs to this machine, its links or a private network; IPv4 written as IPv6 counts as IPv4. */
export const isPrivateAddress = (address: string): boolean =>
  ipaddr.isValid(address) && privateRanges.includes(ipaddr.process(address).range());
