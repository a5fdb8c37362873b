// Text decoding of files and pages, with detection of the encoding: byte order mark, validity, statistics.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { errorCode } from './errorCode.ts';

/** Cyrillic encodings; the first one wins when scores are equal. */
const cyrillicEncodings = ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'];

/** The most frequent first. */
const letters = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґ';
const frequencies = new Map([...letters].map((letter, at) => [letter, 1 - at / letters.length]));
const frequentPairs = new Set(
  'ст но то на ен ни ко ра ов ро го по ос ал пр во ли ть ре ер ка от та ет ан не ор ол он ит ел ле ло ин ат ри ом ес ва ла де ти до ис ой да ем че ны ск ам ог нн ви ар ки нт ас ия ие ые ая ци од об со за ве те мо ма ля дл ую'.split(
    ' ',
  ),
);
const singleLetterWords = 'авиксоуяі';

const asciiSeparators = /[^\P{ASCII}\dA-Za-z]+|\u00A0/u;
const withoutCyrillic = /^(?:\p{ASCII}*|[\d–—№·•©®™°€§…]+)$/u;
const naturalWord = /^[«“„‘]*(?<letters>[А-ЯЁІЇЄҐ]{0,2}[а-яёіїєґ]+|[А-ЯЁІЇЄҐ]+)[»”…’]*$/u;

/** Resemblance of a word to Russian or Ukrainian, per letter from -1 to 1; a wrong encoding mixes cases and signs. */
function wordScore(word: string): number {
  const found = naturalWord.exec(word)?.groups?.['letters']?.toLowerCase();
  if (!found || (found.length === 1 && !singleLetterWords.includes(found))) return -word.length;
  let score = 0;
  for (let at = 0; at < found.length; at += 1) {
    score += 0.6 * (frequencies.get(found.charAt(at)) ?? 0);
    if (frequentPairs.has(found.slice(at - 1, at + 1))) score += 0.4;
  }
  return score;
}

/** Fewer letters are no evidence: `à` is a letter of every encoding. */
const minLetters = 3;
const minScore = 0.3;

/** The Cyrillic encoding in which the bytes read as natural words; null if there is none. */
function detectCyrillicEncoding(bytes: Uint8Array): string | null {
  let best: string | null = null;
  let bestScore = minScore;
  for (const encoding of cyrillicEncodings) {
    const words = new TextDecoder(encoding)
      .decode(bytes)
      .split(asciiSeparators)
      .filter((word) => !withoutCyrillic.test(word));
    const length = words.reduce((sum, word) => sum + word.length, 0);
    const score = words.reduce((sum, word) => sum + wordScore(word), 0) / length;
    if (length >= minLetters && score > bestScore) {
      best = encoding;
      bestScore = score;
    }
  }
  return best;
}

/** Encodings with their weights for short texts that fit several. */
const latinEncodings: Record<string, number> = {
  'windows-1252': 0.5,
  'windows-1250': 0.3,
  macintosh: 0.2,
  'iso-8859-2': 0.1,
  ibm850: 0.1,
  ibm852: 0,
};

/** Non-ASCII letters of groups of languages, the most frequent first. */
const alphabets = [
  'éèàêçôùîœâûïëæ',
  'äüöß',
  'óíáéñúü',
  'ãçáéíóêõâàôú',
  'äåöé',
  'øåæé',
  'àèéùìò',
  'łąęóżśćńź',
  'íáéěřčšýžůúťďňóľôäĺŕ',
  'áéöóőüíúű',
  'ăâîșțşţ',
  'čšžćđ',
].map((letters) => new Map([...letters].map((letter, rank) => [letter, 1 - rank / 20])));

/** Required contexts after letters that occur in certain positions only. */
const followers: Record<string, RegExp> = {
  à: /^(?!\p{L})/u,
  ù: /^(?!\p{L})/u,
  ì: /^(?!\p{L})/u,
  ò: /^(?!\p{L})/u,
  ñ: /^[aeiouáéíóú]/,
  ã: /^(?:[oensm]|(?!\p{L}))/u,
  õ: /^[es]/,
  ç: /^[aouâãáóõô]/,
};
const wordsOfOneLetter = /[àèéêóáíåaöy]/;

/** Signs with their required contexts before and after. */
const signs: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/’/, /\p{L}$/u, /^/],
  [/[‘“«„¿¡]/, /(?:^|[^\p{L}\d])$/u, /^[\p{L}\d]/u],
  [/[”»…™®]/, /\S$/, /^(?!\p{L})/u],
  [/[–—•€£©§«»\u00A0]/, /(?:^|[\s\d])$/, /^(?!\p{Ll})/u],
  [/°/, /[\s\d]$/, /^(?!\p{Ll})/u],
];

