// Quoting of texts written by others inside messages of ours.
import { cleanLine, cleanText } from './cleanText.ts';

/** One line: whatever it holds, it can begin neither a new line nor a new header, nor turn the text around it. */
export const oneLine = (text: string): string => cleanLine(text.replaceAll(/\p{Cc}/gu, ' '));

/** Each of its lines behind a sign, so that none can be taken for one of ours. */
export const quoteLines = (text: string, sign: string): string =>
  cleanText(text)
    .split('\n')
    .map((line) => `${sign} ${line}`.trimEnd())
    .join('\n');

/** At most so many UTF-16 units, and no half of a character. */
export const cutText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
