// Normalisation of page addresses: equal results are the same page (`items.normalised_url`).

/** Tracking parameters. Names that could choose a page (`ref`, `source`, `from`, `cid`) are left out. */
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

/** Whether the text is an absolute address that a browser opens over http or https. */
export function isHttpAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && isWeb(parsed);
}

/**
 * Host name of an address in lower case, without `www.`, port and closing dot; empty when it is no
 * http(s) address.
 */
export function getHost(url: string): string {
  const parsed = URL.parse(url);
  return parsed !== null && isWeb(parsed)
    ? withoutWww(parsed.hostname.replace(/(?<!\.)\.+$/, ''))
    : '';
}

/**
 * Two addresses are the same page if their results are equal.
 * Dropped are: http or https, `www.`, the letter case of the host, a default port, user name and password, the fragment (but
 * not a route, `#/…` or `#!…`), one slash at the end, and tracking parameters. All else may choose another page and stays.
 * The result has no scheme (`example.com/path?b=2&a=1`); a text that is no http(s) address is only trimmed.
 */
export function normaliseAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isWeb(parsed)) return url.trim();
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return `${withoutWww(parsed.hostname)}${port}${path(parsed)}${query(parsed)}${route(parsed)}`;
}

/** No web address without a host: the parser takes none. */
function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function withoutWww(host: string): string {
  const rest = host.replace(/^www\./, '');
  return rest.includes('.') ? rest : host;
}

/** Two slashes at the end are another path than one. */
function path({ pathname }: URL): string {
  return withEqualEscapes(pathname).replace(/(?<!\/)\/$/, '');
}

/** `%7e` and `~`, `%c3` and `%C3` are one address (RFC 3986, 6.2.2). */
function withEqualEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return unreserved.test(letter) ? letter : escape.toUpperCase();
  });
}

function query({ search }: URL): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => !isTracking(pair))
    .join('&');
  return kept === '' ? '' : `?${withEqualEscapes(kept)}`;
}

/** Some servers also separate parameters by `;`, so a part with one may choose a page. */
function isTracking(pair: string): boolean {
  if (pair.includes(';')) return false;
  const name = withEqualEscapes(pair.split('=', 1)[0]!).toLowerCase();
  return trackingParameters.has(name) || trackingPrefixes.some((prefix) => name.startsWith(prefix));
}

/** The part of a fragment that a one-page application reads as its page. */
function route({ hash }: URL): string {
  const fragment = hash.replace(/:~:.*$/s, '');
  return /^#!?\/?$/.test(fragment) || !/^#(?:[/!]|%2f|%21)/i.test(fragment) ? '' : fragment;
}
