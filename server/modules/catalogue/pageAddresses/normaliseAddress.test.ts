// What the tests of `samePage` and of the spellings of the demo do not ask over the transports.
import fc from '../../../testing/fastCheck.ts';
import { isHttpAddress, normaliseAddress } from './normaliseAddress.ts';

describe('normaliseAddress', () => {
  it.each([
    ['an empty fragment', 'https://example.com/a#', 'https://example.com/a'],
    ['an empty route', 'https://example.com/a#/', 'https://example.com/a'],
    ['an empty query', 'https://example.com/?', 'https://example.com'],
    ['needless escapes', 'https://example.com/%7Eme', 'https://example.com/~me'],
    ['letters of escapes', 'https://example.com/%d0%b0', 'https://example.com/%D0%B0'],
    ['written and escaped letters', 'https://example.com/а', 'https://example.com/%D0%B0'],
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
    ['a parameter without a value', 'https://example.com/?a', 'https://example.com/?a='],
    ['plus and %20', 'https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
    ['the closing dot of the host', 'https://example.com./a', 'https://example.com/a'],
    ['a port of the other scheme', 'http://example.com:443', 'https://example.com'],
    ['a slash inside an escape', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['a host that is called www', 'https://www.com', 'https://com.com'],
  ])('distinguishes %s', (_what, one, other) => {
    expect(normaliseAddress(one)).not.toBe(normaliseAddress(other));
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