/** True for a letter in a position that fits its case and kind. */
function isWellPlaced(letter: string, before: string, after: string): boolean {
  const small = letter.toLowerCase();
  const isSmall = letter === small;
  const isCased = isSmall
    ? !/\p{Lu}$/u.test(before) || !/^\p{Lu}/u.test(after)
    : !/\p{Ll}$/u.test(before);
  const isAlone = !/\p{L}$/u.test(before) && !/^\p{L}/u.test(after);
  return (
    isCased &&
    (followers[small]?.test(after.toLowerCase()) ?? true) &&
    (!isAlone || wordsOfOneLetter.test(small))
  );
}

/** Maximum number of non-ASCII letters that are counted. */
const maxLetters = 1_000;

/** Readability in the best-fitting language; foreign letters and signs within words reduce it. */
function readability(text: string): number {
  const byLanguage = alphabets.map(() => 0);
  let ofSigns = 0;
  const found = [...text.matchAll(/[^\0-\x7F]/gu)].slice(0, maxLetters);
  for (const { 0: letter, index: at } of found) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + letter.length, at + letter.length + 2);
    if (/\p{L}/u.test(letter)) {
      const fits = isWellPlaced(letter, before, after);
      for (const [place, alphabet] of alphabets.entries())
        byLanguage[place]! += fits ? (alphabet.get(letter.toLowerCase()) ?? -0.7) : -1;
    } else {
      const fits = signs.some(
        ([sign, front, back]) => sign.test(letter) && front.test(before) && back.test(after),
      );
      ofSigns += fits ? 1 : -1;
    }
  }
  return ofSigns + Math.max(...byLanguage);
}

/** The encoding in which the bytes are most readable; Macintosh ends lines with CR alone. */
function detectLatinEncoding(sample: Uint8Array): string {
  const endsWithCr = sample.includes(13) && !sample.includes(10);
  const scores = Object.entries(latinEncodings).map(
    ([encoding, weight]) =>
      [
        encoding,
        readability(decodeAs(encoding, sample)) +
          (endsWithCr && encoding === 'macintosh' ? 1 : weight),
      ] as const,
  );
  return scores.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

const dosLabel = /^(?:cp|ibm|dos|oem)?[-_ ]?(437|737|775|85[02578]|86[0-5]|869)$/i;
const windowsLabel = /^(?:win|windows|ansi|ms|cp)[-_ ]?(125[0-8])$/i;

/** The name of a label's encoding, such as `ibm850` for CP850; null for an unknown label. */
export function knownEncoding(label: string): string | null {
  const [, page] = dosLabel.exec(label.trim()) ?? [];
  if (page !== undefined) return `ibm${page}`;
  try {
    return new TextDecoder(label.trim().replace(windowsLabel, 'windows-$1')).encoding;
  } catch {
    return null;
  }
}

const isOfDos = (encoding: string): boolean => dosLabel.test(encoding);

/** @param encoding a result of `knownEncoding` */
const decodeAs = (encoding: string, bytes: Uint8Array): string =>
  isOfDos(encoding) ? iconv.decode(bytes, encoding) : new TextDecoder(encoding).decode(bytes);

/** True when all bytes are valid in the encoding. @param encoding a result of `knownEncoding` */
function isWholly(encoding: string, bytes: Uint8Array): boolean {
  if (isOfDos(encoding)) return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return false;
  }
}

/** A text and the name of its encoding: that of WHATWG, or `ibm850` and the like. */
interface DecodedText {
  text: string;
  encoding: string;
}

/** Length of the sample for statistics. */
const sampleBytes = 64_000;
/** Confidence of chardet below which its guess is no better than a Latin encoding. */
const minConfidence = 40;

/** Detects UTF-16 by its byte order mark, or by high bytes of 0 and 4 as in Latin and Cyrillic letters, which no other text has. */
function detectUtf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = [...bytes.subarray(0, 2_000 - (bytes.length % 2))];
  const shareOfHighHalves = (half: number) =>
    sample.filter((byte, at) => at % 2 === half && (byte <= 1 || byte === 4)).length /
    (sample.length / 2);
  const [even, odd] = [shareOfHighHalves(0), shareOfHighHalves(1)];
  if (odd > 0.8 && even < 0.3) return 'utf-16le';
  return even > 0.8 && odd < 0.3 ? 'utf-16be' : null;
}

