// Which texts are addresses, and what of them is counted.
import { addressOf, mayBeName, wishedText } from './pastedAddress.ts';

test.each([
  ['midjourney.com', 'https://midjourney.com'],
  ['  http://midjourney.com/a?b=c#d ', 'http://midjourney.com/a?b=c#d'],
  ['<https://midjourney.com>', 'https://midjourney.com'],
  ['"midjourney.com/explore".', 'https://midjourney.com/explore'],
  ['(midjourney.com),', 'https://midjourney.com'],
  ['https://midjourney.com,', 'https://midjourney.com'],
  ['яндекс.рф/карты', 'https://яндекс.рф/карты'],
  ['xn--d1abbgf6aiiy.xn--p1ai', 'https://xn--d1abbgf6aiiy.xn--p1ai'],
])('%s is an address', (text, address) => {
  expect(addressOf(text)).toBe(address);
});

test.each([
  '',
  '1.5',
  'v2.0',
  'https://',
  'node js',
  'midjourney.com vs dall-e',
  '...',
  'ftp://a.b',
  'убрать фон.',
])('%s is none', (text) => {
  expect(addressOf(text)).toBeNull();
  expect(wishedText(text)).toBe(text);
});

test('what opens something is counted as nothing', () => {
  expect(wishedText('vpn, password: Summer2026')).toBe('');
  expect(wishedText('a password manager')).toBe('a password manager');
});

test('a bare host may be a name, an address with anything behind it is none', () => {
  expect(['Copy.ai', ' copy.ai. '].map(mayBeName)).toEqual([true, true]);
  expect(['copy.ai/blog', 'https://copy.ai', 'copy.ai?x=1'].map(mayBeName)).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  ['https://ann:secret@chatgpt.com/c/6655?token=secret#secret', 'chatgpt.com'],
  ['www.Figma.com/file/XyZ/Secret-project', 'figma.com'],
])('of an address nothing is counted but its host: %s', (text, counted) => {
  expect(wishedText(text)).toBe(counted);
});

test('a long text is read at once', () => {
  for (const text of ['a.', 'a-', '"', 'https://x/ ', '. '].map((piece) => piece.repeat(50_000)))
    expect(addressOf(text)).toBeNull();
});
