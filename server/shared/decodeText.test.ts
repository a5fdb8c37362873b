import { in1251 } from '../testing/in1251.ts';
import { decodeText } from './decodeText.ts';

const text = 'url,title\nhttps://ru.example.com/,Рисовалка для картинок\n';

const bigEndian = (words: string): Buffer => Buffer.from(words, 'utf16le').swap16();

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 of the other order with a mark', bigEndian(`\uFEFF${text}`)],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
  ['UTF-16 of the other order without a mark', bigEndian(text)],
  ['Windows-1251', in1251(text)],
])('reads %s', (_name, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

it.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])],
  ['an archive', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0])],
  [
    'Latin-1',
    Buffer.from('url,title\nhttps://a.example/,caf\xe9 \xa9\xae\xb5\xb6 na\xefve', 'latin1'),
  ],
  ['half a letter of UTF-16', Buffer.from([0xff, 0xfe, 0x3d, 0xd8])],
])('does not take %s for text', (_name, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});
