// Quoting of texts written by others inside messages of ours.

/** One line: whatever it holds, it can begin neither a new line nor a new header. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Each of its lines behind a sign, so that none can be taken for one of ours. */
export const quoteLines = (text: string, sign: string): string =>
  text
    .trim()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => `${sign} ${line}`.trimEnd())
    .join('\n');

/** At most so many UTF-16 units, and no half of a character. */
export const cutText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
