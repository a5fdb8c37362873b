// Cleaning of untrusted texts, and detection of invisible and control characters.
import { parseFragment } from 'parse5';

/** Emoji flags of regions, such as Scotland, are written with tag characters. */
const tagSequence = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,8}\u{E007F}`;

/** Scripts in which a joiner or non-joiner changes the shape of letters. */
const joinedScripts = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Adlam', 'Hanifi_Rohingya']
  .concat(['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'])
  .concat(['Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const joinedLetter = String.raw`[[${joinedScripts}]&&[\p{L}\p{M}]]`;

/** Invisible characters that change what is visible. */
const meaningful = [
  // Joiners of emoji, and those that shape letters.
  String.raw`(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=${joinedLetter})(?:\u200D|\u200C(?=\u200C*${joinedLetter}))`,
  // Variation selectors of emoji, keycaps, ideographs and Mongolian letters.
  String.raw`(?<=[\p{Emoji}--[#*0-9]])[\uFE0E\uFE0F]|(?<=[#*0-9])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
].join('|');

/** Zero-width characters, direction marks, tags, annotation marks, controls and lone surrogates. */
const removed = String.raw`(?!${meaningful})\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB\p{Cs}]|[\p{Cc}--[\t\n]]`;

const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const removable = new RegExp(`(${tagSequence})|${removed}`, 'gv');

/** More combining marks than any script uses; they would cover the neighbouring lines. */
const excessMarks = /(?<=\p{M}{10})\p{M}+/gu;

/** Cleans a text of several lines: removes invisible characters, composes letters, unifies line ends to LF, trims. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(lineEnds, '\n')
    .replaceAll(removable, (_all, kept?: string) => kept ?? '')
    .normalize('NFC')
    .replaceAll(excessMarks, '')
    .trim();

/** Cleans a text to one line: each run of white space becomes one space. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/gu, ' ');

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Decodes a character reference; unknown ones stay. */
function decodeReference(written: string): string {
  const [node] = parseFragment(written).childNodes;
  const decoded = node && 'value' in node ? node.value : written;
  return decoded.length > 1 && decoded.endsWith(';') ? written : decoded;
}

/** Decodes a text whose writer encoded entities once or twice too often. The result is text, never markup. */
export function decodeEntities(text: string): string {
  const once = text.replaceAll(reference, decodeReference);
  return once === text ? text : once.replaceAll(reference, decodeReference);
}

/** True for a cleaned text with a visible letter, digit or emoji. */
export const hasVisibleLetter = (text: string): boolean =>
  /[[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]--\p{Default_Ignorable_Code_Point}]/v.test(
    text,
  );

/** Decodes and cleans a title of a file or page; returns `fallback` (the host) when nothing readable is left. */
export function cleanTitle(text: string, fallback: string): string {
  const title = cleanLine(decodeEntities(text));
  return hasVisibleLetter(title) ? title : fallback;
}

/**
 * Characters without a visible mark: white space, controls, Unicode's default ignorables (zero widths, joiners, variation
 * selectors, fillers, tags), and the few blank ones without these properties: the empty Braille pattern, annotation marks, the
 * musical null note.
 */
const unseen =
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]*$/u;

/** Controls except tabs and line ends. */
const controls = /[\p{Cc}--[\t\n\r]]/gv;

/** True for a text without visible characters, which counts as empty in every input. */
export const showsNothing = (text: string): boolean => unseen.test(text);

/** True for a text that PostgreSQL and JSON can store: well-formed UTF-16 without NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** True for a text with controls other than tabs and line ends. */
export const hasControls = (text: string): boolean => text.search(controls) >= 0;

/** Replaces controls by spaces. */
export const withoutControls = (text: string): string => text.replaceAll(controls, ' ');

/** One line that cannot start a new line or header, or reverse the text around it. */
export const oneLine = (text: string): string => cleanLine(text.replaceAll(/\p{Cc}/gu, ' '));

/** Prefixes each line, so that none can be taken for ours. */
export const quoteLines = (text: string, sign: string): string =>
  cleanText(text)
    .split('\n')
    .map((line) => `${sign} ${line}`.trimEnd())
    .join('\n');

/** Cuts to at most `length` UTF-16 units, without half a character. */
export const cutText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
