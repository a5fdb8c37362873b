// Connections to public addresses only: in any spelling, after every redirect, after the name was resolved (promise I1).
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIPv4, isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import ipaddr from 'ipaddr.js';
import { useAgent } from 'request-filtering-agent';

/** A host of the company's own that is let through, or a test's. */
export interface AllowedHost {
  host: string;
  port: number;
}

/**
 * Addresses under which nobody of the outside answers, and which the filter does not know: those of IPv6 past 2000::/3, where all
 * public ones are, among them IPv4-compatible ones (::/96); and the one by which machines of a cloud ask their host.
 */
const inner = { 4: new BlockList(), 6: new BlockList() };
inner[4].addAddress('168.63.129.16');
inner[6].addSubnet('::', 3, 'ipv6');
inner[6].addSubnet('4000::', 2, 'ipv6');
inner[6].addSubnet('8000::', 1, 'ipv6');

const isInner = (address: string): boolean =>
  (isIPv4(address) && inner[4].check(address)) ||
  (isIPv6(address) && inner[6].check(address, 'ipv6'));

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Names that no name server of the internet answers (RFC 6762, RFC 6761, and what ICANN keeps for networks of one's own). */
const innerName = /^[^.]+\.?$|\.(localhost|local|internal)\.?$/;

/** Whether an address names the inside by itself; where a name leads is seen when it is connected to. */
export function isInside(url: URL): boolean {
  const host = hostOf(url);
  if (!ipaddr.isValid(host)) return innerName.test(host);
  return isInner(host) || ipaddr.parse(host).range() !== 'unicast';
}

/** What a name says at the moment of connecting, refused if it is inner. */
const outer =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      if (error) return done(error, found, family);
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      const one = addresses.find(isInner);
      if (one === undefined) return done(error, found, family);
      return done(new Error(`${one} is not allowed: it is no public address`), []);
    });

export const effectivePort = (url: URL): number =>
  Number(url.port || (url.protocol === 'https:' ? 443 : 80));

export const isAllowedHost = (url: URL, allow: readonly AllowedHost[]): boolean =>
  allow.some((one) => one.host === hostOf(url) && one.port === effectivePort(url));

/** The agent for one request; an address that is not public makes the connection fail before it is opened. */
export function agentFor(url: URL, allow: readonly AllowedHost[]): HttpAgent | HttpsAgent {
  if (isAllowedHost(url, allow))
    return url.protocol === 'https:' ? new HttpsAgent() : new HttpAgent();
  const host = hostOf(url);
  // A list of its own for each address: the filter warns aloud of a network of the other kind than the address has.
  const denyIPAddressList = isInner(host) ? [host] : [];
  const agent = useAgent(url.href, { denyIPAddressList, keepAlive: false });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options: TcpNetConnectOpts, listener) =>
    connect({ ...options, lookup: outer(options.lookup ?? systemLookup) }, listener);
  return agent;
}
