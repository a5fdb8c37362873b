import { visitor, type Member } from '../../modules/people/accounts/accounts.ts';
import { addressKey, callerKey, plainAddress } from './callerKey.ts';

const member = (id: number, via: Member['via']): Member => ({
  kind: 'member',
  via,
  signedInAt: null,
  company: null,
  sessionId: null,
  token: null,
  user: {
    id,
    name: 'Somebody',
    email: null,
    avatarUrl: null,
    isAdmin: false,
    companyKey: null,
    telegramId: null,
    telegramUsername: null,
    isDemo: false,
    isTool: false,
  },
});

describe('addressKey', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is counted as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe('plainAddress', () => {
  test.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('%s is written %s', (ip, written) => {
    expect(plainAddress(ip)).toBe(written);
  });
});

describe('callerKey', () => {
  test('a person is counted wherever they are, a visitor by address, a tool apart from its maker', () => {
    expect(callerKey(member(1, 'session'), '203.0.113.7')).toBe(
      callerKey(member(1, 'session'), '203.0.113.8'),
    );
    expect(callerKey(member(1, 'session'), '203.0.113.7')).not.toBe(
      callerKey(member(2, 'session'), '203.0.113.7'),
    );
    expect(callerKey(member(1, 'write'), '203.0.113.7')).not.toBe(
      callerKey(member(1, 'session'), '203.0.113.7'),
    );
    expect(callerKey(visitor, '2001:db8::1')).toBe(callerKey(visitor, '2001:db8::ffff'));
  });
});
