// Decoding of files without a declared encoding.
import { encodeAs } from '../testing/encodeAs.ts';
import { decodeText } from './decodeText.ts';

const russian = 'адрес;название\r\nhttps://site.example/;Генерация голосов и музыки\r\n';

test.each([
  ['utf-8', russian],
  ['utf-16le', `title\r\n${russian}`],
  ['utf-16be', `title;address\r\n${russian}`],
  ['windows-1251', russian],
  ['windows-1251', 'НОВИНКИ: «Ёлка» — 3D-модели'],
  ['koi8-r', russian],
  ['ibm866', russian],
  ['iso-8859-5', russian],
  ['x-mac-cyrillic', russian],
  ['windows-1252', 'Anna’s crème tools – “first of all”, 7 €'],
  ['windows-1252', 'title\nÜbung'],
  ['macintosh', 'title\nCafé Größe'],
  ['macintosh', 'title\rOlga’s tools – “best” of…'],
  ['macintosh', 'São Paulo, tradução'],
  ['windows-1252', 'È una città più bella'],
  ['windows-1250', 'Generator głosów\r\nTłumaczenie napisów i edycja wideo'],
  ['iso-8859-2', 'Generator głosów\r\nTłumaczenie napisów i edycja wideo'],
  ['ibm852', 'Generator głosów\r\nTłumaczenie napisów i edycja wideo'],
  ['windows-1250', 'Překlad titulků\r\nHlasy pro hry a úprava videa'],
  ['ibm850', 'Générateur de voix\r\nTraduction à la volée, très bien'],
  ['shift_jis', 'ゲームのキャラクターの声を作る道具です'],
  ['euc-jp', 'ゲームのキャラクターの声を作る道具です'],
  ['gb18030', '为游戏角色制作声音的在线工具'],
  ['big5', '為遊戲角色製作聲音的線上工具'],
  ['euc-kr', '게임 인물의 목소리를 만드는 도구'],
])('reads %s (%#)', (encoding, text) => {
  expect(decodeText(encodeAs(encoding, text))?.text).toBe(text);
});

test.each(['utf-8', 'utf-16le', 'utf-16be'])('reads %s with a byte order mark', (encoding) => {
  expect(decodeText(encodeAs(encoding, '\uFEFFЯ'))).toEqual({ text: 'Я', encoding });
});

test('decodes UTF-8 with a broken byte', () => {
  const bytes = Buffer.concat([Buffer.from(russian), Buffer.of(0xd0)]);
  expect(decodeText(bytes)?.text).toBe(`${russian}\uFFFD`);
});

test.each([
  ['CP850', 'ibm850'],
  ['ibm-852', 'ibm852'],
  ['win-1250', 'windows-1250'],
])('treats an encoding named %s as %s', (label, encoding) => {
  const text = 'Übung';
  expect(decodeText(encodeAs(encoding, text), [label])).toEqual({ text, encoding });
});

test('refuses binary data', () => {
  expect(decodeText(Buffer.from('GIF89a\u0001\0\u0001\0'))).toBeNull();
});
