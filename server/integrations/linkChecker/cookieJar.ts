// Cookies of one link check, sent back to the hosts that set them.
import { parseSetCookie } from 'cookie';

const maxCookies = 50;
const maxCookieLength = 4_096;

/** True when a host may set and receive a cookie for a domain: the domain itself or a subdomain. */
const isWithin = (host: string, domain: string): boolean =>
  host === domain || (domain.includes('.') && host.endsWith(`.${domain}`));

export class CookieJar {
  private readonly cookies = new Map<string, { domain: string; isShared: boolean; pair: string }>();

  store({ hostname }: URL, headers: readonly string[]): void {
    for (const header of headers) {
      const pair = header.split(';', 1)[0]?.trim() ?? '';
      const { name, domain: named, maxAge, expires } = parseSetCookie(header);
      const domain = (named ?? hostname).replace(/^\./, '').toLowerCase();
      const isExpired = (maxAge ?? 1) <= 0 || (expires && expires.getTime() < Date.now());
      if (!isWithin(hostname, domain) || pair.length > maxCookieLength) continue;
      const key = `${domain} ${name}`;
      if (isExpired) this.cookies.delete(key);
      else if (this.cookies.size < maxCookies || this.cookies.has(key))
        this.cookies.set(key, { domain, isShared: named !== undefined, pair });
    }
  }

  /** The `Cookie` header for an address; empty without cookies. */
  header({ hostname }: URL): string {
    return [...this.cookies.values()]
      .filter(({ domain, isShared }) =>
        isShared ? isWithin(hostname, domain) : hostname === domain,
      )
      .map(({ pair }) => pair)
      .join('; ');
  }
}
