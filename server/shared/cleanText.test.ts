import { cleanLine, cleanText, cleanTitle, decodeEntities } from './cleanText.ts';

test.each([
  ['bidi controls', 'Get \u202Eti eerf\u202C \u2067now\u2069\u200E\u061C', 'Get ti eerf now'],
  ['zero-width signs', '\uFEFFVoice\u200BBot\u2060 sub\u00ADtitle\u2063', 'VoiceBot subtitle'],
  ['fillers', 'a\u3164b\uFFA0c\u034F', 'abc'],
  ['controls', 'a\u0000b\u001B[31mc\u009Fd', 'ab[31mcd'],
  ['halves of pairs', 'a\uD83Db\uDE00', 'ab'],
  ['annotations and stray tags', 'a\uFFF9b\uFFFBc\u{E0061}\u{E007F}', 'abc'],
  ['a selector without emoji', 'plain\uFE0F 7\uFE0F text\u{E0101}', 'plain 7 text'],
  ['a joiner between Latin letters', 'in\u200Dvisible\u200C', 'invisible'],
  ['a doubled non-joiner', 'می\u200C\u200Cخواهم', 'می\u200Cخواهم'],
  ['more marks than a letter has', `e${'\u0301'.repeat(40)}x`, `é${'\u0301'.repeat(10)}x`],
  ['decomposed letters', 'e\u0301 и\u0306', 'é й'],
  ['line ends', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
])('removes or unifies %s', (_kind, dirty, clean) => {
  expect(cleanText(dirty)).toBe(clean);
});

test.each([
  '👨‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥 ❤️ 1️⃣ 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'می\u200Cخواهم',
  'क्\u200Dष न\u0928\u094D\u200Cन',
  '葛\u{E0100}城',
  'two\nlines\tand a tab',
  'שלום, مرحبا, 안녕, żółć, ё',
])('keeps %j', (text) => {
  expect(cleanText(text)).toBe(text.normalize('NFC'));
});

test('reduces white space in a line to single spaces', () => {
  expect(cleanLine(' no\u00A0break \u3000 wide\n\nline\t')).toBe('no break wide line');
});

test.each([
  ['Tom &amp;amp; Ann', 'Tom & Ann'],
  ['It&amp;#39;s &#x2764;', "It's ❤"],
  ['&lt;i&gt;kept&lt;/i&gt;', '<i>kept</i>'],
  ['Q&A, &copy and &notaname; at&t;', 'Q&A, &copy and &notaname; at&t;'],
  ['&amp;amp;amp;quot;', '&amp;quot;'],
])('decodes %j at most twice', (encoded, text) => {
  expect(decodeEntities(encoded)).toBe(text);
});

test.each(['', '\u200B', '&shy;&nbsp;', '\u3164', '—!!', '\u2800'])(
  'replaces an empty title (%j) by the host',
  (title) => {
    expect(cleanTitle(title, 'example.org')).toBe('example.org');
  },
);

test.each(['7', 'ё', '🧪', '&#128512;', '日'])('keeps the title %j', (title) => {
  expect(cleanTitle(title, 'example.org')).not.toBe('example.org');
});
