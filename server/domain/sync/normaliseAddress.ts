// When two addresses are the same page: an address without its accidents.

/** Parameters that tell where a visitor came from, never which page is shown. */
const trackingParameters = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  '_openstat',
  'dclid',
  'fbclid',
  'gbraid',
  'gclid',
  'gclsrc',
  'igsh',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'ref_src',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'yclid',
  'ysclid',
]);
const trackingPrefixes = ['utm_', 'mtm_'];

/** `ref` names a branch on a code host and a referring site elsewhere: only a host name is dropped. */
const referringSite = /^(?:(?:[a-z0-9-]+\.)+[a-z]{2,}|producthunt)$/i;

const unreserved = /^[A-Za-z0-9._~-]$/;

/** Looks at each run once, from its beginning: an address may hold thousands of them in a row. */
const endSlashes = /(?<!\/)\/+$/;

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
  return parsed !== null && isWeb(parsed) ? bareHost(parsed) : '';
}

/**
 * Two addresses with the same answer are taken for the same page. Dropped are: http or https, `www.`,
 * a default port, user name and password, the fragment (but not a route of a one-page application,
 * `#/…` or `#!…`), closing slashes, tracking parameters, and the order of parameters. The answer
 * bears no scheme (`example.com/path?a=1`); a text that is no http(s) address comes back trimmed.
 */
export function normaliseAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isWeb(parsed)) return url.trim();
  const host = bareHost(parsed);
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return `${host}${port}${barePath(parsed)}${bareQuery(parsed)}${route(parsed)}`;
}

/** No web address without a host: the parser takes none. */
function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function bareHost({ hostname }: URL): string {
  const host = hostname.replace(/(?<!\.)\.+$/, '');
  const rest = host.replace(/^(?:www\.)+/, '');
  return rest.includes('.') ? rest : host;
}

function barePath({ pathname }: URL): string {
  return withEqualEscapes(pathname).replace(endSlashes, '');
}

/** `%7e` and `~`, `%c3` and `%C3` mean the same. */
function withEqualEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return unreserved.test(letter) ? letter : escape.toUpperCase();
  });
}

function bareQuery(url: URL): string {
  if (url.search === '') return '';
  const kept = new URLSearchParams(
    [...url.searchParams].filter(([name, value]) => !isTracking(name.toLowerCase(), value)),
  );
  // The order of equal names is kept: it may mean something.
  kept.sort();
  return kept.size === 0 ? '' : `?${kept}`;
}

function isTracking(name: string, value: string): boolean {
  return (
    trackingParameters.has(name) ||
    trackingPrefixes.some((prefix) => name.startsWith(prefix)) ||
    (name === 'ref' && referringSite.test(value))
  );
}

function route({ hash }: URL): string {
  return /^#[/!]./.test(hash) ? hash.replace(endSlashes, '').replace(/^#!?$/, '') : '';
}
