// Connections to public addresses only: in any spelling, after every redirect, after the name was resolved (promise I1).
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { useAgent } from 'request-filtering-agent';

/** A host of the company's own that is let through, or a test's. */
export interface AllowedHost {
  host: string;
  port: number;
}

/** IPv4-compatible IPv6 addresses (::/96), which the filter does not know by itself. */
const denied = ['::/96'];

export const effectivePort = (url: URL): number =>
  Number(url.port || (url.protocol === 'https:' ? 443 : 80));

export const isAllowedHost = (url: URL, allow: readonly AllowedHost[]): boolean =>
  allow.some(
    (one) =>
      one.host === url.hostname.replace(/^\[|\]$/g, '').toLowerCase() &&
      one.port === effectivePort(url),
  );

/** The agent for one request; an address that is not public makes the connection fail before it is opened. */
export function agentFor(url: URL, allow: readonly AllowedHost[]): HttpAgent | HttpsAgent {
  if (isAllowedHost(url, allow))
    return url.protocol === 'https:' ? new HttpsAgent() : new HttpAgent();
  return useAgent(url.href, { denyIPAddressList: denied, keepAlive: false });
}
