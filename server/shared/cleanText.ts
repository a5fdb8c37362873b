// Cleaning of texts that people, files, pages and other programs write.
import { parseFragment } from 'parse5';

/** Emoji flags of regions, such as that of Scotland, are spelled with tag characters. */
const tagSequence = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,8}\u{E007F}`;

/** Scripts whose letters take another shape by a joiner or a non-joiner. */
const joinedScripts = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Adlam', 'Hanifi_Rohingya']
  .concat(['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'])
  .concat(['Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const joinedLetter = String.raw`[[${joinedScripts}]&&[\p{L}\p{M}]]`;

/** Invisible characters where they change what is seen. */
const meaningful = [
  // Joiners of emoji, and those that shape letters.
  String.raw`(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=${joinedLetter})(?:\u200D|\u200C(?=\u200C*${joinedLetter}))`,
  // Selectors of emoji, keycaps, forms of ideographs and of Mongolian letters.
  String.raw`(?<=[\p{Emoji}--[#*0-9]])[\uFE0E\uFE0F]|(?<=[#*0-9])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
].join('|');

/** Zero-width signs, direction marks, tags, marks of annotations, controls and halves of surrogate pairs. */
const removed = String.raw`(?!${meaningful})\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB\p{Cs}]|[\p{Cc}--[\t\n]]`;

const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const removable = new RegExp(`(${tagSequence})|${removed}`, 'gv');

/** More marks than any script puts on a letter; they would cover the lines above and below. */
const excessMarks = /(?<=\p{M}{10})\p{M}+/gu;

/** A text of several lines: without invisible signs that change no letter, composed, line ends LF, trimmed. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(lineEnds, '\n')
    .replaceAll(removable, (_all, kept?: string) => kept ?? '')
    .normalize('NFC')
    .replaceAll(excessMarks, '')
    .trim();

/** The same in one line: white space of any kind and length is one space. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/gu, ' ');

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** A character reference as the characters it names; unknown ones stay. */
function decodeReference(written: string): string {
  const [node] = parseFragment(written).childNodes;
  const decoded = node && 'value' in node ? node.value : written;
  return decoded.length > 1 && decoded.endsWith(';') ? written : decoded;
}

/** Text of a file or page whose writer encoded entities once too often, or twice. The result is text, never markup. */
export function decodeEntities(text: string): string {
  const once = text.replaceAll(reference, decodeReference);
  return once === text ? text : once.replaceAll(reference, decodeReference);
}

/** True for a cleaned text with a visible letter, digit or emoji: something to read or to speak of. */
export const hasVisibleLetter = (text: string): boolean =>
  /[[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]--\p{Default_Ignorable_Code_Point}]/v.test(
    text,
  );

/** A title of a file or page: decoded, cleaned, and `fallback` (the host) where it names nothing. */
export function cleanTitle(text: string, fallback: string): string {
  const title = cleanLine(decodeEntities(text));
  return hasVisibleLetter(title) ? title : fallback;
}
