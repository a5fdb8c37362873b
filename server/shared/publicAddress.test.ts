import { isPublicAddress } from './publicAddress.ts';

test.each(['93.184.215.14', '1.1.1.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '',
  'example.com',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:93.184.215.14',
  '1::1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff0e::1',
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