/** True when nearly all characters of the beginning fit the encoding: pages are truncated, and files are edited by hand. */
function isMostlyValid(encoding: string, bytes: Uint8Array): boolean {
  const text = decodeAs(encoding, bytes.subarray(0, sampleBytes));
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  return wrong === 0 || (text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0) > wrong * 4;
}

const isDecodable = (encoding: string, bytes: Uint8Array): boolean =>
  isWholly(encoding, bytes) || isMostlyValid(encoding, bytes);

/** Latin encodings, which chardet confuses in short texts. */
const latin = /^(?:ISO-8859-[12]|windows-125[02])$/;
/** Required lead in confidence of chardet over any Latin encoding. */
const otherLead = 20;

/** The encoding that chardet detects; a Latin one when it is unsure. */
function detectOtherEncoding(sample: Uint8Array): string {
  const found = analyse(sample).filter(({ name }) => {
    const encoding = knownEncoding(name);
    return encoding !== null && isDecodable(encoding, sample);
  });
  const best = found.find(({ name }) => !latin.test(name));
  const ofLatin = found.find(({ name }) => latin.test(name))?.confidence ?? 0;
  const isClear =
    best && best.confidence >= minConfidence && best.confidence >= ofLatin + otherLead;
  return isClear ? best.name : detectLatinEncoding(sample);
}

/** True for UTF-8 with a few broken letters, which are lost without affecting the rest. */
function isNearlyUtf8(sample: Uint8Array): boolean {
  let sound = 0;
  let broken = 0;
  for (const letter of new TextDecoder('utf-8').decode(sample))
    if (letter === '\uFFFD') broken += 1;
    else if (letter > '\u007F') sound += 1;
  return sound > 2 * broken;
}

/** True for UTF-8 that may be cut within a letter. */
function isUtf8Beginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Decodes UTF-8; lines in another encoding, as in concatenated files, are decoded separately. */
function decodeMixedLines(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  if (!text.includes('\uFFFD')) return text;
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  const foreign = lines.filter((line) => !isUtf8Beginning(line) && !isNearlyUtf8(line));
  const sample = Buffer.concat(foreign).subarray(0, sampleBytes);
  const other = detectCyrillicEncoding(sample) ?? detectLatinEncoding(sample);
  const isForeign = new Set(foreign);
  return lines.map((line) => decodeAs(isForeign.has(line) ? other : 'utf-8', line)).join('');
}

/** This many valid UTF-8 letters without an error are certain, whatever the server declares. */
const sureLetters = 6;

function isSurelyUtf8(sample: Uint8Array): boolean {
  // The sample may end inside a letter.
  const text = new TextDecoder('utf-8').decode(sample).replace(/\uFFFD$/, '');
  return !text.includes('\uFFFD') && (text.match(/[^\0-\x7F]/g)?.length ?? 0) >= sureLetters;
}

const binaryStarts = ['PK\u0003\u0004', '%PDF-', 'GIF8', 'SQLite format'];
/** White space, the end-of-file mark of DOS and the escape character of Japanese encodings. */
const textControls = '\t\n\v\f\r\u001A\u001B';

/** True for a binary signature, or for more control characters than a slip explains. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, sampleBytes);
  const controls = Array.from(sample).filter(
    (sign) => sign < ' ' && !textControls.includes(sign),
  ).length;
  return binaryStarts.some((start) => text.startsWith(start)) || controls > sample.length / 20;
}

/** A claim of UTF-16 means UTF-8, as in the HTML standard, since UTF-16 was detected before. */
const claimedEncoding = (label: string): string | null =>
  knownEncoding(label.replace(/^utf-?16.*$/i, 'utf-8'));

/**
 * Decodes a text and removes NUL; null for binary data.
 * @param claims declared labels by precedence; unknown and impossible ones are skipped
 */
export function decodeText(bytes: Uint8Array, claims: readonly string[] = []): DecodedText | null {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const sample = bytes.subarray(0, sampleBytes);
  const label =
    (hasMark ? 'utf-8' : detectUtf16(bytes)) ??
    (isSurelyUtf8(sample) ? 'utf-8' : null) ??
    [...claims.map(claimedEncoding), 'utf-8'].find(
      (claim) => claim !== null && isDecodable(claim, bytes),
    ) ??
    (isNearlyUtf8(sample) ? 'utf-8' : null) ??
    detectCyrillicEncoding(sample) ??
    detectOtherEncoding(sample);
  const encoding = knownEncoding(label) ?? 'utf-8';
  const text = encoding === 'utf-8' ? decodeMixedLines(bytes) : decodeAs(encoding, bytes);
  return isBinary(text) ? null : { text: text.replaceAll('\0', ''), encoding };
}
