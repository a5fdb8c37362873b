// Text decoding of files and pages, with detection of the encoding: byte order mark, validity, statistics.
import { analyse } from 'chardet';
import { detectCyrillicEncoding } from './cyrillicEncoding.ts';
import { detectLatinEncoding } from './latinEncoding.ts';
import { decodeAs, isWholly, knownEncoding } from './textDecoding.ts';

/** A text and the name of its encoding: that of WHATWG, or `ibm850` and the like. */
export interface DecodedText {
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
