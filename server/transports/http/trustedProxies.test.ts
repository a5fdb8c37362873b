import { trustedProxies } from './trustedProxies.ts';

test.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['172.18.0.1', true],
  ['192.168.1.1', true],
  ['fd00::7', true],
  ['fe80::1%eth0', true],
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::7', false],
  ['172.32.0.1', false],
  ['nonsense', false],
])('a nearest proxy at %s is believed: %s', (address, expected) => {
  expect(trustedProxies(1)(address, 0)).toBe(expected);
});

test('as many proxies are believed as stand in front', () => {
  expect(trustedProxies(0)('127.0.0.1', 0)).toBe(false);
  expect(trustedProxies(1)('127.0.0.1', 1)).toBe(false);
  expect(trustedProxies(2)('203.0.113.7', 1)).toBe(true);
  expect(trustedProxies(2)('127.0.0.1', 2)).toBe(false);
});
