// Normalisation of page addresses: equal results are the same page (`items.normalised_url`).

/** Tracking parameters, without names that could select a page (`ref`, `source`, `from`, `cid`). */
const trackingParameters = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  '_openstat',
  'dclid',
  'fbclid',
  'gad_campaignid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'igsh',
  'igshid',
  'irclickid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'rdt_cid',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'yclid',
  'ymclid',
  'ysclid',
]);
const trackingPrefixes = ['utm_', 'mtm_'];

const unreserved = /^[A-Za-z0-9._~-]$/;

/** True for an absolute http(s) address. */
export function isHttpAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && isWeb(parsed);
}

/**
 * Host name of an address in lower case, without `www.`, port and trailing dot; empty when it is not an http(s)
 * address.
 */
export function getHost(url: string): string {
  const parsed = URL.parse(url);
  return parsed !== null && isWeb(parsed)
    ? withoutWww(parsed.hostname.replace(/(?<!\.)\.+$/, ''))
    : '';
}

/**
 * Normalises an address; equal results are the same page.
 * Drops the scheme, `www.`, the letter case of the host, a default port, user name and password, the fragment (except a
 * route, `#/…` or `#!…`), one trailing slash, and tracking parameters. All other parts may select another page and
 * stay.
 * The result has no scheme (`example.com/path?b=2&a=1`); a text that is not an http(s) address is only trimmed.
 */
export function normaliseAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isWeb(parsed)) return url.trim();
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return `${withoutWww(parsed.hostname)}${port}${path(parsed)}${query(parsed)}${route(parsed)}`;
}

/** A parsed http(s) address always has a host. */
function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function withoutWww(host: string): string {
  const rest = host.replace(/^www\./, '');
  return rest.includes('.') ? rest : host;
}

/** Two trailing slashes are another path than one. */
function path({ pathname }: URL): string {
  return withEqualEscapes(pathname).replace(/(?<!\/)\/$/, '');
}

/** `%7e` and `~`, `%c3` and `%C3` are equal (RFC 3986, 6.2.2). */
function withEqualEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return unreserved.test(letter) ? letter : escape.toUpperCase();
  });
}

function query({ search }: URL): string {
  const remaining = search
    .slice(1)
    .split('&')
    .filter((pair) => !isTracking(pair))
    .join('&');
  return remaining === '' ? '' : `?${withEqualEscapes(remaining)}`;
}

/** Some servers also separate parameters by `;`, so a part with one may select a page. */
function isTracking(pair: string): boolean {
  if (pair.includes(';')) return false;
  const name = withEqualEscapes(pair.split('=', 1)[0]!).toLowerCase();
  return trackingParameters.has(name) || trackingPrefixes.some((prefix) => name.startsWith(prefix));
}

/** The part of a fragment that a single-page application uses as its route. */
function route({ hash }: URL): string {
  const fragment = hash.replace(/:~:.*$/s, '');
  return /^#!?\/?$/.test(fragment) || !/^#(?:[/!]|%2f|%21)/i.test(fragment) ? '' : fragment;
}
