// SSRF protection: HTTP agents that connect to public addresses only, checked after DNS resolution (guarantee I1).
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { lookup as systemLookup } from 'node:dns';
import { isIP, Socket, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { isPublicAddress } from '../../shared/publicAddress.ts';

/** An allowed internal host of the company or of a test. */
export interface AllowedHost {
  host: string;
  port: number;
}

/** A connection to a non-public address, refused before it is opened. */
export class NotPublicError extends Error {
  constructor(address: string) {
    super(`${address} is not allowed: it is no public address`);
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Names without public DNS (RFC 6762, RFC 6761, and ICANN's reservation for private networks). */
const internalName = /^[^.]+\.?$|\.(localhost|local|internal)\.?$/;

/** True for an address that is internal by its name; resolved addresses are checked when connecting. */
export function isInternal(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) ? !isPublicAddress(host) : internalName.test(host);
}

/** DNS lookup at connection time that refuses a name when one of its addresses is not public. */
const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      if (error) return done(error, found, family);
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      const inner = addresses.find((address) => !isPublicAddress(address));
      return inner === undefined ? done(null, found, family) : done(new NotPublicError(inner), []);
    });

export const effectivePort = (url: URL): number =>
  Number(url.port || (url.protocol === 'https:' ? 443 : 80));

export const isAllowedHost = (url: URL, allow: readonly AllowedHost[]): boolean =>
  allow.some((one) => one.host === hostOf(url) && one.port === effectivePort(url));

/** The agent for one request; connecting to a non-public address fails before it is opened. */
export function agentFor(url: URL, allow: readonly AllowedHost[]): HttpAgent | HttpsAgent {
  const agent = url.protocol === 'https:' ? new HttpsAgent() : new HttpAgent();
  if (isAllowedHost(url, allow)) return agent;
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options: TcpNetConnectOpts, listener) => {
    const { host = '' } = options;
    // An IP address is connected to without a lookup.
    if (isIP(host) && !isPublicAddress(host)) {
      return new Socket().destroy(new NotPublicError(host));
    }
    return connect({ ...options, lookup: publicLookup(options.lookup ?? systemLookup) }, listener);
  };
  return agent;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The `Location` of a redirect; undefined for other answers. */
export const redirectLocation = (
  status: number | undefined,
  location: string | undefined,
): string | undefined => (redirectStatuses.has(status ?? 0) ? location : undefined);

/** Resolves a `Location`; Node decodes its bytes as Latin-1, but they are mostly UTF-8. */
export function resolveLocation(location: string, base: URL): URL | null {
  const encoded = location.replaceAll(
    /[\u0080-\u00FF]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return URL.parse(encoded, base);
}
