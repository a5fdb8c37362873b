// Quoting of untrusted texts inside our messages.
import { cleanLine, cleanText } from './cleanText.ts';

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
