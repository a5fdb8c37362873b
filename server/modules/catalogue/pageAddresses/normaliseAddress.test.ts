import fc from '../../../testing/fastCheck.ts';
import { getHost, isHttpAddress, normaliseAddress } from './normaliseAddress.ts';

describe('normaliseAddress', () => {
  it.each([
    ['http and https', 'http://example.com/a', 'https://example.com/a'],
    ['letters of the scheme', 'HTTPS://example.com/a', 'https://example.com/a'],
    ['letters of the host', 'https://Example.COM/a', 'https://example.com/a'],
    ['www', 'https://www.example.com/a', 'https://example.com/a'],
    ['the default port of https', 'https://example.com:443/a', 'https://example.com/a'],
    ['the default port of http', 'http://example.com:80/a', 'https://example.com/a'],
    ['a fragment', 'https://example.com/a#top', 'https://example.com/a'],
    ['a text fragment', 'https://example.com/a#:~:text=b', 'https://example.com/a'],
    ['an empty fragment', 'https://example.com/a#', 'https://example.com/a'],
    ['an empty route', 'https://example.com/a#/', 'https://example.com/a'],
    ['the closing slash', 'https://example.com/a/', 'https://example.com/a'],
    ['the slash of the root', 'https://example.com/', 'https://example.com'],
    ['utm parameters', 'https://example.com/?utm_source=x&utm_Medium=y', 'https://example.com'],
    ['the click of Facebook', 'https://example.com/?fbclid=1', 'https://example.com'],
    ['the click of Google', 'https://example.com/?a=1&gclid=1', 'https://example.com/?a=1'],
    [
      'tracking between others',
      'https://example.com/?b=2&utm_id=1&a=1',
      'https://example.com/?b=2&a=1',
    ],
    ['a text fragment of a route', 'https://example.com/#/a:~:text=b', 'https://example.com/#/a'],
    ['the click of Yandex', 'https://example.com/?ysclid=1', 'https://example.com'],
    ['an empty query', 'https://example.com/?', 'https://example.com'],
    ['needless escapes', 'https://example.com/%7Eme', 'https://example.com/~me'],
    ['letters of escapes', 'https://example.com/%d0%b0', 'https://example.com/%D0%B0'],
    [
      'written and escaped letters',
      'https://example.com/ключ',
      'https://example.com/%D0%BA%D0%BB%D1%8E%D1%87',
    ],
    ['a host in its own letters', 'https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai'],
    ['blanks around', '  https://example.com/a\n', 'https://example.com/a'],
    ['steps in the path', 'https://example.com/b/../a', 'https://example.com/a'],
    ['a name and password', 'https://me:secret@example.com/a', 'https://example.com/a'],
  ])('ignores %s', (_what, one, other) => {
    expect(normaliseAddress(one)).toBe(normaliseAddress(other));
  });

  it.each([
    ['Google Analytics', ['_ga', '_gl']],
    ['Google Ads', ['gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'gad_source']],
    ['Google Shopping', ['srsltid']],
    ['Facebook', ['fbclid']],
    ['Instagram', ['igsh', 'igshid']],
    ['LinkedIn', ['li_fat_id']],
    ['Microsoft Advertising', ['msclkid']],
    ['TikTok', ['ttclid']],
    ['X', ['twclid']],
    ['Reddit', ['rdt_cid']],
    ['Yandex', ['yclid', 'ymclid', 'ysclid', '_openstat']],
    ['HubSpot', ['_hsenc', '_hsmi']],
    ['Mailchimp', ['mc_cid', 'mc_eid']],
    ['Marketo', ['mkt_tok']],
    ['Omeda', ['oly_anon_id', 'oly_enc_id']],
    ['Vero', ['vero_id']],
    ['Matomo', ['mtm_campaign', 'mtm_source']],
    ['any campaign', ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']],
  ])('ignores what %s adds', (_who, names) => {
    for (const name of names)
      expect([name, normaliseAddress(`https://example.com/a?id=1&${name}=x1`)]).toEqual([
        name,
        'example.com/a?id=1',
      ]);
  });

  it.each([
    ['the path', 'https://example.com/a', 'https://example.com/b'],
    ['letters of the path', 'https://example.com/A', 'https://example.com/a'],
    ['the value of a parameter', 'https://example.com/?id=1', 'https://example.com/?id=2'],
    [
      'the order of equal parameters',
      'https://example.com/?a=1&a=2',
      'https://example.com/?a=2&a=1',
    ],
    ['the order of parameters', 'https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
    ['a parameter without a value', 'https://example.com/?a', 'https://example.com/?a='],
    ['plus and %20', 'https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
    ['several closing slashes', 'https://example.com/a//', 'https://example.com/a/'],
    ['the closing dot of the host', 'https://example.com./a', 'https://example.com/a'],
    ['a referring site', 'https://example.com/?ref=theresanai.com', 'https://example.com'],
    ['a source', 'https://example.com/?source=a', 'https://example.com'],
    ['a sender', 'https://example.com/?via=friend', 'https://example.com'],
    ['a language in the path', 'https://example.com/ru/', 'https://example.com'],
    ['a language in the query', 'https://example.com/?hl=ru', 'https://example.com'],
    ['a page of an index', 'https://example.com/index.html', 'https://example.com'],
    ['a mobile host', 'https://m.example.com', 'https://example.com'],
    ['a port of the other scheme', 'http://example.com:443', 'https://example.com'],
    ['a branch', 'https://git.example.com/f?ref=main', 'https://git.example.com/f?ref=next'],
    ['a version', 'https://git.example.com/f?ref=v1.2', 'https://git.example.com/f'],
    ['another host', 'https://chat.example.com', 'https://example.com'],
    ['another port', 'https://example.com:8443', 'https://example.com'],
    ['a slash inside an escape', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['routes of a one-page application', 'https://example.com/#/a', 'https://example.com/#/b'],
    ['routes with an exclamation mark', 'https://example.com/#!a', 'https://example.com/#!b'],
    ['a host that is called www', 'https://www.com', 'https://com.com'],
  ])('distinguishes %s', (_what, one, other) => {
    expect(normaliseAddress(one)).not.toBe(normaliseAddress(other));
  });

  it('returns one form without scheme', () => {
    expect(normaliseAddress('http://WWW.Example.com:80/A/?b=2&utm_source=x&a=1#top')).toBe(
      'example.com/A?b=2&a=1',
    );
    expect(normaliseAddress('https://www.com/')).toBe('www.com');
    expect(normaliseAddress('http://[::1]:3000/')).toBe('[::1]:3000');
  });

  it('trims any other text', () => {
    expect(normaliseAddress(' mailto:a@example.com ')).toBe('mailto:a@example.com');
    expect(normaliseAddress('example.com/a')).toBe('example.com/a');
    expect(normaliseAddress('')).toBe('');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        const once = normaliseAddress(url);
        expect(normaliseAddress(`https://${once}`)).toBe(once);
      }),
    );
  });
});

test('accepts only http and https addresses as links', () => {
  const links = ['http://a.example', 'https://a.example/b?c#d', 'HTTPS://A.example'].concat([
    'http://127.0.0.1:1/',
  ]);
  const others = ['', ' ', 'example.com', '//example.com', '/path', 'javascript:alert(1)'].concat(
    ['java\nscript:alert(1)', 'data:text/html,a', 'ftp://example.com', 'file:///etc/passwd'],
    ['chrome://settings', 'https://', 'https://exa mple.com', 'http://a:99999'],
  );
  expect([...links, ...others].filter(isHttpAddress)).toEqual(links);
});

describe('getHost', () => {
  it('returns the host without www, and nothing for other addresses', () => {
    expect(getHost('https://www.Example.com:8080/a')).toBe('example.com');
    expect(getHost('https://up.raindrop.io/raindrop/files/1')).toBe('up.raindrop.io');
    expect(getHost('mailto:a@example.com')).toBe('');
  });
});
